/** The options of a command that a command to go on with needs as well. */
import { shellLine } from '../../request/typed-arguments.ts';
import type { CommandCall } from '../types.ts';

/** Options without which the command would go elsewhere, or with other keys. */
const PLACE = ['on', 'env', 'host', 'proxy', 'profile', 'recv-window', 'allow-leaks'] as const;

/** Options without which its answer would look otherwise, or come to another time. */
const SHAPE = ['output', 'fields', 'max-wait', 'timeout'] as const;

/** Returns the options that lead to the same place, such as " --env=testnet"; begins with a space unless empty. */
export function placeWords(options: CommandCall['options']): string {
  return wordsOf(options, PLACE);
}

/** Returns the options that lead to the same answer in the same form. */
export function keptWords(options: CommandCall['options']): string {
  return wordsOf(options, [...PLACE, ...SHAPE]);
}

function wordsOf(options: CommandCall['options'], names: readonly string[]): string {
  const words = names.flatMap((name) =>
    [options[name] ?? []].flat().map((value) => `--${name}${value === true ? '' : `=${value}`}`),
  );
  return words.length === 0 ? '' : ` ${shellLine(words)}`;
}
