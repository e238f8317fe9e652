/** Classifies the outcome of one attempt to send an order, by the answer or the error. */
import { isZero, parseDecimal } from '../core/decimal.ts';
import { ToolError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import { isObject, type JsonValue } from '../core/words.ts';
import type { Answer } from '../request/types.ts';

export type AttemptOutcome =
  /** The exchange accepted the order: the answer has its client order id. */
  | { readonly is: 'acked'; readonly answer: Answer }
  /** No byte was written, so the request may be sent again under the same client order id. */
  | { readonly is: 'not-sent'; readonly error: ToolError }
  /**
   * The order was refused before matching because its timestamp was outside the recvWindow; it may be sent
   * again with a new signature.
   */
  | { readonly is: 'stale'; readonly error: ToolError }
  /** An open order has this client order id: the order that was sent, or another one. */
  | { readonly is: 'duplicate'; readonly error: ToolError }
  /**
   * The order was refused without execution, and sending it again would not help. Rate limits and missing
   * permissions are in this class.
   */
  | { readonly is: 'refused'; readonly error: ToolError }
  /**
   * The answer reports a failure in words that are known to occur even when the order was executed; look-ups
   * must decide.
   */
  | { readonly is: 'doubtful'; readonly error: ToolError }
  /** The order may or may not have been executed. */
  | { readonly is: 'unknown'; readonly cause: unknown };

const STALE_CODE = -1021;
const REFUSED_CODE = -2010;
const DUPLICATE_TEXT = /Duplicate order sent\.?$/;

/** Returns whether the exchange refused an order because an open order has its client order id. */
export function isDuplicate({ facts }: ToolError): boolean {
  return facts.code === REFUSED_CODE && DUPLICATE_TEXT.test(facts.message);
}

/** Final states of orders that may have ended without being filled. */
const UNFILLED_END_STATES: ReadonlySet<JsonValue | undefined> = new Set([
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
]);

/**
 * Returns the outcome of an answer of status 2xx: accepted only if the order in the answer has the client
 * order id.
 */
export function outcomeOfAnswer(
  answer: Answer,
  clientOrderId: string,
  idField = 'clientOrderId',
  orderAt?: string,
): { readonly is: 'acked'; readonly answer: Answer } | { readonly is: 'unknown'; readonly cause: unknown } {
  if (orderOf(answer, orderAt)?.[idField] === clientOrderId) return { is: 'acked', answer };
  return { is: 'unknown', cause: new Error('the answer does not carry the id of the order') };
}

/**
 * Returns the outcome of an error. Unless the error certainly means "not executed", the outcome is unknown;
 * that includes unforeseen errors and unknown texts.
 */
export function outcomeOfError(error: unknown): AttemptOutcome {
  if (!(error instanceof ToolError)) return { is: 'unknown', cause: error };
  const { kind, execution, code, httpStatus } = error.facts;
  if (isDuplicate(error)) return { is: 'duplicate', error };
  if (execution !== 'not_executed') {
    return kind === 'unavailable' && httpStatus === 503 && code !== undefined
      ? { is: 'doubtful', error }
      : { is: 'unknown', cause: error };
  }
  if (code === STALE_CODE) return { is: 'stale', error };
  if (kind === 'unavailable' && httpStatus === undefined) return { is: 'not-sent', error };
  return { is: 'refused', error };
}

/** Returns whether an order ended with nothing executed: rejected, or expired without a fill. */
export function isEndedUnfilled(order: Readonly<Record<string, JsonValue>>): boolean {
  if (!UNFILLED_END_STATES.has(order['status'])) return false;
  const executed = order['executedQty'];
  const quantity = typeof executed === 'string' ? parseDecimal(executed) : undefined;
  // Without a readable quantity, an expired order may have been filled in part.
  return quantity === undefined ? order['status'] === 'REJECTED' : isZero(quantity);
}

/** Returns the JSON object of an answer, or the object in its field `at`; undefined if there is none. */
export function orderOf(answer: Answer, at?: string): Readonly<Record<string, JsonValue>> | undefined {
  const outcome = readJson(answer.body);
  if (!outcome.ok || !isObject(outcome.value)) return undefined;
  const found = at === undefined ? outcome.value : outcome.value[at];
  return isObject(found) ? found : undefined;
}
