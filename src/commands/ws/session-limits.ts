/**
 * The limits that answers tell to be used up. Weight, pauses and bans are minded by the budget that a session shares
 * with REST; here are limits below those of the catalogue, and counts of orders, which hold back orders alone.
 */
import { ToolError } from '../../core/errors.ts';
import type { Answer } from '../../request/types.ts';
import type { RateUsage } from '../../stream/ws-api.ts';
import { retryAfterOf } from '../../transport/retry-after.ts';

/** Too many new orders (interface document, Errors). */
const TOO_MANY_ORDERS = /"code":\s*-1015\b/;

const INTERVAL_MS: Readonly<Record<string, number>> = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
};

/** What a line has to wait for. */
export type LimitKind = 'calls' | 'orders';

/** Moments are by one clock that only goes on, in ms; windows are aligned to the exchange's time. */
interface LimitTimes {
  readonly monotonicMs: number;
  readonly exchangeNow: number;
}

export class ExhaustedLimits {
  readonly #until: Record<LimitKind, number> = { calls: 0, orders: 0 };

  /** Takes in what an answer tells. */
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

  /** Returns how long a line has to wait, in ms. */
  waitMs(kind: LimitKind, monotonicMs: number): number {
    const until = kind === 'orders' ? Math.max(...Object.values(this.#until)) : this.#until.calls;
    return Math.max(0, Math.ceil(until - monotonicMs));
  }
}

/** Returns the error of a line that would have to wait too long. */
export function waitTooLongError(method: string, waitMs: number): ToolError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ToolError({
    kind: 'rate-limited',
    message: `A limit of the exchange is used up for ${seconds} s; ${method} was not sent.`,
    hint: `Send it then, or let it be waited for with --max-wait ${seconds}s.`,
    retryable: true,
    retryAfterMs: waitMs,
    execution: 'not_executed',
  });
}
