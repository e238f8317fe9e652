/**
 * Keeps a process within the request weights of the exchange while it sends as fast as they allow, so that
 * paging gets no 429. Counts per process; the usage headers show what other programs behind the same address
 * use. Cooldowns and bans after 429, 418 and 403 apply to all processes of this machine.
 */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import type { Cooldowns } from '../store/cooldowns.ts';
import { BAN, bannedError } from './bans.ts';
import { endpointName } from './failures.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf } from './retry-after.ts';
import { type Renew, type WaitNote, waitForAttempt } from './waiting.ts';
import { type WeightScope, weightScopeOf } from './weight-scope.ts';
import { isWeightRefusal, type Reservation, WeightWindow } from './weight-window.ts';

export interface RateLimiterOptions {
  readonly clock: Clock;
  /**
   * The longest time that one call waits for a permit, in ms; instead of a longer wait, kind `rate-limited`
   * is thrown.
   */
  readonly maxWaitMs: number;
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
  /**
   * Returns the shared cooldowns of a request's destination; undefined if no other process sends requests
   * there.
   */
  readonly cooldownsOf?: (request: PreparedRequest) => Cooldowns | undefined;
}

/** Wraps a Send so that each request waits for the weight limits of the exchange. */
export type LimitRate = (send: Send) => Send;

/**
 * Returns a rate limiter that all senders wrapped by it share: a limit that one of them receives delays the
 * requests of all.
 */
export function createRateLimiter(options: RateLimiterOptions): LimitRate {
  const limiter = new RateLimiter(options);
  return (send) => async (request, signal) => {
    const scope = weightScopeOf(request);
    if (scope === undefined) return send(request, signal);
    const permit = await limiter.acquire(request, scope, signal);
    let answer: Answer | undefined;
    try {
      answer = await send(permit.request, signal);
    } finally {
      limiter.release(permit, answer, scope);
    }
    return answer;
  };
}

interface Permit {
  readonly reservation: Reservation;
  /** The request, which was signed again if it had to wait. */
  readonly request: PreparedRequest;
}

class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #windows = new Map<string, WeightWindow>();
  /**
   * The cooldowns that are known in this process, including those of destinations to which no other process
   * sends.
   */
  readonly #processCooldowns: Cooldowns;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#processCooldowns = processCooldowns(options.clock);
  }

  async acquire(request: PreparedRequest, scope: WeightScope, signal: AbortSignal): Promise<Permit> {
    const { maxWaitMs, clock, onWait, renew } = this.#options;
    const window = this.#windowOf(scope);
    let waitedMs = 0;
    for (;;) {
      this.#throwIfBanned(request);
      const pausedMs = this.#leftMs(request, scope.key);
      const reservation = pausedMs || window.reserve(scope.cost, request.isUrgent);
      if (typeof reservation !== 'number') {
        const isStale = waitedMs > 0 && renew !== undefined;
        return {
          reservation,
          request: isStale ? await this.#renewRequest(request, reservation, scope, renew) : request,
        };
      }
      const why =
        pausedMs > 0
          ? 'the exchange ordered a cooldown'
          : `${scope.title} has used ${window.used} of ${window.cap} in this window`;
      if (waitedMs + reservation > maxWaitMs) throw waitTooLongError(request, scope, why, reservation);
      onWait?.({ endpoint: endpointName(request), waitMs: reservation, why });
      waitedMs += reservation;
      await waitForAttempt(clock, reservation, request, signal);
    }
  }

  release({ reservation, request }: Permit, answer: Answer | undefined, scope: WeightScope): void {
    this.#windowOf(scope).complete(reservation, answer, scope);
    if (answer === undefined) return;
    if (isWeightRefusal(answer)) this.#startCooldown(request, scope.key, retryAfterOf(answer));
    if (answer.status === 418) this.#startCooldown(request, BAN, retryAfterOf(answer));
    if (answer.status === 403) this.#startCooldown(request, BAN, FIREWALL_PAUSE_MS);
  }

  async #renewRequest(
    request: PreparedRequest,
    reservation: Reservation,
    scope: WeightScope,
    renew: Renew,
  ): Promise<PreparedRequest> {
    try {
      return await renew(request);
    } catch (error) {
      this.#windowOf(scope).complete(reservation, undefined, scope);
      throw error;
    }
  }

  #windowOf(scope: WeightScope): WeightWindow {
    let window = this.#windows.get(scope.key);
    if (window === undefined) {
      window = new WeightWindow(this.#options.clock, scope, LIMITS.requests.value);
      this.#windows.set(scope.key, window);
    }
    return window;
  }

  #startCooldown(request: PreparedRequest, scope: string, forMs: number): void {
    this.#processCooldowns.begin(scope, forMs);
    this.#options.cooldownsOf?.(request)?.begin(scope, forMs);
  }

  #leftMs(request: PreparedRequest, scope: string): number {
    const shared = this.#options.cooldownsOf?.(request)?.leftMs(scope) ?? 0;
    return Math.ceil(Math.max(shared, this.#processCooldowns.leftMs(scope)));
  }

  /**
   * Throws if the exchange has banned this machine or its firewall refuses it: this stops all requests and
   * lasts too long to wait for.
   */
  #throwIfBanned(request: PreparedRequest): void {
    const leftMs = this.#leftMs(request, BAN);
    if (leftMs <= 0) return;
    const name = endpointName(request);
    throw bannedError(`${name} was not sent`, leftMs, name);
  }
}

/** Returns the cooldowns of this process alone, each with the monotonic time at which it ends. */
function processCooldowns(clock: Clock): Cooldowns {
  const untilMs = new Map<string, number>();
  return {
    leftMs: (scope) => Math.max(0, (untilMs.get(scope) ?? 0) - clock.monotonicMs()),
    begin: (scope, forMs) => untilMs.set(scope, clock.monotonicMs() + forMs),
  };
}

function waitTooLongError(
  request: PreparedRequest,
  { cost }: WeightScope,
  why: string,
  waitMs: number,
): ToolError {
  const name = endpointName(request);
  return new ToolError({
    kind: 'rate-limited',
    message: `${why[0]!.toUpperCase()}${why.slice(1)}, and ${name} costs ${cost}: there is room in ${seconds(waitMs)}. It was not sent.`,
    hint: `Wait that long, or allow it with --max-wait ${Math.ceil(waitMs / 1000)}s.`,
    retryable: true,
    retryAfterMs: waitMs,
    execution: 'not_executed',
    endpoint: name,
  });
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
