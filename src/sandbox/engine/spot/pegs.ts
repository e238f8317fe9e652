/** The prices of pegged orders, which follow from the order book (spot API documentation, Pegged orders). */

import { skipCrossedOffers } from '../matching/liquidity.ts';
import { orderRejected } from '../refusal.ts';
import type { SpotInstrument } from './instrument.ts';
import { assertBand, assertNotional } from './order-filters.ts';
import { isStopType, type OrderRequest, type PegRule, type SpotOrder } from './orders.ts';

/**
 * Returns a request with the price that its peg has at present; a stop order gets its price when it is
 * triggered.
 */
export function withPeggedPrice(
  instrument: SpotInstrument,
  request: OrderRequest,
  now: number,
): OrderRequest {
  const { peg, type, timeInForce } = request;
  if (peg === undefined || isStopType(type)) return request;
  // A pegged order that expires unless it is filled at once may be pegged to its own side only if it is a stop
  // order.
  if (type === 'LIMIT' && peg.priceType === 'PRIMARY_PEG' && timeInForce !== 'GTC') {
    throw orderRejected('This price peg cannot be used with this order type.');
  }
  const price = peggedPrice(instrument, request.isBuy, peg, now);
  assertPeggedFilters(instrument, { ...request, price }, now);
  return { ...request, price };
}

/** Sets the price of a pegged order that becomes active. Rejects like the placement of an order. */
export function applyPeg(instrument: SpotInstrument, order: SpotOrder, now: number): void {
  const { peg } = order;
  if (peg === undefined) return;
  const price = peggedPrice(instrument, order.isBuy, peg, now);
  assertPeggedFilters(instrument, { ...order, price, stopPrice: 0 }, now);
  order.price = price;
  order.lockPrice = price;
}

/**
 * Returns whether the price of a pegged order is known, which is so once it is on the book or was matched.
 */
export function hasPeggedPrice({ peg, workingTime }: SpotOrder): boolean {
  return peg !== undefined && workingTime >= 0;
}

/** Returns the best price of one side of the order book, or the price a number of levels deeper. */
function peggedPrice(
  instrument: SpotInstrument,
  isBuy: boolean,
  { priceType, offset }: PegRule,
  now: number,
): number {
  const isBids = (priceType === 'PRIMARY_PEG') === isBuy;
  const prices = sidePrices(instrument, isBids, now);
  for (let level = 0; ; level += 1) {
    const next = prices.next();
    if (next.done === true) throw orderRejected('Order book liquidity is too low for this pegged order.');
    if (level === offset) return next.value;
  }
}

/**
 * Returns the prices of one side of the order book, those of users' orders and of the simulated market
 * together, best first.
 */
function* sidePrices(instrument: SpotInstrument, isBids: boolean, now: number): Generator<number, void> {
  const offers = skipCrossedOffers(
    instrument.liquidity.offersTo(!isBids, now),
    !isBids,
    instrument.book.best(!isBids)?.price,
  );
  const levels = instrument.book.visibleLevels(isBids)[Symbol.iterator]();
  let own = nextPrice(levels);
  for (let index = 0; ; ) {
    const offer = offers(index)?.price;
    if (own === undefined && offer === undefined) return;
    const isOwnFirst = offer === undefined || (own !== undefined && (isBids ? own >= offer : own <= offer));
    if (offer === own || !isOwnFirst) index += 1;
    yield isOwnFirst ? own! : offer;
    if (isOwnFirst) own = nextPrice(levels);
  }
}

function nextPrice(levels: Iterator<{ readonly price: number }>): number | undefined {
  const { done, value } = levels.next();
  return done === true ? undefined : value.price;
}

function assertPeggedFilters(
  instrument: SpotInstrument,
  size: Pick<OrderRequest, 'isBuy' | 'type' | 'price' | 'lots' | 'stopPrice' | 'quoteQuantity'>,
  now: number,
): void {
  const { filters } = instrument;
  assertBand(filters, size.isBuy, BigInt(size.price), instrument.averagePrice(now));
  assertNotional(filters, size.type, size, () => instrument.averagePrice(now));
}
