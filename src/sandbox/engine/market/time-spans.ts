/**
 * The time spans of one symbol: its days and their parts. Most callers ask for the same minutes again, so the spans on
 * the way there are cached for a while; a span that is created again is the same.
 */

import { newHalves, type SpanHalves } from './span-parts.ts';
import type { SymbolModel } from './symbol-model.ts';
import type { SpanPart, TimeSpan } from './time-span.ts';
import type { TalliedDays } from './trade-summary.ts';

/** The source from which time spans are created. */
export interface TimeSpanSource {
  /** Returns what is traded on a day and on days near it, as `SymbolModel.dayTotals` does. */
  dayTotals(day: number, end: number): TalliedDays;
  /** Returns the time span of a day; the caller reads the days from there to before `end`, by default that day alone. */
  day(day: number, end?: number): TimeSpan;
  /**
   * Returns the two parts into which the market model divides a time span, in order of time. `depth` is the number of
   * divisions that led from the day to the span.
   */
  parts(span: TimeSpan, depth: number): readonly [SpanPart, SpanPart];
}

/**
 * The largest number of cached divisions, about 100 kB for a symbol: ten ways from a day down to a
 * millisecond have as many. Above it all are removed at once.
 */
const DIVISIONS_MAX = 200;
/** The largest number of cached days, which would accumulate for a symbol whose days are rarely divided. */
const DAYS_MAX = 8;

export class TimeSpans implements TimeSpanSource {
  readonly model: SymbolModel;
  /**
   * A source for long sweeps that visit each span only once, in order of time: it caches nothing, and parts overwrite
   * the last ones of the same depth.
   */
  readonly uncached: TimeSpanSource;
  readonly #days = new Map<number, TimeSpan>();
  /** The spans that the parts of uncached spans overwrite, by depth. */
  readonly #halves: SpanHalves[] = [];
  readonly #parts = new Map<TimeSpan, readonly [SpanPart, SpanPart]>();

  constructor(model: SymbolModel) {
    this.model = model;
    this.uncached = {
      dayTotals: (day, end) => model.dayTotals(day, end),
      day: (day, end) => model.daySpan(day, end),
      parts: (span, depth) => {
        this.#halves[depth] ??= newHalves(span);
        return model.splitSpan(span, this.#halves[depth]);
      },
    };
  }

  dayTotals(day: number, end: number): TalliedDays {
    return this.model.dayTotals(day, end);
  }

  day(day: number, end?: number): TimeSpan {
    let span = this.#days.get(day);
    if (span !== undefined) return span;
    if (this.#days.size >= DAYS_MAX) this.#evict();
    span = this.model.daySpan(day, end);
    this.#days.set(day, span);
    return span;
  }

  parts(span: TimeSpan): readonly [SpanPart, SpanPart] {
    let parts = this.#parts.get(span);
    if (parts !== undefined) return parts;
    if (this.#parts.size >= DIVISIONS_MAX) this.#evict();
    parts = this.model.splitSpan(span);
    this.#parts.set(span, parts);
    return parts;
  }

  #evict(): void {
    this.#days.clear();
    this.#parts.clear();
  }
}
