/** What became of a call of the WebSocket API that was sent and not answered: looked up over REST, by the id of its order. */
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { View } from '../../catalogue/types.ts';
import { ToolError } from '../../core/errors.ts';
import { unixMs } from '../../core/words.ts';
import { resolveCancelAll } from '../../orders/cancel-all.ts';
import { PlacementResolver, type SendTimes } from '../../orders/place.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { Answer } from '../../request/types.ts';
import type { Params } from '../../stream/ws-signature.ts';
import { endpointById } from '../find-endpoint.ts';
import { createOrderFinder, openOrderSession } from '../ordering/order-session.ts';
import { verifyCancellation } from '../trade/cancel.ts';
import { TIME_FIELDS } from '../trade/cancel-all.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, endpointOf, wireOf } from './method-call.ts';

/** What the exchange takes where a call names no recvWindow. */
const RECV_WINDOW_MS = LIMITS.recvWindowDefault.value;
/** Times in ms stay below it for a thousand years. */
const MICROSECONDS_MIN = 1e14;

/** A call whose answer never came. */
export interface UnconfirmedCall {
  readonly method: WsMethod;
  /** As they were sent; what was signed beside them may be among them. */
  readonly params: Params;
  /** What the call was signed with: by it the search knows when it can no longer arrive. */
  readonly times: SendTimes;
  readonly cause: ToolError;
}

export interface ResolvedCall {
  /** What a query showed: the order, or the orders that are open after all were cancelled. */
  readonly answer: Answer;
  readonly view: View | undefined;
}

/**
 * Returns what the call has done. Throws a ToolError: `unavailable` where it is proved that it did nothing, `rejected`
 * where the exchange ended the order, `execution-unknown` where nobody can tell.
 */
export async function resolveCall(call: CommandCall, unconfirmed: UnconfirmedCall): Promise<ResolvedCall> {
  const { method, cause, times } = unconfirmed;
  const endpoint = endpointOf(method);
  if (method.endpoint === undefined || endpoint.lookup === undefined) throw cause;
  const lookupCall = { ...call, endpoint };
  // Whoever cannot even ask knows as little as before.
  const openSession = () =>
    openOrderSession(lookupCall, bareRequest(method)).catch((thrown: unknown) => {
      throw new ToolError({ ...cause.facts, cause: thrown });
    });
  const wire = wireOf(unconfirmed.params);
  const query = await endpointById(endpoint.lookup);
  const id = endpoint.ownId === undefined ? undefined : wire.get(endpoint.ownId.param);
  if (id !== undefined) {
    const session = await openSession();
    const finder = await createOrderFinder(lookupCall, endpoint, session.sender.call);
    const placing = new PlacementResolver(
      { ...session.tools, lookup: finder.lookup(id, wire) },
      { ...session.options, resume: () => finder.resume(id, wire) },
      { clientOrderId: id, noun: endpoint.ownId!.noun, ...times },
    );
    return { answer: (await placing.resolve(cause, 'dense')).answer, view: query.view };
  }
  if (query.shows !== undefined) {
    const answer = await verifyCancellation(lookupCall, query, wire, cause);
    return { answer, view: query.view };
  }
  const session = await openSession();
  const list = buildRequest(query, new Map([...wire].filter(([name]) => name in query.params)));
  const answer = await resolveCancelAll(session.tools, {
    times,
    timeFields: TIME_FIELDS,
    list: (signal) => session.sender.call(list, signal),
    endpoint,
    signal: call.services.world.abandon,
    cause,
  });
  return { answer, view: query.view };
}

/** A call that was sent, not answered, and may have changed something. */
export class UnconfirmedCallError extends ToolError {
  readonly call: UnconfirmedCall;

  constructor(error: ToolError, call: UnconfirmedCall) {
    super({ ...error.facts, cause: error });
    this.call = call;
  }
}

/** Returns when a call was signed, in ms or microseconds, and how long it may be taken. */
export function signedTimesOf({ timestamp, recvWindow }: Params): UnconfirmedCall['times'] {
  const signedAt = Number(timestamp);
  return {
    timestamp: unixMs(Math.floor(signedAt > MICROSECONDS_MIN ? signedAt / 1000 : signedAt)),
    recvWindow: recvWindow === undefined ? RECV_WINDOW_MS : Number(recvWindow),
  };
}
