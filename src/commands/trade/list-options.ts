/** The options of `trade list` that describe the orders of an order list, such as `--take-profit`. */
import type { OptionSpec } from '../types.ts';

/** The options of `trade list` that describe the orders of an order list. */
export const LIST_OPTIONS = {
  entry: { name: 'entry', value: 'price', about: 'Price of the working order; LIMIT, good till cancelled' },
  takeProfit: {
    name: 'take-profit',
    value: 'price',
    about: 'Limit price of the order that takes the profit',
  },
  stopLoss: { name: 'stop-loss', value: 'price', about: 'Trigger price of the stop-loss order' },
  stopLimit: {
    name: 'stop-limit',
    value: 'price',
    about: 'Limit price of the stop-loss order; a market order if omitted',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
