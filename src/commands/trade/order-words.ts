/** The words of a trader for an order: a price makes it a limit order, no price a market order. */
import type { Endpoint } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** Parameters that give an order a limit price. */
const PRICE_PARAMS = ['price', 'priceMatch', 'pegPriceType'];

/** The response type of an order; the catalogue lists its values from the shortest to the fullest. */
const RESPONSE_TYPE = 'newOrderRespType';

/**
 * Returns the arguments of the order: LIMIT and GTC with a price, MARKET without, unless given explicitly. `side` is
 * the side that the command itself says, and `typeOf` the type of an order with or without a price.
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
  // The fullest response type shows the fills, not only that the order was accepted.
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

/** Sorts arguments in the declared order of the parameters, as in every other order. */
function sortAsDeclared(given: readonly TypedArgument[], names: readonly string[]): readonly TypedArgument[] {
  return [...given].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}
