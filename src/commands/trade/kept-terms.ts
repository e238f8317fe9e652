/**
 * The terms that a replacement keeps: where only the order to cancel and a new price, trigger or quantity are typed, the
 * rest is that of the order as the exchange has it.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import { buildRequest } from '../../request/prepare.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** The parameters that name the order to cancel, with those by which it is looked up. */
const NAMED_BY = { cancelOrderId: 'orderId', cancelOrigClientOrderId: 'origClientOrderId' } as const;
/** Parameters that begin a new order: where one of them is typed, nothing is kept. */
const NEW_ORDER = ['side', 'type', 'quoteOrderQty'];
/** The terms of an order as it is shown; zero means that it has none. */
const TERMS = ['side', 'type', 'timeInForce', 'price', 'stopPrice', 'trailingDelta', 'icebergQty'];
/** Makes the exchange refuse the cancellation of an order of which a part was filled meanwhile. */
const UNFILLED_ONLY: TypedArgument = { name: 'cancelRestrictions', text: 'ONLY_NEW' };

/**
 * Returns the typed arguments of a replacement with the kept terms of the order that it cancels; the typed ones if they
 * describe a new order. The quantity is kept only of an order that is not filled in part, and then the exchange is
 * asked to cancel it only as long as that is so: nothing is bought or sold twice. Throws kind `usage` for an order
 * that is not open, and for one that is filled in part without a typed quantity.
 */
export async function withKeptTerms(
  call: CommandCall,
  endpoint: Endpoint,
): Promise<readonly TypedArgument[]> {
  const { options, output } = call;
  const given = withNamedOrder(call.given);
  const typed = new Set(given.map(({ name }) => name));
  const symbol = given.find(({ name }) => name === 'symbol');
  const named = given.find(({ name }) => name in NAMED_BY);
  if (symbol === undefined || named === undefined || NEW_ORDER.some((name) => typed.has(name))) return given;
  const order = await findOrder(call, endpoint, symbol.text, {
    name: NAMED_BY[named.name as keyof typeof NAMED_BY],
    text: named.text,
  });
  assertReplaceable(order, named.text, typed.has('quantity'));
  const hasPrice = options['at'] !== undefined || typed.has('price');
  const terms = TERMS.filter(
    (name) =>
      !typed.has(name) &&
      !(name === 'price' && hasPrice) &&
      hasValue(order[name]) &&
      !(name === 'timeInForce' && !hasValue(order['price'])),
  ).map((name) => ({ name, text: String(order[name]) }));
  const quantity = typed.has('quantity') ? [] : [{ name: 'quantity', text: String(order['origQty']) }];
  const isUnfilled = !hasValue(order['executedQty']) && !typed.has(UNFILLED_ONLY.name);
  output.note(
    `Kept of the order ${safeText(named.text)}: ${[...terms, ...quantity].map(({ name, text }) => `${name} ${safeText(text)}`).join(', ')}.`,
  );
  return [...given, ...terms, ...quantity, ...(isUnfilled ? [UNFILLED_ONLY] : [])];
}

/** Returns the arguments with an id that was typed in place of the side as the order to cancel. */
function withNamedOrder(given: readonly TypedArgument[]): readonly TypedArgument[] {
  const isNamed = given.some(({ name }) => name in NAMED_BY);
  return given.map((argument) =>
    !isNamed && argument.name === 'side' && /\d/.test(argument.text)
      ? {
          ...argument,
          name: /^\d+$/.test(argument.text) ? 'cancelOrderId' : 'cancelOrigClientOrderId',
        }
      : argument,
  );
}

async function findOrder(
  { services }: CommandCall,
  endpoint: Endpoint,
  symbol: string,
  by: TypedArgument,
): Promise<JsonObject> {
  const query = await endpointById(endpoint.lookup!);
  const wire = new Map([
    ['symbol', symbol.toUpperCase()],
    [by.name, by.text],
  ]);
  const { body } = await services.call(buildRequest(query, wire));
  return parseJson(body, { what: 'the order', kind: 'unavailable' }) as JsonObject;
}

function assertReplaceable(order: JsonObject, id: string, hasQuantity: boolean): void {
  const status = String(order['status']);
  if (status !== 'NEW' && status !== 'PARTIALLY_FILLED')
    throw new ToolError({
      kind: 'usage',
      message: `The order ${safeText(id)} is not open: its status is ${safeText(status)}.`,
      hint: 'bourse trade open-orders lists the open orders.',
      execution: 'not_executed',
    });
  if (status === 'PARTIALLY_FILLED' && !hasQuantity)
    throw usageError(
      `The order ${safeText(id)} is filled in part: ${safeText(String(order['executedQty']))} of ${safeText(String(order['origQty']))}.`,
      'Write the --quantity of the new order: more may be filled before the old one is cancelled.',
    );
}

/** Returns whether an order has a term: its number is not zero, its text not empty. */
function hasValue(value: JsonObject[string] | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !/^0(?:\.0+)?$/.test(String(value));
}
