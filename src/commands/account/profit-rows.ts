/** What the rows of profit and loss of all products share: amounts as text, columns, totals. */
import type { Column, View } from '../../catalogue/types.ts';
import {
  abs,
  add,
  compare,
  type Decimal,
  decimalOf,
  formatTrimmed,
  isZero,
  parseDecimal,
  ZERO,
} from '../../core/decimal.ts';
import type { JsonObject } from '../../core/words.ts';
import type { AccountReader } from './account-reader.ts';

/** The rows of one product, and sentences about them for stderr. */
export interface ProfitRows {
  readonly rows: readonly JsonObject[];
  readonly notes: readonly string[];
}

/** Columns of amounts of a quote or margin asset. */
const AMOUNTS = ['worth', 'realized', 'fees', 'funding', 'other', 'net', 'unrealized', 'cost', 'proceeds'];
/** Amounts below this show more digits in tables. */
const SMALL = decimalOf('0.01');

/** Returns the decimal places of amounts in a table: 4, or 8 if one of the amounts is so small that 4 would hide it. */
export function amountPlaces(rows: readonly JsonObject[]): number {
  const amounts = rows.flatMap((row) => AMOUNTS.map((name) => parseDecimal(String(row[name])) ?? ZERO));
  return amounts.some((amount) => !isZero(amount) && compare(abs(amount), SMALL) < 0) ? 8 : 4;
}

/** Returns the view of rows whose amounts a table rounds to `places` decimal places. */
export function profitView(columns: readonly Column[], places: number): View {
  return {
    shape: 'rows',
    columns: columns.map((column) => (AMOUNTS.includes(column.name) ? { ...column, places } : column)),
  };
}

/** Returns a row with all columns, so that csv has the same columns whatever was found; those not given are null. */
export function fullRow(columns: readonly Column[], row: JsonObject): JsonObject {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
}

/** Returns a sentence for each thing that a command could not read. */
export function missingNotes({ problems }: AccountReader): readonly string[] {
  return problems.map(
    ({ what, error }) => `Not read: ${what}: ${error.facts.message} The amounts above lack it.`,
  );
}

/** Returns a sentence with the totals of each asset, such as "Total in USDT: realized 12.5, fees 0.5, net 12." */
export function totalNotes(rows: readonly JsonObject[], names: readonly string[]): readonly string[] {
  const totals = new Map<string, Map<string, Decimal>>();
  for (const row of rows) {
    const asset = String(row['asset']);
    const sums = totals.get(asset) ?? new Map<string, Decimal>();
    totals.set(asset, sums);
    for (const name of names)
      sums.set(name, add(sums.get(name) ?? ZERO, parseDecimal(String(row[name])) ?? ZERO));
  }
  return [...totals].map(
    ([asset, sums]) =>
      `Total in ${asset}: ${[...sums].map(([name, sum]) => `${name} ${formatTrimmed(sum)}`).join(', ')}.`,
  );
}
