/**
 * Finds the results of a call that cancels one order and places another: from the answer, or by a look-up if
 * the answer is missing or leaves one of the two open.
 */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { WsApiProduct } from '../../catalogue/ws-apis.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { parseJson, readJson, stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import type { WsParams } from '../../stream/ws-signature.ts';
import { throwOnRefusal } from '../../transport/answer.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { StillOpenError } from '../trade/cancel.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, endpointOf, methodOf, wireOf } from './method-call.ts';
import { resolveCall, type UnconfirmedCall } from './verify-call.ts';

/** The parameter that holds the client order id of the new order. */
const CLIENT_ORDER_ID = 'newClientOrderId';
const ORDER_STATUS_METHOD = 'order.status';

/** The result of one half of a cancel-replace: the cancellation or the new order. */
export type HalfResult =
  | { readonly result: 'SUCCESS' | 'NOT_ATTEMPTED'; readonly response: JsonValue }
  | HalfFailure;

/**
 * The failure of one half of a cancel-replace, which was refused or not executed; if its outcome is unknown,
 * so is the error's execution status.
 */
interface HalfFailure {
  readonly result: 'FAILURE';
  readonly response: JsonValue;
  readonly error: ToolError;
}

export interface BothHalves {
  readonly cancelled: HalfResult;
  readonly placed: HalfResult;
}

export interface CancelReplaceResult {
  /** The results of cancellation and new order as JSON, in the format of the exchange. */
  readonly body: string;
  /** The results of cancellation and new order in words. */
  readonly summary: string;
  /** Whether only the cancellation or only the new order was executed. */
  readonly isPartial: boolean;
}

/**
 * Returns the results of cancellation and new order from an answer of any status; undefined if the answer
 * contains none.
 */
export function readHalves(method: WsMethod, params: WsParams, answer: Answer): BothHalves | undefined {
  const read = readJson(answer.body);
  if (!read.ok || !isObject(read.value)) return undefined;
  const { data } = read.value;
  const reported = isObject(data) ? data : read.value;
  if (!('cancelResult' in reported) || !('newOrderResult' in reported)) return undefined;
  const { cancels, places } = method.cancelReplace!;
  const halfResult = (name: string, result: JsonValue | undefined, response: JsonValue = null): HalfResult =>
    result === 'SUCCESS' || result === 'NOT_ATTEMPTED'
      ? { result, response }
      : { result: 'FAILURE', response, error: refusalOf(methodOf(method.api, name), answer, response) };
  const placed = halfResult(places, reported['newOrderResult'], reported['newOrderResponse']);
  return {
    cancelled: halfResult(cancels, reported['cancelResult'], reported['cancelResponse']),
    placed:
      placed.result === 'SUCCESS' && !hasOurId(placed.response, params) ? missingIdFailure(placed) : placed,
  };
}

/**
 * Returns the error of a failed half of a cancel-replace, as if its part of the answer were an answer of its
 * own.
 */
function refusalOf(method: WsMethod, answer: Answer, response: JsonValue): ToolError {
  try {
    throwOnRefusal(bareRequest(method), { ...answer, status: 400, body: stringifyJson(response) });
  } catch (thrown) {
    return asToolError(thrown);
  }
  throw new RangeError('a refusal was accepted as an answer');
}

function hasOurId(response: JsonValue, params: WsParams): boolean {
  return isObject(response) && response['clientOrderId'] === params[CLIENT_ORDER_ID];
}

function missingIdFailure({ response }: HalfResult): HalfResult {
  const message = 'The answer does not contain the id of the order.';
  const error = new ToolError({ kind: 'execution-unknown', message, execution: 'unknown' });
  return { result: 'FAILURE', response, error };
}

/**
 * Returns the results of a cancel-replace; looks up the order of each half whose result is unknown. Throws a
 * ToolError: `rejected`, `rate-limited` or `unavailable` if neither half was executed, `execution-unknown` if
 * an outcome stays unknown.
 */
export async function resolveCancelReplace(
  call: CommandCall,
  unconfirmed: UnconfirmedCall,
  reported: Partial<BothHalves> = {},
): Promise<CancelReplaceResult> {
  const { api } = unconfirmed.method;
  const { cancels, places, cancelNames } = unconfirmed.method.cancelReplace!;
  const placeMethod = methodOf(api, places);
  const placed = await resolveHalf(call, reported.placed, {
    ...unconfirmed,
    method: placeMethod,
    params: pickParams(unconfirmed.params, (name) => name in placeMethod.params),
  });
  const cancelParams = renameParams(unconfirmed.params, cancelNames);
  const cancelled = inferCancellation(
    await resolveHalf(call, reported.cancelled, {
      ...unconfirmed,
      method: methodOf(api, cancels),
      params: cancelParams,
    }),
    placed,
    unconfirmed,
  );
  await recordHalves(call, unconfirmed.request, { cancelled, placed }, reported);
  const summary = describeHalves({ cancelled, placed }, unconfirmed, cancelParams);
  const clientOrderId = unconfirmed.params[CLIENT_ORDER_ID];
  const idFacts = typeof clientOrderId === 'string' ? { clientOrderId } : {};
  if (isUnknown(placed) || isUnknown(cancelled)) {
    const resume = errorOf(placed)?.facts.resume ?? (await lookupCommand(call, api, cancelParams));
    const hint = 'Look it up before you trade this symbol again.';
    const { cause } = unconfirmed;
    const facts = { kind: 'execution-unknown', execution: 'unknown', ...idFacts, cause } as const;
    throw new ToolError({ ...facts, message: summary, hint, resume });
  }
  if (placed.result !== 'SUCCESS' && cancelled.result !== 'SUCCESS') {
    const { facts } = errorOf(placed) ?? errorOf(cancelled)!;
    throw new ToolError({ ...facts, message: summary, execution: 'not_executed', ...idFacts });
  }
  const isPartial = placed.result !== cancelled.result;
  return { body: resultJson({ cancelled, placed }), summary, isPartial };
}

