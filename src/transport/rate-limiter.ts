/**
 * Keeps all processes of this machine within the limits of the exchange while they send as fast as those allow:
 * each request takes its weight from a shared budget. Cooldowns and bans after 429, 418 and 403 apply to all
 * processes as well.
 */
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import {
  type Budget,
  type BudgetBooking,
  type BudgetPermit,
  type BudgetRefusal,
  type BudgetRequest,
  createBudget,
} from '../state/budget.ts';
import { memoryBudgetHome } from '../state/budget-memory.ts';
import type { Cooldowns } from '../store/cooldowns.ts';
import { BAN, bannedError } from './bans.ts';
import { endpointName, isWrite } from './failures.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf, serverDateOf } from './retry-after.ts';
import { type Renew, type WaitNote, waitForAttempt } from './waiting.ts';
import { type LimitDemand, weightDemandOf } from './weight-scope.ts';

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
  /** Returns the shared budget of a request's destination; undefined where no other process sends there. */
  readonly budgetOf?: (request: PreparedRequest) => Budget | undefined;
}

/** Wraps a Send so that each request waits for the limits of the exchange. */
export type LimitRate = (send: Send) => Send;

/**
 * Returns a rate limiter that all senders wrapped by it share: a limit that one of them receives delays the
 * requests of all.
 */
export function createRateLimiter(options: RateLimiterOptions): LimitRate {
  const limiter = new RateLimiter(options);
  return (send) => async (request, signal) => {
    const weight = weightDemandOf(request);
    if (weight === undefined) return send(request, signal);
    const permit = await limiter.acquire(request, [weight], signal);
    try {
      const answer = await send(permit.request, signal);
      limiter.complete(permit, answer);
      return answer;
    } catch (error) {
      limiter.fail(permit, error);
      throw error;
    }
  };
}

interface RequestPermit {
  readonly permit: BudgetPermit;
  readonly demands: readonly LimitDemand[];
  /** Signed again where the request waited. */
  readonly request: PreparedRequest;
}

/** Waits shorter than this are not reported: answers of requests under way are due. */
const REPORTED_WAIT_MIN_MS = 1_000;

class RateLimiter {
  readonly #options: RateLimiterOptions;
  /** The budget of destinations that no other process sends to. */
  readonly #ownBudget: Budget;
  /** Also the cooldowns of destinations that no other process sends to. */
  readonly #processCooldowns: Cooldowns;

  constructor(options: RateLimiterOptions) {
    const { clock } = options;
    this.#options = options;
    this.#processCooldowns = processCooldowns(clock);
    this.#ownBudget = createBudget({ clock, openHome: memoryBudgetHome, processId: 0 });
  }

