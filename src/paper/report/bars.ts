/** Candles of a chart: the market data of a span of time, joined until a chart can show them. */

import type { Bar } from '../../charts-page/panel.ts';
import { type Decimal, max, min } from '../../core/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import type { SymbolData } from '../scenario/reader.ts';

/** The most candles of a chart that cannot be zoomed; more than this are thinner than the gaps between them. */
const BARS_MAX = 300;

const LENGTHS = [
  SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  28 * DAY_MS,
  364 * DAY_MS,
];

/** Returns the length of the candles of a chart of a span, with at most so many candles. */
export function barLength(spanMs: number, barsMax = BARS_MAX): number {
  return LENGTHS.find((length) => spanMs / length <= barsMax) ?? LENGTHS.at(-1)!;
}

/**
 * Returns the candles of a span from one-minute candles, without any from one-second candles, without any from trades. In
 * a span of a few minutes, the seconds or trades go first.
 */
export function barsOf(
  data: SymbolData,
  from: number,
  to: number,
  lengthMs = barLength(to - from),
): readonly Bar[] {
  const { minutes, seconds, trades } = data;
  const lists = lengthMs < MINUTE_MS ? [seconds, minutes] : [minutes, seconds];
  const list = lists.find((one) => one.indexAt(from) < one.indexAt(to));
  const joined = new JoinedBars(lengthMs);
  if (list !== undefined) {
    const end = list.indexAt(to);
    for (let index = list.indexAt(from); index < end; index += 1) {
      joined.add({
        time: list.time(index),
        open: list.open(index),
        high: list.high(index),
        low: list.low(index),
        close: list.close(index),
      });
    }
  } else {
    const end = trades.indexAt(to);
    for (let index = trades.indexAt(from); index < end; index += 1) {
      const price = trades.price(index);
      joined.add({ time: trades.time(index), open: price, high: price, low: price, close: price });
    }
  }
  return joined.bars;
}

/** Joins candles that follow each other into longer ones. */
class JoinedBars {
  readonly bars: Bar[] = [];
  readonly #lengthMs: number;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  add(one: Bar): void {
    const time = Math.floor(one.time / this.#lengthMs) * this.#lengthMs;
    const last = this.bars.at(-1);
    if (last?.time !== time) {
      this.bars.push({ ...one, time });
      return;
    }
    this.bars[this.bars.length - 1] = {
      time,
      open: last.open,
      high: max(last.high, one.high),
      low: min(last.low, one.low),
      close: one.close,
    };
  }
}

/** Returns the lowest and the highest of prices; undefined for none. */
export function rangeOf(prices: readonly Decimal[]): readonly [Decimal, Decimal] | undefined {
  const [first] = prices;
  if (first === undefined) return undefined;
  return [prices.reduce(min, first), prices.reduce(max, first)];
}
