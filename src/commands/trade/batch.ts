/**
 * Places a batch of orders. Each order of the batch succeeds or fails on its own; orders without a conclusive
 * answer are looked up.
 */
import { EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { type BatchOrderResult, placeBatch } from '../../orders/batch.ts';
import { confirm } from '../calling/confirm.ts';
import { showOrder } from '../calling/dry-run.ts';
import { batchOrdersOf } from '../ordering/batch-orders.ts';
import { withClientOrderIds } from '../ordering/client-order-ids.ts';
import { checkOrder } from '../ordering/order-check.ts';
import { createIdGenerator, createOrderFinder, openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

/** Runs the batch command; returns exit code 8 if some orders were placed and others were not. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const endpoint = call.endpoint!;
  const given = withClientOrderIds(endpoint, call.given, createIdGenerator(call));
  const order = await checkOrder(call, endpoint, given);
  const { request, wire } = order;
  if (call.options['dry-run'] === true) {
    await showOrder(call, order, batchOrdersOf(endpoint, wire).length);
    return EXIT_CODES.done;
  }
  await confirm(call, request, { order });
  const session = await openOrderSession(call, request);
  const finder = await createOrderFinder(call, endpoint, session.sender.call);
  const elements = batchOrdersOf(endpoint, wire).map((order) => {
    const clientOrderId = order.get(endpoint.clientIds!.param)!;
    const resume = () => finder.resume(clientOrderId, order);
    return { clientOrderId, lookup: finder.lookup(clientOrderId, order), resume };
  });
  const outcomes = await placeBatch(session.tools, {
    ...session.options,
    elements,
    product: endpoint.product,
    idField: finder.query.lookupFields!.idField,
  });
  return reportOutcomes(call, outcomes);
}

/** Prints the outcome of each order; throws if no order was placed, or if the outcome of one is unknown. */
async function reportOutcomes(
  { output, endpoint }: CommandCall,
  outcomes: readonly BatchOrderResult[],
): Promise<ExitCode> {
  const failed = outcomes.filter((outcome) => outcome.is === 'failed');
  const unknown = failed.find(({ error }) => error.kind === 'execution-unknown');
  if (unknown !== undefined) throw combineErrors(unknown.error, outcomes);
  if (failed.length === outcomes.length) {
    // If orders of a batch failed for different reasons, a rejection is reported first, because sending the
    // rejected order again cannot succeed.
    const first = failed.find(({ error }) => error.kind === 'rejected') ?? failed[0]!;
    throw combineErrors(first.error, outcomes);
  }
  await output.answer(stringifyJson(outcomes.map(rowOf)), endpoint?.view);
  return failed.length === 0 ? EXIT_CODES.done : EXIT_CODES.partial;
}

function rowOf(outcome: BatchOrderResult): JsonValue {
  if (outcome.is === 'placed') return outcome.order;
  const { code, message, execution } = outcome.error.facts;
  return {
    clientOrderId: outcome.clientOrderId,
    execution: execution ?? 'unknown',
    ...(code === undefined ? {} : { code }),
    msg: message,
  };
}

/** Returns one error whose message lists the outcome of each order. */
function combineErrors(error: ToolError, outcomes: readonly BatchOrderResult[]): ToolError {
  if (outcomes.length === 1) return error;
  const placed = outcomes.filter((outcome) => outcome.is === 'placed').length;
  const lines = outcomes.map((outcome) =>
    outcome.is === 'placed'
      ? `- ${outcome.clientOrderId}: placed`
      : `- ${outcome.clientOrderId}: ${outcome.error.message}`,
  );
  const { clientOrderId: _one, ...facts } = error.facts;
  return new ToolError({
    ...facts,
    message: `Of ${plural(outcomes.length, 'order')} ${placed === 0 ? 'none' : placed} ${placed === 1 ? 'is' : 'are'} known to be placed:\n${lines.join('\n')}`,
    cause: error,
  });
}
