/** Chooses the sender that reads symbol rules and market prices for the checks of an order. */
import { loadRules, type PublicReader } from '../../app/symbol-market.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { validRange } from '../../orders/filter-context.ts';
import { RULES_TRUSTED_MS } from '../../orders/rules-cache.ts';
import type { SymbolRules } from '../../orders/symbol-rules.ts';
import type { ValidRange } from '../../orders/valid-range.ts';
import { buildRequest } from '../../request/prepare.ts';
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

/** The rules of a symbol, and the quantities that they allow a market order to have. */
export interface MarketRules {
  readonly rules: SymbolRules;
  readonly range: ValidRange;
}

/** Returns the rules of a symbol as they are now, for an order that is sized by them. */
export async function marketRules(
  call: CommandCall,
  endpoint: Endpoint,
  { symbol, side }: { readonly symbol: string; readonly side: string },
): Promise<MarketRules> {
  const wire = new Map([
    ['symbol', symbol],
    ['side', side],
    ['type', 'MARKET'],
    ['quantity', '1'],
  ]);
  const reader = await createPublicReader(call, buildRequest(endpoint, wire), true);
  const { rules } = await loadRules(
    call.services.world,
    endpoint.orderRules!,
    symbol,
    reader,
    RULES_TRUSTED_MS,
  );
  return { rules, range: validRange('quantity', { rules, wire }) };
}
