/** The minutes for which a symbol has data, stored as the spans between holes. */
import { lowerBound } from '../../core/sorted-search.ts';
import { MINUTE_MS } from '../../core/time-units.ts';

/** A time without holes, from `from` up to but not including `to`. */
interface MinuteSpan {
  readonly from: number;
  to: number;
}

/** A set of minutes, which are added in the order of time. */
export class SeenMinutes {
  readonly #spans: MinuteSpan[] = [];

  /** Adds the minute that begins at a time. */
  add(minute: number): void {
    const last = this.#spans.at(-1);
    if (last?.to === minute) last.to += MINUTE_MS;
    else this.#spans.push({ from: minute, to: minute + MINUTE_MS });
  }

  /** Returns how many of the minutes from one whole minute to another are in the set. */
  countWithin(from: number, to: number): number {
    let ms = 0;
    for (let at = lowerBound(this.#spans, (span) => span.to, from); at < this.#spans.length; at += 1) {
      const span = this.#spans[at]!;
      if (span.from >= to) break;
      ms += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
    }
    return ms / MINUTE_MS;
  }
}
