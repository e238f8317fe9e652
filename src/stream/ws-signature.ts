/**
 * Signs calls of the WebSocket API (public facts, Request rules and authentication): all parameters but the
 * signature, sorted by name, joined as name=value with values as they stand in the JSON text, raw UTF-8.
 */
import type { WsMethod } from '../catalogue/stream-types.ts';
import type { Param } from '../catalogue/types.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import type { Signer, WireArguments } from '../request/types.ts';

/** When a call is made, by the exchange's clock, and for how many ms it may be taken. */
export interface CallTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow?: number;
}

export type Params = Readonly<Record<string, JsonValue>>;

/** Returns the parameters as JSON: whole numbers and booleans bare, decimals as text, lists as lists. */
export function jsonParams(wire: WireArguments, declared: Readonly<Record<string, Param>>): Params {
  return Object.fromEntries([...wire].map(([name, text]) => [name, jsonValue(text, declared[name]?.type)]));
}

function jsonValue(text: string, type: Param['type'] | undefined): JsonValue {
  switch (type) {
    case 'INT':
    case 'LONG':
    case 'BOOLEAN':
    case 'ARRAY':
    case 'LIST':
      return parseJson(text);
    default:
      return text;
  }
}

/** Returns the parameters with what the method's security asks for. */
export function signedParams(method: WsMethod, params: Params, signer: Signer, times?: CallTimes): Params {
  if (method.security === 'NONE' || method.security === 'SESSION') return params;
  if (method.security === 'KEY') return { ...params, apiKey: signer.apiKey };
  const authorized = {
    ...params,
    apiKey: signer.apiKey,
    ...(times?.recvWindow === undefined ? {} : { recvWindow: times.recvWindow }),
    ...(times === undefined ? {} : { timestamp: times.timestamp }),
  };
  return { ...authorized, signature: signer.sign(payloadOf(authorized)) };
}

/** Returns the text that is signed. */
export function payloadOf(params: Params): string {
  return Object.entries(params)
    .filter(([name]) => name !== 'signature')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join('&');
}
