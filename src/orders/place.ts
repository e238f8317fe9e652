/**
 * Places an order, an order list or an amendment once. The client order id is generated first. The order is
 * sent again only if it certainly never reached matching; if its status is unknown, it is looked up and never
 * sent again.
 */
import { ToolError } from '../core/errors.ts';
import type { Answer } from '../request/types.ts';
import {
  type DispatchOptions,
  type DispatchTools,
  dispatchWrite,
  nameOf,
  type OrderState,
} from './dispatch.ts';
import type { Lookup, LookupResult } from './lookup.ts';
import { isEndedUnfilled, orderOf, outcomeOfAnswer } from './outcome.ts';
import { type Attempt, absentError, resolveOrder, unknownError } from './resolve.ts';

export type { OrderState, SendTimes } from './dispatch.ts';

export interface PlacementTools extends DispatchTools {
  readonly lookup: Lookup;
  readonly onLookup?: (look: { readonly found: LookupResult['found']; readonly remainingMs: number }) => void;
}

export interface PlacementOptions extends DispatchOptions {
  readonly clientOrderId: string;
  /** The field of the answer that holds the client order id; `clientOrderId` if absent. */
  readonly idField?: string;
  /** The field of the answer that holds the order, if the answer is not the order itself. */
  readonly orderAt?: string | undefined;
  /** Returns the command that looks the order up, which is printed if the execution status stays unknown. */
  readonly resume?: () => Promise<string>;
}

export interface PlacementResult {
  readonly state: 'ACKED' | 'FOUND';
  /** The exchange's answer to the order, or to the query that found it. */
  readonly answer: Answer;
  readonly clientOrderId: string;
}

/**
 * Returns the order as the exchange acknowledged it, or as a query found it. Throws a ToolError that carries
 * the client order id: `rejected`, `credentials` or `rate-limited` for an order that was refused,
 * `unavailable` for one that was never sent or is proved absent, `execution-unknown` for one whose status
 * stays unknown, `interrupted` before anything was sent.
 */
export async function placeOnce(tools: PlacementTools, options: PlacementOptions): Promise<PlacementResult> {
  const { clientOrderId, idField = 'clientOrderId', orderAt, noun = 'order' } = options;
  const { times, reply } = await dispatchWrite(tools, options, [clientOrderId], (answer) =>
    outcomeOfAnswer(answer, clientOrderId, idField, orderAt),
  );
  const resolver = new PlacementResolver(tools, options, { clientOrderId, noun, ...times });
  switch (reply.is) {
    case 'acked':
      return resolver.complete('ACKED', reply.answer);
    case 'refused':
      return resolver.reject(reply.error);
    case 'duplicate':
      return resolver.resolveDuplicate(reply.error);
    case 'doubtful':
      return resolver.resolve(reply.error, 'sparse');
    case 'unknown':
      return resolver.resolve(reply.cause, 'dense');
  }
}

/** Finds out what became of an order that was sent. */
export class PlacementResolver {
  readonly #tools: PlacementTools;
  readonly #options: Omit<PlacementOptions, 'clientOrderId'>;
  readonly #attempt: Attempt;
  readonly #abandon: AbortSignal;

  constructor(tools: PlacementTools, options: Omit<PlacementOptions, 'clientOrderId'>, attempt: Attempt) {
    this.#tools = tools;
    this.#options = options;
    this.#attempt = attempt;
    this.#abandon = options.abandon ?? new AbortController().signal;
  }

  /**
   * Returns the result of placing an order that exists on the exchange; throws if the order ended without a
   * fill.
   */
  async complete(state: PlacementResult['state'], answer: Answer): Promise<PlacementResult> {
    await this.#notify(state);
    this.#throwIfEndedUnfilled(answer);
    return { state, answer, clientOrderId: this.#attempt.clientOrderId };
  }

  async reject(error: ToolError): Promise<never> {
    await this.#notify('REJECTED', error.message);
    throw this.#withClientOrderId(error);
  }

  /**
   * Handles a refusal because an open order already has the client order id. If that order's terms match, it
   * is the order that was sent; otherwise the order that was sent was refused.
   */
  async resolveDuplicate(error: ToolError): Promise<PlacementResult> {
    const { lookup } = this.#tools;
    const result = await lookup.byId(undefined, this.#abandon).catch(async (cause: unknown) => {
      throw await this.#abandonedError(cause);
    });
    if (result.found === 'order') return this.complete('FOUND', result.answer);
    if (result.found === 'other') return this.reject(error);
    return this.resolve(error, 'dense', true);
  }

  /** Looks up the order until its status is known. */
  async resolve(cause: unknown, schedule: 'dense' | 'sparse', isAnyAge = false): Promise<PlacementResult> {
    const { lookup, clock, serverTime, onLookup } = this.#tools;
    const { request } = this.#options;
    await this.#notify('UNKNOWN', cause instanceof Error ? cause.message : undefined);
    const resolution = await resolveOrder({
      attempt: this.#attempt,
      lookup,
      clock,
      serverNow: () => serverTime.now(),
      signal: this.#abandon,
      schedule,
      isAnyAge,
      ...(onLookup === undefined ? {} : { onLookup }),
    }).catch(async (thrown: unknown) => {
      throw await this.#abandonedError(thrown);
    });
    if (resolution.is === 'found') return this.complete('FOUND', resolution.answer);
    if (resolution.is === 'unknown') throw await this.#unknownError(resolution.why, cause);
    const absent = absentError(this.#attempt, resolution.evidence, request.endpoint, cause);
    await this.#notify('ABSENT', absent.message);
    throw absent;
  }

  /**
   * Throws if the exchange accepted the order and then ended it without a fill, which is a refusal for the
   * user.
   */
  #throwIfEndedUnfilled(answer: Answer): void {
    const order = orderOf(answer, this.#options.orderAt);
    if (order === undefined || !isEndedUnfilled(order)) return;
    const { clientOrderId } = this.#attempt;
    throw new ToolError({
      kind: 'rejected',
      message: `The exchange ended the ${nameOf(this.#options, [clientOrderId])} as ${order['status']}, with nothing executed.`,
      hint: 'Look at the price, the time in force and the self-trade prevention of the order.',
      execution: 'not_executed',
      endpoint: this.#options.request.endpoint,
      clientOrderId,
      httpStatus: answer.status,
    });
  }

  #abandonedError(cause: unknown): Promise<ToolError> {
    const why = this.#abandon.aborted
      ? 'it was broken off'
      : cause instanceof Error
        ? cause.message
        : String(cause);
    return this.#unknownError(why, cause);
  }

  async #unknownError(why: string, cause: unknown): Promise<ToolError> {
    const { request, resume } = this.#options;
    return unknownError(this.#attempt, why, request.endpoint, cause, await resume?.());
  }

  #withClientOrderId(error: ToolError): ToolError {
    return new ToolError({ ...error.facts, clientOrderId: this.#attempt.clientOrderId, cause: error });
  }

  async #notify(state: OrderState, why?: string): Promise<void> {
    await this.#tools.onState?.(state, this.#attempt, why);
  }
}
