/** How many orders each account has placed (public facts, Limits and headers). Windows are aligned to the clock. */
import type { Keeping } from '../../image/keeping.ts';
import { Refusal } from '../refusal.ts';
import type { Line } from './contracts.ts';

interface Span {
  readonly suffix: string;
  readonly words: string;
  readonly ms: number;
  readonly limit: number;
}

const MINUTE: Span = { suffix: '1M', words: '1 MINUTE', ms: 60_000, limit: 1200 };
const SPANS: Readonly<Record<Line, readonly Span[]>> = {
  usdm: [{ suffix: '10S', words: '10 SECOND', ms: 10_000, limit: 300 }, MINUTE],
  coinm: [MINUTE],
};

export class OrderCounts {
  readonly #spans: readonly Span[];
  readonly #counts = new Map<string, { window: number; count: number }>();

  constructor(line: Line) {
    this.#spans = SPANS[line];
  }

  /** Returns the refusal of one more order with -1015, or undefined where it may come. */
  refusal(owner: number, now: number): Refusal | undefined {
    const full = this.#spans.find((span) => this.#of(owner, span, now).count >= span.limit);
    if (full === undefined) return undefined;
    const seconds = Math.max(1, Math.ceil((full.ms - (now % full.ms)) / 1000));
    const text = `Too many new orders; current limit is ${full.limit} orders per ${full.words}.`;
    return new Refusal(429, -1015, text, { 'Retry-After': String(seconds) });
  }

  add(owner: number, now: number): void {
    for (const span of this.#spans) {
      const one = this.#of(owner, span, now);
      one.count += 1;
      this.#counts.set(`${owner} ${span.suffix}`, one);
    }
  }

  /** Returns the headers of an answer to a new order. */
  headers(owner: number, now: number): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.#spans.map((span) => [
        `X-MBX-ORDER-COUNT-${span.suffix}`,
        String(this.#of(owner, span, now).count),
      ]),
    );
  }

  keep(keeping: Keeping): void {
    keeping.value(this.#counts);
  }

  #of(owner: number, { suffix, ms }: Span, now: number): { window: number; count: number } {
    const window = Math.floor(now / ms);
    const known = this.#counts.get(`${owner} ${suffix}`);
    return known?.window === window ? known : { window, count: 0 };
  }
}
