/** Selects the options of a command that the printed "Resume with" command must repeat. */
import { shellLine } from '../../request/typed-arguments.ts';
import type { CommandCall } from '../types.ts';

/** Options that choose the product, environment, host, proxy, keys and signing window. */
const DESTINATION_OPTIONS = ['on', 'env', 'host', 'proxy', 'profile', 'recv-window', 'allow-leaks'] as const;

/** Options that choose the output format, the waiting times and what is checked. */
const OUTPUT_OPTIONS = ['output', 'fields', 'max-wait', 'timeout', 'parallel', 'complete'] as const;

/**
 * Returns the options that choose the destination, such as " --env=testnet"; begins with a space unless
 * empty.
 */
export function destinationOptions(options: CommandCall['options']): string {
  return optionText(options, DESTINATION_OPTIONS);
}

/** Returns the options that choose the destination, the output format, the waiting times and what is checked. */
export function resumeOptions(options: CommandCall['options']): string {
  return optionText(options, [...DESTINATION_OPTIONS, ...OUTPUT_OPTIONS]);
}

function optionText(options: CommandCall['options'], names: readonly string[]): string {
  const words = names.flatMap((name) =>
    [options[name] ?? []].flat().map((value) => `--${name}${value === true ? '' : `=${value}`}`),
  );
  return words.length === 0 ? '' : ` ${shellLine(words)}`;
}
