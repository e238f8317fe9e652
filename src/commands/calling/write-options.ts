/** The options of commands that change something. */
import type { OptionSpec } from '../types.ts';

/** What every command takes that changes something. */
export const writeOptions: readonly OptionSpec[] = [
  { name: 'dry-run', about: 'Print the exact request and its cost, and send nothing' },
  { name: 'yes', short: 'y', about: 'Do not ask; needed where nobody can be asked' },
];

/** What every command takes that places orders: the filters of the symbol are checked before they leave. */
export const orderOptions: readonly OptionSpec[] = [
  ...writeOptions,
  {
    name: 'round',
    value: 'way',
    about: 'Round price and quantity to the steps of the symbol, and say so',
    values: ['down', 'up', 'nearest'],
  },
  { name: 'skip-filters', about: 'Leave the filters of the symbol to the exchange alone' },
];
