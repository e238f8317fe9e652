/** The options of a command that a command to go on with needs as well. */
import { shellLine } from '../../request/typed-arguments.ts';
import type { CommandCall } from '../types.ts';

/** Options without which the command would go elsewhere, or with other keys. */
const DESTINATION_OPTIONS = ['on', 'env', 'host', 'proxy', 'profile', 'recv-window', 'allow-leaks'] as const;

/** Options without which its answer would look otherwise, or come to another time. */
const OUTPUT_OPTIONS = ['output', 'fields', 'max-wait', 'timeout'] as const;

/** Returns the options that lead to the same place, such as " --env=testnet"; begins with a space unless empty. */
export function destinationOptions(options: CommandCall['options']): string {
  return optionText(options, DESTINATION_OPTIONS);
}

/** Returns the options that lead to the same answer in the same form. */
export function resumeOptions(options: CommandCall['options']): string {
  return optionText(options, [...DESTINATION_OPTIONS, ...OUTPUT_OPTIONS]);
}

function optionText(options: CommandCall['options'], names: readonly string[]): string {
  const words = names.flatMap((name) =>
    [options[name] ?? []].flat().map((value) => `--${name}${value === true ? '' : `=${value}`}`),
  );
  return words.length === 0 ? '' : ` ${shellLine(words)}`;
}
