/**
 * Places an order, an order list or an amendment once. Its id is made beforehand; what is sent twice is only what
 * certainly never reached matching; and one whose fate is unknown is looked for, never sent again.
 */
import { ToolError } from '../core/errors.ts';
import type { Answer } from '../request/types.ts';
import { type DispatchOptions, type DispatchTools, dispatch, nameOf, type OrderState } from './dispatch.ts';
import type { Lookup, Sighting } from './lookup.ts';
import { isDead, orderOf, outcomeOfAnswer } from './outcome.ts';
import { type Attempt, absentError, resolveOrder, unknownError } from './resolve.ts';

export { ORDER_RECV_WINDOW_MS, type OrderState, type SendTimes } from './dispatch.ts';

export interface PlacementTools extends DispatchTools {
  readonly lookup: Lookup;
  readonly onLook?: (look: { readonly saw: Sighting['saw']; readonly remainingMs: number }) => void;
}

export interface PlacementOptions extends DispatchOptions {
  readonly clientOrderId: string;
  /** The field of the answer that holds the id; `clientOrderId` where absent. */
  readonly idField?: string;
  /** The field of the answer that holds the order, where that is not the whole answer. */
  readonly orderAt?: string | undefined;
  /** The command that looks the order up, told when its fate stays unknown. */
  readonly resume?: () => Promise<string>;
}

export interface Placement {
  readonly state: 'ACKED' | 'FOUND';
  /** The exchange's answer to the order, or to the query that found it. */
  readonly answer: Answer;
  readonly clientOrderId: string;
}

/**
 * Returns the order as the exchange acknowledged it, or as a query found it. Throws a ToolError that carries the
 * client order id: `rejected`, `credentials` or `rate-limited` for an order that was refused, `unavailable` for one
 * that was never sent or is proved absent, `execution-unknown` for one that nobody could tell, `interrupted` before
 * anything was sent.
 */
export async function placeOnce(tools: PlacementTools, options: PlacementOptions): Promise<Placement> {
  const { clientOrderId, idField = 'clientOrderId', orderAt, noun = 'order' } = options;
  const { times, reply } = await dispatch(tools, options, [clientOrderId], (answer) =>
    outcomeOfAnswer(answer, clientOrderId, idField, orderAt),
  );
  const placing = new Placing(tools, options, { clientOrderId, noun, ...times });
  switch (reply.is) {
    case 'acked':
      return placing.done('ACKED', reply.answer);
    case 'refused':
      return placing.refused(reply.error);
    case 'duplicate':
      return placing.settleDuplicate(reply.error);
    case 'doubtful':
      return placing.settle(reply.error, 'sparse');
    case 'unknown':
      return placing.settle(reply.cause, 'dense');
  }
}

/** What follows once an attempt was sent. */
export class Placing {
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

  /** Returns the placement of an order that is there; throws where it was ended with nothing executed. */
  async done(state: Placement['state'], answer: Answer): Promise<Placement> {
    await this.#tell(state);
    this.#refuseDead(answer);
    return { state, answer, clientOrderId: this.#attempt.clientOrderId };
  }

  async refused(error: ToolError): Promise<never> {
    await this.#tell('REJECTED');
    throw this.#withId(error);
  }

  /** An order with this id is open. If it says what ours says, it is ours; if not, ours was refused. */
  async settleDuplicate(error: ToolError): Promise<Placement> {
    const { lookup } = this.#tools;
    const sighting = await lookup.byId(undefined, this.#abandon).catch(async (cause: unknown) => {
      throw await this.#abandoned(cause);
    });
    if (sighting.saw === 'order') return this.done('FOUND', sighting.answer);
    if (sighting.saw === 'other') return this.refused(error);
    return this.settle(error, 'dense', true);
  }

  /** Looks for the order until its fate is known. */
  async settle(cause: unknown, schedule: 'dense' | 'sparse', isAnyAge = false): Promise<Placement> {
    const { lookup, clock, serverTime, onLook } = this.#tools;
    const { request } = this.#options;
    await this.#tell('UNKNOWN');
    const resolution = await resolveOrder({
      attempt: this.#attempt,
      lookup,
      clock,
      serverNow: () => serverTime.now(),
      signal: this.#abandon,
      schedule,
      isAnyAge,
      ...(onLook === undefined ? {} : { onLook }),
    }).catch(async (thrown: unknown) => {
      throw await this.#abandoned(thrown);
    });
    if (resolution.is === 'found') return this.done('FOUND', resolution.answer);
    if (resolution.is === 'unknown') throw await this.#unknown(resolution.why, cause);
    await this.#tell('ABSENT');
    throw absentError(this.#attempt, resolution.evidence, request.endpoint, cause);
  }

  /** The exchange took the order and ended it with nothing executed: for whoever sent it, that is a refusal. */
  #refuseDead(answer: Answer): void {
    const order = orderOf(answer, this.#options.orderAt);
    if (order === undefined || !isDead(order)) return;
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

  #abandoned(cause: unknown): Promise<ToolError> {
    const why = this.#abandon.aborted
      ? 'the search for it was broken off'
      : `the search for it failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    return this.#unknown(why, cause);
  }

  async #unknown(why: string, cause: unknown): Promise<ToolError> {
    const { request, resume } = this.#options;
    return unknownError(this.#attempt, why, request.endpoint, cause, await resume?.());
  }

  #withId(error: ToolError): ToolError {
    return new ToolError({ ...error.facts, clientOrderId: this.#attempt.clientOrderId, cause: error });
  }

  async #tell(state: OrderState): Promise<void> {
    await this.#tools.onState?.(state, this.#attempt);
  }
}
