/** Requests of the WebSocket API (public facts, WebSocket API). */
import { readJson, stringifyJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { SandboxRefusal } from '../types.ts';

export interface WsRequest {
  /** The id of the request as it was sent: a number, text or null. */
  readonly id: JsonValue;
  /** Without the prefix of the API. */
  readonly method: string;
  /** Each parameter's value as it is signed: a string without quotes, any other value as JSON text. */
  readonly params: ReadonlyMap<string, string>;
}

/** The refusal of a request that cannot be parsed, with the request's id if at least that could be read. */
export interface UnreadableRequest {
  readonly id: JsonValue;
  readonly refusal: SandboxRefusal;
}

/** The maximum length of a string id. */
const ID_LENGTH_MAX = 36;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** Reads the text of a frame; `methodPrefix` may stand before the name of a method. */
export function readWsRequest(text: string, methodPrefix = ''): WsRequest | UnreadableRequest {
  const read = readJson(text);
  if (!read.ok || !isObject(read.value)) return unreadableRequest(null, 'Invalid JSON Request');
  const { id = null, method, params = {} } = read.value;
  if (!isId(id)) {
    const range = '^[a-zA-Z0-9-_]{1,36}$';
    return { id: null, refusal: illegalCharacters('id', range) };
  }
  if (typeof method !== 'string' || method === '') {
    const text = "Mandatory parameter 'method' was not sent, was empty/null, or malformed.";
    return { id, refusal: new SandboxRefusal(400, -1102, text) };
  }
  if (params !== null && !isObject(params))
    return unreadableRequest(id, "JSON sent for parameter 'params' is not valid");
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, valueText(value)] as const);
  return {
    id,
    method: method.startsWith(methodPrefix) ? method.slice(methodPrefix.length) : method,
    params: new Map(values),
  };
}

/**
 * Returns the text to be signed: all parameters except the signature, sorted by name, with values as in the
 * JSON text.
 */
export function signedPayload(params: ReadonlyMap<string, string>): string {
  return [...params]
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function isId(id: JsonValue): boolean {
  if (id === null) return true;
  if (typeof id === 'string') return id.length <= ID_LENGTH_MAX && /^[a-zA-Z0-9-_]*$/.test(id);
  if (typeof id === 'number') return Number.isInteger(id);
  return typeof id === 'bigint' && id >= LONG_MIN && id <= LONG_MAX;
}

function unreadableRequest(id: JsonValue, text: string): UnreadableRequest {
  return { id, refusal: new SandboxRefusal(400, -1135, text) };
}

function illegalCharacters(name: string, range: string): SandboxRefusal {
  const text = `Illegal characters found in parameter '${name}'; legal range is '${range}'.`;
  return new SandboxRefusal(400, -1100, text);
}
