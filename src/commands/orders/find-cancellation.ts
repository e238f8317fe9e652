/** Finds out what became of a cancellation of an earlier run, by its order or by the list of open orders. */
import { type WriteRecord, wordsOf } from '../../app/journal/write-record.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { resolveCancelAll } from '../../orders/cancel-all.ts';
import { NO_SUCH_ORDER } from '../../orders/lookup.ts';
import { acceptanceDeadline } from '../../orders/resolve.ts';
import { isCancellation } from '../../request/intent.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { WireArguments } from '../../request/types.ts';
import type { SharedState } from '../../state/shared-state.ts';
import { endpointById } from '../find-endpoint.ts';
import { CANCELLED, cancelLookupParams, OPEN_STATES, statusOf } from '../trade/cancel.ts';
import { openOrdersRequest, TIME_FIELDS } from '../trade/cancel-all.ts';
import type { CommandCall } from '../types.ts';
import { type Finding, openSentWrite } from './sent-write.ts';

/** The shortest time between two look-ups of an order, in ms. */
const LOOKUP_DELAY_MS = 1_000;

/** Returns what became of a cancellation; undefined if no query shows it. */
export async function findCancellation(
  call: CommandCall,
  journal: SharedState,
  endpoint: Endpoint,
  write: WriteRecord,
): Promise<Finding | undefined> {
  if (!isCancellation(endpoint) || endpoint.lookup === undefined) return undefined;
  const query = await endpointById(endpoint.lookup);
  const wire = new Map(Object.entries(write.params));
  if (query.lookupFields !== undefined) {
    const params = cancelLookupParams(query, wire);
    return namesOrder(params)
      ? findCancelledOrder(call, journal, { endpoint, query, write, params })
      : undefined;
  }
  // Only a query that takes the same parameters lists exactly the orders that were to be cancelled.
  const listsSameOrders = Object.keys(endpoint.params).every((name) => name in query.params);
  return listsSameOrders
    ? findCancelledOrders(call, journal, { endpoint, query, write, params: wire })
    : undefined;
}

/** A cancellation, and the query with parameters that shows its outcome. */
interface SentCancellation {
  readonly endpoint: Endpoint;
  readonly query: Endpoint;
  readonly write: WriteRecord;
  readonly params: WireArguments;
}

/** Returns whether the parameters of a query name one order, and not all orders of a symbol. */
function namesOrder(params: WireArguments): boolean {
  return [...params.keys()].some((name) => name !== 'symbol' && name !== 'isIsolated');
}

/**
 * Looks up the order that a cancellation was for. An order that is open or does not exist proves that the cancellation was
 * not executed, but only once it can no longer arrive, so such an order is looked up a second time then.
 */
async function findCancelledOrder(
  call: CommandCall,
  journal: SharedState,
  { endpoint, query, write, params }: SentCancellation,
): Promise<Finding> {
  const { clock, interrupt } = call.services.world;
  const { times, serverClock } = await openSentWrite(call, journal, endpoint, write);
  for (let isLast = false; ; isLast = true) {
    const status = await statusNow(call, query, params);
    const why =
      status === undefined ? 'the exchange does not know the order' : `the order is ${safeText(status)}`;
    if (status !== undefined && CANCELLED.has(status)) return { state: 'FOUND', why };
    const isClosed = status !== undefined && !OPEN_STATES.has(status);
    if (isClosed || isLast) return { state: 'ABSENT', why };
    const waitMs = Math.max(acceptanceDeadline(times) + 1 - serverClock.now(), LOOKUP_DELAY_MS);
    call.output.progress(`looking up ${wordsOf(write)} again in ${Math.ceil(waitMs / 1000)} s`);
    await clock.sleep(waitMs, interrupt);
  }
}

/** Returns the state of an order; undefined if the exchange does not know it. */
async function statusNow(
  call: CommandCall,
  query: Endpoint,
  params: WireArguments,
): Promise<string | undefined> {
  try {
    const answer = await call.services.call({ ...buildRequest(query, params), isUrgent: true });
    const status = await statusOf(call, query, answer);
    if (status !== undefined) return status;
  } catch (thrown) {
    if (asToolError(thrown).facts.code === NO_SUCH_ORDER) return undefined;
    throw thrown;
  }
  throw new ToolError({ kind: 'unavailable', message: 'The answer holds no order.', endpoint: query.id });
}

/** Finds out from the list of open orders whether a cancellation of all of them was executed. */
async function findCancelledOrders(
  call: CommandCall,
  journal: SharedState,
  { endpoint, query, write, params }: SentCancellation,
): Promise<Finding> {
  const { clock, interrupt } = call.services.world;
  const { sender, times, serverClock } = await openSentWrite(call, journal, endpoint, write);
  const list = { ...openOrdersRequest(query, params), isUrgent: true } as const;
  try {
    await resolveCancelAll(
      { clock, serverTime: serverClock },
      {
        times,
        timeFields: TIME_FIELDS,
        list: (signal) => sender.call(list, signal),
        endpoint,
        signal: interrupt,
        cause: undefined,
      },
    );
  } catch (thrown) {
    const { message, facts } = asToolError(thrown);
    return facts.execution === 'not_executed' ? { state: 'ABSENT', why: message } : { why: message };
  }
  return { state: 'FOUND', why: 'no order of before it is open' };
}
