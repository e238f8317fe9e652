/** An order goes to work: it takes what it crosses, and what is left of it rests or expires. */

import { uncrossed } from '../matching/liquidity.ts';
import type { Plan, Step, Taking } from '../matching/order-book.ts';
import type { Floor } from './context.ts';
import { execute } from './fills.ts';
import type { Desk } from './instrument.ts';
import { end, expiry } from './order-ends.ts';
import { type Fill, isOpen, type SpotOrder, takesAnyPrice } from './orders.ts';

/** Returns what an order would meet now: orders of users and what the market offers. */
export function planFor(desk: Desk, taking: Taking, now: number): Plan<SpotOrder> {
  const { isBuy } = taking;
  const offers = uncrossed(desk.liquidity.offersTo(isBuy, now), isBuy, desk.book.best(isBuy)?.price);
  return desk.book.plan(taking, offers);
}

/**
 * Carries out what an order meets and returns its fills. Trades of the market from `pathFrom` on may reach what
 * comes to rest.
 */
export function work(
  floor: Floor,
  desk: Desk,
  order: SpotOrder,
  plan: Plan<SpotOrder>,
  at: { readonly now: number; readonly pathFrom: number },
): Fill[] {
  const { now, pathFrom } = at;
  const isKilled = order.timeInForce === 'FOK' && plan.left > 0;
  const fills = isKilled ? [] : carryOut(floor, desk, order, plan, now);
  if (!isOpen(order) && order.quoteAsked === 0n) return fills;
  // What a budget could not pay for was never asked for; a book that ran dry leaves the order unfinished.
  if (order.quoteAsked > 0n && (plan.isSpent || order.prevented !== undefined)) return fills;
  if (takesAnyPrice(order.type) || order.timeInForce !== 'GTC') end(floor, desk, order, expiry(now));
  else desk.rest(order, pathFrom);
  return fills;
}

function carryOut(floor: Floor, desk: Desk, taker: SpotOrder, plan: Plan<SpotOrder>, now: number): Fill[] {
  const fills: Fill[] = [];
  const taken: Step<SpotOrder>[] = [];
  for (const step of plan.steps) {
    const { maker, price, lots } = step;
    if (lots === 0) {
      prevent(floor, desk, taker, step, now);
      continue;
    }
    if (maker === undefined) taken.push(step);
    fills.push(execute(floor, desk, { taker, maker, price, lots, time: now }));
  }
  if (taken.length > 0) desk.liquidity.take(taker.isBuy, taken, now);
  return fills;
}

/** Keeps an order from trading with one of the same owner; the mode of the taker decides. */
function prevent(floor: Floor, desk: Desk, taker: SpotOrder, step: Step<SpotOrder>, time: number): void {
  const maker = step.maker!;
  const id = desk.prevented.length;
  const mode = taker.prevention;
  const meeting = { price: step.price, lots: Math.min(taker.left, maker.left) };
  const [takerEnds, makerEnds] = [mode !== 'EXPIRE_MAKER', mode !== 'EXPIRE_TAKER'];
  desk.prevented.push({
    id,
    taker,
    maker,
    mode,
    price: step.price,
    takerLots: takerEnds ? taker.left : undefined,
    makerLots: makerEnds ? maker.left : undefined,
    time,
  });
  const expire = (order: SpotOrder, counter: SpotOrder) => {
    order.prevented = { matchId: id, lots: order.left };
    const as = { type: 'TRADE_PREVENTION', counter, ...meeting } as const;
    end(floor, desk, order, { status: 'EXPIRED_IN_MATCH', as, time });
  };
  if (makerEnds) expire(maker, taker);
  if (takerEnds) expire(taker, maker);
}
