/**
 * Places an order or an order list, or reduces an order's quantity. The request is sent once with a client
 * order id that was generated before, and looked up by this id if its outcome is unknown.
 */
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { filledWords } from '../../orders/filled-words.ts';
import { orderOf } from '../../orders/outcome.ts';
import { placeOnce } from '../../orders/place.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { Answer, WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showOrder } from '../calling/dry-run.ts';
import { showExecuted } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { withClientOrderIds } from '../ordering/client-order-ids.ts';
import { type CheckedOrder, checkOrder } from '../ordering/order-check.ts';
import { createIdGenerator, createOrderFinder, openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { param, parts } = call.endpoint!.clientIds!;
  const order = await prepareOrder(call);
  if (call.options['dry-run'] === true) return showOrder(call, order, parts?.params.length ?? 1);
  if (call.options['test'] === true) return testOrder(call, order.wire);
  await confirm(call, order.request, { order });
  const { answer, view } = await sendOrder(call, order);
  noteFill(call, order, answer);
  await showExecuted({ clientOrderId: order.wire.get(param)! }, () =>
    output.answer(answer.body, view, { now: services.world.clock.now() }),
  );
}

/** Says at a terminal what of the order was filled, above its fields. */
function noteFill({ output, endpoint }: CommandCall, { orders }: CheckedOrder, answer: Answer): void {
  if (output.format !== 'table') return;
  const placed = orderOf(answer, endpoint!.view?.rowsAt);
  const words = placed === undefined ? undefined : filledWords(placed, orders[0]?.quoteAsset);
  if (words !== undefined) output.note(words);
}

/** Returns the order with its client order ids, checked against the filters of its symbol. */
export function prepareOrder(call: CommandCall): Promise<CheckedOrder> {
  const endpoint = call.endpoint!;
  return checkOrder(call, endpoint, withClientOrderIds(endpoint, call.given, createIdGenerator(call)));
}

/** The answer to an order, or to the look-up that found it, and the columns of its table. */
export interface PlacementAnswer {
  readonly answer: Answer;
  readonly view: View | undefined;
}

/**
 * Sends an order once, and looks it up if its outcome is unknown. Throws a ToolError if it was not placed or if
 * that stays unknown.
 */
export async function sendOrder(
  call: CommandCall,
  { request, wire }: CheckedOrder,
): Promise<PlacementAnswer> {
  const endpoint = call.endpoint!;
  const { param, noun } = endpoint.clientIds!;
  const clientOrderId = wire.get(param)!;
  const session = await openOrderSession(call, request);
  const finder = await createOrderFinder(call, endpoint, session.sender.call);
  const { answer, state } = await placeOnce(
    { ...session.tools, lookup: finder.lookup(clientOrderId, wire) },
    {
      ...session.options,
      clientOrderId,
      idField: finder.query.lookupFields!.idField,
      orderAt: endpoint.view?.rowsAt,
      resume: () => finder.resume(clientOrderId, wire),
    },
  );
  if (state !== 'FOUND') return { answer, view: endpoint.view };
  call.output.note(`The ${noun} ${safeText(clientOrderId)} was found: it was placed once.`);
  return { answer, view: finder.query.view };
}

/**
 * Lets the exchange check an order without placing it. Throws a usage error if the exchange has no test
 * endpoint for this order.
 */
async function testOrder({ services, output, endpoint }: CommandCall, wire: WireArguments): Promise<void> {
  if (endpoint?.testEndpoint === undefined)
    throw usageError(
      `The exchange has no order test for ${endpoint?.id ?? 'this order'}.`,
      'Use --dry-run to see the request and the results of the filters.',
    );
  const test = await endpointById(endpoint.testEndpoint);
  const answer = await services.call(buildRequest(test, wire));
  output.note('The exchange would accept this order; nothing was placed.');
  await output.answer(answer.body, test.view);
}
