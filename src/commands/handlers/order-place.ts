/** Places an order: sent once under an id made beforehand, and looked up by it where its outcome is unclear. */
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { newClientOrderId } from '../../orders/client-id.ts';
import { type OrderEndpoints, orderLookup } from '../../orders/lookup.ts';
import { ORDER_RECV_WINDOW_MS, placeOnce } from '../../orders/place.ts';
import { shellLine } from '../../request/given.ts';
import { prepare } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { placeWords } from '../kept-words.ts';
import type { CommandCall } from '../types.ts';
import { confirm, showRequest } from './write.ts';

/** What every id made here begins with. */
const ID_PREFIX = 'bo';

/** The parameter of a new order's own id, by the names that products give it. */
const OWN_IDS = ['newClientOrderId', 'clientOrderId'];

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { world, settings } = services;
  const endpoint = call.endpoint!;
  const ownId = OWN_IDS.find((name) => name in endpoint.params)!;
  const typed = call.given.find((one) => one.name === ownId)?.text;
  const clientOrderId = typed ?? newClientOrderId(ID_PREFIX, world.clock.now(), world.random);
  const given = typed === undefined ? [...call.given, { name: ownId, text: clientOrderId }] : call.given;
  const { request, notes, wire } = prepare(endpoint, given, { now: world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  const endpoints = await endpointsOf(endpoint);
  if (endpoints === undefined) return sendUnseen(call, request, clientOrderId);
  const sender = await services.signedSender(request);
  const clock = sender.clockOf(request.host);
  await clock.sync(world.interrupt);
  if (clock.isFarOff)
    output.note(`The clock of this machine is ${clock.offset?.offsetMs ?? 0} ms off; set it by the network.`);
  const placement = await placeOnce(
    {
      send: sender.sendOnce,
      lookup: orderLookup({ endpoints, clientOrderId, wire, call: sender.call }),
      clock: world.clock,
      random: world.random,
      serverTime: clock,
      onState: (state) => {
        if (state === 'UNKNOWN')
          output.note(
            `No clear answer came for the order ${safeText(clientOrderId)}; looking it up, it is not sent again.`,
          );
      },
      onLook: ({ remainingMs }) =>
        output.progress(`looking for the order, at most ${Math.ceil(remainingMs / 1000)} s more`),
    },
    {
      request,
      clientOrderId,
      recvWindow: settings.recvWindowMs ?? ORDER_RECV_WINDOW_MS,
      signal: world.interrupt,
      abandon: world.abandon,
      resume: `bourse trade order get ${shellLine([wire.get('symbol') ?? '', '--orig-client-order-id', clientOrderId])}${placeWords(call.options)}`,
    },
  );
  if (placement.state === 'FOUND')
    output.note(`The order ${safeText(clientOrderId)} was found: it has been placed, once.`);
  await output.answer(placement.answer.body, endpoint.view, { now: world.clock.now() });
}

/** Sends an order of a product whose orders cannot be looked up here: once, and an unclear outcome stays so. */
async function sendUnseen(call: CommandCall, request: PreparedRequest, clientOrderId: string): Promise<void> {
  const { services, output, endpoint } = call;
  try {
    const answer = await services.call(request);
    await output.answer(answer.body, endpoint?.view, { now: services.world.clock.now() });
  } catch (thrown) {
    throw new ToolError({ ...asToolError(thrown).facts, clientOrderId, cause: thrown });
  }
}

/** The endpoints that show the orders of a product; undefined where there are not all of them. */
async function endpointsOf({ product }: Endpoint): Promise<OrderEndpoints | undefined> {
  if (product !== 'spot') return undefined;
  const { allOrders, openOrders, orderGet } = await import('../../catalogue/spot/trading.ts');
  return { order: orderGet, open: openOrders, all: allOrders };
}
