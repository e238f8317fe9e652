/** The method that cancels an order and places another: two calls of REST, and what came of each. */
import type { Halves, WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { checkParameters } from '../gate/parameters.ts';
import type { SandboxRefusal, WireAnswer } from '../types.ts';
import { ask, type Caller, charged, endpointNamed, OWN_PARAMS } from './call.ts';
import type { WsRequest } from './request.ts';

/** Cancels an order and places another; what came of each is told apart (public facts, Spot codes). */
export async function cancelReplace(
  caller: Caller,
  method: WsMethod,
  { cancelNames }: Halves,
  request: WsRequest,
): Promise<WireAnswer> {
  const placing = endpointNamed(caller, 'spot.order.new');
  const refusal = faultOf(method, placing, request);
  if (refusal !== undefined) {
    return charged(caller, 1, () => {
      throw refusal;
    });
  }
  const { params } = request;
  const part = (endpoint: Endpoint, of: readonly (readonly [string, string])[], weight: number) =>
    ask(caller, method, { ...endpoint, weight }, request, of);
  const cancelled = await part(
    endpointNamed(caller, 'spot.order.cancel'),
    Object.entries(cancelNames).flatMap(([name, from]) => {
      const value = params.get(from);
      return value === undefined ? [] : [[name, value] as const];
    }),
    1,
  );
  const isStopped = cancelled.status !== 200 && params.get('cancelReplaceMode') === 'STOP_ON_FAILURE';
  const isRefusedWhole = cancelled.status !== 200 && [401, 418, 429].includes(cancelled.status);
  if (isRefusedWhole) return cancelled;
  const order = [...params].filter(([name]) => name in placing.params);
  const placed = isStopped ? undefined : await part(placing, order, 0);
  return together(cancelled, placed);
}

function faultOf(method: WsMethod, placing: Endpoint, { params }: WsRequest): SandboxRefusal | undefined {
  const { rules, ...rest } = placing;
  const pseudo: Endpoint = {
    ...rest,
    security: 'NONE',
    params: method.params,
    ...(method.rules === undefined ? {} : { rules: method.rules }),
  };
  const sent = [...params].filter(([name]) => !OWN_PARAMS.has(name));
  const request = { method: 'GET', target: '', headers: {}, body: '', client: '' };
  const verdict = checkParameters(pseudo, request, new Map(sent));
  return 'refusal' in verdict ? verdict.refusal : undefined;
}

function together(cancelled: WireAnswer, placed: WireAnswer | undefined): WireAnswer {
  const result = (answer: WireAnswer | undefined) =>
    answer === undefined ? 'NOT_ATTEMPTED' : answer.status === 200 ? 'SUCCESS' : 'FAILURE';
  const [first, second] = [result(cancelled), result(placed)];
  const body =
    `{"cancelResult":"${first}","newOrderResult":"${second}",` +
    `"cancelResponse":${cancelled.body},"newOrderResponse":${placed?.body ?? 'null'}}`;
  const headers = { ...cancelled.headers, ...placed?.headers };
  if (first === 'SUCCESS' && second === 'SUCCESS') return { status: 200, headers, body };
  const isPartial = first === 'SUCCESS' || second === 'SUCCESS';
  const error = isPartial
    ? `{"code":-2021,"msg":"Order cancel-replace partially failed.","data":${body}}`
    : `{"code":-2022,"msg":"Order cancel-replace failed.","data":${body}}`;
  return { status: isPartial ? 409 : 400, headers, body: error };
}
