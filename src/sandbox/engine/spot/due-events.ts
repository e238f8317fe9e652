/**
 * Events that happen to open orders without a request: fills by the simulated market, triggered stops, and
 * the end of trading.
 */

import { freeBalance } from '../ledger/postings.ts';
import { fillByTrades } from '../matching/queue-fills.ts';
import { Refusal } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import { executeMatch } from './fills.ts';
import type { SpotDueEvent, SpotInstrument } from './instrument.ts';
import { placePending } from './list-placement.ts';
import { closeOrder, expiredAt, expireLinkedOrders } from './order-closing.ts';
import { matchAndRest, planMatch } from './order-execution.ts';
import { executesAtMarket, isOpen, type SpotOrder } from './orders.ts';
import { applyPeg } from './pegs.ts';
import { adjustReserve, requiredLock } from './reserves.ts';

/** Executes a due event. */
export function runSpotEvent(
  context: SpotContext,
  instrument: SpotInstrument,
  { kind, time }: SpotDueEvent,
): void {
  if (kind === 'reached') fillTouchedOrders(context, instrument, time);
  else if (kind === 'released') placePending(context, instrument, instrument.takeReleased());
  else if (kind === 'closed') expireAllOrders(context, instrument, time);
  else if (kind === 'trailed')
    for (const order of instrument.stops.triggeredTrails(time)) triggerStop(context, instrument, order, time);
  else if (kind === 'triggered')
    triggerStop(context, instrument, instrument.stops.firstTriggered!.order, time);
  else {
    const range = instrument.marketRange(time, time + 1);
    if (range === undefined) throw new Error('nothing was traded when stop prices were reached');
    for (const order of instrument.stops.takeTouched(range, time))
      triggerStop(context, instrument, order, time);
  }
}

/**
 * Fills the orders whose prices market trades reached, at the orders' own prices: by the traded volume behind
 * the queue, or in market model 1 each completely.
 */
function fillTouchedOrders(context: SpotContext, instrument: SpotInstrument, time: number): void {
  const touched = instrument.touchedOrders(time);
  const trades = instrument.tradesAt(time);
  // An order that began to work after the market trade fills when it began, and those after it in the queue not earlier.
  let at = time;
  const fill = (maker: SpotOrder, lots: number) => {
    at = Math.max(at, maker.workingTime);
    executeMatch(context, instrument, { taker: undefined, maker, price: maker.price, lots, time: at });
  };
  if (trades === undefined) for (const maker of touched) fill(maker, maker.remaining);
  else fillByTrades(instrument.book, touched, trades, fill);
}

/**
 * Triggers a stop order, which then executes as a market or a limit order. A triggered market buy, which had
 * reserved funds at its stop price, buys as much as the free balance pays for (our choice: not shown in the
 * interface).
 */
function triggerStop(context: SpotContext, instrument: SpotInstrument, order: SpotOrder, now: number): void {
  instrument.stops.remove(order);
  if (!isOpen(order)) return;
  if (!isActivated(context, instrument, order, now)) return;
  expireLinkedOrders(context, instrument, order, now);
  order.workingTime = now;
  order.updateTime = now;
  context.userEvents.emitExecution(order, { type: 'NEW' }, now);
  const isMarketBuy = order.isBuy && executesAtMarket(order.type);
  if (isMarketBuy) order.lockPrice = undefined;
  adjustReserve(context, instrument, order);
  const free = freeBalance(order.user.account, order.reserve.asset);
  const { owner, isBuy, selfTradePrevention, price, remaining: lots } = order;
  const limit = executesAtMarket(order.type) ? undefined : price;
  const budget = isMarketBuy ? free / instrument.units.perTickLot : undefined;
  const plan = planMatch(instrument, { owner, isBuy, selfTradePrevention, limit, lots, budget }, now);
  // The trade that triggered the order lies in the past and cannot fill the part of the order that now rests.
  matchAndRest(context, instrument, order, plan, { now, pathFrom: now + 1 });
}

/**
 * Sets the price of a pegged stop order that is triggered. If the order book, the filters or the free funds
 * do not allow that price, expires the order and returns false.
 */
function isActivated(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  now: number,
): boolean {
  if (order.peg === undefined) return true;
  try {
    applyPeg(instrument, order, now);
    const needed = requiredLock(instrument, order, order.remaining);
    if (freeBalance(order.user.account, order.reserve.asset) + order.reserve.amount >= needed) return true;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
  }
  closeOrder(context, instrument, order, expiredAt(now, 'REJECTED'));
  return false;
}

/** Expires all open orders at the end of trading (our choice). */
function expireAllOrders(context: SpotContext, instrument: SpotInstrument, time: number): void {
  const open = [
    ...instrument.book.sideOrders(true),
    ...instrument.book.sideOrders(false),
    ...instrument.stops.waitingOrders(),
    ...instrument.pending.values(),
  ];
  for (const order of open)
    if (isOpen(order)) closeOrder(context, instrument, order, expiredAt(time, 'EXCHANGE_CANCELED'));
}
