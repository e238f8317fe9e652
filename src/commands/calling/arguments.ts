/** Positionals and options that several command groups share. */
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
  about: 'One symbol or several, one call for each; all symbols if omitted',
};
export const chartOptions: readonly OptionSpec[] = [
  { name: 'chart', about: 'Draw the candles as a chart in the terminal' },
];

export const seriesOptions: readonly OptionSpec[] = [
  { name: 'chart', about: 'Draw the values over time as a chart in the terminal' },
];
