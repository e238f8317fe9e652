/**
 * Cancels an order or an order list. Without a conclusive answer the order is looked up and its state is
 * printed.
 */
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { lookupFields } from '../../orders/lookup.ts';
import { orderOf } from '../../orders/outcome.ts';
import { lookupFailure, unknownStatusMessage } from '../../orders/resolve.ts';
import { buildRequest, prepareRequest } from '../../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { showExecuted } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/**
 * The error code for an id of which the exchange knows no open order (interface document, Errors:
 * CANCEL_REJECTED).
 */
export const CANCEL_REJECTED = -2011;

/** The number of look-ups of an order whose cancellation got no conclusive answer. */
const ATTEMPTS_MAX = 4;
const ATTEMPT_DELAY_MS = 500;

/** States in which an order can still be cancelled. */
export const OPEN_STATES: ReadonlySet<string> = new Set([
  'NEW',
  'ACCEPTED',
  'PARTIALLY_FILLED',
  'PENDING_CANCEL',
  'EXECUTING',
]);

/** States of a cancelled order; options spell it with two letters L (public facts, Options). */
export const CANCELLED: ReadonlySet<string> = new Set(['CANCELED', 'CANCELLED']);

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepareRequest(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  const { answer, view, note } = await sendCancellation(call, endpoint, { request, wire });
  if (note !== undefined) output.note(note);
  await showExecuted({}, () => output.answer(answer.body, view));
}

/** The order as a cancellation left it. */
export interface CancellationOutcome {
  /** The answer to the cancellation, or to the look-up that shows the order cancelled. */
  readonly answer: Answer;
  readonly view: View | undefined;
  /** What to say about an answer that is that of a look-up. */
  readonly note?: string;
}

/**
 * Sends a cancellation once and returns the cancelled order. Without a conclusive answer the order is looked up.
 * Throws a ToolError if the order was not cancelled, or if that stays unknown.
 */
export async function sendCancellation(
  call: CommandCall,
  endpoint: Endpoint,
  { request, wire }: { readonly request: PreparedRequest; readonly wire: WireArguments },
): Promise<CancellationOutcome> {
  const journal = await call.services.journal();
  const urgent = { ...request, isUrgent: true } as const;
  try {
    const answer = await call.services.call(urgent, { isOneOfMany: true });
    await journal.recordEnd(urgent);
    return { answer, view: endpoint.view };
  } catch (thrown) {
    const cancelled = await verifyFailedCancellation(call, endpoint, wire, asToolError(thrown)).catch(
      async (error: unknown) => {
        await journal.recordEnd(urgent, error);
        throw error;
      },
    );
    await journal.recordEnd(urgent);
    return cancelled;
  }
}

/** Returns the order if a look-up shows that it is cancelled in spite of the error; throws the error if not. */
async function verifyFailedCancellation(
  call: CommandCall,
  endpoint: Endpoint,
  wire: WireArguments,
  error: ToolError,
): Promise<CancellationOutcome> {
  const isUnknown = error.facts.execution === 'unknown';
  if ((!isUnknown && error.facts.code !== CANCEL_REJECTED) || endpoint.lookup === undefined) throw error;
  const query = await endpointById(endpoint.lookup);
  const answer = await verifyCancellation(call, query, wire, error);
  const note = isUnknown
    ? 'The cancellation got no conclusive answer; this is what a query shows of the order.'
    : `The exchange rejected the cancellation (${CANCEL_REJECTED}) because the order was already CANCELED.`;
  return { answer, view: query.view, note };
}

/** Thrown if a cancellation got no conclusive answer and a lookup shows that the order is still open. */
export class StillOpenError extends ToolError {}

/**
 * Returns the order once a lookup shows that it is cancelled. Throws if the order was filled, is still open,
 * or cannot be looked up; the error then carries the command that looks it up later.
 */
export async function verifyCancellation(
  call: CommandCall,
  query: Endpoint,
  wire: WireArguments,
  cancelError: ToolError,
): Promise<Answer> {
  const params = cancelLookupParams(query, wire);
  return pollOrder(call, query, params, cancelError).catch(async (thrown: unknown) => {
    const error = asToolError(thrown);
    if (error.kind !== 'execution-unknown') throw error;
    const facts = { ...error.facts, resume: await resumeCommand(call, query, params), cause: error.cause };
    throw error instanceof StillOpenError ? new StillOpenError(facts) : new ToolError(facts);
  });
}

