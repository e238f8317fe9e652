/** The options of commands that change something. */
import type { OptionSpec } from '../types.ts';

/** Options of every command that changes something. */
export const writeOptions: readonly OptionSpec[] = [
  { name: 'dry-run', about: 'Print the exact request and its weight, and send nothing' },
  {
    name: 'yes',
    short: 'y',
    about: 'Skip the confirmation of live orders and of transfers; required for them without a terminal',
  },
  {
    name: 'idempotency-key',
    value: 'key',
    about:
      'Send this command at most once under the key, its client order id; a repetition prints the recorded result',
  },
  {
    name: 'despite-unresolved',
    about: 'Send an order although it is not known what became of an earlier one of the symbol',
  },
];

/** Options of every command whose call is signed. */
export const signedOptions: readonly OptionSpec[] = [
  {
    name: 'recv-window',
    value: 'ms',
    about:
      'recvWindow, the max age of a request on arrival: 1 to 60000 (if omitted: 3000 for orders, else 5000)',
  },
  { name: 'allow-leaks', about: 'Sign even if an environment variable for debugging could expose keys' },
];

/** Options of every command that places orders; the symbol's filters are checked before an order is sent. */
export const orderOptions: readonly OptionSpec[] = [
  ...writeOptions,
  {
    name: 'round',
    value: 'way',
    about: 'Round price and quantity to tick size and step size, and report each change',
    values: ['down', 'up', 'nearest'],
  },
  { name: 'skip-filters', about: 'Skip the local filter check; the exchange checks the filters' },
];
