/** Reads what a call that passed the gate says about its account. */

import type { User } from '../engine/ledger/accounts.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { DISCOUNT_ASSET, DISCOUNT_PERCENT, takesDiscount } from '../engine/spot/commissions.ts';
import type { SandboxCall } from '../types.ts';

/** Returns the user whose key was sent; the gate lets no call without one through to a handler that asks. */
export function userOf(call: SandboxCall): User {
  if (call.user === undefined) throw new Error(`${call.endpoint.id} was called without a key`);
  return call.user;
}

/** Returns what a user's discount on commissions is on a symbol (interface document, Commission rates). */
export function discountOf(call: SandboxCall, symbol: MarketSymbol) {
  return {
    enabledForAccount: userOf(call).paysCommissionInBnb === true,
    enabledForSymbol: takesDiscount(symbol, call.exchange.spot.priceOf, call.now),
    discountAsset: DISCOUNT_ASSET,
    discount: amountText(BigInt(DISCOUNT_PERCENT) * 1_000_000n),
  };
}

/** Returns an id that may be absent. One beyond 2^53 is no id of the sandbox's and is read as some other such. */
export function idOf(call: SandboxCall, name: string): number | undefined {
  const wire = call.params.get(name);
  return wire === undefined ? undefined : Number(wire);
}
