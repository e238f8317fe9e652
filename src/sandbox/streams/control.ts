/**
 * The control messages of a stream connection, such as SUBSCRIBE, and their answers (interface document, Market
 * streams; error texts from the public facts).
 */
import { CONNECTION_PROPERTIES, CONTROL_ERRORS, CONTROL_METHODS } from '../../catalogue/streams.ts';
import { readJson, stringifyJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';

/** What control messages read and change on a connection. */
export interface ControlledConnection {
  isCombined: boolean;
  /** Names of the open streams, oldest first. */
  names(): readonly string[];
  /** Subscribes to streams and keeps those already open; returns an error if it does not subscribe to all of them. */
  subscribe(names: readonly string[]): ControlError | undefined;
  unsubscribe(names: readonly string[]): void;
}

/** A control message that is refused. */
export interface ControlError {
  readonly code: number;
  readonly msg: string;
}

/** The largest number of characters of an id that is text (public facts, Spot market streams). */
const ID_LENGTH_MAX = 36;
const UNSIGNED_MAX = 2n ** 64n - 1n;

/** Executes a control message and returns the JSON text of its answer. */
export function answerControlMessage(text: string, connection: ControlledConnection): string {
  const read = readJson(text);
  if (!read.ok) return answer(atPosition(CONTROL_ERRORS.notJson, text, errorPosition(text)), undefined);
  const request = read.value;
  if (!isObject(request)) return answer(invalidRequest('expected struct Request', text, 0), undefined);
  const { id = null, method } = request;
  if (!isId(id)) return answer(CONTROL_ERRORS.requestId, undefined);
  const known = CONTROL_METHODS.find((one) => one.method === method);
  if (known !== undefined)
    return answer(executeMethod(known.method, request['params'], text, connection), id);
  return answer(unknownMethodError(method, text), id);
}

type Outcome = ControlError | { readonly result: JsonValue };

function executeMethod(
  method: (typeof CONTROL_METHODS)[number]['method'],
  params: JsonValue | undefined,
  text: string,
  connection: ControlledConnection,
): Outcome {
  switch (method) {
    case 'LIST_SUBSCRIPTIONS':
      return { result: connection.names() };
    case 'SUBSCRIBE':
    case 'UNSUBSCRIBE': {
      const names = namesOf(params);
      if (names === undefined) return invalidRequest('missing field `params`', text, text.length);
      if (method === 'UNSUBSCRIBE') connection.unsubscribe(names);
      return (method === 'SUBSCRIBE' ? connection.subscribe(names) : undefined) ?? { result: null };
    }
    case 'SET_PROPERTY':
    case 'GET_PROPERTY':
      return accessProperty(method === 'SET_PROPERTY', params, text, connection);
  }
}

function accessProperty(
  isSet: boolean,
  params: JsonValue | undefined,
  text: string,
  connection: ControlledConnection,
): Outcome {
  if (!Array.isArray(params)) return invalidRequest('missing field `params`', text, text.length);
  const [name, value] = params as readonly JsonValue[];
  if (params.length > (isSet ? 2 : 1)) return CONTROL_ERRORS.tooManyParameters;
  if (typeof name !== 'string') return CONTROL_ERRORS.propertyName;
  if (!(CONNECTION_PROPERTIES as readonly string[]).includes(name)) return CONTROL_ERRORS.unknownProperty;
  if (!isSet) return { result: connection.isCombined };
  if (typeof value !== 'boolean') return CONTROL_ERRORS.notBoolean;
  connection.isCombined = value;
  return { result: null };
}

function unknownMethodError(method: JsonValue | undefined, text: string): ControlError {
  if (method === undefined) return atPosition(CONTROL_ERRORS.missingMethod, text, text.length);
  const shown = typeof method === 'string' ? method : (stringifyJson(method) ?? '');
  const { code, msg } = CONTROL_ERRORS.unknownMethod;
  const found = text.indexOf(JSON.stringify(method));
  const end = found < 0 ? text.length : found + JSON.stringify(method).length;
  return atPosition({ code, msg: msg.replace('%s', () => `\`${shown.slice(0, 60)}\``) }, text, end);
}

/** Returns whether a value is allowed as an id: an unsigned 64-bit integer, a short text, or null. */
function isId(id: JsonValue): boolean {
  if (id === null) return true;
  if (typeof id === 'string') return id.length <= ID_LENGTH_MAX && /^[A-Za-z0-9_-]*$/.test(id);
  if (typeof id === 'number') return Number.isInteger(id) && id >= 0;
  return typeof id === 'bigint' && id >= 0n && id <= UNSIGNED_MAX;
}

function namesOf(params: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(params)) return undefined;
  return params.every((one): one is string => typeof one === 'string') ? params : undefined;
}

function answer(outcome: Outcome, id: JsonValue | undefined): string {
  const body: Record<string, JsonValue> = { ...outcome };
  if (id !== undefined) body['id'] = id;
  return stringifyJson(body);
}

function invalidRequest(detail: string, text: string, at: number): ControlError {
  const msg = `Invalid request: ${detail} at line 1 column 1`;
  return atPosition({ code: 2, msg }, text, at);
}

/** Returns the error with the position in the text, as line and column counted from 1. */
function atPosition({ code, msg }: ControlError, text: string, at: number): ControlError {
  const before = text.slice(0, at).split('\n');
  const column = Math.max(before.at(-1)!.length, 1);
  return { code, msg: msg.replace(/line \S+ column \S+$/, `line ${before.length} column ${column}`) };
}

/** Matches white space followed by one JSON token. */
const TOKEN = /\s*(?:[{}[\],:]|true\b|false\b|null\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\\n]|\\.)*")/y;

/**
 * Returns the offset after the first character that begins no JSON token; the end of the text if there is
 * none.
 */
function errorPosition(text: string): number {
  let end = 0;
  for (TOKEN.lastIndex = 0; TOKEN.test(text); ) end = TOKEN.lastIndex;
  const rest = text.slice(end);
  return rest.trim() === '' ? text.length : end + rest.search(/\S/) + 1;
}
