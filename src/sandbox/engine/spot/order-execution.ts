/** Matches an order, and rests or expires its remaining quantity. */

import { skipCrossedOffers } from '../matching/liquidity.ts';
import type { IncomingOrder, MatchPlan, MatchStep } from '../matching/order-book.ts';
import type { SpotContext } from './context.ts';
import { executeMatch } from './fills.ts';
import type { SpotInstrument } from './instrument.ts';
import { closeOrder, expiredAt } from './order-closing.ts';
import { type ExpiryReason, executesAtMarket, type Fill, isOpen, type SpotOrder } from './orders.ts';
import { preventSelfTrade } from './self-trades.ts';

/**
 * Returns the matches of an order at present, with orders of users and with the simulated market's offers.
 */
export function planMatch(
  instrument: SpotInstrument,
  incoming: IncomingOrder,
  now: number,
): MatchPlan<SpotOrder> {
  const { isBuy } = incoming;
  const offers = skipCrossedOffers(
    instrument.liquidity.offersTo(isBuy, now),
    isBuy,
    instrument.book.best(isBuy)?.price,
  );
  return instrument.book.planMatch(incoming, offers);
}

/**
 * Executes the matches of an order and returns its fills. The part that comes to rest may be filled by later
 * trades of the simulated market; in market model 1 by those from `pathFrom` on.
 */
export function matchAndRest(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  plan: MatchPlan<SpotOrder>,
  at: { readonly now: number; readonly pathFrom: number },
): Fill[] {
  const { now, pathFrom } = at;
  const fills = isKilled(order, plan) ? [] : executePlan(context, instrument, order, plan, now);
  restOrExpire(context, instrument, order, plan, { now, pathFrom });
  return fills;
}

/**
 * Returns whether a fill-or-kill order is expired because its matches do not fill it completely. Lots removed
 * by self-trade prevention do not count as filled (our choice).
 */
export function isKilled({ timeInForce }: SpotOrder, { remaining, steps }: MatchPlan<SpotOrder>): boolean {
  return (
    timeInForce === 'FOK' && (remaining > 0 || steps.some(({ preventedLots }) => preventedLots !== undefined))
  );
}

/** Rests or expires the quantity of an order that remains after its matches. */
export function restOrExpire(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  plan: MatchPlan<SpotOrder>,
  { now, pathFrom }: { readonly now: number; readonly pathFrom: number },
): void {
  if (!isOpen(order) && order.quoteQuantity === 0n) return;
  // A market order whose amount is spent is filled; only if the order book runs out of offers does a part of it
  // expire unfilled.
  if (order.quoteQuantity > 0n && (plan.isBudgetSpent || order.status === 'EXPIRED_IN_MATCH')) return;
  if (executesAtMarket(order.type) || order.timeInForce !== 'GTC')
    closeOrder(context, instrument, order, expiredAt(now, unfilledReason(order)));
  else instrument.restOrder(order, instrument.fillsByVolume ? now + 1 : pathFrom);
}

function unfilledReason({ type, timeInForce }: SpotOrder): ExpiryReason {
  if (executesAtMarket(type)) return 'INSUFFICIENT_LIQUIDITY';
  return timeInForce === 'FOK' ? 'UNFILLED_FOK_ORDER_EXPIRED' : 'UNFILLED_IOC_QUANTITY_EXPIRED';
}

function executePlan(
  context: SpotContext,
  instrument: SpotInstrument,
  taker: SpotOrder,
  plan: MatchPlan<SpotOrder>,
  now: number,
): Fill[] {
  const fills: Fill[] = [];
  const consumed: MatchStep<SpotOrder>[] = [];
  for (const step of plan.steps) {
    const { maker, price, lots } = step;
    if (lots === 0) {
      preventSelfTrade(context, instrument, taker, step, now);
      continue;
    }
    if (maker === undefined) consumed.push(step);
    fills.push(executeMatch(context, instrument, { taker, maker, price, lots, time: now }));
  }
  if (consumed.length > 0) instrument.liquidity.consume(taker.isBuy, consumed, now);
  return fills;
}
