/**
 * Fills resting orders of users by the volume that the simulated market trades. A trade at an order's price first uses up
 * the queue that stood ahead of the order when it joined the book; a trade beyond its price proves that the queue is
 * gone. An order never fills more than was traded.
 */
import { exponential } from '../market/noise.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import type { OrderBook, RestingOrder } from './order-book.ts';
import type { QueuePosition } from './queue-position.ts';

/**
 * The time in ms after which only 1/e of a queue is left, because orders in it are cancelled: half of them in
 * 21 s (our choice).
 */
const CANCELLATION_MS = 30_000;
/** The multiple of `CANCELLATION_MS` after which nothing of a queue is left. */
const CANCELLATION_TIMES_MAX = 30;

/** Returns the lots that are still ahead of an order in its queue at a time. */
export function lotsAhead({ lots, since }: QueuePosition, at: number): number {
  const times = Math.max(0, at - since) / CANCELLATION_MS;
  return times > CANCELLATION_TIMES_MAX ? 0 : Math.floor(lots * exponential(-times));
}

/**
 * Matches trades of the simulated market with the resting orders whose prices they reach, sorted by priority.
 * `execute` fills an order; it may close other orders, which are then left out.
 */
export function fillByTrades<O extends RestingOrder<O>>(
  book: OrderBook<O>,
  touched: readonly O[],
  trades: readonly AggregateTrade[],
  execute: (order: O, lots: number) => void,
): void {
  for (const trade of trades) {
    let lots = trade.lots;
    for (const order of touched) {
      if (lots === 0 || order.level === undefined || !isReached(order, trade)) continue;
      const filled = Math.min(lotsPastQueue(book, order, trade, lots), order.remaining);
      if (filled === 0) continue;
      const visible = order.icebergLots ? Math.min(filled, order.visibleLots ?? filled) : filled;
      lots -= visible;
      execute(order, visible);
    }
  }
}

function isReached<O>({ isBuy, price }: RestingOrder<O>, trade: AggregateTrade): boolean {
  return isBuy ? trade.price <= price : trade.price >= price;
}

/**
 * Returns the lots of a trade that are left for an order after the queue ahead of it, and reduces that queue.
 */
function lotsPastQueue<O extends RestingOrder<O>>(
  book: OrderBook<O>,
  order: O,
  trade: AggregateTrade,
  lots: number,
): number {
  const position = book.queuePosition(order);
  if (position === undefined) return lots;
  // If the taker was on the order's own side and met an offer at the order's price, the market has moved beyond
  // the order.
  const isBeyond = trade.price !== order.price || trade.isBuyerMaker !== order.isBuy;
  const ahead = isBeyond ? 0 : lotsAhead(position, trade.time);
  book.setQueuePosition(order, { ...position, lots: Math.max(0, ahead - lots), since: trade.time });
  return Math.max(0, lots - ahead);
}
