/**
 * The permit of one call: without it nothing is signed and no API key is added. A permit is good for one use, and for
 * exactly the call that it was made for. Only the folder `policy` makes permits.
 */
import { ToolError } from '../core/errors.ts';
import { decodeQuery } from './encode.ts';
import type { PreparedRequest } from './types.ts';

/** What is called. */
export type CallTarget = Pick<PreparedRequest, 'endpoint' | 'host' | 'method' | 'path'>;

/** What is called, and with which parameters, before the times and the signature are added. */
export type PermittedCall = CallTarget & Pick<PreparedRequest, 'query' | 'body' | 'effect'>;

/** A call about to be authorized. */
export interface CallToSign {
  readonly target: CallTarget;
  /** What is signed: the query and body of a REST call, or the sorted parameters of a call of the WebSocket API. */
  readonly payload: string;
  readonly form: 'rest' | 'ws';
}

export class Permit {
  readonly #call: PermittedCall;
  #isUsed = false;

  constructor(call: PermittedCall) {
    this.#call = call;
  }

  /** Uses the permit up for a call. Throws kind `refused` if the permit was used before, or is that of another call. */
  use({ target, payload, form }: CallToSign): void {
    if (this.#isUsed) throw permitError(target, 'its permit was used before');
    this.#isUsed = true;
    const { endpoint, host, method, path } = this.#call;
    const isSameTarget =
      endpoint === target.endpoint &&
      host === target.host &&
      method === target.method &&
      path === target.path;
    if (!isSameTarget) throw permitError(target, `its permit is for ${endpoint}`);
    const isSameText = form === 'rest' ? isQueryOf(this.#call, payload) : isSortedOf(this.#call, payload);
    if (!isSameText) throw permitError(target, 'its parameters are not those of its permit');
  }
}

/** The name of the errors of calls that lack a permit. */
export const PERMIT_ERROR = 'permit';

/** Returns the error of a call that lacks a permit. It shows a fault of the program, not of the caller. */
export function permitError({ endpoint }: Pick<CallTarget, 'endpoint'>, why: string): ToolError {
  return new ToolError({
    kind: 'refused',
    message: `The call was not signed: ${why}.`,
    hint: 'This is a fault of bourse: please report it.',
    name: PERMIT_ERROR,
    execution: 'not_executed',
    endpoint,
  });
}

/** The parameters that signing adds at the end of a query or form. */
const ADDED_AT_END = /^(?:recvWindow=\d+&)?timestamp=\d+$/;

/** Whether a text is the query and body of a call, to which only the times of signing may be added. */
function isQueryOf({ query, body = '' }: PermittedCall, payload: string): boolean {
  const own = query + body;
  if (payload === own) return true;
  const before = own === '' ? '' : `${own}&`;
  return payload.startsWith(before) && ADDED_AT_END.test(payload.slice(before.length));
}

/** The parameters that a signed call of the WebSocket API has in addition to its own, with an `&` after each. */
const ADDED_BY_NAME: Readonly<Record<string, RegExp>> = {
  apiKey: /apiKey=[!-%'-~]*&/y,
  recvWindow: /recvWindow=\d+&/y,
  timestamp: /timestamp=\d+&/y,
};

/** Whether a text is the parameters of a call sorted by name, to which only key and times may be added. */
function isSortedOf({ query, body = '' }: PermittedCall, payload: string): boolean {
  const own = new Map([...decodeQuery(query), ...decodeQuery(body)]);
  const added = Object.keys(ADDED_BY_NAME).filter((name) => !own.has(name));
  const text = payload === '' ? '' : `${payload}&`;
  let at = 0;
  for (const name of [...own.keys(), ...added].sort()) {
    const value = own.get(name);
    const piece = value === undefined ? addedText(name, text, at) : `${name}=${value}&`;
    if (!text.startsWith(piece, at)) return false;
    at += piece.length;
  }
  return at === text.length;
}

/** Returns the added parameter that begins at a position of a text; empty if another one begins there. */
function addedText(name: string, text: string, at: number): string {
  const pattern = ADDED_BY_NAME[name]!;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
