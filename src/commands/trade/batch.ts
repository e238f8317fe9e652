/** Places several orders at once: each succeeds or fails on its own, and each is looked up where nothing clear came. */
import { EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { type ElementFate, placeBatch } from '../../orders/batch.ts';
import { confirm, showOrder } from '../calling/send-write.ts';
import { elementsOf } from '../ordering/batch-orders.ts';
import { withOwnIds } from '../ordering/client-order-ids.ts';
import { checkOrder } from '../ordering/order-check.ts';
import { finderOf, idMaker, openDesk } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command; ends with 8 where some orders were placed and others were not. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const endpoint = call.endpoint!;
  const given = withOwnIds(endpoint, call.given, idMaker(call));
  const order = await checkOrder(call, endpoint, given);
  const { request, wire } = order;
  if (call.options['dry-run'] === true) {
    await showOrder(call, order, elementsOf(endpoint, wire).length);
    return EXIT_CODES.done;
  }
  await confirm(call, request);
  const desk = await openDesk(call, request);
  const finder = await finderOf(call, endpoint, desk.sender.call);
  const elements = elementsOf(endpoint, wire).map((order) => {
    const clientOrderId = order.get(endpoint.ownId!.param)!;
    const resume = () => finder.resume(clientOrderId, order);
    return { clientOrderId, lookup: finder.lookup(clientOrderId, order), resume };
  });
  const fates = await placeBatch(desk.tools, {
    ...desk.options,
    elements,
    product: endpoint.product,
    idField: finder.query.shows!.id,
  });
  return tell(call, fates);
}

/** Tells the fate of each order; throws where none was placed, or where one is not known. */
async function tell({ output, endpoint }: CommandCall, fates: readonly ElementFate[]): Promise<ExitCode> {
  const failed = fates.filter((fate) => fate.is === 'failed');
  const unknown = failed.find(({ error }) => error.kind === 'execution-unknown');
  if (unknown !== undefined) throw together(unknown.error, fates);
  if (failed.length === fates.length) {
    // What the exchange refused cannot be mended by trying again, so that is told where the reasons differ.
    const first = failed.find(({ error }) => error.kind === 'rejected') ?? failed[0]!;
    throw together(first.error, fates);
  }
  await output.answer(stringifyJson(fates.map(rowOf)), endpoint?.view);
  return failed.length === 0 ? EXIT_CODES.done : EXIT_CODES.partial;
}

function rowOf(fate: ElementFate): JsonValue {
  if (fate.is === 'placed') return fate.order;
  const { code, message, execution } = fate.error.facts;
  return {
    clientOrderId: fate.clientOrderId,
    execution: execution ?? 'unknown',
    ...(code === undefined ? {} : { code }),
    msg: message,
  };
}

/** Returns one error that names what became of each order. */
function together(error: ToolError, fates: readonly ElementFate[]): ToolError {
  if (fates.length === 1) return error;
  const placed = fates.filter((fate) => fate.is === 'placed').length;
  const lines = fates.map((fate) =>
    fate.is === 'placed'
      ? `- ${fate.clientOrderId}: placed`
      : `- ${fate.clientOrderId}: ${fate.error.message}`,
  );
  const { clientOrderId: _one, ...facts } = error.facts;
  return new ToolError({
    ...facts,
    message: `Of ${plural(fates.length, 'order')} ${placed === 0 ? 'none' : placed} ${placed === 1 ? 'is' : 'are'} known to be placed:\n${lines.join('\n')}`,
    cause: error,
  });
}
