/** What the market does to open orders without anybody's call. */

import { freeBalance } from '../ledger/postings.ts';
import type { Floor } from './context.ts';
import { execute } from './fills.ts';
import type { Desk, DeskEvent } from './instrument.ts';
import { end, expireOther, expiry } from './order-ends.ts';
import { planFor, work } from './order-execution.ts';
import { isOpen, type SpotOrder, takesAnyPrice } from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** Lets an event happen. */
export function runInstrumentEvent(floor: Floor, desk: Desk, { kind, time }: DeskEvent): void {
  if (kind === 'reached') reach(floor, desk, time);
  else if (kind === 'closed') close(floor, desk, time);
  else if (kind === 'trailed')
    for (const order of desk.stops.trailed(time)) trigger(floor, desk, order, time);
  else if (kind === 'triggered') trigger(floor, desk, desk.stops.triggered!.order, time);
  else {
    const range = desk.range(time, time + 1);
    if (range === undefined) throw new Error('nothing was traded when stop prices were reached');
    for (const order of desk.stops.reach(range, time)) trigger(floor, desk, order, time);
  }
}

/**
 * Fills the orders that a trade of the market reached, each whole and at its own price: an order waits in no
 * queue of the procedural market (choice).
 */
function reach(floor: Floor, desk: Desk, time: number): void {
  for (const maker of desk.reachedAt(time)) {
    const match = { taker: undefined, maker, price: maker.price, lots: maker.left };
    execute(floor, desk, { ...match, time: Math.max(time, maker.workingTime) });
  }
}

/**
 * Lets a stop order work: it takes any price or becomes a limit order. One that buys at any price has set its stop
 * price aside and buys as much as the free balance pays for (choice: not shown in the interface).
 */
function trigger(floor: Floor, desk: Desk, order: SpotOrder, now: number): void {
  desk.stops.remove(order);
  if (!isOpen(order)) return;
  expireOther(floor, desk, order, now);
  order.workingTime = now;
  order.updateTime = now;
  floor.notices.tell(order, { type: 'NEW' }, now);
  const buysAtAnyPrice = order.isBuy && takesAnyPrice(order.type);
  if (buysAtAnyPrice) order.lockPrice = undefined;
  adjustReserve(floor, desk, order);
  const free = freeBalance(order.user.account, order.reserve.asset);
  const { owner, isBuy, prevention, price, left: lots } = order;
  const limit = takesAnyPrice(order.type) ? undefined : price;
  const budget = buysAtAnyPrice ? free / desk.units.perTickLot : undefined;
  const plan = planFor(desk, { owner, isBuy, prevention, limit, lots, budget }, now);
  // The trade that triggered it has passed.
  work(floor, desk, order, plan, { now, pathFrom: now + 1 });
}

/** Trading has ended: the exchange expires what is still open (choice). */
function close(floor: Floor, desk: Desk, time: number): void {
  const open = [...desk.book.side(true), ...desk.book.side(false), ...desk.stops.orders()];
  for (const order of open) if (isOpen(order)) end(floor, desk, order, expiry(time));
}
