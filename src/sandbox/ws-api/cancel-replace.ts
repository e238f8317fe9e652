/** The method order.cancelReplace: two REST calls with a combined answer. */
import type { CancelReplaceParts, WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { checkParameters } from '../gate/parameters.ts';
import { replacementOf } from '../handlers/spot/replacement.ts';
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
  const order = [...params].filter(([name]) => name in placementEndpoint.params);
  const callPart = (endpoint: Endpoint, of: readonly (readonly [string, string])[], weight: number) =>
    callRest(caller, method, { ...endpoint, weight }, request, of);
  // The filters of the new order are checked before anything is cancelled.
  const checked = await callPart(requireEndpoint(caller, placementEndpoint.testEndpoint!), order, 0);
  if (checked.status !== 200 && /"code":-1\d{3},/.test(checked.body)) return checked;
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
  const half = ({ status, body }: WireAnswer) => ({ isDone: status === 200, response: body });
  const { status, body } = replacementOf(
    half(cancelled),
    placement === undefined ? undefined : half(placement),
  );
  return { status, headers: { ...cancelled.headers, ...placement?.headers }, body };
}
