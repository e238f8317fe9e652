/**
 * Candles of a file as rows of a market, and the trades that each row is made of: as few as it takes to meet its
 * open, high, low and close, its quantities and its quote volumes exactly.
 */

import type { MarketSymbol } from './symbols.ts';
import type { AggregateTrade } from './time-span.ts';

/** One candle. Prices are ticks, quantities lots, values (price - low) x lots. */
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
  /** The id of its first trade, and how many it has. */
  readonly firstId: number;
  readonly count: number;
}

/** The candles of one symbol, in order of time, and the symbol as the file has it. */
export interface CandleRecording {
  readonly symbol: MarketSymbol;
  readonly spanMs: number;
  readonly rows: readonly RecordedRow[];
}

/** A trade of a row without its place in time. */
interface CandlePart {
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
}

type CandleShape = Omit<RecordedRow, 'firstId' | 'count' | 'openTime'>;

interface Side {
  lots: number;
  value: number;
}

/** Returns the trades that a recorded candle stands for. */
export function tradesOfRow(row: RecordedRow, spanMs: number): readonly AggregateTrade[] {
  if (row.count === 0) return [];
  const parts = candleParts(row)!;
  return parts.map((part, index) => {
    const id = row.firstId + index;
    const time = row.openTime + Math.floor(((index + 0.5) * spanMs) / parts.length);
    return { id, time, ...part, span: { firstId: id, lastId: id } };
  });
}

/**
 * Returns what a candle is made of in order of time, nothing for one without a quantity, or undefined where no
 * trades could make it up.
 */
export function candleParts(row: CandleShape): readonly CandlePart[] | undefined {
  const { open, high, low, close, buyLots, buyValue, sellLots, sellValue } = row;
  if (buyLots + sellLots === 0) return [];
  const touchPrices = [open, ...extremesOf(row)];
  // A candle that stands at one price needs no second trade to end there.
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

/** Returns high and low, where neither open nor close touches them, in the order of a candle's usual path. */
function extremesOf({ open, high, low, close }: CandleShape): number[] {
  const extremes = [low, high].filter((price) => price !== open && price !== close);
  const unique = [...new Set(extremes)];
  return close >= open ? unique : unique.reverse();
}

function isFeasible({ lots, value }: Side, range: number): boolean {
  if (lots < 0 || value < 0) return false;
  return lots === 0 ? value === 0 : value <= lots * range;
}

/** Divides a side over the two prices next to its average. */
function splitSide({ lots, value }: Side, low: number, isBuyerMaker: boolean): readonly CandlePart[] {
  if (lots === 0) return [];
  const step = Math.floor(value / lots);
  const remainder = value - step * lots;
  const parts = [{ price: low + step, lots: lots - remainder, isBuyerMaker }];
  return remainder === 0 ? parts : [...parts, { price: low + step + 1, lots: remainder, isBuyerMaker }];
}
