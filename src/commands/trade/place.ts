/**
 * Places an order or an order list, or reduces an order's quantity. The request is sent once with a client
 * order id that was generated before, and looked up by this id if its outcome is unknown.
 */
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { placeOnce } from '../../orders/place.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showOrder } from '../calling/dry-run.ts';
import { showExecuted } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { withClientOrderIds } from '../ordering/client-order-ids.ts';
import { checkOrder } from '../ordering/order-check.ts';
import { createIdGenerator, createOrderFinder, openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { world } = services;
  const endpoint = call.endpoint!;
  const { param, noun, parts } = endpoint.clientIds!;
  const given = withClientOrderIds(endpoint, call.given, createIdGenerator(call));
  const order = await checkOrder(call, endpoint, given);
  const { request, wire } = order;
  if (call.options['dry-run'] === true) return showOrder(call, order, parts?.params.length ?? 1);
  if (call.options['test'] === true) return testOrder(call, wire);
  await confirm(call, request, { order });
  const clientOrderId = wire.get(param)!;
  const session = await openOrderSession(call, request);
  const finder = await createOrderFinder(call, endpoint, session.sender.call);
  const placement = await placeOnce(
    { ...session.tools, lookup: finder.lookup(clientOrderId, wire) },
    {
      ...session.options,
      clientOrderId,
      idField: finder.query.lookupFields!.idField,
      orderAt: endpoint.view?.rowsAt,
      resume: () => finder.resume(clientOrderId, wire),
    },
  );
  const isFound = placement.state === 'FOUND';
  if (isFound) output.note(`The ${noun} ${safeText(clientOrderId)} was found: it was placed once.`);
  const view = isFound ? finder.query.view : endpoint.view;
  await showExecuted({ clientOrderId }, () =>
    output.answer(placement.answer.body, view, { now: world.clock.now() }),
  );
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
