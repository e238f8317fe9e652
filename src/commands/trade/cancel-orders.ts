/** Runs `trade cancel`: cancels orders by their ids, one request each, and prints a row for each. */
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { orderOf } from '../../orders/outcome.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequests } from '../calling/dry-run.ts';
import { showExecuted } from '../calling/send-write.ts';
import { writeWords } from '../calling/write-words.ts';
import type { CommandCall } from '../types.ts';
import { sendCancellation } from './cancel.ts';
import { type CancelTarget, findTargets, idParams } from './cancel-targets.ts';
import { ORDER_RESULTS, type OrderResult, reportFailures } from './row-results.ts';

/** A cancellation that is ready to be sent. */
export interface Cancellation {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
}

/**
 * Runs the command. Returns exit code 8 if some orders were cancelled and others not, 7 if that is unknown of an
 * order, and the exit code of the first error if none was cancelled.
 */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, options } = call;
  const targets = await findTargets(call, call.endpoint!, readWords(call));
  if (targets.length === 0) {
    output.note('No order is open.');
    await output.value([], ORDER_RESULTS);
    return EXIT_CODES.done;
  }
  const cancellations = targets.map((target) => prepareCancellation(call, target));
  const ready = cancellations.filter((one) => one !== undefined);
  if (options['dry-run'] === true) {
    for (const { id, endpoint } of targets) if (endpoint === undefined) output.note(unknownOrder(id).message);
    await showRequests(
      call,
      ready.map(({ request }) => request),
    );
    return ready.length === targets.length ? EXIT_CODES.done : EXIT_CODES.partial;
  }
  const [first, ...others] = ready;
  if (first !== undefined)
    await confirm(call, first.request, {
      endpoint: first.endpoint,
      details: others.map(({ endpoint, wire }) => writeWords(endpoint, wire)),
    });
  const results: OrderResult[] = [];
  for (const [index, target] of targets.entries())
    results.push(await cancelOne(call, target, cancellations[index]));
  const anyDone = results.some(({ error }) => error === undefined);
  if (targets.length === 1 && !anyDone) throw results[0]!.error!;
  const show = () =>
    output.value(
      results.map(({ row }) => row),
      ORDER_RESULTS,
    );
  await (anyDone ? showExecuted({}, show) : show());
  return reportFailures(output, results, 'order', 'cancelled');
}

/** Returns the words and options that name orders. Throws a usage error if there are none. */
function readWords({ endpoint, given, positionals, options }: CommandCall) {
  const idOptions = idParams(endpoint!);
  const typed = (positionals['ids'] ?? []) as readonly string[];
  const words = [...typed, ...given.filter(({ name }) => idOptions.includes(name)).map(({ text }) => text)];
  const isAll = options['all'] === true;
  if (words.length === 0 && !isAll)
    throw usageError(
      'trade cancel needs the id of an order, or --all.',
      'bourse trade open-orders lists the orders with their ids.',
    );
  return { words, symbol: given.find(({ name }) => name === 'symbol')?.text, isAll };
}

/** Returns the cancellation of an order; undefined for an order of which no symbol is known. */
export function prepareCancellation(
  call: CommandCall,
  { id, endpoint, given }: CancelTarget,
): Cancellation | undefined {
  if (endpoint === undefined) return undefined;
  const shared = endpoint === call.endpoint ? call.given.filter(({ name }) => !isNaming(endpoint, name)) : [];
  const now = call.services.world.clock.now();
  const { request, wire, notes } = prepareRequest(endpoint, [...given, ...shared], { now });
  for (const note of notes) call.output.note(note);
  return { id, endpoint, request, wire };
}

/** Returns whether a parameter says which order is meant. */
function isNaming(endpoint: Endpoint, name: string): boolean {
  return name === 'symbol' || idParams(endpoint).includes(name);
}

/** Sends a cancellation once and returns what became of the order. Never throws. */
export async function cancelOne(
  call: CommandCall,
  { id, symbol }: CancelTarget,
  one: Cancellation | undefined,
): Promise<OrderResult> {
  if (one === undefined) return failedResult(id, symbol, unknownOrder(id));
  try {
    const { answer } = await sendCancellation(call, one.endpoint, one);
    return { id, row: { id, result: 'CANCELED', symbol: symbol ?? null, ...orderOf(answer) } };
  } catch (thrown) {
    return failedResult(id, symbol, asToolError(thrown));
  }
}

function failedResult(id: string, symbol: string | undefined, error: ToolError): OrderResult {
  const { execution, code, message } = error.facts;
  const result = execution === 'unknown' ? 'UNKNOWN' : 'NOT_CANCELED';
  return { id, row: { id, result, symbol: symbol ?? null, code: code ?? null, msg: message }, error };
}

function unknownOrder(id: string): ToolError {
  return new ToolError({
    kind: 'rejected',
    message: `No open order has the id ${safeText(id.slice(0, 60))}, and the journal has none either.`,
    hint: 'Check the id and --on; for an order that is not listed yet, give its symbol first.',
    execution: 'not_executed',
  });
}
