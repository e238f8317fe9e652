/**
 * Runs `trade stop`, `trade take-profit` and `trade trailing-stop`, which place orders that wait for a
 * trigger. Such orders are ordinary orders in the interface document and algo orders at the public futures
 * hosts; the commands have the same words and output for both.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { formatTrimmed, multiply, parseDecimal } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { servedCall } from '../calling/served-call.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { toOrderArguments } from './order-words.ts';
import { run as place } from './place.ts';

/**
 * The order types that each command may use, without and with a limit price; the first type that the product
 * has is used.
 */
const TYPES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  stop: [
    ['STOP_MARKET', 'STOP_LOSS'],
    ['STOP', 'STOP_LOSS_LIMIT'],
  ],
  'take-profit': [
    ['TAKE_PROFIT_MARKET', 'TAKE_PROFIT'],
    ['TAKE_PROFIT_LIMIT', 'TAKE_PROFIT'],
  ],
  'trailing-stop': [
    ['TRAILING_STOP_MARKET', 'STOP_LOSS'],
    ['TRAILING_STOP_MARKET', 'STOP_LOSS_LIMIT'],
  ],
};

/**
 * The parameters of a trailing stop under the product's names: the distance, and the price from which the
 * order follows the market.
 */
const TRAILING = [
  { distance: 'callbackRate', unitsPerPercent: '1', start: 'activationPrice' },
  { distance: 'trailingDelta', unitsPerPercent: '100', start: 'stopPrice' },
] as const;

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const endpoint = call.endpoint!;
  const word = call.verb.words[0]!;
  const given = [...call.given, ...triggerArguments(call, endpoint, word)];
  const types = TYPES[word]!;
  const typeOf = (hasPrice: boolean) => supportedType(call, endpoint, types[hasPrice ? 1 : 0]!);
  const order = { ...call, given: toOrderArguments({ ...call, given }, endpoint, undefined, typeOf) };
  return place(await servedCall(order));
}

function supportedType(
  { command }: CommandCall,
  { params, product }: Endpoint,
  types: readonly string[],
): string {
  const known = params['type']?.values ?? [];
  const found = types.find((type) => known.includes(type));
  if (found !== undefined) return found;
  throw usageError(
    `${command} on ${product} has no order of type ${types.join(' or ')}.`,
    'Give a limit price with --at, or choose another product with --on.',
  );
}

/** Returns the trigger of the order: a price, or the distance of a trailing stop. */
function triggerArguments(
  { options }: CommandCall,
  { params }: Endpoint,
  word: string,
): readonly TypedArgument[] {
  if (word !== 'trailing-stop')
    return [{ name: 'stopPrice', text: requiredOption(options, 'trigger', '60000') }];
  const names = TRAILING.find(({ distance }) => distance in params);
  if (names === undefined)
    throw usageError(
      'This product has no trailing stop.',
      'Choose another one with --on: spot, usdm or coinm.',
    );
  const start = options['activate'] as string | undefined;
  return [
    {
      name: names.distance,
      text: distanceText(requiredOption(options, 'trail', '1.5'), names.unitsPerPercent),
    },
    ...(start === undefined ? [] : [{ name: names.start, text: start }]),
  ];
}

function requiredOption(options: CommandCall['options'], name: string, example: string): string {
  const text = options[name];
  if (typeof text === 'string') return text;
  throw usageError(`--${name} is missing.`, `Such as --${name} ${example}.`);
}

/** Returns a distance that was given in per cent in the unit of the parameter: per cent, or basis points. */
function distanceText(text: string, unitsPerPercent: string): string {
  const percent = parseDecimal(text.replace(/%$/, ''));
  if (percent === undefined)
    throw usageError(
      `--trail must be a distance in per cent such as 1.5, was "${safeText(text.slice(0, 40))}".`,
    );
  return formatTrimmed(multiply(percent, parseDecimal(unitsPerPercent)!));
}
