/** Calls of the WebSocket API, through the same gate, rate limits and handlers as REST. */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { WsApiProduct } from '../../catalogue/ws-apis.ts';
import { WS_RETURN_LIMITS, WS_SIGNED_PARAMS } from '../../catalogue/ws-methods.ts';
import type { User } from '../engine/ledger/accounts.ts';
import { Refusal } from '../engine/refusal.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { authenticate, authenticateSession } from '../gate/admission.ts';
import { refusalAnswer } from '../gate/refusals.ts';
import { withoutFields } from '../gate/served-interface.ts';
import type { ExchangeTimes, SandboxRefusal, WireAnswer, WireRequest } from '../types.ts';
import { signedPayload, type WsRequest } from './request.ts';
import { SERVED_APIS } from './served-apis.ts';
import type { WsSession } from './session.ts';

/** The connection on which a method is called. */
export interface MethodCaller {
  readonly api: WsApiProduct;
  readonly exchange: SandboxExchange;
  readonly session: WsSession;
  /** The client address for rate limits. */
  readonly client: string;
  readonly showsLimits: boolean;
  /** Answers a request as REST would, with injected faults. */
  readonly answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>;
}

/** The parameters of the method itself, which are not passed to its REST endpoint. */
export const METHOD_PARAMS: ReadonlySet<string> = new Set([...WS_SIGNED_PARAMS, WS_RETURN_LIMITS]);

/**
 * Calls the REST endpoint of a method with the parameters, the request weight and the security of the method.
 */
export async function callEndpoint(
  caller: MethodCaller,
  method: WsMethod,
  endpoint: Endpoint,
  request: WsRequest,
): Promise<WireAnswer> {
  // The weight that REST counts today is not that of the method.
  const { weight: _, ...today } = endpoint.today ?? {};
  const resolved: Endpoint = {
    ...endpoint,
    today,
    params: method.params,
    ...(method.rules === undefined ? {} : { rules: method.rules }),
    weight: method.weight,
    ...(method.security === 'NONE' ? { security: 'NONE' } : {}),
    ...(method.security === 'KEY' ? { security: 'USER_STREAM' } : {}),
  };
  const sent = [...request.params].filter(([name]) => !METHOD_PARAMS.has(name));
  const answer = await callRest(caller, method, resolved, request, sent);
  if (method.omits === undefined || answer.status !== 200) return answer;
  return { ...answer, body: withoutFields(answer.body, method.omits) };
}

/** Calls an endpoint in the form of a REST request; authentication uses the parameters of the whole request. */
export function callRest(
  caller: MethodCaller,
  method: WsMethod,
  endpoint: Endpoint,
  request: WsRequest,
  params: readonly (readonly [string, string])[],
): WireAnswer | Promise<WireAnswer> {
  return caller.answer({
    method: endpoint.method,
    target: `${endpoint.path}?${queryOf(params)}`,
    headers: {},
    body: '',
    client: caller.client,
    resolved: {
      endpoint,
      authenticate: (times) => authenticateCaller(caller, method, endpoint, request, times),
    },
  });
}

function queryOf(params: readonly (readonly [string, string])[]): string {
  return params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/**
 * Counts the request weight of a method without a REST endpoint, runs the method, and returns its result or
 * refusal as an answer.
 */
export function authenticateCaller(
  { exchange, session, client }: MethodCaller,
  { security }: WsMethod,
  endpoint: Endpoint,
  { params }: WsRequest,
  times: ExchangeTimes,
): User | SandboxRefusal | undefined {
  if (security === 'NONE') return undefined;
  const hasCredentials = params.has('apiKey') || params.has('signature');
  const apiKey = hasCredentials ? params.get('apiKey') : session.key?.apiKey;
  const incoming = {
    endpoint,
    request: { method: 'GET', target: '', headers: { 'x-mbx-apikey': apiKey ?? '' }, body: '', client },
    query: `${signedPayload(params)}&signature=${params.get('signature') ?? ''}`,
    sent: params,
    ...times,
  };
  if (hasCredentials || session.key === undefined || security === 'KEY')
    return authenticate(exchange.accounts, incoming);
  return authenticateSession(exchange.accounts, incoming);
}

export function requireEndpoint({ exchange }: MethodCaller, id: string): Endpoint {
  const endpoint = exchange.endpoints.get(id);
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`);
  return endpoint;
}

/** Charges the weight of a method without an endpoint, runs it, and returns its result or refusal as an answer. */
export function chargeAndRun(
  { api, exchange, client }: MethodCaller,
  weight: number,
  run: () => string,
): WireAnswer {
  const now = exchange.clock.now();
  const charge = exchange.limiter.charge({ client, path: SERVED_APIS[api].limitedPath, weight, now });
  if (charge.refusal !== undefined) return refusalAnswer(charge.refusal, charge.headers);
  try {
    return { status: 200, headers: charge.headers, body: run() };
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalAnswer(thrown, charge.headers);
    throw thrown;
  }
}
