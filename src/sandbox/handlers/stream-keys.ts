/**
 * Listen keys of user data streams (interface document, User data stream keys; COIN-M and options from public
 * facts).
 */
import type { ListenKey } from '../engine/ledger/listen-keys.ts';
import type { UserStreamScope } from '../engine/ledger/user-events.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { userOf } from './account-values.ts';
import { requiredInteger, symbolOf } from './request-values.ts';

/** The request handlers by endpoint id. */
export const streamKeyHandlers: Readonly<Record<string, Handler>> = {
  'spot.listen-key.create': (call) => createKey(call, 'spot'),
  'spot.listen-key.keep-alive': (call) => keepRequestedAlive(call, 'spot'),
  'spot.listen-key.close': (call) => {
    call.exchange.listenKeys.close(userOf(call), requestedKey(call, 'spot'));
    return '{}';
  },
  ...accountKeyHandlers('usdm'),
  ...accountKeyHandlers('coinm'),
  ...accountKeyHandlers('options'),
  'margin.listen-key.create': (call) => createKey(call, marginScope(call)),
  'margin.listen-token.create': createToken,
  'margin.risk-key.create': (call) => createKey(call, 'margin-risk'),
  'margin.risk-key.keep-alive': (call) => keepRequestedAlive(call, 'margin-risk'),
  'margin.risk-key.close': (call) => closeCurrent(call, 'margin-risk'),
};

function keepRequestedAlive(call: SandboxCall, scope: UserStreamScope): string {
  call.exchange.listenKeys.keepAlive(userOf(call), requestedKey(call, scope), call.now);
  return '{}';
}

function currentKey(call: SandboxCall, scope: UserStreamScope): ListenKey | undefined {
  return call.exchange.listenKeys.findCurrent(userOf(call), scope, call.now);
}

function closeCurrent(call: SandboxCall, scope: UserStreamScope): string {
  call.exchange.listenKeys.close(userOf(call), currentKey(call, scope));
  return '{}';
}

/** Returns the handlers of products with one listen key per account, whose endpoints have no parameters. */
function accountKeyHandlers(scope: 'usdm' | 'coinm' | 'options'): Readonly<Record<string, Handler>> {
  return {
    [`${scope}.listen-key.create`]: (call) => createKey(call, scope),
    [`${scope}.listen-key.keep-alive`]: (call) =>
      keyRecord(call.exchange.listenKeys.keepAlive(userOf(call), currentKey(call, scope), call.now)),
    [`${scope}.listen-key.close`]: (call) => closeCurrent(call, scope),
  };
}

function createKey(call: SandboxCall, scope: UserStreamScope): string {
  return keyRecord(call.exchange.listenKeys.create(userOf(call), scope, call.now));
}

function createToken(call: SandboxCall): string {
  const isIsolated = call.params.get('isIsolated') === 'true';
  const scope: UserStreamScope = isIsolated ? `margin ${symbolOf(call).name}` : 'margin';
  const validityMs = requiredInteger(call, 'validity');
  const { token, expiresAt } = call.exchange.listenTokens.create(userOf(call), scope, validityMs, call.now);
  return JSON.stringify({ token, expirationTime: expiresAt });
}

function keyRecord({ listenKey }: ListenKey): string {
  return JSON.stringify({ listenKey });
}

/** Returns the requested listen key if it is valid and belongs to the scope. */
function requestedKey({ params, exchange, now }: SandboxCall, scope: UserStreamScope): ListenKey | undefined {
  const found = exchange.listenKeys.find(params.get('listenKey') ?? '', now);
  return found?.scope === scope ? found : undefined;
}

function marginScope(call: SandboxCall): UserStreamScope {
  if (call.params.has('symbol')) symbolOf(call);
  if (call.params.get('isIsolated') !== 'TRUE') return 'margin';
  if (!call.params.has('symbol')) {
    throw new SandboxRefusal(
      400,
      -1102,
      "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
    );
  }
  return `margin ${symbolOf(call).name}`;
}
