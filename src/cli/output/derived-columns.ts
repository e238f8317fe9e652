/** Computes the columns that a table shows beside those of the exchange, such as the average price of an order. */
import type { DerivedColumn } from '../../catalogue/types.ts';
import {
  abs,
  add,
  compare,
  type Decimal,
  divide,
  formatDecimal,
  isZero,
  multiply,
  parseDecimal,
  trimZeros,
} from '../../core/decimal.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { type OutputRows, plainCell } from './rows.ts';

/** Decimal places of a quotient, as of prices; a smaller one gets as many as it takes for its first digits. */
const PLACES = 8;
const PLACES_MAX = 40;
/** The least value of a quotient's digits as a whole number: eight significant digits. */
const DIGITS_MIN = 10_000_000n;

/** Returns the rows with the derived columns that have a value in any row, each after the column that it names. */
export function withDerivedColumns(rows: OutputRows, derived: readonly DerivedColumn[] = []): OutputRows {
  return derived.reduce((table, column) => withColumn(table, rows, column), rows);
}

function withColumn(table: OutputRows, source: OutputRows, column: DerivedColumn): OutputRows {
  const indexOf = (name: string) => source.columns.findIndex((one) => one.name === name);
  const values = source.rows.map((row) => derive(column, (name) => row[indexOf(name)] ?? null));
  if (values.every((value) => value === null)) return table;
  const before = table.columns.findIndex(({ name }) => name === column.after);
  const at = before === -1 ? table.columns.length : before + 1;
  return {
    ...table,
    columns: table.columns.toSpliced(at, 0, column),
    rows: table.rows.map((row, index) => row.toSpliced(at, 0, values[index]!)),
  };
}

function derive({ from }: DerivedColumn, cell: (name: string) => JsonValue): JsonValue {
  if ('quotient' in from) {
    const [dividend, divisor] = from.quotient.map((name) => parseDecimal(plainCell(cell(name))));
    if (dividend === undefined || divisor === undefined || isZero(divisor)) return null;
    return formatDecimal(trimZeros(quotientOf(dividend, divisor)));
  }
  const { list, amount, unit } = from.total;
  const totals = new Map<string, Decimal>();
  const parts = cell(list);
  for (const part of Array.isArray(parts) ? (parts as readonly JsonValue[]) : []) {
    const value = isObject(part) ? parseDecimal(plainCell(part[amount] ?? null)) : undefined;
    if (!isObject(part) || value === undefined) return null;
    const name = plainCell(part[unit] ?? null);
    const total = totals.get(name);
    totals.set(name, total === undefined ? value : add(total, value));
  }
  if (totals.size === 0) return null;
  return [...totals].map(([name, total]) => `${formatDecimal(trimZeros(total))} ${name}`).join(', ');
}

/** Returns the quotient, rounded to the nearest decimal where it has more digits than a price. */
function quotientOf(dividend: Decimal, divisor: Decimal): Decimal {
  let places = PLACES;
  let quotient = divide(dividend, divisor, places, 'nearest');
  while (
    places < PLACES_MAX &&
    abs(quotient).value < DIGITS_MIN &&
    compare(multiply(quotient, divisor), dividend) !== 0
  ) {
    places += PLACES;
    quotient = divide(dividend, divisor, places, 'nearest');
  }
  return quotient;
}
