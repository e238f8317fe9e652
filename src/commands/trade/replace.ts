/**
 * Runs `trade replace`: cancels an order and places another by one request, which is sent once. The answer
 * says whether the order was cancelled and whether the new one was placed; whatever the answer leaves open is
 * looked up.
 */
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { type DispatchTools, dispatchWrite } from '../../orders/dispatch.ts';
import type { WireArguments } from '../../request/types.ts';
import { jsonParams } from '../../stream/ws-signature.ts';
import { throwOnRefusal } from '../../transport/answer.ts';
import { confirm } from '../calling/confirm.ts';
import { showOrder } from '../calling/dry-run.ts';
import { showExecuted } from '../calling/send-write.ts';
import { withClientOrderIds } from '../ordering/client-order-ids.ts';
import { type CheckedOrder, checkOrder } from '../ordering/order-check.ts';
import { createIdGenerator, openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import {
  type BothHalves,
  type CancelReplaceResult,
  readHalves,
  resolveCancelReplace,
} from '../ws/cancel-replace.ts';
import { methodOf } from '../ws/method-call.ts';
import { withKeptTerms } from './kept-terms.ts';
import { toOrderArguments } from './order-words.ts';

/** The method of the WebSocket API that, like this call, cancels one order and places another. */
const METHOD = 'order.cancelReplace';
const MODE = 'cancelReplaceMode';

/** Runs the command; returns exit code 8 if only the cancellation or only the placement was executed. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output } = call;
  const endpoint = call.endpoint!;
  const kept = await withKeptTerms(call, endpoint);
  const typed = toOrderArguments({ ...call, given: kept }, endpoint);
  const isModeTyped = typed.some(({ name }) => name === MODE);
  const given = isModeTyped ? typed : [...typed, { name: MODE, text: 'STOP_ON_FAILURE' }];
  const order = await checkOrder(
    call,
    endpoint,
    withClientOrderIds(endpoint, given, createIdGenerator(call)),
  );
  if (call.options['dry-run'] === true) {
    await showOrder(call, order, 1);
    return EXIT_CODES.done;
  }
  await confirm(call, order.request);
  const { body, summary, isPartial } = await sendReplacement(call, endpoint, order);
  output.note(summary);
  const clientOrderId = order.wire.get(endpoint.clientIds!.param)!;
  await showExecuted({ clientOrderId }, () => showHalves(call, body, order.wire));
  return isPartial ? EXIT_CODES.partial : EXIT_CODES.done;
}

/** Sends the request once and returns the results of the cancellation and of the placement. */
async function sendReplacement(
  call: CommandCall,
  endpoint: Endpoint,
  { request, wire }: CheckedOrder,
): Promise<CancelReplaceResult> {
  const session = await openOrderSession(call, request);
  const method = methodOf('spot', METHOD);
  const params = jsonParams(wire, endpoint.params);
  let halves: BothHalves | undefined;
  const send: DispatchTools['send'] = async (sent, times, signal) => {
    const answer = await session.sender.sendUnchecked(sent, times, signal);
    halves = readHalves(method, params, answer);
    return halves === undefined ? throwOnRefusal(sent, answer) : answer;
  };
  const { times, reply } = await dispatchWrite(
    { ...session.tools, send },
    session.options,
    [wire.get(endpoint.clientIds!.param)!],
    (answer) => ({ is: 'acked', answer }),
  );
  if (reply.is === 'refused' || reply.is === 'duplicate') throw reply.error;
  const cause = asToolError(reply.is === 'unknown' ? reply.cause : new Error('the answer contains no order'));
  return resolveCancelReplace(call, { method, request, params, times, cause }, halves);
}

/** Prints the answer of the exchange as JSON, or a row for the cancellation and one for the placement. */
async function showHalves(
  { endpoint, output, services }: CommandCall,
  body: string,
  wire: WireArguments,
): Promise<void> {
  if (output.format === 'json')
    return output.answer(body, endpoint?.view, { now: services.world.clock.now() });
  const value = parseJson(body, { what: 'the answer', kind: 'internal' }) as JsonObject;
  const rows = [
    halfRow('cancel', value['cancelResult'], value['cancelResponse'], wire),
    halfRow('new order', value['newOrderResult'], value['newOrderResponse'], wire),
  ];
  return output.value(rows, HALVES);
}

function halfRow(
  half: string,
  result: JsonValue | undefined,
  response: JsonValue | undefined,
  wire: WireArguments,
): JsonObject {
  const fields = isObject(response) ? response : {};
  return { half, result: result ?? null, symbol: wire.get('symbol') ?? null, ...fields };
}

const HALVES: View = {
  shape: 'rows',
  columns: [
    { name: 'half', is: 'text' },
    { name: 'result', is: 'text' },
    { name: 'symbol', is: 'text' },
    { name: 'orderId', title: 'order', is: 'integer' },
    { name: 'side', is: 'text' },
    { name: 'type', is: 'text' },
    { name: 'price', is: 'decimal' },
    { name: 'origQty', title: 'quantity', is: 'decimal' },
    { name: 'executedQty', title: 'executed', is: 'decimal' },
    { name: 'status', is: 'text' },
    { name: 'clientOrderId', title: 'client id', is: 'text' },
    { name: 'origClientOrderId', title: 'client id of the order', is: 'text', hidden: true },
    { name: 'code', is: 'text' },
    { name: 'msg', title: 'message', is: 'text' },
  ],
};
