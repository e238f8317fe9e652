/**
 * Finds out whether a cancellation of all open orders was executed whose answer was lost. The cancellation is
 * never sent again, because a second one could cancel orders that were placed in between. Whether it was
 * executed follows from the list of open orders.
 */
import type { Endpoint } from '../catalogue/types.ts';
import { ToolError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import { plural } from '../core/text.ts';
import { isObject, type JsonValue } from '../core/words.ts';
import type { Answer } from '../request/types.ts';
import type { DispatchTools, SendTimes } from './dispatch.ts';
import { acceptanceDeadline, LOOKUP_TIMEOUT_MS, lookupFailure, unknownStatusMessage } from './resolve.ts';

export interface CancelAllOptions {
  readonly times: SendTimes;
  /** The fields of an order's record that may hold its time. */
  readonly timeFields: readonly string[];
  /** Queries the list of the open orders that were to be cancelled. */
  readonly list: (signal: AbortSignal) => Promise<Answer>;
  /** The endpoint of the cancellation, which an error names. */
  readonly endpoint: Endpoint;
  readonly signal: AbortSignal;
  /** The error or the answer that left the outcome of the cancellation open. */
  readonly cause: unknown;
}

const LIST_DELAY_MS = 1_000;

/**
 * Returns the answer of the list of open orders once the list has no order that is older than the
 * cancellation. Throws a ToolError of kind `unavailable` if older orders are still open after the time in
 * which the cancellation can take effect, and `execution-unknown` if the list could not be read.
 */
export async function resolveCancelAll(
  { clock, serverTime }: Pick<DispatchTools, 'clock' | 'serverTime'>,
  { times, timeFields, list, endpoint, signal, cause }: CancelAllOptions,
): Promise<Answer> {
  const deadline = acceptanceDeadline(times);
  // The cancellation may have been sent long ago, so the time for queries counts from now at the earliest.
  const giveUpAt = Math.max(deadline, serverTime.now()) + LOOKUP_TIMEOUT_MS;
  let why = 'the open orders were not listed in time';
  while (serverTime.now() < giveUpAt) {
    await clock.sleep(LIST_DELAY_MS, signal).catch(() => undefined);
    if (signal.aborted) break;
    const listedAt = serverTime.now();
    const answer = await list(signal).catch((thrown: unknown) => {
      why = thrown instanceof Error ? thrown.message : String(thrown);
      return undefined;
    });
    const older = answer === undefined ? undefined : countOlderOrders(answer, times.timestamp, timeFields);
    if (answer !== undefined && older === 0) return answer;
    if (older !== undefined && listedAt > deadline) throw notExecutedError(endpoint, older, cause);
  }
  throw new ToolError({
    kind: 'execution-unknown',
    message: unknownStatusMessage('cancellation', cause, lookupFailure(why)),
    hint: 'List the open orders before you cancel all again: it would hit orders placed since.',
    execution: 'unknown',
    endpoint: endpoint.id,
    cause,
  });
}

/** Returns how many open orders are older than a moment; an order without a time counts as older. */
function countOlderOrders(answer: Answer, than: number, timeFields: readonly string[]): number | undefined {
  const outcome = readJson(answer.body);
  if (!outcome.ok || !Array.isArray(outcome.value)) return undefined;
  return (outcome.value as readonly JsonValue[]).filter((order) => {
    const time = isObject(order)
      ? timeFields.map((field) => order[field]).find((one) => typeof one === 'number')
      : undefined;
    return typeof time !== 'number' || time <= than;
  }).length;
}

function notExecutedError(endpoint: Endpoint, older: number, cause: unknown): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `The cancellation was not executed: ${plural(older, 'order')} of before it ${older === 1 ? 'is' : 'are'} still open, and it can no longer come.`,
    hint: 'Send it again if you still want it.',
    execution: 'not_executed',
    endpoint: endpoint.id,
    cause,
  });
}
