/**
 * Candles of a file as rows of a market, and the trades of each row: as few trades as are needed to meet the
 * candle's open, high, low and close, its quantities and its quote volumes exactly.
 */

import type { MarketSymbol } from './symbols.ts';
import type { AggregateTrade } from './time-span.ts';

/** One recorded candle. Prices are in ticks, quantities in lots, values are (price - low) x lots. */
export interface RecordedRow {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly buyLots: number;
  readonly buyValue: number;
  readonly sellLots: number;
  readonly sellValue: number;
  /** The id of the candle's first trade, and the number of its trades. */
  readonly firstId: number;
  readonly count: number;
  /** The trades that were recorded with the candle, in order of time; without them trades are made up that fit the candle. */
  readonly trades?: readonly RecordedTrade[] | undefined;
}

/** A recorded trade. The price is in ticks, the quantity in lots, the time Unix ms. */
export interface RecordedTrade {
  readonly time: number;
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
}

/** The recorded candles of one symbol, in order of time, and the symbol with the precision of the file. */
export interface CandleRecording {
  readonly symbol: MarketSymbol;
  readonly spanMs: number;
  readonly rows: readonly RecordedRow[];
}

/** A trade of a recorded candle that has no time yet. */
interface CandlePart {
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
}

export type CandleShape = Omit<RecordedRow, 'firstId' | 'count' | 'openTime' | 'trades'>;

interface Side {
  lots: number;
  value: number;
}

/** Returns the trades of a recorded candle: those recorded, else trades that make it up. */
export function tradesOfRow(row: RecordedRow, spanMs: number): readonly AggregateTrade[] {
  if (row.count === 0) return [];
  const trades = row.trades ?? madeUpTrades(row, spanMs);
  return trades.map((trade, index) => {
    const id = row.firstId + index;
    return { id, ...trade, span: { firstId: id, lastId: id } };
  });
}

function madeUpTrades(row: RecordedRow, spanMs: number): readonly RecordedTrade[] {
  const parts = candleParts(row)!;
  return parts.map((part, index) => ({
    ...part,
    time: row.openTime + Math.floor(((index + 0.5) * spanMs) / parts.length),
  }));
}

/** Returns whether trades, in order of time, have the prices, quantities and volumes of a candle. */
export function tradesMakeUp(candle: CandleShape, trades: readonly RecordedTrade[]): boolean {
  const [first, last] = [trades[0], trades.at(-1)];
  if (first === undefined || last === undefined) return candle.buyLots + candle.sellLots === 0;
  let [high, low, buyLots, buyValue, sellLots, sellValue] = [0, Number.POSITIVE_INFINITY, 0, 0, 0, 0];
  for (const { price, lots, isBuyerMaker } of trades) {
    high = Math.max(high, price);
    low = Math.min(low, price);
    const value = (price - candle.low) * lots;
    if (isBuyerMaker) {
      sellLots += lots;
      sellValue += value;
    } else {
      buyLots += lots;
      buyValue += value;
    }
  }
  const found: CandleShape = {
    open: first.price,
    high,
    low,
    close: last.price,
    buyLots,
    buyValue,
    sellLots,
    sellValue,
  };
  return (Object.keys(found) as (keyof CandleShape)[]).every((name) => found[name] === candle[name]);
}

/**
 * Returns the trades that make up a candle, in order of time; none for a candle without a quantity, and
 * undefined if no trades could make it up.
 */
export function candleParts(row: CandleShape): readonly CandlePart[] | undefined {
  const { open, high, low, close, buyLots, buyValue, sellLots, sellValue } = row;
  if (buyLots + sellLots === 0) return [];
  const touchPrices = [open, ...extremesOf(row)];
  // A candle whose price never moves needs no second trade to end at its close.
  if (close !== open || touchPrices.length > 1) touchPrices.push(close);
  for (let choice = 0; choice < 1 << touchPrices.length; choice += 1) {
    const buys: Side = { lots: buyLots, value: buyValue };
    const sells: Side = { lots: sellLots, value: sellValue };
    const touchTrades = touchPrices.map((price, index): CandlePart => {
      const isBuyerMaker = (choice & (1 << index)) !== 0;
      const side = isBuyerMaker ? sells : buys;
      side.lots -= 1;
      side.value -= price - low;
      return { price, lots: 1, isBuyerMaker };
    });
    if (!isFeasible(buys, high - low) || !isFeasible(sells, high - low)) continue;
    const middle = [...splitSide(buys, low, false), ...splitSide(sells, low, true)];
    const [first, ...others] = touchTrades;
    const last = others.pop();
    return [first!, ...others, ...middle, ...(last === undefined ? [] : [last])];
  }
  return undefined;
}

/**
 * Returns those of high and low that neither open nor close touches, in the order of a candle's usual path.
 */
function extremesOf({ open, high, low, close }: CandleShape): number[] {
  const extremes = [low, high].filter((price) => price !== open && price !== close);
  const unique = [...new Set(extremes)];
  return close >= open ? unique : unique.reverse();
}

function isFeasible({ lots, value }: Side, range: number): boolean {
  if (lots < 0 || value < 0) return false;
  return lots === 0 ? value === 0 : value <= lots * range;
}

/** Divides the lots of one side between the two prices next to its average price. */
function splitSide({ lots, value }: Side, low: number, isBuyerMaker: boolean): readonly CandlePart[] {
  if (lots === 0) return [];
  const step = Math.floor(value / lots);
  const remainder = value - step * lots;
  const parts = [{ price: low + step, lots: lots - remainder, isBuyerMaker }];
  return remainder === 0 ? parts : [...parts, { price: low + step + 1, lots: remainder, isBuyerMaker }];
}
