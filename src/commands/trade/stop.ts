/**
 * Runs `trade stop`, `trade take-profit` and `trade trailing-stop`, which place orders that wait for a
 * trigger. Such orders are ordinary orders in the interface document and algo orders at the public futures
 * hosts; the commands have the same words and output for both.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { formatTrimmed, multiply, parseDecimal } from '../../core/decimal.ts';
import { type Fault, type ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { readArguments } from '../../request/arguments.ts';
import { argumentsError } from '../../request/prepare.ts';
import { servedCall } from '../calling/served-call.ts';
import type { CommandCall, OptionSpec, TypedArgument } from '../types.ts';
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
  const types = TYPES[word]!;
  const typeOf = (hasPrice: boolean) => supportedType(call, endpoint, types[hasPrice ? 1 : 0]!);
  const orderWith = (options: CommandCall['options']): CommandCall => {
    const given = [...call.given, ...triggerArguments(options, endpoint, word)];
    return { ...call, given: toOrderArguments({ ...call, given }, endpoint, undefined, typeOf) };
  };
  const missing = call.verb.options?.find(
    ({ name, isRequired }) => isRequired === true && call.options[name] === undefined,
  );
  if (missing !== undefined) {
    // The other arguments are checked with an example in place of the missing option.
    const { given } = orderWith({ ...call.options, [missing.name]: '1' });
    throw missingOption(call, endpoint, missing, given);
  }
  return place(await servedCall(orderWith(call.options)));
}

/** Returns the error for a missing option, which also lists the faults of the other arguments. */
function missingOption(
  { services }: CommandCall,
  endpoint: Endpoint,
  { name, about }: OptionSpec,
  given: readonly TypedArgument[],
): ToolError {
  const { faults } = readArguments(endpoint, given, { now: services.world.clock.now() });
  const own: Fault = {
    param: name,
    rule: 'missing',
    expected: about,
    found: 'nothing',
    message: `--${name} is required (${about}), found nothing. Add --${name}.`,
  };
  return argumentsError(endpoint.id, [own, ...faults]);
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
  options: CommandCall['options'],
  { params }: Endpoint,
  word: string,
): readonly TypedArgument[] {
  if (word !== 'trailing-stop') return [{ name: 'stopPrice', text: String(options['trigger']) }];
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
      text: distanceText(String(options['trail']), names.unitsPerPercent),
    },
    ...(start === undefined ? [] : [{ name: names.start, text: start }]),
  ];
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
