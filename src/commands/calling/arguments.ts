/** Arguments and options that commands of several files take. */
import type { OptionSpec, Positional } from '../types.ts';

export const symbol: Positional = { name: 'symbol', required: true };
export const pair: Positional = { name: 'pair', required: true };
export const interval: Positional = { name: 'interval', required: true };
export const asset: Positional = { name: 'asset', required: true };
export const amount: Positional = { name: 'amount', required: true };
export const fanOutSymbols: Positional = {
  name: 'symbol',
  on: ['usdm', 'coinm', 'options'],
  isVariadic: true,
  fansOut: true,
  about: 'One symbol or several, each asked for in a call of its own; all of them where none is given',
};
export const chartOptions: readonly OptionSpec[] = [
  { name: 'chart', about: 'Draw the candles in the terminal' },
];
