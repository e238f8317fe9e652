/** Divides a small cell into its aggregate trades, which meet its prices, lots and values exactly. */

import { blend, fraction, signed } from './noise.ts';
import { type AggregateTrade, type Cell, TRADE_LOTS_FREE, TRADE_LOTS_SPARE } from './time-span.ts';

/**
 * The least trades with which any cell can be met: its open, high, low and close, and three on each side whose
 * lots and prices make up what is left of that side's value.
 */
export const SETTLED_TRADES = 10;

/** A cell of fewer trades is divided into them at once; a larger one can be split. */
export const SPLIT_TRADES_MIN = 2 * SETTLED_TRADES;

/** What is left of a cell while trades are taken off its ends. */
export type Rest = { -readonly [Name in keyof Cell]: Cell[Name] };

/** One side of a cell, or what is left of it. */
interface Side {
  lots: number;
  value: number;
}

/** One trade of a cell before it has an id and a time. */
interface Fill {
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
}

/** Returns the aggregate trades of a cell of `SETTLED_TRADES` to `SPLIT_TRADES_MIN - 1` trades. */
export function settle(cell: Cell): AggregateTrade[] {
  const rest = restOf(cell, cell.from, cell.to, cell.key);
  const fills: Fill[] = [];
  while (rest.count > SETTLED_TRADES) fills.push(takeFirst(rest));
  fills.push(...settleRest(rest));
  return timed(fills, cell, cell.from, cell.to, cell.firstId);
}

/** Takes `count` trades off the front of `rest` and returns them, spread over the span from `from` to `to`. */
export function takeFront(rest: Rest, count: number, from: number, to: number): AggregateTrade[] {
  const firstId = rest.firstId;
  const fills: Fill[] = [];
  while (fills.length < count) fills.push(takeFirst(rest));
  return timed(fills, rest, from, to, firstId);
}

/** Takes `count` trades off the back of `rest` and returns them in order of time. */
export function takeBack(rest: Rest, count: number, from: number, to: number): AggregateTrade[] {
  const fills: Fill[] = [];
  while (fills.length < count) {
    const key = blend(rest.key, rest.firstId + rest.count);
    fills.push(takeOne(rest, rest.close, key));
    rest.close = nextPrice(rest, rest.close, key);
  }
  return timed(fills.reverse(), rest, from, to, rest.firstId + rest.count);
}

/** Returns a copy of a cell to take trades off, in a span and with a key of its own. */
export function restOf(cell: Cell, from: number, to: number, key: number): Rest {
  return {
    day: cell.day,
    key,
    from,
    to,
    firstId: cell.firstId,
    count: cell.count,
    open: cell.open,
    high: cell.high,
    low: cell.low,
    close: cell.close,
    middle: cell.middle,
    buyLots: cell.buyLots,
    buyValue: cell.buyValue,
    sellLots: cell.sellLots,
    sellValue: cell.sellValue,
  };
}

function takeFirst(rest: Rest): Fill {
  const key = blend(rest.key, rest.firstId);
  const fill = takeOne(rest, rest.open, key);
  rest.firstId += 1;
  rest.open = nextPrice(rest, rest.open, key);
  return fill;
}

/** Takes one trade at a price: its usual lots, or fewer where what is left could not be met otherwise. */
function takeOne(rest: Rest, price: number, key: number): Fill {
  const isBuyerMaker = fraction(blend(key, 1)) * (rest.buyLots + rest.sellLots) >= rest.buyLots;
  const side = sideOf(rest, isBuyerMaker);
  const usual = Math.floor((side.lots / rest.count) * (0.25 + 1.5 * fraction(blend(key, 2))));
  const others = rest.count - 1;
  const most = Math.min(usual, side.lots - TRADE_LOTS_SPARE * others);
  const lots = lotsAt(rest, side, price, most, TRADE_LOTS_FREE * others);
  const value = (price - rest.day.reference) * lots;
  if (isBuyerMaker) {
    rest.sellLots -= lots;
    rest.sellValue -= value;
  } else {
    rest.buyLots -= lots;
    rest.buyValue -= value;
  }
  rest.count = others;
  return { price, lots, isBuyerMaker };
}

/**
 * Returns how many of `most` lots a side can give at a price so that what is left still has `free` lots whose
 * price may be anywhere in the range. `TRADE_LOTS_FREE` it can always give: they were free until now.
 */
function lotsAt(rest: Rest, side: Side, price: number, most: number, free: number): number {
  const { low, high } = rest;
  const above = side.value - (low - rest.day.reference) * side.lots - free * (high - low);
  const below = (high - rest.day.reference) * side.lots - side.value - free * (high - low);
  let lots = most;
  if (price > low) lots = Math.min(lots, Math.floor(above / (price - low)));
  if (price < high) lots = Math.min(lots, Math.floor(below / (high - price)));
  return Math.max(lots, TRADE_LOTS_FREE);
}

