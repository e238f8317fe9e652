/**
 * Keeps all processes of this machine within the rate limits of the exchange, and lets them send as fast as the
 * limits allow: each request takes its weight from a shared budget. Cooldowns and bans after 429, 418 and 403 apply
 * to all processes as well.
 */
import type { Interface } from '../catalogue/environments.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, CallWeight, PreparedRequest, Send } from '../request/types.ts';
import {
  type Budget,
  type BudgetAnswer,
  type BudgetBooking,
  type BudgetPermit,
  type BudgetRefusal,
  type BudgetRequest,
  createBudget,
} from '../state/budget.ts';
import { memoryBudgetHome } from '../state/budget-memory.ts';
import { BudgetTurns, type TurnRequest } from '../state/budget-turns.ts';
import type { Cooldowns } from '../store/cooldowns.ts';
import { BAN, bannedError } from './bans.ts';
import { endpointName, isWrite } from './failures.ts';
import { announcedCap, type LimitDemand } from './limit-demand.ts';
import { orderDemandsOf } from './order-limits.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf, serverDateOf } from './retry-after.ts';
import { type Renew, type WaitNote, Waits } from './waiting.ts';
import { weightDemandOf } from './weight-scope.ts';

export interface RateLimiterOptions {
  readonly clock: Clock;
  /**
   * The longest time that one call waits for a permit, in ms; instead of a longer wait, a ToolError of kind
   * `rate-limited` is thrown.
   */
  readonly maxWaitMs: number;
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
  /**
   * Returns the shared cooldowns of a request's destination; undefined if no other process sends requests
   * there.
   */
  readonly cooldownsOf?: (request: PreparedRequest) => Cooldowns | undefined;
  /** Returns the shared budget of a request's destination; undefined if no other process sends requests there. */
  readonly budgetOf?: (request: PreparedRequest) => Budget | undefined;
  /** Returns the interface that a request's destination serves, which decides about limits. Default `document`. */
  readonly interfaceOf?: (request: PreparedRequest) => Interface;
  /** Returns the weight of a request that is sent over the WebSocket API; undefined for one that is sent over REST. */
  readonly messageWeightOf?: (request: PreparedRequest) => CallWeight | undefined;
  /** Returns the name of the account whose orders are counted; without this function orders are not counted. */
  readonly account?: string;
}

/** Returns a Send whose requests each wait until the rate limits of the exchange have room for them. */
export type LimitRate = (send: Send) => Send;

/**
 * Returns a rate limiter that all senders wrapped by it share: a limit that one of them receives delays the
 * requests of all.
 */
export function createRateLimiter(options: RateLimiterOptions): LimitRate {
  const limiter = new RateLimiter(options);
  return (send) => async (request, signal) => {
    const demands = demandsOf(request, options);
    if (demands.length === 0) return send(request, signal);
    limiter.begin();
    try {
      const permit = await limiter.acquire(request, demands, signal);
      try {
        const answer = await send(permit.request, signal);
        limiter.complete(permit, answer);
        return answer;
      } catch (error) {
        limiter.fail(permit, error);
        throw error;
      }
    } finally {
      limiter.end();
    }
  };
}

/** Returns the limits that a request counts towards; the weight limit is the first. */
function demandsOf(
  request: PreparedRequest,
  { interfaceOf, messageWeightOf, account }: RateLimiterOptions,
): readonly LimitDemand[] {
  const served = interfaceOf?.(request) ?? 'document';
  const own = messageWeightOf?.(request);
  const weighed = own === undefined ? request : { ...request, weight: own, weightToday: own };
  const weight = weightDemandOf(weighed, served, account);
  if (weight === undefined) return [];
  return account === undefined ? [weight] : [weight, ...orderDemandsOf(request, account, served)];
}

interface RequestPermit {
  readonly permit: BudgetPermit;
  /** The budget that the permit was taken from. */
  readonly budget: Budget;
  readonly demands: readonly LimitDemand[];
  /** The request to send: signed again with the present time if it waited for a rate limit. */
  readonly request: PreparedRequest;
}

const PAUSED = 'the exchange ordered a cooldown';

