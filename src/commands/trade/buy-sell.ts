/**
 * Runs `trade buy` and `trade sell`, such as `trade buy BTCUSDT 0.01 --at 60000`, as a regular order
 * placement. The size may also be a part (`50%`, `all`) or an amount of the quote asset (`--quote 100`).
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { type ToolError, usageError } from '../../core/errors.ts';
import { parsePart } from '../../orders/order-size.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { toOrderArguments } from './order-words.ts';
import { run as place } from './place.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const side = call.verb.words[0] === 'buy' ? 'BUY' : 'SELL';
  const endpoint = call.endpoint!;
  const typed = [...call.given, ...flagArguments(call, endpoint)];
  const given = toOrderArguments({ ...call, given: typed }, endpoint, side);
  if (!isSizeInWords(call)) return place({ ...call, given });
  const { resolveSize } = await import('../ordering/size-words.ts');
  return place({ ...call, given: await resolveSize(call, given) });
}

/** Returns whether the size of the order is not a number of its quantity. */
function isSizeInWords({ given, options }: CommandCall): boolean {
  const quantity = given.find(({ name }) => name === 'quantity')?.text ?? '';
  return options['quote'] !== undefined || parsePart(quantity) !== undefined;
}

/**
 * Returns the argument of `--post-only`. A product with a parameter of the name of a flag reads it as such, so that the
 * flag as an option of the command means a product without it.
 */
function flagArguments(
  { options, given, command }: CommandCall,
  { product, orderRules }: Endpoint,
): readonly TypedArgument[] {
  if (options['reduce-only'] === true) throw noSuchOrderError(command, product, 'reduce-only');
  if (options['post-only'] !== true) return [];
  const { postOnly } = orderRules!;
  if (postOnly === undefined) throw noSuchOrderError(command, product, 'post-only');
  const has = (name: string) => given.some((one) => one.name === name);
  if (options['at'] === undefined && !has('price'))
    throw usageError('A post-only order needs a limit price.', 'Add --at with the price.');
  if (has(postOnly.param))
    throw usageError(`--post-only sets ${postOnly.param} itself.`, `Omit --post-only or ${postOnly.param}.`);
  return [{ name: postOnly.param, text: postOnly.value }];
}

function noSuchOrderError(command: string, product: string, kind: string): ToolError {
  return usageError(
    `${command} on ${product} has no ${kind} orders.`,
    `Omit --${kind}, or choose another product with --on.`,
  );
}
