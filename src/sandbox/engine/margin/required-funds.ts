/** What an order on margin needs to be free, so that what is missing can be borrowed. */

import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { uncrossed } from '../matching/liquidity.ts';
import type { Desk } from '../spot/instrument.ts';
import type { OrderRequest } from '../spot/orders.ts';

/** An amount of an asset, in 10^-8. */
export interface Need {
  readonly asset: string;
  readonly amount: bigint;
}

/** Returns what an order of an owner would need now: its limit price, or what the book asks of a MARKET order. */
export function needOf(desk: Desk, owner: number, request: OrderRequest, now: number): Need {
  const { symbol, units } = desk;
  const { isBuy, type, price, lots, quoteAsked } = request;
  const asset = isBuy ? symbol.quote.name : symbol.base.name;
  if (isBuy && type === 'MARKET') {
    if (quoteAsked > 0n) return { asset, amount: quoteAsked };
    const steps = stepsOf(desk, owner, request, now);
    return {
      asset,
      amount: steps.reduce((sum, step) => sum + quoteAmount(units, step.price, step.lots), 0n),
    };
  }
  if (isBuy) return { asset, amount: quoteAmount(units, price, lots) };
  const sold =
    quoteAsked > 0n ? stepsOf(desk, owner, request, now).reduce((sum, step) => sum + step.lots, 0) : lots;
  return { asset, amount: baseAmount(units, sold) };
}

function stepsOf(
  desk: Desk,
  owner: number,
  { isBuy, lots, quoteAsked, prevention }: OrderRequest,
  now: number,
) {
  const hasBudget = quoteAsked > 0n;
  const taking = {
    owner,
    isBuy,
    limit: undefined,
    lots: hasBudget ? Number.MAX_SAFE_INTEGER : lots,
    budget: hasBudget ? quoteAsked / desk.units.perTickLot : undefined,
    prevention,
  };
  const offers = uncrossed(desk.liquidity.offersTo(isBuy, now), isBuy, desk.book.best(isBuy)?.price);
  return desk.book.plan(taking, offers).steps;
}
