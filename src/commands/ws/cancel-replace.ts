/**
 * A call that cancels one order and places another: what became of each half, as the answer tells it, or as it is
 * looked up where the answer was lost or leaves it open.
 */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { parseJson, readJson, stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import type { Answer } from '../../request/types.ts';
import type { Params } from '../../stream/ws-signature.ts';
import { throwOnRefusal } from '../../transport/answer.ts';
import { againCommand } from '../calling/resume-command.ts';
import { StillOpen } from '../trade/cancel.ts';
import type { CommandCall } from '../types.ts';
import { bareRequest, endpointOf, methodOf, wireOf } from './method-call.ts';
import { type LostCall, settleLost } from './verify-call.ts';

/** The new order's id of its own. */
const OWN_ID = 'newClientOrderId';
const SHOWS = 'order.status';

/** What became of one half. */
export type Half = { readonly result: 'SUCCESS' | 'NOT_ATTEMPTED'; readonly response: JsonValue } | Failure;

/** Refused, proved not to have been done, or open: then the error's execution is unknown. */
interface Failure {
  readonly result: 'FAILURE';
  readonly response: JsonValue;
  readonly error: ToolError;
}

export interface BothHalves {
  readonly cancelled: Half;
  readonly placed: Half;
}

export interface Replaced {
  /** Both halves, as JSON in the form in which the exchange tells them. */
  readonly body: string;
  /** What to say of a call of which only one half was done. */
  readonly partly: string | undefined;
}

/** Returns what an answer tells of both halves, whatever its status; undefined where it tells nothing of them. */
export function halvesTold(method: WsMethod, params: Params, answer: Answer): BothHalves | undefined {
  const read = readJson(answer.body);
  if (!read.ok || !isObject(read.value)) return undefined;
  const { data } = read.value;
  const told = isObject(data) ? data : read.value;
  if (!('cancelResult' in told) || !('newOrderResult' in told)) return undefined;
  const { cancels, places } = method.halves!;
  const half = (name: string, result: JsonValue | undefined, response: JsonValue = null): Half =>
    result === 'SUCCESS' || result === 'NOT_ATTEMPTED'
      ? { result, response }
      : { result: 'FAILURE', response, error: refusalOf(methodOf(name), answer, response) };
  const placed = half(places, told['newOrderResult'], told['newOrderResponse']);
  return {
    cancelled: half(cancels, told['cancelResult'], told['cancelResponse']),
    placed: placed.result === 'SUCCESS' && !isOurs(placed.response, params) ? unclear(placed) : placed,
  };
}

/** A half that failed says why as an answer of its own would. */
function refusalOf(method: WsMethod, answer: Answer, response: JsonValue): ToolError {
  try {
    throwOnRefusal(bareRequest(method), { ...answer, status: 400, body: stringifyJson(response) });
  } catch (thrown) {
    return asToolError(thrown);
  }
  throw new RangeError('a refusal was settled as an answer');
}

function isOurs(response: JsonValue, params: Params): boolean {
  return isObject(response) && response['clientOrderId'] === params[OWN_ID];
}

function unclear({ response }: Half): Half {
  const message = 'The answer does not carry the id of the order.';
  const error = new ToolError({ kind: 'execution-unknown', message, execution: 'unknown' });
  return { result: 'FAILURE', response, error };
}

/**
 * Returns what became of a call, looking up each half that is not told. Throws a ToolError: `rejected`, `rate-limited`
 * or `unavailable` where neither was done, `execution-unknown` where nobody can tell.
 */
export async function settleReplaced(
  call: CommandCall,
  lost: LostCall,
  told: Partial<BothHalves> = {},
): Promise<Replaced> {
  const { cancels, places, cancelNames } = lost.method.halves!;
  const placing = methodOf(places);
  const placed = await looked(call, told.placed, {
    ...lost,
    method: placing,
    params: filtered(lost.params, (name) => name in placing.params),
  });
  const cancelling = renamed(lost.params, cancelNames);
  const cancelled = proved(
    await looked(call, told.cancelled, { ...lost, method: methodOf(cancels), params: cancelling }),
    placed,
    lost,
  );
  const said = saidOf({ cancelled, placed }, lost, cancelling);
  const own = lost.params[OWN_ID];
  const named = typeof own === 'string' ? { clientOrderId: own } : {};
  if (isUnknown(placed) || isUnknown(cancelled)) {
    const resume = errorOf(placed)?.facts.resume ?? (await resumeOf(call, cancelling));
    const hint = 'Look it up before you do anything else with this symbol.';
    const { cause } = lost;
    const facts = { kind: 'execution-unknown', execution: 'unknown', ...named, cause } as const;
    throw new ToolError({ ...facts, message: said, hint, resume });
  }
  if (placed.result !== 'SUCCESS' && cancelled.result !== 'SUCCESS') {
    const { facts } = errorOf(placed) ?? errorOf(cancelled)!;
    throw new ToolError({ ...facts, message: said, execution: 'not_executed', ...named });
  }
  const isWhole = placed.result === cancelled.result;
  return { body: together({ cancelled, placed }), partly: isWhole ? undefined : said };
}

/** Returns a half as it was told, or as a query shows it. */
async function looked(call: CommandCall, told: Half | undefined, lost: LostCall): Promise<Half> {
  if (told !== undefined && !isUnknown(told)) return told;
  try {
    const { answer } = await settleLost(call, { ...lost, cause: errorOf(told) ?? lost.cause });
    return { result: 'SUCCESS', response: parseJson(answer.body) };
  } catch (thrown) {
    const error = asToolError(thrown);
    const { execution = 'unknown', message } = error.facts;
    return { result: 'FAILURE', response: { execution, msg: message }, error };
  }
}

/** What could not be seen of the cancellation may follow from the other half. */
function proved(cancelled: Half, placed: Half, { params }: LostCall): Half {
  if (!isUnknown(cancelled)) return cancelled;
  // In this mode nothing is placed before the cancellation is done.
  if (placed.result === 'SUCCESS' && params['cancelReplaceMode'] === 'STOP_ON_FAILURE')
    return { result: 'SUCCESS', response: null };
  // The new order is proved absent once the call can no longer come: what is open then was not cancelled.
  const error = errorOf(cancelled);
  if (errorOf(placed)?.kind !== 'unavailable' || !(error instanceof StillOpen)) return cancelled;
  const facts = { ...error.facts, kind: 'unavailable', message: 'It is still open.' } as const;
  return {
    result: 'FAILURE',
    response: { execution: 'not_executed', msg: facts.message },
    error: new ToolError({ ...facts, execution: 'not_executed' }),
  };
}

/** An error that does not say what became of a half leaves it open. */
function isUnknown(half: Half): boolean {
  return half.result === 'FAILURE' && (half.error.facts.execution ?? 'unknown') === 'unknown';
}

function errorOf(half: Half | undefined): ToolError | undefined {
  return half?.result === 'FAILURE' ? half.error : undefined;
}

function saidOf({ cancelled, placed }: BothHalves, lost: LostCall, cancelling: Params): string {
  const { origClientOrderId, orderId } = cancelling;
  const say = (noun: string, id: JsonValue | undefined, done: string, half: Half): string => {
    const what = id === undefined ? noun : `${noun} ${safeText(String(id))}`;
    if (half.result === 'SUCCESS') return `The ${what} was ${done}.`;
    if (half.result === 'NOT_ATTEMPTED') return `The ${what} was not ${done}.`;
    return isUnknown(half)
      ? `Whether the ${what} was ${done} is not known.`
      : `The ${what} was not ${done}: ${errorOf(half)?.message}`;
  };
  return `${say('order', orderId ?? origClientOrderId, 'cancelled', cancelled)} ${say('new order', lost.params[OWN_ID], 'placed', placed)}`;
}

/** Returns the command that shows the order that was to be cancelled. */
async function resumeOf(call: CommandCall, cancelling: Params): Promise<string> {
  const query = endpointOf(methodOf(SHOWS));
  const asked = filtered(cancelling, (name) => name in query.params);
  return againCommand(call, query, wireOf(asked));
}

function together({ cancelled, placed }: BothHalves): string {
  return stringifyJson({
    cancelResult: cancelled.result,
    newOrderResult: placed.result,
    cancelResponse: cancelled.response,
    newOrderResponse: placed.response,
  });
}

function filtered(params: Params, isKept: (name: string) => boolean): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => isKept(name)));
}

function renamed(params: Params, names: Readonly<Record<string, string>>): Params {
  const own = Object.entries(names).filter(([, from]) => from in params);
  return Object.fromEntries(own.map(([name, from]) => [name, params[from]!]));
}
