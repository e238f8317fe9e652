/**
 * Signs calls of the WebSocket API (public facts, Request rules and authentication): all parameters but the
 * signature, sorted by name, joined as name=value with values as they stand in the JSON text, raw UTF-8.
 */
import type { WsMethod } from '../catalogue/stream-types.ts';
import type { Param } from '../catalogue/types.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import type { CallTarget, CallToSign, Permit } from '../request/permit.ts';
import type { Signer } from '../request/signer.ts';
import type { WireArguments } from '../request/types.ts';

/**
 * The exchange's time with which a call is signed, and the ms for which the exchange accepts it (recvWindow).
 */
export interface CallTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow?: number;
}

export type WsParams = Readonly<Record<string, JsonValue>>;

/** Returns the parameters as JSON: integers and booleans unquoted, decimals as strings, lists as arrays. */
export function jsonParams(wire: WireArguments, declared: Readonly<Record<string, Param>>): WsParams {
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

/** The keys, permit and times with which a call is signed. */
export interface CallAuthority {
  readonly signer: Signer;
  readonly permit: Permit;
  /** The call in the form of a request, as its permit names it. */
  readonly request: CallTarget;
  readonly times?: CallTimes;
}

/**
 * Returns the parameters with the key, timestamp and signature that the method's security requires. Throws kind `refused` if
 * the permit is not that of the call.
 */
export function signedParams(
  method: WsMethod,
  params: WsParams,
  { signer, permit, request, times }: CallAuthority,
): WsParams {
  if (method.security === 'NONE' || method.security === 'SESSION') return params;
  if (method.security === 'KEY') {
    permit.use(callToSign(request, params));
    return { ...params, apiKey: signer.apiKey };
  }
  const authorized = {
    ...params,
    apiKey: signer.apiKey,
    ...(times?.recvWindow === undefined ? {} : { recvWindow: times.recvWindow }),
    ...(times === undefined ? {} : { timestamp: times.timestamp }),
  };
  return { ...authorized, signature: signer.sign(permit, callToSign(request, authorized)) };
}

/** Returns a call with these parameters, for the check of its permit. */
export function callToSign(target: CallTarget, params: WsParams): CallToSign {
  return { target, payload: payloadOf(params), form: 'ws' };
}

/** Returns the text to sign. */
export function payloadOf(params: WsParams): string {
  return Object.entries(params)
    .filter(([name]) => name !== 'signature')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join('&');
}
