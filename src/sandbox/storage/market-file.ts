/**
 * Reads candle files of the exchange's public archive: `<SYMBOL>-<interval>-<YYYY-MM[-DD]>.csv`, twelve columns, with
 * or without a header, times in ms or microseconds (public facts, Bulk public archive).
 */

import { basename } from 'node:path';
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { decimalOf } from '../../core/decimal.ts';
import { type ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { type CandleRecording, candleParts, type RecordedRow } from '../engine/market/recorded-candles.ts';
import { listSymbols, type MarketSymbol } from '../engine/market/symbols.ts';

/** The maximum number of rows of all files together; a year of 1m candles has 527040. */
const ROWS_MAX = 1_500_000;
/** The value from which on a time is in microseconds. */
const MICROSECONDS_FROM = 1e14;
/**
 * The largest sum of the decimals of price and quantity, so that their product is exact in the quote volume.
 */
const DECIMALS = 8;
const COLUMNS = 12;

export interface MarketFile {
  readonly path: string;
  readonly text: string;
}

/** Returns a recording for each symbol of the files. Throws a usage error that names file and row. */
export function readMarketFiles(files: readonly MarketFile[]): readonly CandleRecording[] {
  const groups = new Map<string, CandleFile[]>();
  let total = 0;
  for (const file of files) {
    const candles = parseFile(file);
    total += candles.rows.length;
    if (total > ROWS_MAX) throw usageError(`The candle files have more than ${ROWS_MAX} rows together.`);
    const sameSymbol = groups.get(candles.name) ?? [];
    if (sameSymbol.some(({ spanMs }) => spanMs !== candles.spanMs)) {
      throw usageError(`The candle files of ${candles.name} must have one interval.`);
    }
    groups.set(candles.name, [...sameSymbol, candles]);
  }
  return [...groups.values()].map(recordingOf);
}

/** A row of a file. */
interface CandleLine {
  readonly file: string;
  readonly number: number;
  readonly openTime: number;
  readonly cells: readonly string[];
}

interface CandleFile {
  readonly name: string;
  readonly spanMs: number;
  readonly rows: readonly CandleLine[];
}

function parseFile({ path, text }: MarketFile): CandleFile {
  const file = safeText(basename(path));
  const nameParts = /^([^-]+)-(1s|\d+[mhdw])-\d{4}-\d{2}(-\d{2})?\.csv$/.exec(basename(path));
  const spanMs = nameParts === null ? undefined : intervalSpan(nameParts[2]!);
  if (nameParts === null || spanMs === undefined) {
    throw usageError(
      `A candle file must be named as in the archive, such as BTCUSDT-1m-2024-01.csv, was "${file}".`,
    );
  }
  const rows: CandleLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === '' || (index === 0 && line.startsWith('open_time'))) continue;
    const cells = line.split(',');
    const time = Number(cells[0]);
    const openTime = time >= MICROSECONDS_FROM ? time / 1000 : time;
    if (
      cells.length !== COLUMNS ||
      !Number.isSafeInteger(openTime) ||
      openTime % Math.min(spanMs, DAY_MS) !== 0
    ) {
      throw rowError({ file, number: index + 1 }, `${COLUMNS} columns and a time on the interval`);
    }
    rows.push({ file, number: index + 1, openTime, cells });
  }
  if (rows.length === 0) throw usageError(`The candle file ${file} has no rows.`);
  return { name: nameParts[1]!.toUpperCase(), spanMs, rows };
}

function recordingOf(files: readonly CandleFile[]): CandleRecording {
  const { name, spanMs } = files[0]!;
  const candles = files.flatMap(({ rows }) => rows).sort((a, b) => a.openTime - b.openTime);
  const symbol = symbolOf(name, candles, spanMs);
  const rows: RecordedRow[] = [];
  let firstId = 0;
  for (const [index, line] of candles.entries()) {
    if (candles[index - 1]?.openTime === line.openTime) throw rowError(line, 'a time that no other row has');
    const row = rowOf(line, symbol, firstId);
    rows.push(row);
    firstId += row.count;
  }
  return { symbol, spanMs, rows };
}

