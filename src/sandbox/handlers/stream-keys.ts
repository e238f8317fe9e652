/** Listen keys (interface document, User data stream keys; COIN-margined futures and options from the public facts). */
import type { ListenKey } from '../engine/ledger/listen-keys.ts';
import type { UserStreamScope } from '../engine/ledger/user-events.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { userOf } from './account-values.ts';
import { symbolOf } from './call-values.ts';

/** The handlers by endpoint id. */
export const streamKeyHandlers: Readonly<Record<string, Handler>> = {
  'spot.listen-key.create': (call) => created(call, 'spot'),
  'spot.listen-key.keep-alive': (call) => {
    call.exchange.listenKeys.keepAlive(userOf(call), namedKey(call, 'spot'), call.now);
    return '{}';
  },
  'spot.listen-key.close': (call) => {
    call.exchange.listenKeys.close(userOf(call), namedKey(call, 'spot'));
    return '{}';
  },
  ...accountKeys('usdm'),
  ...accountKeys('coinm'),
  ...accountKeys('options'),
  'margin.listen-key.create': (call) => created(call, marginScope(call)),
};

/** Rows without parameters: the account itself says which key is meant. */
function accountKeys(scope: 'usdm' | 'coinm' | 'options'): Readonly<Record<string, Handler>> {
  const current = (call: SandboxCall) => call.exchange.listenKeys.findCurrent(userOf(call), scope, call.now);
  return {
    [`${scope}.listen-key.create`]: (call) => created(call, scope),
    [`${scope}.listen-key.keep-alive`]: (call) =>
      record(call.exchange.listenKeys.keepAlive(userOf(call), current(call), call.now)),
    [`${scope}.listen-key.close`]: (call) => {
      call.exchange.listenKeys.close(userOf(call), current(call));
      return '{}';
    },
  };
}

function created(call: SandboxCall, scope: UserStreamScope): string {
  return record(call.exchange.listenKeys.create(userOf(call), scope, call.now));
}

function record({ listenKey }: ListenKey): string {
  return JSON.stringify({ listenKey });
}

/** Returns the key that the call names, if it is a valid one of the scope. */
function namedKey({ params, exchange, now }: SandboxCall, scope: UserStreamScope): ListenKey | undefined {
  const found = exchange.listenKeys.find(params.get('listenKey') ?? '', now);
  return found?.scope === scope ? found : undefined;
}

function marginScope(call: SandboxCall): UserStreamScope {
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