  async acquire(
    request: PreparedRequest,
    demands: readonly LimitDemand[],
    signal: AbortSignal,
  ): Promise<RequestPermit> {
    const wanted: BudgetRequest = {
      demands,
      lane: request.isUrgent === true ? 'urgent' : isWrite(request) ? 'order' : 'bulk',
      name: `${request.method} ${request.path} ${request.weight.counted}`,
    };
    const budget = this.#budgetOf(request);
    const waits = new Waits(this.#options, request, demands[0]!);
    let booking: BudgetBooking | undefined;
    for (;;) {
      try {
        this.#throwIfBanned(request);
        const pausedMs = this.#leftMs(request, demands[0]!.meter.key);
        if (pausedMs > 0) {
          await waits.wait(pausedMs, 'the exchange ordered a cooldown', signal);
          continue;
        }
      } catch (error) {
        if (booking !== undefined) budget.cancel(booking);
        throw error;
      }
      const taken = budget.take(wanted, booking);
      booking = undefined;
      if (taken.isTaken) return { permit: taken, demands, request: await this.#renew(request, taken, waits) };
      booking = await this.#waitForRoom(budget, wanted, taken, waits, signal);
    }
  }

  complete({ permit, demands, request }: RequestPermit, answer: Answer): void {
    const budget = this.#budgetOf(request);
    const isWeightRefused = isWeightRefusal(answer);
    for (const { meter, capIn } of demands) {
      const cap = capIn?.(answer);
      if (cap !== undefined) budget.announce(meter, cap);
    }
    budget.complete(permit, {
      dateMs: serverDateOf(answer),
      isAccepted: answer.status < 400,
      reportedOf: (meter) => demands.find((one) => one.meter === meter)?.reportedIn(answer),
      isRefusedFor: () => isWeightRefused,
    });
    const { key } = demands[0]!.meter;
    if (isWeightRefused) {
      const forMs = retryAfterOf(answer);
      this.#startCooldown(request, key, forMs);
      budget.pause(demands[0]!.meter, forMs);
    }
    if (answer.status === 418) this.#startCooldown(request, BAN, retryAfterOf(answer));
    if (answer.status === 403) this.#startCooldown(request, BAN, FIREWALL_PAUSE_MS);
  }

  /** Gives back the weight of a request that was not sent. Without an answer the weight stays counted. */
  fail({ permit, request }: RequestPermit, error: unknown): void {
    const wasSent = !(error instanceof ToolError) || error.facts.execution !== 'not_executed';
    if (!wasSent) this.#budgetOf(request).release(permit);
  }

  /** Waits for a place in a later window, or for the answers of requests under way. Returns the place. */
  async #waitForRoom(
    budget: Budget,
    wanted: BudgetRequest,
    refusal: BudgetRefusal,
    waits: Waits,
    signal: AbortSignal,
  ): Promise<BudgetBooking | undefined> {
    const { meter, used, cap, obstacle } = refusal;
    const why = `${meter.title} has used ${Math.round(used)} of ${Math.floor(cap)} in this window`;
    if (obstacle !== 'full') {
      await waits.wait(refusal.waitMs, why, signal);
      return undefined;
    }
    const { waitMs, booking } = budget.book(wanted, refusal, waits.leftMs);
    try {
      await waits.wait(waitMs, why, signal);
    } catch (error) {
      if (booking !== undefined) budget.cancel(booking);
      throw error;
    }
    return booking;
  }

  async #renew(request: PreparedRequest, permit: BudgetPermit, waits: Waits): Promise<PreparedRequest> {
    const { renew } = this.#options;
    if (!waits.hasWaited || renew === undefined) return request;
    try {
      return await renew(request);
    } catch (error) {
      this.#budgetOf(request).release(permit);
      throw error;
    }
  }

  #budgetOf(request: PreparedRequest): Budget {
    return this.#options.budgetOf?.(request) ?? this.#ownBudget;
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

/** The waits of one request for its permit. */
class Waits {
  readonly #options: RateLimiterOptions;
  readonly #request: PreparedRequest;
  readonly #demand: LimitDemand;
  #waitedMs = 0;

  constructor(options: RateLimiterOptions, request: PreparedRequest, demand: LimitDemand) {
    this.#options = options;
    this.#request = request;
    this.#demand = demand;
  }

  get hasWaited(): boolean {
    return this.#waitedMs > 0;
  }

  /** The ms that the request may still wait. */
  get leftMs(): number {
    return this.#options.maxWaitMs - this.#waitedMs;
  }

  /** Waits. Throws kind `rate-limited` where the wait is too long. */
  async wait(waitMs: number, why: string, signal: AbortSignal): Promise<void> {
    const { clock, onWait } = this.#options;
    if (waitMs > this.leftMs) throw waitTooLongError(this.#request, this.#demand, why, waitMs);
    if (waitMs >= REPORTED_WAIT_MIN_MS) onWait?.({ endpoint: endpointName(this.#request), waitMs, why });
    this.#waitedMs += waitMs;
    await waitForAttempt(clock, waitMs, this.#request, signal);
  }
}

/** Returns whether an answer refuses for weight. A used up order count (-1015) limits orders, not the address. */
function isWeightRefusal({ status, body }: Answer): boolean {
  return status === 429 && !body.includes('-1015');
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
  { weight }: LimitDemand,
  why: string,
  waitMs: number,
): ToolError {
  const name = endpointName(request);
  return new ToolError({
    kind: 'rate-limited',
    message: `${why[0]!.toUpperCase()}${why.slice(1)}, and ${name} costs ${weight}: there is room in ${seconds(waitMs)}. It was not sent.`,
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
