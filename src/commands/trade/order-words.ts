/**
 * Reads the words that a trader uses for an order: with a price it is a limit order, without a price a market
 * order.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** Parameters each of which gives an order a limit price. */
const PRICE_PARAMS = ['price', 'priceMatch', 'pegPriceType'];

/** The response type of an order; the catalogue lists its values from the shortest to the fullest. */
const RESPONSE_TYPE = 'newOrderRespType';

/**
 * Returns the arguments of an order: LIMIT and GTC if a price is given, MARKET if not, unless type and time
 * in force are given explicitly. `side` is the side that the command's word says, and `typeOf` returns the
 * type of an order with or without a price.
 */
export function toOrderArguments(
  { given, options, command }: CommandCall,
  { params, rules = [] }: Endpoint,
  side?: string,
  typeOf: (hasPrice: boolean) => string = (hasPrice) => (hasPrice ? 'LIMIT' : 'MARKET'),
): readonly TypedArgument[] {
  const typedText = (name: string) => given.find((one) => one.name === name)?.text;
  if (side !== undefined && typedText('side') !== undefined)
    throw usageError(`${command} sets the side itself.`, 'Omit --side, or use trade order place.');
  const price = options['at'] as string | undefined;
  if (price !== undefined && typedText('price') !== undefined)
    throw usageError('--at and --price are the same parameter: give only one of them.');
  const hasPrice = price !== undefined || PRICE_PARAMS.some((name) => typedText(name) !== undefined);
  const type = typedText('type') ?? typeOf(hasPrice);
  const requiredByType = rules.flatMap((rule) =>
    rule.rule === 'needs-by-value' && rule.param === 'type' ? (rule.needs[type.toUpperCase()] ?? []) : [],
  );
  const needsTimeInForce =
    requiredByType.includes('timeInForce') || (type === 'LIMIT' && 'timeInForce' in params);
  // With the fullest response type the answer shows the fills, not only that the order was accepted.
  const fullestResponse = params[RESPONSE_TYPE]?.values?.map(String).at(-1);
  const added: TypedArgument[] = [
    ...(side === undefined ? [] : [{ name: 'side', text: side }]),
    ...(typedText('type') === undefined ? [{ name: 'type', text: type }] : []),
    ...(price === undefined ? [] : [{ name: 'price', text: price }]),
    ...(needsTimeInForce && typedText('timeInForce') === undefined
      ? [{ name: 'timeInForce', text: 'GTC' }]
      : []),
    ...(fullestResponse === undefined || typedText(RESPONSE_TYPE) !== undefined
      ? []
      : [{ name: RESPONSE_TYPE, text: fullestResponse }]),
  ];
  return sortAsDeclared([...given, ...added], Object.keys(params));
}

/** Returns the arguments in the order in which the endpoint declares its parameters. */
function sortAsDeclared(given: readonly TypedArgument[], names: readonly string[]): readonly TypedArgument[] {
  return [...given].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}
