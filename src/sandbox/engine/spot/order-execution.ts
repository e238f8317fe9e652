/** An order goes to work: it takes what it crosses, and what is left of it rests or expires. */

import { skipCrossedOffers } from '../matching/liquidity.ts';
import type { IncomingOrder, MatchPlan, MatchStep } from '../matching/order-book.ts';
import type { SpotContext } from './context.ts';
import { executeMatch } from './fills.ts';
import type { SpotInstrument } from './instrument.ts';
import { closeOrder, expiredAt } from './order-ends.ts';
import { executesAtMarket, type Fill, isOpen, type SpotOrder } from './orders.ts';

/** Returns what an order would meet now: orders of users and what the market offers. */
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
 * Carries out what an order meets and returns its fills. Trades of the market from `pathFrom` on may reach what
 * comes to rest.
 */
export function matchAndRest(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  plan: MatchPlan<SpotOrder>,
  at: { readonly now: number; readonly pathFrom: number },
): Fill[] {
  const { now, pathFrom } = at;
  const isFokKilled = order.timeInForce === 'FOK' && plan.remaining > 0;
  const fills = isFokKilled ? [] : executePlan(context, instrument, order, plan, now);
  if (!isOpen(order) && order.quoteQuantity === 0n) return fills;
  // What a budget could not pay for was never asked for; a book that ran dry leaves the order unfinished.
  if (order.quoteQuantity > 0n && (plan.isBudgetSpent || order.preventedMatch !== undefined)) return fills;
  if (executesAtMarket(order.type) || order.timeInForce !== 'GTC')
    closeOrder(context, instrument, order, expiredAt(now));
  else instrument.restOrder(order, pathFrom);
  return fills;
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

/** Keeps an order from trading with one of the same owner; the mode of the taker decides. */
function preventSelfTrade(
  context: SpotContext,
  instrument: SpotInstrument,
  taker: SpotOrder,
  step: MatchStep<SpotOrder>,
  time: number,
): void {
  const maker = step.maker!;
  const id = instrument.preventedMatches.length;
  const mode = taker.selfTradePrevention;
  const wouldMatch = { price: step.price, lots: Math.min(taker.remaining, maker.remaining) };
  const [expiresTaker, expiresMaker] = [mode !== 'EXPIRE_MAKER', mode !== 'EXPIRE_TAKER'];
  instrument.preventedMatches.push({
    id,
    taker,
    maker,
    mode,
    price: step.price,
    takerLots: expiresTaker ? taker.remaining : undefined,
    makerLots: expiresMaker ? maker.remaining : undefined,
    time,
  });
  const expire = (order: SpotOrder, counter: SpotOrder) => {
    order.preventedMatch = { matchId: id, lots: order.remaining };
    const execution = { type: 'TRADE_PREVENTION', counter, ...wouldMatch } as const;
    closeOrder(context, instrument, order, { status: 'EXPIRED_IN_MATCH', execution, time });
  };
  if (expiresMaker) expire(maker, taker);
  if (expiresTaker) expire(taker, maker);
}
