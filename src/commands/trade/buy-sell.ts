/** Buys or sells in everyday words: `trade buy BTCUSDT 0.01 --at 60000`. What is sent takes the way of every order. */
import type { Endpoint } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { run as place } from './place.ts';

/** How much the answer to an order says; its values go from the least to the most. */
const RESPONSE_TYPE = 'newOrderRespType';

/** Runs the command. */
export function run(call: CommandCall): Promise<void> {
  const side = call.verb.words[0] === 'buy' ? 'BUY' : 'SELL';
  return place({ ...call, given: toOrderArguments(call, call.endpoint!, side) });
}

/** Returns the arguments of the order: a price makes it LIMIT and GTC, no price MARKET, unless they say otherwise. */
function toOrderArguments(
  { given, options, command }: CommandCall,
  { params, rules = [] }: Endpoint,
  side: string,
): readonly TypedArgument[] {
  const typedText = (name: string) => given.find((one) => one.name === name)?.text;
  if (typedText('side') !== undefined)
    throw usageError(`${command} says the side itself.`, 'Leave --side out, or use trade order place.');
  const price = options['at'] as string | undefined;
  if (price !== undefined && typedText('price') !== undefined)
    throw usageError('--at and --price are the same price: give one of them.');
  const hasPrice =
    price !== undefined || typedText('price') !== undefined || typedText('priceMatch') !== undefined;
  const type = typedText('type') ?? (hasPrice ? 'LIMIT' : 'MARKET');
  const requiredByType = rules.flatMap((rule) =>
    rule.rule === 'needs-by-value' && rule.param === 'type' ? (rule.needs[type.toUpperCase()] ?? []) : [],
  );
  const needsTimeInForce =
    requiredByType.includes('timeInForce') || (type === 'LIMIT' && 'timeInForce' in params);
  // Who buys wants to see what was paid, not only that the order was taken.
  const fullestResponse = params[RESPONSE_TYPE]?.values?.map(String).at(-1);
  const added: TypedArgument[] = [
    { name: 'side', text: side },
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

/** As declared, so that what is shown reads like every other order. */
function sortAsDeclared(given: readonly TypedArgument[], names: readonly string[]): readonly TypedArgument[] {
  return [...given].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}