/** Returns a price a little further, drawn to where most of the rest was traded. */
function nextPrice(rest: Rest, price: number, key: number): number {
  const average = rest.day.reference + (rest.buyValue + rest.sellValue) / (rest.buyLots + rest.sellLots);
  const step = 0.3 * (average - price) + signed(blend(key, 3)) * (0.8 + 0.1 * (rest.high - rest.low));
  return Math.min(Math.max(price + Math.round(step), rest.low), rest.high);
}

/** Divides the last `SETTLED_TRADES` trades: four that touch open, high, low and close, three more on each side. */
function settleRest(rest: Rest): Fill[] {
  const key = blend(rest.key, rest.firstId);
  const buys = sideOf(rest, false);
  const sells = sideOf(rest, true);
  const doesOpenSell = (key & 1) === 1;
  const doesCloseSell = (key & 2) === 2;
  const buyTouches = 1 + (doesOpenSell ? 0 : 1) + (doesCloseSell ? 0 : 1);
  let buysLeft = buyTouches;
  let sellsLeft = 4 - buyTouches;
  const touch = (price: number, isBuyerMaker: boolean, place: number): Fill => {
    const after = isBuyerMaker ? --sellsLeft : --buysLeft;
    const share = 0.3 + fraction(blend(key, 8 + place));
    return touchOf(rest, isBuyerMaker ? sells : buys, price, isBuyerMaker, share, after);
  };
  const open = touch(rest.open, doesOpenSell, 0);
  const high = touch(rest.high, false, 1);
  const low = touch(rest.low, true, 2);
  const close = touch(rest.close, doesCloseSell, 3);
  const bought = threeFills(rest, buys, false, key);
  const sold = threeFills(rest, sells, true, key);
  const [early, late] = (key & 4) === 4 ? [high, low] : [low, high];
  return [open, bought[0]!, sold[0]!, early, bought[1]!, sold[1]!, late, sold[2]!, bought[2]!, close];
}

/** Takes the lots of a touch off its side, so that `threeFills` can divide what `after` more touches leave. */
function touchOf(
  rest: Rest,
  side: Side,
  price: number,
  isBuyerMaker: boolean,
  share: number,
  after: number,
): Fill {
  const free = TRADE_LOTS_FREE * (4 + after);
  const most = Math.min(Math.floor((side.lots / SETTLED_TRADES) * share), side.lots - 3 * free);
  const lots = lotsAt(rest, side, price, most, free);
  side.lots -= lots;
  side.value -= (price - rest.day.reference) * lots;
  return { price, lots, isBuyerMaker };
}

/**
 * Divides a side into three trades of at least `TRADE_LOTS_FREE` lots each at neighbouring prices. Its lots are at
 * least twelve times as many, and its average price is at least four times as many lots away from low and high.
 */
function threeFills(rest: Rest, side: Side, isBuyerMaker: boolean, key: number): Fill[] {
  const { lots } = side;
  const above = side.value - (rest.low - rest.day.reference) * lots;
  let step = Math.floor(above / lots);
  let odd = above - step * lots;
  // The quotient is rounded to a double, so that it can be one off.
  if (odd < 0) {
    step -= 1;
    odd += lots;
  } else if (odd >= lots) {
    step += 1;
    odd -= lots;
  }
  const price = rest.low + step;
  const even = lots - odd;
  const fill = (at: number, count: number): Fill => ({ price: at, lots: count, isBuyerMaker });
  const parted = (at: number, count: number): Fill[] => {
    const part = Math.floor(count * (0.25 + 0.5 * fraction(blend(key, isBuyerMaker ? 16 : 17))));
    return [fill(at, part), fill(at, count - part)];
  };
  const least = TRADE_LOTS_FREE;
  if (odd === 0) {
    const third = Math.floor(lots / 3);
    return [fill(price, third), ...parted(price, lots - third)];
  }
  if (odd < least)
    return [fill(price, lots - 2 * least - odd), fill(price - 1, least), fill(price + 1, least + odd)];
  if (even < least) {
    return [fill(price + 1, lots - 2 * least - even), fill(price, least + even), fill(price + 2, least)];
  }
  return odd < even
    ? [...parted(price, even), fill(price + 1, odd)]
    : [fill(price, even), ...parted(price + 1, odd)];
}

function sideOf(rest: Rest, isBuyerMaker: boolean): Side {
  return isBuyerMaker
    ? { lots: rest.sellLots, value: rest.sellValue }
    : { lots: rest.buyLots, value: rest.buyValue };
}

/** Spreads trades over a span, in order and without crowding: each has its own slice. */
function timed(
  fills: readonly Fill[],
  cell: Pick<Cell, 'day' | 'key'>,
  from: number,
  to: number,
  firstId: number,
): AggregateTrade[] {
  const span = to - from;
  return fills.map(({ price, lots, isBuyerMaker }, index) => ({
    id: firstId + index,
    time:
      cell.day.start +
      from +
      Math.floor(((index + fraction(blend(cell.key, 0x7100 + firstId + index))) * span) / fills.length),
    price,
    lots,
    isBuyerMaker,
  }));
}
