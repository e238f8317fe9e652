/**
 * Divides a cell in two. Counts, lots and values of the parts add up to the whole, the high and the low are each
 * in one of them, and both can be divided again (`cell.ts` says what that takes).
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time-units.ts';
import { blend, fraction, signed } from './noise.ts';
import { type Rest, restOf, SETTLED_TRADES, takeBack, takeFront } from './span-trades.ts';
import {
  type AggregateTrade,
  type Cell,
  centreOf,
  TRADE_LOTS_SPARE,
  valueMax,
  valueMin,
} from './time-span.ts';

/** A cell, or the trades of a span that has too few for one. */
export type Part = Cell | readonly AggregateTrade[];

/** Where a span is cut, so that the ends of every candle interval are ends of cells. Below 1 s it is halved. */
const CUTS: ReadonlyMap<number, number> = new Map([
  [24 * HOUR_MS, 12 * HOUR_MS],
  [12 * HOUR_MS, 6 * HOUR_MS],
  [6 * HOUR_MS, 3 * HOUR_MS],
  [3 * HOUR_MS, HOUR_MS],
  [2 * HOUR_MS, HOUR_MS],
  [HOUR_MS, 30 * MINUTE_MS],
  [30 * MINUTE_MS, 15 * MINUTE_MS],
  [15 * MINUTE_MS, 5 * MINUTE_MS],
  [10 * MINUTE_MS, 5 * MINUTE_MS],
  [5 * MINUTE_MS, 2 * MINUTE_MS],
  [3 * MINUTE_MS, MINUTE_MS],
  [2 * MINUTE_MS, MINUTE_MS],
  [MINUTE_MS, 30 * SECOND_MS],
  [30 * SECOND_MS, 15 * SECOND_MS],
  [15 * SECOND_MS, 5 * SECOND_MS],
  [10 * SECOND_MS, 5 * SECOND_MS],
  [5 * SECOND_MS, 2 * SECOND_MS],
  [3 * SECOND_MS, SECOND_MS],
  [2 * SECOND_MS, SECOND_MS],
]);

/** How busy each hour of a UTC day is; Asia, then Europe, then America wake. */
const HOURS = [5, 5, 5, 4, 4, 4, 4, 5, 6, 6, 6, 6, 7, 9, 11, 11, 10, 8, 7, 7, 6, 6, 5, 5] as const;
/** How busy the day was before each hour, all in all. */
const BUSY_BEFORE = Array.from({ length: HOURS.length + 1 }, (_, end) =>
  HOURS.slice(0, end).reduce<number>((sum, busy) => sum + busy, 0),
);

/** The parts of a cell of `SPLIT_TRADES_MIN` trades or more, in order of time. */
export function split(cell: Cell): readonly [Part, Part] {
  const span = cell.to - cell.from;
  const cut = cell.from + (CUTS.get(span) ?? span >> 1);
  const firstCount = firstCountOf(cell, cut);
  if (firstCount < SETTLED_TRADES) {
    const rest = restOf(cell, cut, cell.to, blend(cell.key, 2));
    return [takeFront(rest, firstCount, cell.from, cut), rest];
  }
  if (cell.count - firstCount < SETTLED_TRADES) {
    const rest = restOf(cell, cell.from, cut, blend(cell.key, 1));
    return [rest, takeBack(rest, cell.count - firstCount, cut, cell.to)];
  }
  return halve(cell, cut, firstCount);
}

/** Returns how many trades fall before the cut: the usual share, more or less. */
function firstCountOf(cell: Cell, cut: number): number {
  // Trades within one millisecond can only be told apart by their order.
  if (cut === cell.from) return cell.count >> 1;
  const share = usualShare(cell.from, cut, cell.to);
  const noise = signed(blend(cell.key, 3)) * (0.1 + 0.8 / Math.sqrt(cell.count));
  return Math.min(Math.max(Math.round(cell.count * (share + noise)), 0), cell.count);
}

function usualShare(from: number, cut: number, to: number): number {
  if (to - from <= HOUR_MS) return (cut - from) / (to - from);
  const before = BUSY_BEFORE[from / HOUR_MS]!;
  return (BUSY_BEFORE[cut / HOUR_MS]! - before) / (BUSY_BEFORE[to / HOUR_MS]! - before);
}

