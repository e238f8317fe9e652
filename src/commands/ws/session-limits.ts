/**
 * Tracks limits that replies report as exhausted. The shared rate limiter handles weight, cooldowns and bans;
 * this class handles limits below those of the catalogue, and order counts, which hold back orders only.
 */
import { ToolError } from '../../core/errors.ts';
import type { Answer } from '../../request/types.ts';
import type { RateUsage } from '../../stream/ws-api.ts';
import { retryAfterOf } from '../../transport/retry-after.ts';

/** Matches the error code of too many new orders (interface document, Errors). */
const TOO_MANY_ORDERS = /"code":\s*-1015\b/;

const INTERVAL_MS: Readonly<Record<string, number>> = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
};

/** The kinds of limits that a request of a session can wait for. */
export type LimitKind = 'calls' | 'orders';

/**
 * The current time by two clocks: monotonic, in ms, and the exchange's time, to which limit windows are
 * aligned.
 */
interface LimitTimes {
  readonly monotonicMs: number;
  readonly exchangeNow: number;
}

export class ExhaustedLimits {
  readonly #until: Record<LimitKind, number> = { calls: 0, orders: 0 };

  /** Updates the waiting times from the rate limits of an answer. */
  update(
    { answer, limits }: { readonly answer: Answer; readonly limits: readonly RateUsage[] },
    { monotonicMs, exchangeNow }: LimitTimes,
  ): void {
    const holdFor = (kind: LimitKind, ms: number) => {
      this.#until[kind] = Math.max(this.#until[kind], monotonicMs + ms);
    };
    for (const { rateLimitType, interval, intervalNum, limit, count } of limits) {
      const windowMs = (INTERVAL_MS[interval] ?? 0) * intervalNum;
      const isExhausted = typeof count === 'number' && typeof limit === 'number' && count >= limit;
      if (isExhausted && windowMs > 0)
        holdFor(rateLimitType === 'ORDERS' ? 'orders' : 'calls', windowMs - (exchangeNow % windowMs));
    }
    if (answer.status === 429 && TOO_MANY_ORDERS.test(answer.body)) holdFor('orders', retryAfterOf(answer));
  }

  /** Returns how long a request must wait for a limit, in ms. */
  waitMs(kind: LimitKind, monotonicMs: number): number {
    const until = kind === 'orders' ? Math.max(...Object.values(this.#until)) : this.#until.calls;
    return Math.max(0, Math.ceil(until - monotonicMs));
  }
}

/** Returns the error of a request that would wait longer than allowed. */
export function waitTooLongError(method: string, waitMs: number): ToolError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ToolError({
    kind: 'rate-limited',
    message: `Rate limit reached for ${seconds} s; ${method} was not sent.`,
    hint: `Send it later, or wait for it with --max-wait ${seconds}s.`,
    retryable: true,
    retryAfterMs: waitMs,
    execution: 'not_executed',
  });
}
