/**
 * Cancels all open orders of a symbol. The request is sent once; without a conclusive answer the open orders
 * are queried.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { ToolError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { resolveCancelAll } from '../../orders/cancel-all.ts';
import { dispatchWrite, orderRecvWindowOf } from '../../orders/dispatch.ts';
import { buildRequest, prepareRequest } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { endpointById } from '../find-endpoint.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { CANCEL_REJECTED } from './cancel.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { world } = services;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepareRequest(endpoint, call.given, { now: world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true)
    return showRequest(call, request, { recvWindowMs: orderRecvWindowOf(services.settings) });
  await confirm(call, request);
  const session = await openOrderSession(call, request);
  const options = { ...session.options, noun: 'cancellation of all orders' };
  const { times, reply } = await dispatchWrite(session.tools, options, [], (answer) =>
    readJson(answer.body).ok
      ? { is: 'acked', answer }
      : { is: 'unknown', cause: new Error('the answer is not JSON') },
  );
  if (reply.is === 'acked') return output.answer(reply.answer.body, endpoint.view);
  if (reply.is === 'refused') throw await hintOpenOrders(call, reply.error, wire);
  output.note('Execution status unknown: checking the open orders; the cancellation is not sent again.');
  const query = await endpointById(endpoint.lookup!);
  const list = openOrdersRequest(query, wire);
  const { body } = await resolveCancelAll(session.tools, {
    times,
    timeFields: TIME_FIELDS,
    list: (signal) => session.sender.call(list, signal),
    endpoint,
    signal: world.abandon,
    cause: reply.is === 'unknown' ? reply.cause : reply.error,
  });
  output.note('The orders were cancelled. Open orders now:');
  await output.answer(body, query.view);
}

/**
 * Adds the command that lists open orders to the error of a rejected cancellation: perhaps the symbol has no
 * open order.
 */
async function hintOpenOrders(call: CommandCall, error: ToolError, wire: WireArguments): Promise<ToolError> {
  if (error.facts.code !== CANCEL_REJECTED) return error;
  const query = await endpointById(call.endpoint!.lookup!);
  const listCommand = await resumeCommand(
    call,
    query,
    new Map([...wire].filter(([name]) => name in query.params)),
  );
  return new ToolError({
    ...error.facts,
    hint: `Perhaps no order is open; list the open orders with ${listCommand}`,
    cause: error.cause,
  });
}

/** Returns the query of the open orders that a cancellation with these parameters is for. */
export function openOrdersRequest(query: Endpoint, wire: WireArguments): PreparedRequest {
  return buildRequest(query, new Map([...wire].filter(([name]) => name in query.params)));
}

/** Fields of open-order records that hold the time of placement. */
export const TIME_FIELDS = ['time', 'createTime', 'createDate'];