function halve(cell: Cell, cut: number, firstCount: number): readonly [Cell, Cell] {
  const first = restOf(cell, cell.from, cut, blend(cell.key, 1));
  const second = restOf(cell, cut, cell.to, blend(cell.key, 2));
  first.count = firstCount;
  second.count = cell.count - firstCount;
  second.firstId = cell.firstId + firstCount;
  const share = Math.min((firstCount / cell.count) * (1 + 0.2 * signed(blend(cell.key, 4))), 0.97);
  const firstBend = bendOf(first);
  const secondBend = bendOf(second);
  layPath(cell, first, second, share, firstBend, secondBend);
  const [firstPull, secondPull] = shareRange(cell, first, second);
  if (firstPull !== 0 || secondPull !== 0) {
    layPath(cell, first, second, share, firstBend + firstPull, secondBend + secondPull);
    shareRange(cell, first, second);
  }
  first.buyLots = firstLots(cell, first, second, cell.buyLots, cell.buyValue, share, 5);
  first.sellLots = firstLots(cell, first, second, cell.sellLots, cell.sellValue, share, 6);
  second.buyLots = cell.buyLots - first.buyLots;
  second.sellLots = cell.sellLots - first.sellLots;
  widen(cell, first, second);
  first.buyValue = firstValue(first, second, first.buyLots, second.buyLots, cell.buyValue);
  first.sellValue = firstValue(first, second, first.sellLots, second.sellLots, cell.sellValue);
  second.buyValue = cell.buyValue - first.buyValue;
  second.sellValue = cell.sellValue - first.sellValue;
  return [first, second];
}

/** Returns how far a part's middle lies off the line from its open to its close, in ticks. */
function bendOf(part: Rest): number {
  const { day, from, to, key } = part;
  const { base, quote } = day.character.symbol;
  const span = to - from;
  const size = 0.87 * Math.sqrt(span / DAY_MS) * part.open;
  // Down to a second the noise belongs to the assets, so that crosses agree; below it, to the symbol.
  if (span < SECOND_MS) return size * base.volatility * signed(blend(key, 0));
  const at = from / SECOND_MS + span * 97;
  return (
    size *
    (base.volatility * signed(blend(day.baseKey, at)) - quote.volatility * signed(blend(day.quoteKey, at)))
  );
}

/**
 * Sets the parts' opens, closes and middles. The price at the cut is the one with which the average prices that
 * the parts' paths suggest, `share` of the lots being in the first, come out as the whole's average price.
 */
function layPath(
  cell: Cell,
  first: Rest,
  second: Rest,
  share: number,
  firstBend: number,
  secondBend: number,
): void {
  const average = cell.day.reference + (cell.buyValue + cell.sellValue) / (cell.buyLots + cell.sellLots);
  const turn = within(
    cell,
    2 * average - share * (cell.open + firstBend) - (1 - share) * (cell.close + secondBend),
  );
  first.close = turn;
  first.middle = within(cell, (cell.open + turn) / 2 + firstBend);
  second.open = within(cell, turn + (((cell.key >>> 4) % 3) - 1));
  second.middle = within(cell, (turn + cell.close) / 2 + secondBend);
}

/** Holds a price inside the whole's range, off its ends, which belong to the part that is given them. */
function within(cell: Cell, price: number): number {
  const margin = Math.floor((cell.high - cell.low) / 10);
  return Math.min(Math.max(Math.round(price), cell.low + margin), cell.high - margin);
}

/**
 * Gives the high and the low each to the part whose path comes nearer; the other part reaches less far. Returns
 * how many ticks the middles of both must be pulled so that nothing has to leap in the last second before it.
 */
