/** The options that reports on an account share, and their values. */
import type { OptionSpec } from '../types.ts';

/** What an export can contain, in the order in which it is read. */
export const EXPORT_KINDS = ['trades', 'deposits', 'withdrawals', 'conversions', 'income'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** The options of a command that takes a start and an end; with these names `--during` sets both. */
export const windowOptions: readonly OptionSpec[] = [
  { name: 'start', value: 'time', about: 'Only from this time on, such as 2026-01-01 or 30d' },
  { name: 'end', value: 'time', about: 'Only up to this time' },
  { name: 'since', value: 'time', about: 'Same as --start' },
  { name: 'until', value: 'time', about: 'Same as --end' },
];

/** The products of reports on profit and fees. */
export const REPORT_PRODUCTS = ['spot', 'usdm', 'coinm'] as const;
export type ReportProduct = (typeof REPORT_PRODUCTS)[number];

export const productOption: OptionSpec = {
  name: 'on',
  value: 'product',
  values: REPORT_PRODUCTS,
  default: 'spot',
  about: 'Product',
};
