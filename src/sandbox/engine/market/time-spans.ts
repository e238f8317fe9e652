/**
 * The cells of one symbol, the day's and what they divide into. Whoever asks mostly asks again about the same minutes:
 * the cells on the way there stay at hand for a while, and are the same cells when they are made again.
 */

import { type SpanPart, splitSpan } from './span-split.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import { createDaySpan, type TimeSpan } from './time-span.ts';

/** Where cells come from. */
export interface TimeSpanSource {
  /** Returns the cell of a day, counted from 1970; that of the day before, where it is at hand, saves half of the work. */
  day(day: number, before?: TimeSpan): TimeSpan;
  /** Returns the parts of a cell, in order of time. */
  parts(span: TimeSpan): readonly [SpanPart, SpanPart];
}

/**
 * Divisions that stay at hand, some 100 kB of them for a symbol: ten ways from a day to a millisecond have as many. When
 * there are more, all are forgotten at once.
 */
const DIVISIONS_MAX = 200;
/** The same for days, which a symbol that is hardly looked into would gather. */
const DAYS_MAX = 8;

export class TimeSpans implements TimeSpanSource {
  readonly profile: SymbolProfile;
  /** Creates every time span again instead of caching it: for long sweeps, which visit each only once. */
  readonly uncached: TimeSpanSource;
  readonly #days = new Map<number, TimeSpan>();
  readonly #parts = new Map<TimeSpan, readonly [SpanPart, SpanPart]>();

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.uncached = { day: (day, before) => createDaySpan(profile, day, before), parts: splitSpan };
  }

  day(day: number, before?: TimeSpan): TimeSpan {
    let span = this.#days.get(day);
    if (span !== undefined) return span;
    if (this.#days.size >= DAYS_MAX) this.#evict();
    span = createDaySpan(this.profile, day, before);
    this.#days.set(day, span);
    return span;
  }

  parts(span: TimeSpan): readonly [SpanPart, SpanPart] {
    let parts = this.#parts.get(span);
    if (parts !== undefined) return parts;
    if (this.#parts.size >= DIVISIONS_MAX) this.#evict();
    parts = splitSpan(span);
    this.#parts.set(span, parts);
    return parts;
  }

  #evict(): void {
    this.#days.clear();
    this.#parts.clear();
  }
}
