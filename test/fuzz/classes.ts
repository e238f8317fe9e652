/** The classes of fuzzed inputs: what is read, and from which examples the inputs are made. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { readCommandLine } from '../../src/cli/arguments.ts';
import { readJson, stringifyJson } from '../../src/core/json.ts';
import { indentJson, scanDepth } from '../../src/core/json-text.ts';
import { unixMs } from '../../src/core/words.ts';
import { parsePolicy } from '../../src/policy/policy-file.ts';
import { readProfiles } from '../../src/profile/profile-file.ts';
import { CHAIN_START, encodeRecord, readRecords } from '../../src/sandbox/storage/journal/records.ts';
import { TextFrames } from '../../src/stream/text-frames.ts';
import { validateBytes, validateText } from '../../src/thesis/validate.ts';
import { throwOnRefusal, throwUnlessProved } from '../../src/transport/answer.ts';
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
  '{"clientOrderId":"b-1","orderId":7,"status":"NEW"}',
  '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
  '{"code":-2013,"msg":"Order does not exist."}',
  '<html><body>403 Forbidden</body></html>',
  '[]',
];
const STATUSES = [200, 200, 200, 201, 400, 401, 403, 404, 408, 409, 418, 429, 451, 500, 502, 503, 504, 999];
const PROFILES = [
  '{"schemaVersion":1,"active":"a","profiles":{"a":{"environment":"live","keyType":"hmac","apiKeyEnd":"abcd","fingerprint":"0123456789abcdef","apiKey":"env:A","secret":"env:B"}}}',
];
const POLICIES = [
  '{"schemaVersion":1,"default":"refuse","rules":[{"effect":"allow","symbols":["BTCUSDT"]}]}',
  '{"version":1,"default":"ask","rules":[]}',
];
const RECORD = encodeRecord('{"call":{"path":"/api/v3/order"}}', CHAIN_START);
const JOURNALS = [Buffer.concat([RECORD.line, encodeRecord('{"b":2}', RECORD.chain).line])];

/** Returns the classes, and a function that removes their files. */
export function openClasses(): { readonly classes: readonly FuzzClass[]; readonly close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-fuzz-'));
  const config = join(folder, 'config');
  mkdirSync(config, { mode: 0o700 });
  return {
    classes: [...TEXT_CLASSES, FRAMES_CLASS, profileClass(config)],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const ofText = (name: string, examples: readonly string[], read: (text: string) => unknown): FuzzClass => ({
  name,
  read(inputs, report) {
    const text = inputs.text(examples);
    report(text);
    return read(text);
  },
});

const TEXT_CLASSES: readonly FuzzClass[] = [
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
      const status = inputs.oneOf(STATUSES);
      const headers = { 'retry-after': inputs.text(['5', '-1', 'Fri, 15 Mar 2024 12:35:36 GMT']) };
      report({ status, headers, body });
      const answer = {
        ...{ status, headers, body, origin: 'https://api.example.com' },
        receivedAt: unixMs(1_710_506_096_789),
        usage: { weight: {}, orders: {} },
      };
      const request = inputs.pick(2) === 0 ? orderRequest() : readRequest();
      throwUnlessProved(request, throwOnRefusal(request, answer));
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
];

/** The head of the answer to an upgrade, after which frames follow. */
const UPGRADED = Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n');
const FRAMES = [
  Buffer.from('\x81\x07{"e":1}\x89\x02hi\x81\x02{}', 'latin1'),
  Buffer.concat([Buffer.from([0x81, 126, 1, 0]), Buffer.alloc(256, 0x20)]),
  Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0, 0x20]),
  Buffer.from([0x01, 2, 0x7b, 0x7d, 0x80, 0, 0x88, 2, 3, 0xe8]),
];

/** A connection whose bytes the test emits. */
class SilentConnection extends Duplex {
  override _read(): void {}

  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
  }

  setTimeout(): this {
    return this;
  }
}

const FRAMES_CLASS: FuzzClass = {
  name: 'frames',
  read(inputs, report) {
    const bytes = Buffer.concat([inputs.bytes(FRAMES), inputs.bytes(FRAMES)]);
    const cut = inputs.pick(bytes.length + 1);
    report([bytes.toString('latin1'), cut]);
    const connection = new SilentConnection();
    const frames = new TextFrames(connection, () => {}, 70_000);
    frames.on('error', () => {});
    frames.on('data', () => {});
    connection.emit('data', UPGRADED);
    frames.begin();
    connection.emit('data', bytes.subarray(0, cut));
    connection.emit('data', bytes.subarray(cut));
    frames.destroy();
    connection.destroy();
  },
};

function profileClass(folder: string): FuzzClass {
  const services = {
    clock: { now: () => unixMs(0), monotonicMs: () => 0, sleep: async () => {} },
    random: { next: () => 0 },
  };
  return ofText('profiles', PROFILES, (text) => {
    writeFileSync(join(folder, 'profiles.json'), text, { mode: 0o600 });
    readProfiles(folder, { ...services, owner: process.getuid?.() });
  });
}
