/**
 * Finds what was traded in time windows, and single trades by time or id, dividing only the time spans that
 * are needed.
 */

import { DAY_MS } from '../../../core/time-units.ts';
import { generateTrades, SPLIT_TRADES_MIN } from './span-trades.ts';
import type { SymbolModel } from './symbol-model.ts';
import type { AggregateTrade, SpanPart, TimeSpan } from './time-span.ts';
import type { TimeSpanSource, TimeSpans } from './time-spans.ts';
import { TradeTally } from './trade-summary.ts';

/**
 * The number of windows up to which time spans are cached: a sweep over more windows visits most spans only
 * once.
 */
const CACHED_WINDOWS_MAX = 4;

/**
 * Returns a summary of each window between neighbours of `bounds` (ms, ascending, at least two): the first from
 * bounds[0], inclusive, to bounds[1], exclusive, and so on.
 */
export function summarizeWindows(spans: TimeSpans, bounds: readonly number[]): TradeTally[] {
  const { model } = spans;
  const { symbol } = model.profile;
  const { listedAt, delistedAt = Number.POSITIVE_INFINITY } = symbol;
  const tallies = bounds.slice(1).map(() => new TradeTally(symbol, model.inverse));
  const begin = Math.min(Math.max(bounds[0]!, listedAt), delistedAt);
  const end = Math.min(bounds.at(-1)!, delistedAt);
  const firstDay = Math.floor(begin / DAY_MS);
  const source = tallies.length > CACHED_WINDOWS_MAX ? spans.uncached : spans;
  const sweep: Sweep = { source, bounds, tallies, window: 0, end, before: model.ticksAt(firstDay) };
  const endDay = Math.ceil(end / DAY_MS);
  let day = firstDay;
  while (day < endDay) {
    const wholeEnd = endOfWholeDays(sweep, day);
    if (wholeEnd === day) {
      sweepSpan(sweep, source.day(day, endDay), 0);
      day += 1;
      continue;
    }
    const { first, days } = source.dayTotals(day, endDay);
    const known = Math.min(wholeEnd, first + days.length);
    tallies[sweep.window]!.addSpans(days, day - first, known - first);
    day = known;
  }
  let price = sweep.before;
  for (const tally of tallies) {
    if (tally.count === 0) tally.setUnchanged(price);
    else price = tally.close;
  }
  return tallies;
}

/** Returns the last trade at or before a moment, or undefined before the first. */
export function lastTrade(spans: TimeSpans, at: number): AggregateTrade | undefined {
  const { listedAt, delistedAt = Number.POSITIVE_INFINITY } = spans.model.profile.symbol;
  const end = Math.min(at + 1, delistedAt);
  for (let day = Math.floor((end - 1) / DAY_MS); day * DAY_MS >= listedAt; day -= 1) {
    const found = lastBefore(spans, spans.day(day), end);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the aggregate trades with ids from `from`, inclusive, to `to`, exclusive; both 0 or more. */
export function tradesById(spans: TimeSpans, from: number, to: number): AggregateTrade[] {
  const found: AggregateTrade[] = [];
  if (from >= to) return found;
  const { model } = spans;
  const listedDay = model.profile.symbol.listedAt / DAY_MS;
  for (let age = dayAgeOf(model, from); model.tradesBefore(age) < to; age += 1) {
    collect(spans, spans.day(listedDay + age), from, to, found);
  }
  return found;
}

/** The windows that a sweep fills, and its position. */
interface Sweep {
  readonly source: TimeSpanSource;
  readonly bounds: readonly number[];
  readonly tallies: readonly TradeTally[];
  readonly end: number;
  /** The number of the window that is being filled. */
  window: number;
  /** The price of the last trade before the first window, in ticks. */
  before: number;
}

function sweepSpan(sweep: Sweep, span: TimeSpan, depth: number): void {
  const { bounds, tallies } = sweep;
  const from = span.day.start + span.from;
  const to = span.day.start + span.to;
  if (to <= bounds[0]!) {
    sweep.before = span.close;
    return;
  }
  if (from >= sweep.end) return;
  if (isInWindow(sweep, from, to)) {
    tallies[sweep.window]!.addSpan(span);
  } else if (span.count < SPLIT_TRADES_MIN) {
    sweepTrades(sweep, generateTrades(span));
  } else {
    const [first, second] = sweep.source.parts(span, depth);
    sweepPart(sweep, first, depth + 1);
    sweepPart(sweep, second, depth + 1);
  }
}

/** Moves to the window of a time (from inclusive, to exclusive), and returns whether it lies in this window only. */
function isInWindow(sweep: Sweep, from: number, to: number): boolean {
  const { bounds, tallies } = sweep;
  while (sweep.window < tallies.length - 1 && bounds[sweep.window + 1]! <= from) sweep.window += 1;
  return from >= bounds[sweep.window]! && to <= bounds[sweep.window + 1]! && to <= sweep.end;
}

/** Returns the day up to which all days from `day` on lie in the window of `day`; `day` itself if there is none. */
function endOfWholeDays(sweep: Sweep, day: number): number {
  if (!isInWindow(sweep, day * DAY_MS, (day + 1) * DAY_MS)) return day;
  return Math.floor(Math.min(sweep.bounds[sweep.window + 1]!, sweep.end) / DAY_MS);
}

function sweepPart(sweep: Sweep, part: SpanPart, depth: number): void {
  if (isTrades(part)) sweepTrades(sweep, part);
  else sweepSpan(sweep, part, depth);
}

function sweepTrades(sweep: Sweep, trades: readonly AggregateTrade[]): void {
  const { bounds, tallies } = sweep;
  for (const trade of trades) {
    if (trade.time < bounds[0]!) {
      sweep.before = trade.price;
      continue;
    }
    if (trade.time >= sweep.end) return;
    while (bounds[sweep.window + 1]! <= trade.time) sweep.window += 1;
    tallies[sweep.window]!.addTrade(trade);
  }
}

function lastBefore(spans: TimeSpans, part: SpanPart, end: number): AggregateTrade | undefined {
  if (isTrades(part)) return part.findLast((trade) => trade.time < end);
  if (part.day.start + part.from >= end) return undefined;
  if (part.count < SPLIT_TRADES_MIN) return generateTrades(part).findLast((trade) => trade.time < end);
  const [first, second] = spans.parts(part);
  return lastBefore(spans, second, end) ?? lastBefore(spans, first, end);
}

function collect(spans: TimeSpans, part: SpanPart, from: number, to: number, found: AggregateTrade[]): void {
  if (isTrades(part)) {
    for (const trade of part) if (trade.id >= from && trade.id < to) found.push(trade);
    return;
  }
  if (part.firstId >= to || part.firstId + part.count <= from) return;
  if (part.count < SPLIT_TRADES_MIN) {
    collect(spans, generateTrades(part), from, to, found);
    return;
  }
  for (const half of spans.parts(part)) collect(spans, half, from, to, found);
}

/** Returns the day, counted from the listing, on which an aggregate trade was or will be made. */
function dayAgeOf(model: SymbolModel, id: number): number {
  let low = 0;
  let high = 1;
  while (model.tradesBefore(high) <= id) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (model.tradesBefore(middle) <= id) low = middle;
    else high = middle;
  }
  return low;
}

function isTrades(part: SpanPart): part is readonly AggregateTrade[] {
  return Array.isArray(part);
}
