/** The method order.cancelReplace: two REST calls with a combined answer. */
import type { CancelReplaceParts, WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { checkParameters } from '../gate/parameters.ts';
import type { SandboxRefusal, WireAnswer } from '../types.ts';
import { callRest, chargeAndRun, METHOD_PARAMS, type MethodCaller, requireEndpoint } from './call.ts';
import type { WsRequest } from './request.ts';

/** Cancels an order and places another; the answer contains the result of each (public facts, Spot codes). */
export async function cancelReplace(
  caller: MethodCaller,
  method: WsMethod,
  { cancelEndpoint, placeEndpoint, cancelNames }: CancelReplaceParts,
  request: WsRequest,
): Promise<WireAnswer> {
  const placementEndpoint = requireEndpoint(caller, placeEndpoint);
  const refusal = parameterRefusal(method, placementEndpoint, request);
  if (refusal !== undefined) {
    return chargeAndRun(caller, 1, () => {
      throw refusal;
    });
  }
  const { params } = request;
  const callPart = (endpoint: Endpoint, of: readonly (readonly [string, string])[], weight: number) =>
    callRest(caller, method, { ...endpoint, weight }, request, of);
  const cancelled = await callPart(
    requireEndpoint(caller, cancelEndpoint),
    Object.entries(cancelNames).flatMap(([name, from]) => {
      const value = params.get(from);
      return value === undefined ? [] : [[name, value] as const];
    }),
    1,
  );
  const skipsPlacement = cancelled.status !== 200 && params.get('cancelReplaceMode') === 'STOP_ON_FAILURE';
  const isCallRefused = cancelled.status !== 200 && [401, 418, 429].includes(cancelled.status);
  if (isCallRefused) return cancelled;
  const order = [...params].filter(([name]) => name in placementEndpoint.params);
  const placement = skipsPlacement ? undefined : await callPart(placementEndpoint, order, 0);
  return combineAnswers(cancelled, placement);
}

function parameterRefusal(
  method: WsMethod,
  placementEndpoint: Endpoint,
  { params }: WsRequest,
): SandboxRefusal | undefined {
  const { rules, ...rest } = placementEndpoint;
  const endpoint: Endpoint = {
    ...rest,
    security: 'NONE',
    params: method.params,
    ...(method.rules === undefined ? {} : { rules: method.rules }),
  };
  const sent = [...params].filter(([name]) => !METHOD_PARAMS.has(name));
  const request = { method: 'GET', target: '', headers: {}, body: '', client: '' };
  const verdict = checkParameters(endpoint, request, new Map(sent));
  return 'refusal' in verdict ? verdict.refusal : undefined;
}

function combineAnswers(cancelled: WireAnswer, placement: WireAnswer | undefined): WireAnswer {
  const result = (answer: WireAnswer | undefined) =>
    answer === undefined ? 'NOT_ATTEMPTED' : answer.status === 200 ? 'SUCCESS' : 'FAILURE';
  const [first, second] = [result(cancelled), result(placement)];
  const body =
    `{"cancelResult":"${first}","newOrderResult":"${second}",` +
    `"cancelResponse":${cancelled.body},"newOrderResponse":${placement?.body ?? 'null'}}`;
  const headers = { ...cancelled.headers, ...placement?.headers };
  if (first === 'SUCCESS' && second === 'SUCCESS') return { status: 200, headers, body };
  const isPartial = first === 'SUCCESS' || second === 'SUCCESS';
  const error = isPartial
    ? `{"code":-2021,"msg":"Order cancel-replace partially failed.","data":${body}}`
    : `{"code":-2022,"msg":"Order cancel-replace failed.","data":${body}}`;
  return { status: isPartial ? 409 : 400, headers, body: error };
}
