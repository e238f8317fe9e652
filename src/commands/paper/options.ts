/** The options that commands of the paper ledger share. */
import type { OptionSpec } from '../types.ts';

export const ledgerOption: OptionSpec = {
  name: 'ledger',
  value: 'name',
  about: 'Ledger of this command; without it the one of paper use',
};

/** The sources of market data other than the exchange of the run's environment. */
export const sourceOptions: readonly OptionSpec[] = [
  {
    name: 'candles',
    value: 'file',
    about: 'Market data and symbol records of a scenario file instead of the exchange',
  },
  { name: 'price', value: 'price', about: 'One price of now instead of the exchange' },
];

/** The groups of metrics. */
export const groupOption: OptionSpec = {
  name: 'by',
  value: 'group',
  values: ['agent', 'run'],
  about: 'One row for each agent or run',
};

/** When a command ends that follows a ledger. */
export const followOptions: readonly OptionSpec[] = [
  { name: 'for', value: 'duration', about: 'End after this duration, such as 1h' },
  { name: 'until', value: 'time', about: 'End at this time' },
];
