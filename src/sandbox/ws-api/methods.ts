/** The methods of the WebSocket API. */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { type WsApiProduct, wsApiOf } from '../../catalogue/ws-apis.ts';
import { findWsMethod } from '../../catalogue/ws-methods.ts';
import type { User } from '../engine/ledger/accounts.ts';
import { notSimulatedRefusal } from '../gate/refusals.ts';
import { SandboxRefusal, type WireAnswer } from '../types.ts';
import {
  authenticateCaller,
  callEndpoint,
  chargeAndRun,
  type MethodCaller,
  requireEndpoint,
} from './call.ts';
import { cancelReplace } from './cancel-replace.ts';
import type { WsRequest } from './request.ts';

/** Executes a request and returns the answer in the form of REST. */
export function callMethod(caller: MethodCaller, request: WsRequest): WireAnswer | Promise<WireAnswer> {
  const method = findWsMethod(caller.api, request.method);
  if (method === undefined) {
    return chargeAndRun(caller, 1, () => {
      throw new SandboxRefusal(400, -1020, 'This operation is not supported.');
    });
  }
  const { endpoint, restEndpoint, cancelReplace: parts } = method;
  if (parts !== undefined) return cancelReplace(caller, method, parts, request);
  if (restEndpoint !== undefined) {
    return callEndpoint(caller, method, requireEndpoint(caller, restEndpoint), request);
  }
  if (endpoint !== undefined) {
    return callEndpoint(caller, method, endpoint, request);
  }
  const sessionMethod = SESSION_METHODS[method.method];
  const weight = typeof method.weight === 'number' ? method.weight : 1;
  return chargeAndRun(caller, weight, () => {
    if (sessionMethod === undefined) throw notSimulatedRefusal(`the method ${method.method}`);
    return sessionMethod(caller, method, request);
  });
}

type SessionMethod = (caller: MethodCaller, method: WsMethod, request: WsRequest) => string;

/** Methods of the connection itself; each returns the JSON text of its result. */
const SESSION_METHODS: Readonly<Record<string, SessionMethod>> = {
  'session.logon': (caller, method, request) => {
    const now = caller.exchange.clock.now();
    // A logon is authenticated by its own key, even if another key is logged on.
    requireUser(caller, method, { ...request, params: new Map([['apiKey', ''], ...request.params]) });
    const key = caller.exchange.accounts.findKey(request.params.get('apiKey') ?? '')!;
    const { logonKeyType = key.kind.toLowerCase() } = wsApiOf(caller.api);
    if (key.kind.toLowerCase() !== logonKeyType) {
      // The code of this refusal is our choice; none is published.
      throw new SandboxRefusal(400, -2015, 'Invalid API-key, IP, or permissions for action.');
    }
    caller.session.logOn(key, now);
    return caller.session.record(now, caller.showsLimits);
  },
  'session.status': ({ exchange, session, showsLimits }) => session.record(exchange.clock.now(), showsLimits),
  'session.logout': ({ exchange, session, showsLimits }) => {
    session.logOut(exchange.clock.now());
    return session.record(exchange.clock.now(), showsLimits);
  },
  'session.subscriptions': ({ session }) => JSON.stringify(session.subscriptions()),
  'userDataStream.subscribe': ({ session }) => {
    if (session.key === undefined) {
      throw new SandboxRefusal(401, -1002, 'You are not authorized to execute this request.');
    }
    return JSON.stringify({ subscriptionId: session.subscribe(session.key.user, true) });
  },
  'userDataStream.subscribe.signature': (caller, method, request) => {
    const user = requireUser(caller, method, request);
    return JSON.stringify({ subscriptionId: caller.session.subscribe(user, false) });
  },
  'userDataStream.subscribe.listenToken': ({ exchange, session }, _method, { params }) => {
    const text = params.get('listenToken') ?? '';
    if (text === '') {
      const message = "Mandatory parameter 'listenToken' was not sent, was empty/null, or malformed.";
      throw new SandboxRefusal(400, -1102, message);
    }
    const token = exchange.listenTokens.find(text, exchange.clock.now());
    if (token === undefined) throw new SandboxRefusal(400, -1209, 'The listenToken is not valid.');
    const subscriptionId = session.subscribeByToken(token);
    return JSON.stringify({ subscriptionId, expirationTime: token.expiresAt });
  },
  'userDataStream.unsubscribe': ({ exchange, session }, _method, { params }) => {
    const id = params.get('subscriptionId');
    session.unsubscribe(id === undefined ? undefined : Number(id), exchange.clock.now());
    return '{}';
  },
};

/**
 * Returns a signed read of the account without a REST path, which represents the session methods of an API for their
 * authentication.
 */
function sessionEndpoint(api: WsApiProduct): Endpoint {
  return {
    id: `${api}.session`,
    product: api,
    summary: 'Sessions of the WebSocket API',
    origin: 'facts',
    method: 'GET',
    path: wsApiOf(api).path,
    security: 'USER_DATA',
    effect: 'read',
    weight: 2,
    params: {},
  };
}

function requireUser(caller: MethodCaller, method: WsMethod, request: WsRequest): User {
  const { clock } = caller.exchange;
  const times = { now: clock.now(), machineNow: clock.machineNow };
  const user = authenticateCaller(caller, method, sessionEndpoint(caller.api), request, times);
  if (user === undefined || user instanceof SandboxRefusal)
    throw user ?? new Error('no user was authenticated');
  return user;
}
