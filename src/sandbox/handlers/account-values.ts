/** Reads the user, ids and discount of an admitted request. */

import type { User } from '../engine/ledger/accounts.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { DISCOUNT_ASSET, DISCOUNT_PERCENT, isDiscountAvailable } from '../engine/spot/commissions.ts';
import type { SandboxCall } from '../types.ts';

/** Returns the user of the API key; admission refuses requests without a key to endpoints that need one. */
export function userOf(call: SandboxCall): User {
  if (call.user === undefined) throw new Error(`${call.endpoint.id} was called without a key`);
  return call.user;
}

/** Returns the user's commission discount on a symbol (interface document, Commission rates). */
export function discountOf(call: SandboxCall, symbol: MarketSymbol) {
  return {
    enabledForAccount: userOf(call).paysCommissionInBnb === true,
    enabledForSymbol: isDiscountAvailable(symbol, call.exchange.spot.priceOf, call.now),
    discountAsset: DISCOUNT_ASSET,
    discount: amountText(BigInt(DISCOUNT_PERCENT) * 1_000_000n),
  };
}

/**
 * Returns an optional id. An id beyond 2^53, which the sandbox never assigns, is rounded to another such id.
 */
export function optionalId(call: SandboxCall, name: string): number | undefined {
  const wire = call.params.get(name);
  return wire === undefined ? undefined : Number(wire);
}