/** Returns how much of a limit is used; a single call may weigh more than a window allows, and goes out alone in one. */
function usedWords(title: string, used: number, cap: number): string {
  return used > cap
    ? `the last call of ${title} weighed more than the ${cap} of one window`
    : `${title} has used ${used} of ${cap} in this window`;
}

class RateLimiter {
  readonly #options: RateLimiterOptions;
  /** The budget of destinations that no other process sends to. */
  readonly #ownBudget: Budget;
  /** The cooldowns of this process, which are also those of destinations that no other process sends to. */
  readonly #processCooldowns: Cooldowns;
  readonly #turns: BudgetTurns<TurnRequest & { readonly request: PreparedRequest }>;
  /** The calls that have begun and not ended. */
  #underWay = 0;

  constructor(options: RateLimiterOptions) {
    const { clock } = options;
    this.#options = options;
    this.#processCooldowns = processCooldowns(clock);
    this.#ownBudget = createBudget({ clock, openHome: memoryBudgetHome, processId: 0 });
    this.#turns = new BudgetTurns((requests) => {
      const keys = requests.map(({ wanted }) => wanted.demands[0]!.meter.key);
      return this.#leftMs(requests[0]!.request, BAN, ...new Set(keys)) > 0;
    });
  }

  /** Counts a call as under way, until `end`. */
  begin(): void {
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
    // Whoever waited for the last call may close the budget next.
    if (this.#underWay === 0) this.#turns.end();
  }

  async acquire(
    request: PreparedRequest,
    demands: readonly LimitDemand[],
    signal: AbortSignal,
  ): Promise<RequestPermit> {
    const wanted: BudgetRequest = {
      demands,
      lane: request.isUrgent === true ? 'urgent' : isWrite(request) ? 'order' : 'bulk',
      name: `${request.method} ${request.path} ${demands[0]!.weight}`,
    };
    const budget = this.#budgetOf(request);
    if (wanted.lane === 'bulk' && this.#isShareable(budget, demands)) {
      const permit = await this.#turns.take(budget, { request, wanted });
      if (permit !== undefined) return { permit, budget, demands, request };
    }
    const waits = new Waits(this.#options, request, demands[0]!);
    let booking: BudgetBooking | undefined;
    for (;;) {
      try {
        const pausedMs = this.#pausedMs(request, demands);
        if (pausedMs > 0) {
          await waits.wait(pausedMs, PAUSED, signal);
          continue;
        }
      } catch (error) {
        if (booking !== undefined) budget.cancel(booking);
        throw error;
      }
      const taken = budget.take(wanted, booking);
      booking = undefined;
      if (taken.isTaken)
        return { permit: taken, budget, demands, request: await this.#renew(request, budget, taken, waits) };
      booking = await this.#waitForRoom(budget, wanted, taken, waits, signal);
    }
  }

  complete({ permit, budget, demands, request }: RequestPermit, answer: Answer): void {
    const isWeightRefused = isWeightRefusal(answer);
    for (const { meter, capIn } of demands) {
      const cap = capIn?.(answer) ?? (meter.isReported ? announcedCap(request, answer, meter) : undefined);
      if (cap !== undefined) budget.announce(meter, cap);
    }
    const isAccepted = answer.status < 400;
    const said: BudgetAnswer = {
      dateMs: serverDateOf(answer),
      isAccepted,
      reportedOf: (meter) => demands.find((one) => one.meter === meter)?.reportedIn(answer),
      isRefusedFor: (meter) => isWeightRefused && meter === demands[0]!.meter,
    };
    if (isAccepted && this.#isShareable(budget, demands)) this.#turns.complete(budget, permit, said);
    else budget.complete(permit, said);
    if (answer.status === 429) {
      const forMs = retryAfterOf(answer);
      // A used-up order count pauses the orders of the account; requests that place no order are still sent.
      const refusing = isWeightRefused ? demands.slice(0, 1) : demands.slice(1);
      for (const { meter } of refusing) {
        this.#startCooldown(request, meter.key, forMs);
        budget.pause(meter, forMs);
      }
    }
    if (answer.status === 418) this.#startCooldown(request, BAN, retryAfterOf(answer));
    if (answer.status === 403) {
      this.#processCooldowns.beginDoubling(BAN, FIREWALL_PAUSE_MS);
      this.#options.cooldownsOf?.(request)?.beginDoubling(BAN, FIREWALL_PAUSE_MS);
    }
  }

  /** Gives back the weight of a request that was not sent. Without an answer the weight stays counted. */
  fail({ permit, budget }: RequestPermit, error: unknown): void {
    const wasSent = !(error instanceof ToolError) || error.facts.execution !== 'not_executed';
    if (!wasSent) budget.release(permit);
  }

  /**
   * Waits for a place in a later window, or for the answers to requests under way. Returns the booked place, if
   * there is one.
   */
  async #waitForRoom(
    budget: Budget,
    wanted: BudgetRequest,
    refusal: BudgetRefusal,
    waits: Waits,
    signal: AbortSignal,
  ): Promise<BudgetBooking | undefined> {
    const { meter, used, cap, obstacle } = refusal;
    const why = obstacle === 'paused' ? PAUSED : usedWords(meter.title, Math.round(used), Math.floor(cap));
    if (obstacle !== 'full') {
      await waits.wait(
        obstacle === 'paused' ? refusal.waitMs : waits.nextPollMs(refusal.waitMs),
        why,
        signal,
      );
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

  async #renew(
    request: PreparedRequest,
    budget: Budget,
    permit: BudgetPermit,
    waits: Waits,
  ): Promise<PreparedRequest> {
    const { renew } = this.#options;
    if (!waits.hasWaited || renew === undefined) return request;
    try {
      return await renew(request);
    } catch (error) {
      budget.release(permit);
      throw error;
    }
  }

  /** Returns whether a call may be booked together with others: others are under way, and it counts towards one limit. */
  #isShareable(budget: Budget, demands: readonly LimitDemand[]): boolean {
    return this.#underWay > 1 && demands.length === 1 && budget !== this.#ownBudget;
  }

  #budgetOf(request: PreparedRequest): Budget {
    return this.#options.budgetOf?.(request) ?? this.#ownBudget;
  }

  #startCooldown(request: PreparedRequest, scope: string, forMs: number): void {
    this.#processCooldowns.begin(scope, forMs);
    this.#options.cooldownsOf?.(request)?.begin(scope, forMs);
  }

  /**
   * Returns how long the limits of a request are still paused, in ms. Throws if there is a ban. Nearly always there is
   * neither, which one look shows.
   */
  #pausedMs(request: PreparedRequest, demands: readonly LimitDemand[]): number {
    const keys = demands.map(({ meter }) => meter.key);
    if (this.#leftMs(request, BAN, ...keys) <= 0) return 0;
    this.#throwIfBanned(request);
    return this.#leftMs(request, ...keys);
  }

  #leftMs(request: PreparedRequest, ...scopes: readonly string[]): number {
    const shared = this.#options.cooldownsOf?.(request)?.leftMs(...scopes) ?? 0;
    return Math.ceil(Math.max(shared, this.#processCooldowns.leftMs(...scopes)));
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

/**
 * Returns whether an answer refuses the request because of its weight. A used-up order count (-1015) limits orders,
 * not the address.
 */
function isWeightRefusal(answer: Answer): boolean {
  return answer.status === 429 && !answer.body.includes('-1015');
}

/** Returns the cooldowns of this process alone, each with the monotonic time at which it ends. */
function processCooldowns(clock: Clock): Cooldowns {
  const untilMs = new Map<string, number>();
  const leftMs = (...scopes: readonly string[]) => {
    if (untilMs.size === 0) return 0;
    return Math.max(0, ...scopes.map((scope) => (untilMs.get(scope) ?? 0) - clock.monotonicMs()));
  };
  const begin = (scope: string, forMs: number) => untilMs.set(scope, clock.monotonicMs() + forMs);
  return {
    leftMs,
    begin,
    beginDoubling(scope, firstMs) {
      // Processes that run for a long time read the doubled length of a cooldown from the shared cooldowns.
      if (leftMs(scope) === 0) begin(scope, firstMs);
    },
  };
}