/** Records in the journal what became of the cancellation and of the new order; `reported` are those that the answer shows. */
export async function recordHalves(
  { services }: CommandCall,
  request: PreparedRequest,
  halves: BothHalves,
  reported: Partial<BothHalves> = halves,
): Promise<void> {
  const journal = await services.journal();
  const { parts, cancellation } = request.intent!;
  for (const [name, part] of [
    ['cancelled', cancellation],
    ['placed', parts[0]],
  ] as const) {
    const half = halves[name];
    if (half.result === 'FAILURE') await journal.recordEnd(request, half.error, { part });
    else if (half.result === 'NOT_ATTEMPTED')
      await journal.record(request, 'REJECTED', { part, why: 'The exchange did not attempt it.' });
    else await journal.record(request, reported[name]?.result === 'SUCCESS' ? 'ACKED' : 'FOUND', { part });
  }
}

/** Returns the result of one half of a cancel-replace, from the answer or from a query of its order. */
async function resolveHalf(
  call: CommandCall,
  reported: HalfResult | undefined,
  unconfirmed: UnconfirmedCall,
): Promise<HalfResult> {
  if (reported !== undefined && !isUnknown(reported)) return reported;
  try {
    const { answer } = await resolveCall(call, {
      ...unconfirmed,
      cause: errorOf(reported) ?? unconfirmed.cause,
    });
    return { result: 'SUCCESS', response: parseJson(answer.body) };
  } catch (thrown) {
    const error = asToolError(thrown);
    const { execution = 'unknown', message } = error.facts;
    return { result: 'FAILURE', response: { execution, msg: message }, error };
  }
}

/** Infers an unknown cancellation from the result of the new order, if that allows a conclusion. */
function inferCancellation(
  cancelled: HalfResult,
  placed: HalfResult,
  { params }: UnconfirmedCall,
): HalfResult {
  if (!isUnknown(cancelled)) return cancelled;
  // With STOP_ON_FAILURE the new order is placed only after a successful cancellation.
  if (placed.result === 'SUCCESS' && params['cancelReplaceMode'] === 'STOP_ON_FAILURE')
    return { result: 'SUCCESS', response: null };
  // Once the new order is proved absent, the call can no longer arrive, so an order that is still open was not
  // cancelled.
  const error = errorOf(cancelled);
  if (errorOf(placed)?.kind !== 'unavailable' || !(error instanceof StillOpenError)) return cancelled;
  const facts = { ...error.facts, kind: 'unavailable', message: 'It is still open.' } as const;
  return {
    result: 'FAILURE',
    response: { execution: 'not_executed', msg: facts.message },
    error: new ToolError({ ...facts, execution: 'not_executed' }),
  };
}

/** Returns whether the outcome of one half of a cancel-replace is unknown. */
function isUnknown(halfResult: HalfResult): boolean {
  return halfResult.result === 'FAILURE' && (halfResult.error.facts.execution ?? 'unknown') === 'unknown';
}

function errorOf(halfResult: HalfResult | undefined): ToolError | undefined {
  return halfResult?.result === 'FAILURE' ? halfResult.error : undefined;
}

function describeHalves(
  { cancelled, placed }: BothHalves,
  unconfirmed: UnconfirmedCall,
  cancelParams: WsParams,
): string {
  const { origClientOrderId, orderId } = cancelParams;
  const describe = (
    noun: string,
    id: JsonValue | undefined,
    done: string,
    halfResult: HalfResult,
  ): string => {
    const what = id === undefined ? noun : `${noun} ${safeText(String(id))}`;
    if (halfResult.result === 'SUCCESS') return `The ${what} was ${done}.`;
    if (halfResult.result === 'NOT_ATTEMPTED') return `The ${what} was not ${done}.`;
    return isUnknown(halfResult)
      ? `Whether the ${what} was ${done} is unknown.`
      : `The ${what} was not ${done}: ${errorOf(halfResult)?.message}`;
  };
  return `${describe('order', orderId ?? origClientOrderId, 'cancelled', cancelled)} ${describe('new order', unconfirmed.params[CLIENT_ORDER_ID], 'placed', placed)}`;
}

/** Returns the command that looks up the order which was to be cancelled. */
async function lookupCommand(call: CommandCall, api: WsApiProduct, cancelParams: WsParams): Promise<string> {
  const query = endpointOf(methodOf(api, ORDER_STATUS_METHOD));
  const asked = pickParams(cancelParams, (name) => name in query.params);
  return resumeCommand(call, query, wireOf(asked));
}

function resultJson({ cancelled, placed }: BothHalves): string {
  return stringifyJson({
    cancelResult: cancelled.result,
    newOrderResult: placed.result,
    cancelResponse: cancelled.response,
    newOrderResponse: placed.response,
  });
}

function pickParams(params: WsParams, isKept: (name: string) => boolean): WsParams {
  return Object.fromEntries(Object.entries(params).filter(([name]) => isKept(name)));
}

function renameParams(params: WsParams, names: Readonly<Record<string, string>>): WsParams {
  const clientOrderId = Object.entries(names).filter(([, from]) => from in params);
  return Object.fromEntries(clientOrderId.map(([name, from]) => [name, params[from]!]));
}
