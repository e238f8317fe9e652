/** The classes of fuzzed inputs: what is read, and from which examples the inputs are made. */
import { readCommandLine } from '../../src/cli/arguments.ts';
import { readRequest as readSessionRequest } from '../../src/commands/ws/session-lines.ts';
import { readJson, stringifyJson } from '../../src/core/json.ts';
import { indentJson, scanDepth } from '../../src/core/json-text.ts';
import { unixMs } from '../../src/core/words.ts';
import { ScenarioLines } from '../../src/paper/scenario/lines.ts';
import { ScenarioReader } from '../../src/paper/scenario/reader.ts';
import { type AuditEntry, auditLine, auditLinkOf, checkAudit } from '../../src/policy/audit.ts';
import { parsePolicy } from '../../src/policy/policy-file.ts';
import { CHAIN_START, encodeRecord, readRecords } from '../../src/sandbox/storage/journal/records.ts';
import { budgetRecord, decodeRecords, encodeRecords } from '../../src/state/budget-records.ts';
import { validateBytes, validateText } from '../../src/thesis/validate.ts';
import { throwOnRefusal } from '../../src/transport/answer.ts';
import { orderRequest, readRequest } from '../transport/requests.ts';
import type { Inputs } from './inputs.ts';

export interface FuzzClass {
  readonly name: string;
  /** Reads one input, which it reports first. A ToolError is a refusal; any other error is a crash. */
  readonly read: (inputs: Inputs, report: (input: unknown) => void) => unknown;
}

const LINES = [
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 50000',
  'market klines BTCUSDT 1h --start 2024-01-01 --limit 5 -o csv --fields openTime,close',
  'account info --profile main --env testnet --recv-window 5000',
  'funds withdraw USDT --address 0x1 --amount 5 --network BSC --dry-run',
  'stream trades BTCUSDT --count 3',
  'api POST /api/v3/order symbol=BTCUSDT side=BUY',
  'profile add one --env live --api-key env:A --secret env:B',
];
const JSON_TEXTS = [
  '{"symbol":"BTCUSDT","orderId":9007199254740993,"price":"1.50","fills":[{"qty":"1e-7"}],"a":null}',
  '[[1710504000000,"1.0",true],[],{}]',
  '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
];
const THESES = [
  '{"version":"1","action":"hold","symbol":"BTCUSDT","as_of":"2024-03-15T12:00:00Z"}',
  '{"action":"open"}',
];
const BODIES = [
  '{"symbol":"BTCUSDT","clientOrderId":"b-1","orderId":9007199254740993,"status":"FILLED","fills":[{"qty":"1"}]}',
  '{"clientOrderId":"b-1","orderId":7,"status":"NEW"}',
  '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
  '{"code":-2013,"msg":"Order does not exist."}',
  '<html><body>403 Forbidden</body></html>',
  '[]',
];
const STATUSES = [200, 400, 401, 403, 404, 408, 409, 418, 429, 451, 500, 502, 503, 504, 999];
const POLICIES = [
  '{"version":1,"default":"ask","approval":{"ttlSeconds":120,"maxDrift":"0.5%"},"rules":[]}',
  '{"version":1,"default":"refuse","quote":"USDT","limits":{"maxOrder":"500","maxDay":"2000","ordersPerMinute":6},"rules":[{"id":"majors","then":"allow","when":{"endpoints":["spot.order.new"],"symbols":["BTCUSDT"],"types":["LIMIT"]},"limits":{"maxOrder":"100"}}]}',
];
const REQUESTS = [
  '{"id":1,"method":"order.place","params":{"symbol":"BTCUSDT","side":"BUY","price":"1.50"}}',
  '{"id":null,"method":"time"}',
];
const SCENARIOS = [
  '{"kind":"settings","version":1,"start":1767225600000,"end":1767225660000}\n{"kind":"symbol","symbol":"BTCUSDT","base":"BTC","quote":"USDT","tick_size":"0.1","step_size":"0.001","min_qty":"0.001","max_qty":"1000","min_notional":"5","liquidation_fee":"0.0125","tiers":[{"cap":null,"mmr":"0.004","max_leverage":"125"}]}\n{"kind":"candle","symbol":"BTCUSDT","interval":"1m","t":1767225600000,"o":"50000","h":"50100","l":"49400","c":"49600"}\n',
];
const AUDIT_ENTRY: AuditEntry = {
  ...{
    time: '2024-03-15T12:34:56.789Z',
    door: 'cli',
    client: '',
    command: 'trade order place',
    endpoint: 'spot.order.new',
  },
  ...{ digest: 'a'.repeat(64), rule: 'majors', verdict: 'allow', venue: 'live', profile: '' },
  ...{ outcome: 'sending', latencyMs: null },
};
const AUDIT_LINE = auditLine(AUDIT_ENTRY);
const AUDITS = [AUDIT_LINE + auditLine(AUDIT_ENTRY, auditLinkOf(AUDIT_LINE))];
const RECORD = encodeRecord('{"call":{"path":"/api/v3/order"}}', CHAIN_START);
const BUDGETS = [
  encodeRecords([
    budgetRecord({ kind: 'reserve', weight: 20, nonce: 7, time: 1_710_506_096_789, value: 1 }),
    budgetRecord({ kind: 'clock', time: 1_710_506_096_789, value: 250 }),
  ]),
];
const JOURNALS = [Buffer.concat([RECORD.line, encodeRecord('{"b":2}', RECORD.chain).line])];

