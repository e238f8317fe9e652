/** Chooses the sender that reads symbol rules and market prices for the checks of an order. */
import type { PublicReader } from '../../app/symbol-market.ts';
import type { PreparedRequest } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';

/**
 * Returns the origin under which symbol rules are cached; undefined if rules of this environment are not
 * cached.
 */
export async function createPublicReader(
  { services }: CommandCall,
  order: PreparedRequest,
  usesKeys: boolean,
): Promise<PublicReader> {
  const { world } = services;
  if (!usesKeys) {
    return {
      call: (request) => services.call(request, { isOneOfMany: true, readsNoKey: true }),
      async addressOf({ host }) {
        const { environment, origin } = await services.destinationOf(order, host);
        return environment === 'sandbox' ? undefined : origin;
      },
    };
  }
  const sender = await services.signedSender(order);
  const isCached = (await services.destinationOf(order)).environment !== 'sandbox';
  return {
    call: (request) => sender.call(request, world.interrupt),
    addressOf: async ({ host }) => (isCached ? sender.originOf(host) : undefined),
  };
}
