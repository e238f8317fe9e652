/**
 * Keeps a process within the request weights of the exchange while it sends as fast as they allow, so that
 * paging meets no 429. Counts per process; other programs behind the same address are seen through the usage
 * headers.
 */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { endpointName } from './failures.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf } from './retry-after.ts';
import { pause, type Renew, type WaitNote } from './waiting.ts';
import { scopeOf, type WeightScope } from './weight-scope.ts';
import { type Drawn, isOverWeight, WeightWindow } from './weight-window.ts';

export interface BudgetOptions {
  readonly clock: Clock;
  /** The longest that one call waits for its turn; a longer wait ends with kind `rate-limited`. */
  readonly maxWaitMs: number;
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
}

/** Wraps a Send so that it sends only what the windows of the exchange have room for. */
export type Budgeted = (send: Send) => Send;

/** Returns one budget for all that is wrapped in it: what one sender is told holds back the others. */
export function budgetOf(options: BudgetOptions): Budgeted {
  const governor = new Governor(options);
  return (send) => async (request, signal) => {
    const scope = scopeOf(request);
    if (scope === undefined) return send(request, signal);
    const turn = await governor.takeTurn(request, scope, signal);
    let answer: Answer | undefined;
    try {
      answer = await send(turn.request, signal);
    } finally {
      governor.endTurn(turn.drawn, answer, scope);
    }
    return answer;
  };
}

interface Turn {
  readonly drawn: Drawn;
  /** Made anew where it waited. */
  readonly request: PreparedRequest;
}

class Governor {
  readonly #options: BudgetOptions;
  readonly #windows = new Map<string, WeightWindow>();
  /** By scope, the monotonic time until which a 429 asks for silence. */
  readonly #pausedUntilMs = new Map<string, number>();
  /** A ban or the firewall stops everything, and is never waited out. */
  #bannedUntilMs = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  async takeTurn(request: PreparedRequest, scope: WeightScope, signal: AbortSignal): Promise<Turn> {
    const { maxWaitMs, clock, onWait, renew } = this.#options;
    const window = this.#windowOf(scope);
    let waitedMs = 0;
    for (;;) {
      this.#refuseWhileBanned(request);
      const pausedMs = this.#pauseLeft(scope);
      const drawn = pausedMs || window.draw(scope.cost, request.isUrgent);
      if (typeof drawn !== 'number') {
        const isStale = waitedMs > 0 && renew !== undefined;
        return { drawn, request: isStale ? await this.#renewed(request, drawn, scope, renew) : request };
      }
      const why =
        pausedMs > 0
          ? 'the exchange asks to be left alone'
          : `${scope.title} has used ${window.used} of ${window.cap} in this window`;
      if (waitedMs + drawn > maxWaitMs) throw tooLong(request, scope, why, drawn);
      onWait?.({ endpoint: endpointName(request), waitMs: drawn, why });
      waitedMs += drawn;
      await pause(clock, drawn, request, signal);
    }
  }

  endTurn(drawn: Drawn, answer: Answer | undefined, scope: WeightScope): void {
    this.#windowOf(scope).settle(drawn, answer, scope);
    if (answer === undefined) return;
    const now = this.#options.clock.monotonicMs();
    if (isOverWeight(answer)) this.#pausedUntilMs.set(scope.key, now + retryAfterOf(answer));
    if (answer.status === 418) this.#bannedUntilMs = now + retryAfterOf(answer);
    if (answer.status === 403) this.#bannedUntilMs = now + FIREWALL_PAUSE_MS;
  }

  async #renewed(
    request: PreparedRequest,
    drawn: Drawn,
    scope: WeightScope,
    renew: Renew,
  ): Promise<PreparedRequest> {
    try {
      return await renew(request);
    } catch (error) {
      this.#windowOf(scope).settle(drawn, undefined, scope);
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

  #pauseLeft(scope: WeightScope): number {
    const until = this.#pausedUntilMs.get(scope.key) ?? 0;
    return Math.max(0, Math.ceil(until - this.#options.clock.monotonicMs()));
  }

  #refuseWhileBanned(request: PreparedRequest): void {
    const leftMs = Math.ceil(this.#bannedUntilMs - this.#options.clock.monotonicMs());
    if (leftMs <= 0) return;
    throw new ToolError({
      kind: 'rate-limited',
      message: `The exchange shut this address out; ${endpointName(request)} was not sent.`,
      hint: `Send nothing for ${seconds(leftMs)}: each request makes the ban longer.`,
      retryable: false,
      retryAfterMs: leftMs,
      execution: 'not_executed',
      endpoint: endpointName(request),
    });
  }
}

function tooLong(request: PreparedRequest, { cost }: WeightScope, why: string, waitMs: number): ToolError {
  const name = endpointName(request);
  return new ToolError({
    kind: 'rate-limited',
    message: `${why[0]!.toUpperCase()}${why.slice(1)}, and ${name} costs ${cost}: the next turn is in ${seconds(waitMs)}. It was not sent.`,
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