/** Returns a class of texts. */
export const ofText = (
  name: string,
  examples: readonly string[],
  read: (text: string) => unknown,
): FuzzClass => ({
  name,
  read(inputs, report) {
    const text = inputs.text(examples);
    report(text);
    return read(text);
  },
});

/** The classes of inputs that are read from memory. */
export const TEXT_CLASSES: readonly FuzzClass[] = [
  ofText('arguments', LINES, (line) => readCommandLine(line.split(' '))),
  ofText('JSON', JSON_TEXTS, (text) => {
    scanDepth(text);
    const found = readJson(text);
    if (found.ok) {
      stringifyJson(found.value);
      indentJson(text);
    }
  }),
  ofText('NDJSON', THESES, (text) => {
    for (const line of text.split('\n')) validateText(line);
    validateBytes(Buffer.from(text, 'latin1'));
  }),
  {
    name: 'answers',
    read(inputs, report) {
      const body = inputs.text(BODIES);
      const status = inputs.pick(2) === 0 ? 200 : inputs.oneOf(STATUSES);
      const headers = { 'retry-after': inputs.text(['5', '-1', 'Fri, 15 Mar 2024 12:35:36 GMT']) };
      report({ status, headers, body });
      const answer = {
        ...{ status, headers, body, origin: 'https://api.example.com' },
        receivedAt: unixMs(1_710_506_096_789),
        usage: { weight: {}, orders: {} },
      };
      const request = inputs.pick(2) === 0 ? orderRequest() : readRequest();
      throwOnRefusal(request, answer);
    },
  },
  ofText('policies', POLICIES, (text) => parsePolicy(text, 'policy.json')),
  {
    name: 'journals',
    read(inputs, report) {
      const bytes = inputs.bytes(JOURNALS);
      report(bytes.toString('latin1'));
      readRecords(bytes);
    },
  },
  ofText('requests of sessions', REQUESTS, readSessionRequest),
  ofText('scenarios', SCENARIOS, (text) => {
    const reader = new ScenarioReader('the scenario');
    const lines = new ScenarioLines(reader);
    lines.add(Buffer.from(text));
    lines.finish();
    reader.finish();
  }),
  ofText('audit logs', AUDITS, checkAudit),
  {
    name: 'budgets',
    read(inputs, report) {
      const bytes = inputs.bytes(BUDGETS);
      report(bytes.toString('latin1'));
      decodeRecords(bytes);
    },
  },
];
