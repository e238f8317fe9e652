/** Finds out by a REST look-up what became of a WebSocket API call that was sent and not answered. */
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { View } from '../../catalogue/types.ts';
import { ToolError } from '../../core/errors.ts';
import { unixMs } from '../../core/words.ts';
import { resolveCancelAll } from '../../orders/cancel-all.ts';
import { PlacementResolver, type SendTimes } from '../../orders/place.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import type { WsParams } from '../../stream/ws-signature.ts';
import { findUnconfirmed } from '../calling/verify-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { createOrderFinder, openOrderSession } from '../ordering/order-session.ts';
import { verifyCancellation } from '../trade/cancel.ts';
import { openOrdersRequest, TIME_FIELDS } from '../trade/cancel-all.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, endpointOf, wireOf } from './method-call.ts';

/** The exchange's recvWindow for calls without one, in ms. */
const RECV_WINDOW_MS = LIMITS.recvWindowDefault.value;
/** Timestamps above this value are in microseconds; those in ms stay below it for a thousand years. */
const MICROSECONDS_MIN = 1e14;

/** A call that was sent and got no conclusive answer. */
export interface UnconfirmedCall {
  readonly method: WsMethod;
  /** The request under which the journal holds the call. */
  readonly request: PreparedRequest;
  /** The parameters as sent; they may include those that the signature added. */
  readonly params: WsParams;
  /** Timestamp and recvWindow of the call, which limit how late it can arrive. */
  readonly times: SendTimes;
  readonly cause: ToolError;
}

export interface VerifiedCall {
  /** The answer of the query: the order, or the open orders after a cancellation of all. */
  readonly answer: Pick<Answer, 'body'>;
  readonly view: View | undefined;
}

/**
 * Returns the result of the call. Throws a ToolError: `unavailable` if it was proved not executed, `rejected`
 * if the exchange closed the order, `execution-unknown` if the outcome stays unknown.
 */
export async function resolveCall(call: CommandCall, unconfirmed: UnconfirmedCall): Promise<VerifiedCall> {
  const { method, request, cause, times } = unconfirmed;
  const endpoint = endpointOf(method);
  const lookupCall = { ...call, endpoint };
  const wire = wireOf(unconfirmed.params);
  // A write that is recognised by its values alone is not looked up: the records before it were not counted.
  if (endpoint.verifiedBy !== undefined && endpoint.verifiedBy.by !== 'values') {
    const baseline = { since: times.timestamp, count: 0 };
    const write = { request, wire, verification: endpoint.verifiedBy, baseline };
    const { record, view } = await findUnconfirmed(lookupCall, write, cause);
    return { answer: { body: record }, view };
  }
  if (method.endpoint === undefined || endpoint.lookup === undefined) throw cause;
  // Without an order session no look-up is possible, so the original error stays.
  const openSession = () =>
    openOrderSession(lookupCall, bareRequest(method)).catch((thrown: unknown) => {
      throw new ToolError({ ...cause.facts, cause: thrown });
    });
  const query = await endpointById(endpoint.lookup);
  const id = endpoint.clientIds === undefined ? undefined : wire.get(endpoint.clientIds.param);
  if (id !== undefined) {
    const session = await openSession();
    const finder = await createOrderFinder(lookupCall, endpoint, session.sender.call);
    const placing = new PlacementResolver(
      { ...session.tools, lookup: finder.lookup(id, wire) },
      { ...session.options, resume: () => finder.resume(id, wire) },
      { clientOrderId: id, noun: endpoint.clientIds!.noun, ...times },
    );
    return { answer: (await placing.resolve(cause, 'dense')).answer, view: query.view };
  }
  if (query.lookupFields !== undefined) {
    const answer = await verifyCancellation(lookupCall, query, wire, cause);
    return { answer, view: query.view };
  }
  const session = await openSession();
  const list = openOrdersRequest(query, wire);
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

/** The error of a write that was sent and got no conclusive answer. */
export class UnconfirmedCallError extends ToolError {
  readonly call: UnconfirmedCall;

  constructor(error: ToolError, call: UnconfirmedCall) {
    super({ ...error.facts, cause: error });
    this.call = call;
  }
}

/** Returns the timestamp of a call in ms, whatever unit it was sent in, and its recvWindow. */
export function signedTimesOf({ timestamp, recvWindow }: WsParams): UnconfirmedCall['times'] {
  const signedAt = Number(timestamp);
  return {
    timestamp: unixMs(Math.floor(signedAt > MICROSECONDS_MIN ? signedAt / 1000 : signedAt)),
    recvWindow: recvWindow === undefined ? RECV_WINDOW_MS : Number(recvWindow),
  };
}
