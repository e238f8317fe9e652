/** Subscribes to user events over the WebSocket API. */
import { readJson } from '../../core/json.ts';
import { isObject, type UnixMs } from '../../core/words.ts';
import { permitRead } from '../../policy/permit.ts';
import type { UserSubscription } from '../../stream/user/ws-api-feed.ts';
import type { WsApi } from '../../stream/ws-api.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, methodOf } from '../ws/method-call.ts';
import type { AccountCalls } from './account-calls.ts';

type Keys = Awaited<ReturnType<CommandCall['services']['keysOf']>>;

/**
 * Returns a function that subscribes to user events on a connection: with a new listen token of `tokens`, or signed
 * with the exchange's time.
 */
export async function createSubscribe(
  call: CommandCall,
  { signer, redact }: Keys,
  tokens: AccountCalls | undefined,
): Promise<(api: WsApi) => Promise<UserSubscription>> {
  const method = methodOf(
    'spot',
    tokens === undefined ? 'userDataStream.subscribe.signature' : 'userDataStream.subscribe.listenToken',
  );
  const request = bareRequest(method);
  const { tools } = await openOrderSession(call, bareRequest(methodOf('spot', 'account.status')));
  const { throwOnRefusal } = await import('../../transport/answer.ts');
  return async (api) => {
    await api.ready();
    const now = () => tools.serverTime.now();
    const { answer } =
      tokens === undefined
        ? await api.call(
            method,
            {},
            {
              signer,
              permit: permitRead(request),
              request,
              times: { timestamp: now() },
            },
          )
        : await api.call(method, { listenToken: await tokens.createListenToken() });
    throwOnRefusal(request, answer.status < 300 ? answer : { ...answer, body: redact(answer.body) });
    return readSubscription(answer.body, now());
  };
}

/** Returns the number of a subscription and the time for which it is valid, from the exchange's answer. */
function readSubscription(body: string, now: UnixMs): UserSubscription {
  const read = readJson(body);
  const { subscriptionId, expirationTime } = read.ok && isObject(read.value) ? read.value : {};
  return {
    id: typeof subscriptionId === 'number' ? subscriptionId : undefined,
    lifetimeMs: typeof expirationTime === 'number' ? Math.max(expirationTime - now, 0) : undefined,
  };
}