/** Returns the symbol with the decimals of the files, listed from their first to their last candle. */
function symbolOf(name: string, candles: readonly CandleLine[], spanMs: number): MarketSymbol {
  const known = listSymbols().find((symbol) => symbol.name === name);
  if (known === undefined) throw usageError(`The sandbox has no symbol ${safeText(name)}.`);
  let [tickDecimals, lotDecimals] = [0, 0];
  for (const { cells } of candles) {
    for (const column of [1, 2, 3, 4]) tickDecimals = Math.max(tickDecimals, decimalsOf(cells[column]!));
    for (const column of [5, 9]) lotDecimals = Math.max(lotDecimals, decimalsOf(cells[column]!));
  }
  // The tick and lot size of the simulated market are kept if the prices and quantities of the files fit them,
  // because orders use them.
  if (known.tickDecimals + known.lotDecimals <= DECIMALS) {
    if (tickDecimals <= known.tickDecimals && lotDecimals <= known.lotDecimals) {
      [tickDecimals, lotDecimals] = [known.tickDecimals, known.lotDecimals];
    }
  }
  if (tickDecimals + lotDecimals > DECIMALS) {
    throw usageError(
      `Prices and quantities of ${name} have ${tickDecimals + lotDecimals} decimals together; the sandbox allows ${DECIMALS}.`,
    );
  }
  const [listedAt, delistedAt] = [candles[0]!.openTime, candles.at(-1)!.openTime + spanMs];
  return { ...known, tickDecimals, lotDecimals, listedAt, delistedAt };
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length;
}

function rowOf(line: CandleLine, { tickDecimals, lotDecimals }: MarketSymbol, firstId: number): RecordedRow {
  const whole = (column: number, decimals: number): number => {
    const text = line.cells[column]!;
    if (!/^\d{1,15}(\.\d{1,20})?$/.test(text)) throw rowError(line, `a number in column ${column + 1}`);
    const { value, scale } = decimalOf(text);
    const scaled = value * 10n ** BigInt(decimals);
    const size = 10n ** BigInt(scale);
    const found = Number(scaled / size);
    if (scaled % size !== 0n || !Number.isSafeInteger(found)) {
      throw rowError(line, `a number of at most ${decimals} decimals in column ${column + 1}`);
    }
    return found;
  };
  const [open, high, low, close] = [1, 2, 3, 4].map((column) => whole(column, tickDecimals)) as [
    number,
    number,
    number,
    number,
  ];
  const lots = whole(5, lotDecimals);
  const buyLots = whole(9, lotDecimals);
  const value = quoteAboveLow(line, 7, tickDecimals + lotDecimals, low, lots);
  const buyValue = quoteAboveLow(line, 10, tickDecimals + lotDecimals, low, buyLots);
  const [sellLots, sellValue] = [lots - buyLots, value - buyValue];
  const shape = { open, high, low, close, buyLots, buyValue, sellLots, sellValue };
  const isOrdered = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  const pieces = isOrdered ? candleParts(shape) : undefined;
  if (pieces === undefined)
    throw rowError(line, 'prices, quantities and volumes that are consistent with each other');
  return { openTime: line.openTime, ...shape, firstId, count: pieces.length };
}

/** Returns the quote volume of a candle less that of all its lots at the low price, in ticks times lots. */
function quoteAboveLow(
  line: CandleLine,
  column: number,
  decimals: number,
  low: number,
  lots: number,
): number {
  const text = line.cells[column]!;
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) throw rowError(line, `a number in column ${column + 1}`);
  const { value, scale } = decimalOf(text);
  const scaled = value * 10n ** BigInt(decimals);
  const size = 10n ** BigInt(scale);
  const above = scaled / size - BigInt(low) * BigInt(lots);
  if (scaled % size !== 0n)
    throw rowError(line, `a volume of at most ${decimals} decimals in column ${column + 1}`);
  if (above < 0n || above > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw rowError(line, `a volume that fits the prices in column ${column + 1}`);
  }
  return Number(above);
}

function rowError(
  { file, number }: { readonly file: string; readonly number: number },
  expected: string,
): ToolError {
  return usageError(`Row ${number} of ${file} must have ${expected}.`);
}
