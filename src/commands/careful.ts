/** The options of commands that change something. */
import type { OptionSpec } from './types.ts';

/** What every command takes that changes something. */
export const careful: readonly OptionSpec[] = [
  { name: 'dry-run', about: 'Print the exact request and its cost, and send nothing' },
  { name: 'yes', short: 'y', about: 'Do not ask; needed where nobody can be asked' },
];
