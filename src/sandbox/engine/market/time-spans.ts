/**
 * The time spans of one symbol: its days and their parts. Most callers ask for the same minutes again, so the spans on
 * the way there are cached for a while; a span that is created again is the same.
 */

import type { SymbolModel } from './symbol-model.ts';
import type { SpanPart, TimeSpan } from './time-span.ts';

/** The source from which time spans are created. */
export interface TimeSpanSource {
  /** Returns the time span of a day, counted from 1970; the span of the day before, if given, saves work. */
  day(day: number, before?: TimeSpan): TimeSpan;
  /** Returns the two parts into which the market model divides a time span, in order of time. */
  parts(span: TimeSpan): readonly [SpanPart, SpanPart];
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
   * A source that creates every time span again instead of caching it, for long sweeps that visit each span
   * only once.
   */
  readonly uncached: TimeSpanSource;
  readonly #days = new Map<number, TimeSpan>();
  readonly #parts = new Map<TimeSpan, readonly [SpanPart, SpanPart]>();

  constructor(model: SymbolModel) {
    this.model = model;
    this.uncached = {
      day: (day, before) => model.daySpan(day, before),
      parts: (span) => model.splitSpan(span),
    };
  }

  day(day: number, before?: TimeSpan): TimeSpan {
    let span = this.#days.get(day);
    if (span !== undefined) return span;
    if (this.#days.size >= DAYS_MAX) this.#evict();
    span = this.model.daySpan(day, before);
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
