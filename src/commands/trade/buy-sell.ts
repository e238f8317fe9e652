/** Buys or sells in everyday words: `trade buy BTCUSDT 0.01 --at 60000`. What is sent takes the way of every order. */
import type { Endpoint } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { run as place } from './place.ts';

/** How much the answer to an order says; its values go from the least to the most. */
const ANSWER = 'newOrderRespType';

/** Runs the command. */
export function run(call: CommandCall): Promise<void> {
  const side = call.verb.words[0] === 'buy' ? 'BUY' : 'SELL';
  return place({ ...call, given: spelledOut(call, call.endpoint!, side) });
}

/** Returns the arguments of the order: a price makes it LIMIT and GTC, no price MARKET, unless they say otherwise. */
function spelledOut(
  { given, options, command }: CommandCall,
  { params, rules = [] }: Endpoint,
  side: string,
): readonly TypedArgument[] {
  const typed = (name: string) => given.find((one) => one.name === name)?.text;
  if (typed('side') !== undefined)
    throw usageError(`${command} says the side itself.`, 'Leave --side out, or use trade order place.');
  const at = options['at'] as string | undefined;
  if (at !== undefined && typed('price') !== undefined)
    throw usageError('--at and --price are the same price: give one of them.');
  const isPriced = at !== undefined || typed('price') !== undefined || typed('priceMatch') !== undefined;
  const type = typed('type') ?? (isPriced ? 'LIMIT' : 'MARKET');
  const needs = rules.flatMap((rule) =>
    rule.rule === 'needs-by-value' && rule.param === 'type' ? (rule.needs[type.toUpperCase()] ?? []) : [],
  );
  const isTimed = needs.includes('timeInForce') || (type === 'LIMIT' && 'timeInForce' in params);
  // Who buys wants to see what was paid, not only that the order was taken.
  const fullest = params[ANSWER]?.values?.map(String).at(-1);
  const added: TypedArgument[] = [
    { name: 'side', text: side },
    ...(typed('type') === undefined ? [{ name: 'type', text: type }] : []),
    ...(at === undefined ? [] : [{ name: 'price', text: at }]),
    ...(isTimed && typed('timeInForce') === undefined ? [{ name: 'timeInForce', text: 'GTC' }] : []),
    ...(fullest === undefined || typed(ANSWER) !== undefined ? [] : [{ name: ANSWER, text: fullest }]),
  ];
  return inOrder([...given, ...added], Object.keys(params));
}

/** As declared, so that what is shown reads like every other order. */
function inOrder(given: readonly TypedArgument[], names: readonly string[]): readonly TypedArgument[] {
  return [...given].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}
