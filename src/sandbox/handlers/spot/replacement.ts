/**
 * Cancels an order and places another by one call: the outcome of each half, and the HTTP status that follows
 * from them (spot API documentation, Cancel an existing order and send a new order).
 */
import { Refusal } from '../../engine/refusal.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { symbolOf } from '../request-values.ts';
import { ackRecord, cancelRecord, fullRecord, resultRecord } from './order-records.ts';
import { orderRequestOf } from './order-request.ts';

/** The request handlers by endpoint id. */
export const spotReplacementHandlers: Readonly<Record<string, Handler>> = {
  'spot.order.cancel-replace': replaceOrder,
};

/** One half of a replacement: the cancellation or the new order. */
export interface ReplacementHalf {
  readonly isDone: boolean;
  /** The JSON text of the half's answer, or of its refusal. */
  readonly response: string;
}

/**
 * Returns HTTP status and body of a replacement; if `placed` is undefined, the new order was not attempted.
 * `limitStatus` is the status of a failure if the order limit was reached.
 */
export function replacementOf(
  cancelled: ReplacementHalf,
  placed: ReplacementHalf | undefined,
  limitStatus?: number,
): { readonly status: number; readonly body: string } {
  const result = (half: ReplacementHalf | undefined) =>
    half === undefined ? 'NOT_ATTEMPTED' : half.isDone ? 'SUCCESS' : 'FAILURE';
  const data =
    `{"cancelResult":"${result(cancelled)}","newOrderResult":"${result(placed)}",` +
    `"cancelResponse":${cancelled.response},"newOrderResponse":${placed?.response ?? 'null'}}`;
  const isPlaced = placed?.isDone === true;
  if (cancelled.isDone && isPlaced) return { status: 200, body: data };
  const isPartial = cancelled.isDone || isPlaced;
  const [code, text] = isPartial
    ? [-2021, 'Order cancel-replace partially failed.']
    : [-2022, 'Order cancel-replace failed.'];
  return {
    status: limitStatus ?? (isPartial ? 409 : 400),
    body: `{"code":${code},"msg":"${text}","data":${data}}`,
  };
}

/**
 * Cancels an order and places another; filters and the order limit are checked before anything is cancelled.
 */
function replaceOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const { spot } = exchange;
  const user = userOf(call);
  const request = orderRequestOf(call);
  const stopsOnFailure = params.get('cancelReplaceMode') === 'STOP_ON_FAILURE';
  const limitRefusal = spot.counts.limitRefusal(user.id, now);
  if (limitRefusal !== undefined && params.get('orderRateLimitExceededMode') !== 'CANCEL_ONLY')
    throw limitRefusal;
  const cancelled = attempt(() => cancelReplaced(call));
  const skipsPlacement = stopsOnFailure && !cancelled.isDone;
  const placed = skipsPlacement
    ? undefined
    : attempt(() => {
        if (limitRefusal !== undefined) throw limitRefusal;
        const { order, fills } = spot.place(user, request, now);
        const responseType = params.get('newOrderRespType');
        if (responseType === 'FULL') return fullRecord(order, fills, call.interface);
        return responseType === 'RESULT' ? resultRecord(order, call.interface) : ackRecord(order);
      });
  if (placed === undefined && limitRefusal === undefined) spot.counts.add(user.id, now);
  call.addHeaders?.(spot.counts.headers(user.id, now));
  const limitStatus = limitRefusal !== undefined && stopsOnFailure ? 429 : undefined;
  const { status, body } = replacementOf(cancelled, placed, limitStatus);
  call.setStatus?.(status);
  return body;
}

function cancelReplaced(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const user = userOf(call);
  const symbol = symbolOf(call);
  const ids = {
    orderId: optionalId(call, 'cancelOrderId'),
    clientOrderId: params.get('cancelOrigClientOrderId'),
  };
  const found = exchange.spot.find(user, symbol, { ...ids, clientOrderId: undefined });
  if (found !== undefined && ids.clientOrderId !== undefined && found.clientOrderId !== ids.clientOrderId)
    throw new SandboxRefusal(400, -2039, 'Client order ID is not correct for this order ID.');
  const restriction = params.get('cancelRestrictions');
  const { order, clientOrderId } = exchange.spot.cancel(
    user,
    symbol,
    {
      ...ids,
      requiredStatus:
        restriction === undefined ? undefined : restriction === 'ONLY_NEW' ? 'NEW' : 'PARTIALLY_FILLED',
      cancelClientOrderId: params.get('cancelNewClientOrderId'),
    },
    now,
  );
  return cancelRecord(order, clientOrderId, now);
}

/** Runs one half of a replacement and returns its answer, or its refusal as the answer. */
function attempt(run: () => string): ReplacementHalf {
  try {
    return { isDone: true, response: run() };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { isDone: false, response: JSON.stringify({ code: thrown.code, msg: thrown.message }) };
  }
}
