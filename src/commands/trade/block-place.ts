/** Runs `trade block place`: offers a block trade, whose leg is given in words or as the parameter legs. */
import { usageError } from '../../core/errors.ts';
import { run as sendWrite } from '../calling/send-write.ts';
import type { CommandCall } from '../types.ts';

/** The fields of the leg that words give; public facts say that a leg is a limit order. */
const LEG_FIELDS = ['symbol', 'side', 'quantity', 'price'] as const;

/** Runs the command. Throws a usage error if the leg is given twice, or only in part. */
export function run(call: CommandCall): Promise<void> {
  const { given, options, command } = call;
  const words: typeof options = { ...options, price: options['at'] };
  const missing = LEG_FIELDS.filter((name) => words[name] === undefined);
  const hasLegs = given.some(({ name }) => name === 'legs');
  if (hasLegs && missing.length === LEG_FIELDS.length) return sendWrite(call);
  if (hasLegs) {
    throw usageError(
      '--legs states the whole trade.',
      'Omit --symbol, --side, --quantity and --at, or --legs.',
    );
  }
  if (missing.length > 0) {
    throw usageError(
      `${command} needs --symbol, --side, --quantity and --at; no ${missing.join(' or ')} was given.`,
      `Example: bourse ${call.verb.examples[0]}`,
    );
  }
  const leg = Object.fromEntries(LEG_FIELDS.map((name) => [name, words[name]]));
  const legs = { name: 'legs', text: JSON.stringify([{ ...leg, type: 'LIMIT' }]) };
  return sendWrite({ ...call, given: [...given, legs] });
}
