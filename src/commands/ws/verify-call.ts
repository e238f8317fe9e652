/** What became of a call of the WebSocket API that was sent and not answered: looked up over REST, by the id of its order. */
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { View } from '../../catalogue/types.ts';
import { ToolError } from '../../core/errors.ts';
import { unixMs } from '../../core/words.ts';
import { settleClearing } from '../../orders/cancel-all.ts';
import { Placing, type SendTimes } from '../../orders/place.ts';
import { requestOf } from '../../request/prepare.ts';
import type { Answer } from '../../request/types.ts';
import type { Params } from '../../stream/ws-signature.ts';
import { endpointById } from '../endpoint-parts.ts';
import { finderOf, openDesk } from '../ordering/order-session.ts';
import { lookUpCancelled } from '../trade/cancel.ts';
import { TIME_FIELDS } from '../trade/cancel-all.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, endpointOf, wireOf } from './method-call.ts';

/** What the exchange takes where a call names no recvWindow. */
const RECV_WINDOW_MS = LIMITS.recvWindowDefault.value;
/** Times in ms stay below it for a thousand years. */
const MICROSECONDS_MIN = 1e14;

/** A call whose answer never came. */
export interface LostCall {
  readonly method: WsMethod;
  /** As they were sent; what was signed beside them may be among them. */
  readonly params: Params;
  /** What the call was signed with: by it the search knows when it can no longer arrive. */
  readonly times: SendTimes;
  readonly cause: ToolError;
}

export interface Settled {
  /** What a query showed: the order, or the orders that are open after all were cancelled. */
  readonly answer: Answer;
  readonly view: View | undefined;
}

/**
 * Returns what the call has done. Throws a ToolError: `unavailable` where it is proved that it did nothing, `rejected`
 * where the exchange ended the order, `execution-unknown` where nobody can tell.
 */
export async function settleLost(call: CommandCall, lost: LostCall): Promise<Settled> {
  const { method, cause, times } = lost;
  const endpoint = endpointOf(method);
  if (method.endpoint === undefined || endpoint.lookup === undefined) throw cause;
  const asked = { ...call, endpoint };
  // Whoever cannot even ask knows as little as before.
  const openedDesk = () =>
    openDesk(asked, bareRequest(method)).catch((thrown: unknown) => {
      throw new ToolError({ ...cause.facts, cause: thrown });
    });
  const wire = wireOf(lost.params);
  const query = await endpointById(endpoint.lookup);
  const id = endpoint.ownId === undefined ? undefined : wire.get(endpoint.ownId.param);
  if (id !== undefined) {
    const desk = await openedDesk();
    const finder = await finderOf(asked, endpoint, desk.sender.call);
    const placing = new Placing(
      { ...desk.tools, lookup: finder.lookup(id, wire) },
      { ...desk.options, resume: () => finder.resume(id, wire) },
      { clientOrderId: id, noun: endpoint.ownId!.noun, ...times },
    );
    return { answer: (await placing.settle(cause, 'dense')).answer, view: query.view };
  }
  if (query.shows !== undefined) {
    const answer = await lookUpCancelled(asked, query, wire, cause);
    return { answer, view: query.view };
  }
  const desk = await openedDesk();
  const list = requestOf(query, new Map([...wire].filter(([name]) => name in query.params)));
  const answer = await settleClearing(desk.tools, {
    times,
    timeFields: TIME_FIELDS,
    list: (signal) => desk.sender.call(list, signal),
    endpoint,
    signal: call.services.world.abandon,
    cause,
  });
  return { answer, view: query.view };
}

/** A call that was sent, not answered, and may have changed something. */
export class Lost extends ToolError {
  readonly call: LostCall;

  constructor(error: ToolError, call: LostCall) {
    super({ ...error.facts, cause: error });
    this.call = call;
  }
}

/** Returns when a call was signed, in ms or microseconds, and how long it may be taken. */
export function timesOf({ timestamp, recvWindow }: Params): LostCall['times'] {
  const signedAt = Number(timestamp);
  return {
    timestamp: unixMs(Math.floor(signedAt > MICROSECONDS_MIN ? signedAt / 1000 : signedAt)),
    recvWindow: recvWindow === undefined ? RECV_WINDOW_MS : Number(recvWindow),
  };
}
