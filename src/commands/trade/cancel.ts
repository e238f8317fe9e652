/** Cancels an order or an order list: may be repeated safely, and what became of it is told in the end. */
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { lookupFields } from '../../orders/lookup.ts';
import { orderOf } from '../../orders/outcome.ts';
import { buildRequest, prepareRequest } from '../../request/prepare.ts';
import type { Answer, WireArguments } from '../../request/types.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { confirm, showExecuted, showRequest } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** The exchange knows no open order of this id (interface document, Errors: CANCEL_REJECTED). */
export const CANCEL_REJECTED = -2011;

/** Looks at an order whose cancellation got no clear answer. */
const ATTEMPTS_MAX = 4;
const ATTEMPT_DELAY_MS = 500;

/** States of an order that can still be cancelled. */
const OPEN: ReadonlySet<string> = new Set([
  'NEW',
  'ACCEPTED',
  'PARTIALLY_FILLED',
  'PENDING_CANCEL',
  'EXECUTING',
]);

/** Options spell it with two letters L (public facts, Options). */
const CANCELLED: ReadonlySet<string> = new Set(['CANCELED', 'CANCELLED']);

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepareRequest(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  let shown: { readonly body: string; readonly view: View | undefined };
  try {
    const { body } = await services.call({ ...request, isUrgent: true }, { isOneOfMany: true });
    shown = { body, view: endpoint.view };
  } catch (thrown) {
    const error = asToolError(thrown);
    const isUnclear = error.facts.execution === 'unknown' || error.facts.code === CANCEL_REJECTED;
    if (!isUnclear || endpoint.lookup === undefined) throw error;
    const query = await endpointById(endpoint.lookup);
    const { body } = await verifyCancellation(call, query, wire, error);
    output.note('The cancellation got no clear answer; this is how it stands.');
    shown = { body, view: query.view };
  }
  await showExecuted({}, () => output.answer(shown.body, shown.view));
}

/** The order was seen, and it can still be cancelled. */
export class StillOpenError extends ToolError {}

/**
 * Returns the order once it is cancelled; throws where it was filled, is still open, or cannot be seen, then with the
 * command that looks it up.
 */
export async function verifyCancellation(
  call: CommandCall,
  query: Endpoint,
  wire: WireArguments,
  cancelError: ToolError,
): Promise<Answer> {
  const params = lookupParams(query, wire);
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
      // An order that nobody knows of was not there to be cancelled: the exchange's own words say it best.
      if (asToolError(thrown).kind === 'rejected') throw unknownOrderError(cancelError);
      // Whoever may look no longer knows as little as before.
      if (attempt === ATTEMPTS_MAX || world.interrupt.aborted) throw cancelError;
      return undefined;
    });
    const status = answer === undefined ? undefined : await statusOf(call, query, answer);
    if (answer !== undefined && status !== undefined && CANCELLED.has(status)) return answer;
    if (status !== undefined && !OPEN.has(status)) throw alreadyClosedError(cancelError, status);
    if (cancelError.facts.code === CANCEL_REJECTED) throw cancelError;
    await world.clock.sleep(ATTEMPT_DELAY_MS * attempt, world.interrupt).catch(() => {
      throw cancelError;
    });
  }
  throw new StillOpenError({
    ...cancelError.facts,
    kind: 'execution-unknown',
    message: `The order is still open, and its cancellation got no clear answer: ${cancelError.message}`,
    hint: 'Cancelling again is safe.',
    execution: 'unknown',
  });
}

/** The query takes the ids that the cancellation took; a list's own id goes by another name there. */
function lookupParams(query: Endpoint, wire: WireArguments): WireArguments {
  const { by, id } = lookupFields(query);
  const shared = [...wire].filter(([name]) => name in query.params);
  const listId = wire.get(id);
  return new Map(listId === undefined || wire.has(by) ? shared : [...shared, [by, listId]]);
}

/** Returns the state of an order; of a list that is done the state of its orders, the one that was not cancelled first. */
async function statusOf(call: CommandCall, { shows }: Endpoint, answer: Answer): Promise<string | undefined> {
  const found = orderOf(answer) ?? {};
  if (shows?.part === undefined || found['listOrderStatus'] !== 'ALL_DONE')
    return textOf(found['status'] ?? found['listOrderStatus']);
  const query = await endpointById(shows.part);
  const orders = Array.isArray(found['orders']) ? (found['orders'] as readonly JsonValue[]) : [];
  const statuses: string[] = [];
  for (const order of orders.filter(isObject)) {
    const orderParams = ['symbol', 'orderId'].map((name) => [name, String(order[name] ?? '')] as const);
    // What cannot be seen now is looked at again with the list.
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

/** The query knows of no such order either, so that looking it up once more would tell nothing. */
function unknownOrderError(cancelError: ToolError): ToolError {
  const hint = 'The exchange knows no order of this id: check the symbol, the id and the account.';
  return new ToolError({ ...cancelError.facts, hint, cause: cancelError.cause });
}

function alreadyClosedError(cancelError: ToolError, status: string): ToolError {
  return new ToolError({
    ...cancelError.facts,
    kind: 'rejected',
    message: `The order cannot be cancelled any more: it is ${status}.`,
    hint: 'Look it up to see how it ended.',
    execution: 'not_executed',
  });
}
