/** Calculates the funds that a margin order requires, so that missing funds can be borrowed. */

import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { skipCrossedOffers } from '../matching/liquidity.ts';
import type { SpotInstrument } from '../spot/instrument.ts';
import type { OrderRequest } from '../spot/orders.ts';
import { lockPriceOf } from '../spot/reserves.ts';

/** An amount of an asset, in 10^-8. */
export interface RequiredFunds {
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * Returns the funds that an order requires now: at its limit price, or for MARKET at the prices of the book.
 */
export function requiredFunds(
  instrument: SpotInstrument,
  owner: number,
  request: OrderRequest,
  now: number,
): RequiredFunds {
  const { symbol, units } = instrument;
  const { isBuy, type, price, lots, quoteQuantity } = request;
  const asset = isBuy ? symbol.quote.name : symbol.base.name;
  if (isBuy && type === 'MARKET') {
    if (quoteQuantity > 0n) return { asset, amount: quoteQuantity };
    const steps = matchSteps(instrument, owner, request, now);
    return {
      asset,
      amount: steps.reduce((sum, step) => sum + quoteAmount(units, step.price, step.lots), 0n),
    };
  }
  if (isBuy) {
    // A stop order without a limit price locks funds at its stop price, so its funds are computed from it.
    const lockPrice = lockPriceOf(request, () => instrument.lastPrice(now)) ?? price;
    return { asset, amount: quoteAmount(units, lockPrice, lots) };
  }
  const soldLots =
    quoteQuantity > 0n
      ? matchSteps(instrument, owner, request, now).reduce((sum, step) => sum + step.lots, 0)
      : lots;
  return { asset, amount: baseAmount(units, soldLots) };
}

function matchSteps(
  instrument: SpotInstrument,
  owner: number,
  { isBuy, lots, quoteQuantity, selfTradePrevention }: OrderRequest,
  now: number,
) {
  const isQuoteQuantity = quoteQuantity > 0n;
  const incoming = {
    owner,
    isBuy,
    limit: undefined,
    lots: isQuoteQuantity ? Number.MAX_SAFE_INTEGER : lots,
    budget: isQuoteQuantity ? quoteQuantity / instrument.units.perTickLot : undefined,
    selfTradePrevention,
  };
  const liquidity = skipCrossedOffers(
    instrument.liquidity.offersTo(isBuy, now),
    isBuy,
    instrument.book.best(isBuy)?.price,
  );
  return instrument.book.planMatch(incoming, liquidity).steps;
}