async function pollOrder(
  call: CommandCall,
  query: Endpoint,
  params: WireArguments,
  cancelError: ToolError,
): Promise<Answer> {
  const { world } = call.services;
  const request = { ...buildRequest(query, params), isUrgent: true } as const;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const answer = await call.services.call(request).catch((thrown: unknown) => {
      // The look-up does not know the order either, so the exchange's first answer is reported.
      if (asToolError(thrown).kind === 'rejected') throw unknownOrderError(cancelError);
      // If no further look-up follows, the outcome of the cancellation is still unknown.
      if (attempt === ATTEMPTS_MAX || world.interrupt.aborted) throw failedLookupError(cancelError, thrown);
      return undefined;
    });
    const status = answer === undefined ? undefined : await statusOf(call, query, answer);
    if (answer !== undefined && status !== undefined && CANCELLED.has(status)) return answer;
    if (status !== undefined && !OPEN_STATES.has(status)) throw alreadyClosedError(cancelError, status);
    if (cancelError.facts.code === CANCEL_REJECTED) throw cancelError;
    await world.clock.sleep(ATTEMPT_DELAY_MS * attempt, world.interrupt).catch(() => {
      throw cancelError;
    });
  }
  throw new StillOpenError({
    ...cancelError.facts,
    kind: 'execution-unknown',
    message: `The order is still open, and its cancellation got no conclusive answer: ${cancelError.message}`,
    hint: 'It is safe to cancel again.',
    execution: 'unknown',
  });
}

/**
 * Returns the parameters with which an order is looked up after its cancellation; the id of an order list has
 * another name in the look-up.
 */
export function cancelLookupParams(query: Endpoint, wire: WireArguments): WireArguments {
  const { param, idField: id } = lookupFields(query);
  const shared = [...wire].filter(([name]) => name in query.params);
  const listId = wire.get(id);
  return new Map(listId === undefined || wire.has(param) ? shared : [...shared, [param, listId]]);
}

/**
 * Returns the state of the order in an answer; undefined if the answer shows none. For a completed order list: the first
 * state of its orders that is not cancelled, else cancelled.
 */
export async function statusOf(
  call: CommandCall,
  { lookupFields }: Endpoint,
  answer: Answer,
): Promise<string | undefined> {
  const found = orderOf(answer) ?? {};
  if (lookupFields?.part === undefined || found['listOrderStatus'] !== 'ALL_DONE')
    return textOf(found['status'] ?? found['algoStatus'] ?? found['listOrderStatus']);
  const query = await endpointById(lookupFields.part);
  const orders = Array.isArray(found['orders']) ? (found['orders'] as readonly JsonValue[]) : [];
  const statuses: string[] = [];
  for (const order of orders.filter(isObject)) {
    const orderParams = ['symbol', 'orderId'].map((name) => [name, String(order[name] ?? '')] as const);
    // An order of the list that cannot be looked up now is looked up again with the next attempt.
    const orderAnswer = await call.services
      .call(buildRequest(query, new Map(orderParams)))
      .catch(() => undefined);
    const status = orderAnswer === undefined ? undefined : textOf(orderOf(orderAnswer)?.['status']);
    if (status === undefined) return undefined;
    statuses.push(status);
  }
  return statuses.find((one) => !CANCELLED.has(one)) ?? statuses[0];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the error for an order that neither the cancellation nor the query knows. */
function unknownOrderError(cancelError: ToolError): ToolError {
  const hint = 'The exchange knows no order of this id: check the symbol, the id and the account.';
  return new ToolError({ ...cancelError.facts, hint, cause: cancelError.cause });
}

/** Returns the error of a cancellation whose order could not be looked up. */
function failedLookupError(cancelError: ToolError, lookupError: unknown): ToolError {
  if (cancelError.facts.execution !== 'unknown') return cancelError;
  const lookup = lookupFailure(asToolError(lookupError).message);
  return new ToolError({
    ...cancelError.facts,
    message: unknownStatusMessage('cancellation', cancelError, lookup),
    cause: cancelError,
  });
}

function alreadyClosedError(cancelError: ToolError, status: string): ToolError {
  return new ToolError({
    ...cancelError.facts,
    kind: 'rejected',
    message: `The order can no longer be cancelled: it is ${status}.`,
    hint: 'Look it up to see its fills.',
    execution: 'not_executed',
  });
}