function shareRange(cell: Cell, first: Rest, second: Rest): [firstPull: number, secondPull: number] {
  const { base, quote } = cell.day.character.symbol;
  const usual = Math.max(base.volatility, quote.volatility) * cell.open;
  const reach = 0.5 + 0.5 * usual * Math.sqrt((cell.to - cell.from) / (2 * DAY_MS));
  const firstTop = Math.max(first.open, first.close, first.middle);
  const secondTop = Math.max(second.open, second.close, second.middle);
  const firstEnd = Math.min(first.open, first.close, first.middle);
  const secondEnd = Math.min(second.open, second.close, second.middle);
  const isHighFirst = firstTop === secondTop ? (cell.key & 8) === 8 : firstTop > secondTop;
  const isLowFirst = firstEnd === secondEnd ? (cell.key & 16) === 16 : firstEnd < secondEnd;
  const above = Math.round(reach * fraction(blend(cell.key, 7)));
  const below = Math.round(reach * fraction(blend(cell.key, 8)));
  const margin = Math.floor((cell.high - cell.low) / 20);
  const ceiling = cell.high - margin;
  const ground = cell.low + margin;
  first.high = isHighFirst ? cell.high : Math.max(firstTop, Math.min(ceiling, firstTop + above));
  second.high = isHighFirst ? Math.max(secondTop, Math.min(ceiling, secondTop + above)) : cell.high;
  first.low = isLowFirst ? cell.low : Math.min(firstEnd, Math.max(ground, firstEnd - below));
  second.low = isLowFirst ? Math.min(secondEnd, Math.max(ground, secondEnd - below)) : cell.low;
  const climb = cell.high - Math.max(firstTop, secondTop);
  const dive = Math.min(firstEnd, secondEnd) - cell.low;
  const up = climb > 2 * reach ? climb - reach : 0;
  const down = dive > 2 * reach ? reach - dive : 0;
  return [(isHighFirst ? up : 0) + (isLowFirst ? down : 0), (isHighFirst ? 0 : up) + (isLowFirst ? 0 : down)];
}

/**
 * Returns the first part's lots of one side: its share, moved by up to a fifth to where the side's average price
 * comes out, and a little beside it.
 */
function firstLots(
  cell: Cell,
  first: Rest,
  second: Rest,
  lots: number,
  value: number,
  share: number,
  place: number,
): number {
  const least = TRADE_LOTS_SPARE * first.count;
  const most = lots - TRADE_LOTS_SPARE * second.count;
  let wanted = lots * share;
  const apart = centreOf(first) - centreOf(second);
  if (Math.abs(apart) >= 1) {
    const exact = (value - lots * (centreOf(second) - cell.day.reference)) / apart;
    wanted = Math.min(Math.max(exact, wanted * 0.75), wanted * 1.3);
  }
  wanted *= 1 + 0.05 * signed(blend(cell.key, place));
  return Math.min(Math.max(Math.round(wanted), least), most);
}

/**
 * Widens both ranges where the parts could not meet the whole's value otherwise. With the whole's range in both
 * parts they always can: the least and the greatest values of the parts then add up to those of the whole.
 */
function widen(cell: Cell, first: Rest, second: Rest): void {
  for (let round = 0; round < 3; round += 1) {
    const isBelow =
      cell.buyValue < valueMin(first, first.buyLots) + valueMin(second, second.buyLots) ||
      cell.sellValue < valueMin(first, first.sellLots) + valueMin(second, second.sellLots);
    const isAbove =
      cell.buyValue > valueMax(first, first.buyLots) + valueMax(second, second.buyLots) ||
      cell.sellValue > valueMax(first, first.sellLots) + valueMax(second, second.sellLots);
    if (!isBelow && !isAbove) return;
    if (isBelow) {
      first.low = cell.low;
      second.low = cell.low;
    }
    if (isAbove) {
      first.high = cell.high;
      second.high = cell.high;
    }
  }
}

/** Returns the first part's value of one side: what its path suggests, within what both parts can meet. */
function firstValue(first: Rest, second: Rest, lots: number, otherLots: number, value: number): number {
  const { reference } = first.day;
  const usual = lots * (centreOf(first) - reference);
  const left = value - usual - otherLots * (centreOf(second) - reference);
  const wanted = Math.round(usual + left * (lots / (lots + otherLots)));
  const least = Math.max(valueMin(first, lots), value - valueMax(second, otherLots));
  const most = Math.min(valueMax(first, lots), value - valueMin(second, otherLots));
  return Math.min(Math.max(wanted, least), most);
}
