/** Makes a call of the table and compares the response with the expected shape. */
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { withTimes } from '../../../src/cli/output/times.ts';
import { parseJson, stringifyJson } from '../../../src/core/json.ts';
import { UTC } from '../../../src/core/time-zone.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../src/core/words.ts';
import { encodeQuery } from '../../../src/request/encode.ts';
import { judgeProof } from '../../../src/request/write-proof.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import { answerRequest } from '../../../src/sandbox/exchange/requests.ts';
import { ownAddressOf } from '../../../src/sandbox/gate/routes.ts';
import { compareWithShape } from '../response-shape.ts';
import { type Params, signedRequest } from '../signed-calls.ts';
import type { EndpointCall } from './endpoint-calls.ts';
import type { TradingWeek } from './trading-week.ts';

/** The result of one call. */
export interface CallResult {
  readonly status: number;
  readonly faults: readonly string[];
  readonly fields: number;
  readonly checked: number;
  readonly sent: readonly string[];
  /** Columns of the endpoint's view that the response has. */
  readonly columns: readonly string[];
  /** Times that `--time` would not print in another form, and other values that it would. */
  readonly timeFaults: readonly string[];
  /** Whether the response is a list. */
  readonly isList: boolean;
  /** The parsed response; undefined if the call was refused. */
  readonly found: unknown;
}

/** The required headers of the onchain wallet endpoint (holdings document, Endpoints). */
const WEB3_HEADERS = {
  clienttype: 'web',
  clientversion: '1.2.0',
  'accept-encoding': 'identity',
  'user-agent': 'bourse-web3/1.1 (Skill)',
} as const;

/** Returns the endpoint with an id; throws where the catalogue has none. */
export function endpointOf(id: string): Endpoint {
  const found = ENDPOINTS.find((row) => row.id === id);
  if (found === undefined) throw new Error(`the catalogue has no ${id}`);
  return found;
}

/** Makes a call of the table and returns the result. */
export function callEndpoint(tradingWeek: TradingWeek, id: string, row: EndpointCall): CallResult {
  const endpoint = endpointOf(id);
  tradingWeek.clock.move(row.waitMs ?? 1000);
  const params = typeof row.params === 'function' ? row.params(tradingWeek) : (row.params ?? {});
  const { status, body } = answerRequest(tradingWeek.exchange, requestOf(tradingWeek, endpoint, params, row));
  const sent = Object.keys(params);
  if (status !== 200)
    return {
      status,
      faults: [body],
      fields: 0,
      checked: 0,
      sent,
      columns: [],
      timeFaults: [],
      isList: false,
      found: undefined,
    };
  const found = JSON.parse(body);
  const { faults, fields, checked, times } = compareWithShape(row.shape, found);
  const proof = proofFault(endpoint, params, body);
  return {
    status,
    faults: [...faults, ...proof],
    fields,
    checked,
    sent,
    columns: columnsFound(endpoint, found),
    timeFaults: timeFaults(endpoint, body, times),
    isList: Array.isArray(found),
    found,
  };
}

/** Returns the times of an answer that `--time iso` leaves as they are, and the values that it takes for times. */
function timeFaults({ view }: Endpoint, body: string, times: readonly string[]): readonly string[] {
  const answer = parseJson(body);
  const timed = withTimes(answer, view, { form: 'iso', zone: UTC });
  const changes = changedNumbers(answer, timed);
  const changed = new Set(changes.map(({ path }) => anyRow(path)));
  // A time that may be 0 is an integer in the table of answers; every other number is smaller than a time.
  const wrong = changes.filter(({ before }) => before > 0 && before < 1e12);
  return [
    ...times
      .map(anyRow)
      .flatMap((path) => (path.endsWith('*') || changed.has(path) ? [] : [`${path} is no time`])),
    ...[...stringifyJson(timed).matchAll(/"(\w+)":"\d{4}-\d\d-\d\d \d\d:\d\d[^"]*"/g)].map(
      ([, name]) => `${name} is no time`,
    ),
    ...wrong.map(({ path }) => `${anyRow(path)} is taken for a time`),
  ];
}

/** Returns the numbers that differ between two values, and their paths. */
function changedNumbers(
  before: JsonValue,
  after: JsonValue,
  path = 'answer',
): readonly { readonly path: string; readonly before: number }[] {
  if (Array.isArray(before))
    return before.flatMap((item, at) =>
      changedNumbers(item, (after as readonly JsonValue[])[at]!, `${path}[${at}]`),
    );
  if (isObject(before))
    return Object.entries(before).flatMap(([name, member]) =>
      changedNumbers(member, (after as JsonObject)[name]!, `${path}.${name}`),
    );
  if (before === after) return [];
  return typeof before === 'number' ? [{ path, before }] : [];
}

/** Returns a path for all rows; the cells of a row that is a list are numbered with and without brackets. */
function anyRow(path: string): string {
  return path.replace(/\[\d+\]$/, (cell) => `.${cell.slice(1, -1)}`).replaceAll(/\[\d+\]/g, '[]');
}

/** Returns what the answer of a write lacks to prove that it was done; bourse sends no order without a client id. */
function proofFault({ proof, clientIds }: Endpoint, params: Params, body: string): readonly string[] {
  const hasId = clientIds === undefined || (clientIds.listField ?? clientIds.param) in params;
  if (proof === undefined || !hasId) return [];
  const wire = Object.entries(params).map(([name, value]) => [name, String(value)] as const);
  const verdict = judgeProof({ proof, query: encodeQuery(wire), body: undefined }, parseJson(body));
  return verdict.is === 'proved' ? [] : [`the answer ${JSON.stringify(verdict)}: ${body}`];
}

function requestOf(tradingWeek: TradingWeek, endpoint: Endpoint, params: Params, { as }: EndpointCall) {
  const { method, path, security } = endpoint;
  const { exchange } = tradingWeek;
  if (security !== 'NONE') {
    return signedRequest(
      exchange,
      method,
      path,
      params,
      as === undefined ? demoKeys(exchange.seed) : tradingWeek[as],
    );
  }
  const query = new URLSearchParams(params as Record<string, string>).toString();
  const target = query === '' ? path : `${path}?${query}`;
  const headers = endpoint.host === 'web3' ? WEB3_HEADERS : {};
  const address = ownAddressOf(endpoint.product);
  const call = { method, target, headers, body: '', client: '127.0.0.1' };
  return address === undefined ? call : { ...call, address };
}

/** Returns the columns of the endpoint's view that the response has, in its rows or as summary fields. */
function columnsFound({ view }: Endpoint, found: unknown): readonly string[] {
  if (view === undefined) return [];
  if (view.shape === 'book') return view.columns.map(({ name }) => name);
  const rowsValue = valueAtPath(found, view.rowsAt ?? '')[1];
  const rows: readonly unknown[] = Array.isArray(rowsValue) ? rowsValue : [rowsValue];
  const inRows = view.columns.filter(({ name, at }) =>
    rows.some((row) => valueAtPath(row, at === undefined ? name : String(at))[0]),
  );
  const summaryColumns = (view.headerFields ?? []).filter(({ name }) => valueAtPath(found, name)[0]);
  return [...inRows, ...summaryColumns].map(({ name }) => name);
}

/** Returns whether a dotted path exists in a value, and the value at that path. */
function valueAtPath(value: unknown, path: string): readonly [boolean, unknown] {
  let at = value;
  for (const word of path.split('.').filter(Boolean)) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, word)) return [false, undefined];
    at = (at as Record<string, unknown>)[word];
  }
  return [true, at];
}
