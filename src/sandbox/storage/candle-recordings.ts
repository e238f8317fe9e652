/** Turns candles of the exchange's public archive into the recordings that a market of the sandbox follows. */

import { type ArchiveRow, cellsOf, rowError } from '../../archive/rows.ts';
import { type ArchiveFile, type ArchiveSeries, readArchive } from '../../archive/series.ts';
import { decimalOf } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { lowerBound } from '../../core/sorted-search.ts';
import { safeText } from '../../core/text.ts';
import {
  type CandleRecording,
  type CandleShape,
  candleParts,
  type RecordedRow,
  type RecordedTrade,
  tradesMakeUp,
} from '../engine/market/recorded-candles.ts';
import { listSymbols, type MarketSymbol } from '../engine/market/symbols.ts';

/** The maximum number of candles that markets follow; a year of 1m candles has 527040. */
export const CANDLES_MAX = 1_500_000;
/** The maximum number of trades that markets follow, which take some 200 bytes each. */
export const TRADES_MAX = 1_500_000;
/**
 * The largest sum of the decimals of price and quantity, so that their product is exact in the quote volume.
 */
const DECIMALS = 8;

/** A trade in decimal text; `time` is Unix ms. */
export interface TradeRow {
  readonly time: number;
  readonly price: string;
  readonly quantity: string;
  readonly isBuyerMaker: boolean;
}

/** Returns a recording for each symbol of the files. Throws a usage error that names file and row. */
export function readMarketFiles(files: Iterable<ArchiveFile>): readonly CandleRecording[] {
  return candleRecordings(readArchive(files, { product: 'spot', rowsMax: CANDLES_MAX }).series);
}

/**
 * Returns a recording for each symbol of the series. `trades` are trades of symbols in order of time; a candle has those within it
 * if they add up to its prices, quantities and volumes. Throws a usage error that names the source and the row.
 */
export function candleRecordings(
  series: readonly ArchiveSeries[],
  trades: ReadonlyMap<string, readonly TradeRow[]> = new Map(),
): readonly CandleRecording[] {
  const spans = new Map<string, number>();
  for (const { dataset, product, symbol, spanMs } of series) {
    if (product !== 'spot' || dataset !== 'klines' || spanMs === undefined) {
      throw usageError(
        `The sandbox follows candles of spot, found ${dataset} of ${product} for ${safeText(symbol)}.`,
      );
    }
    if (spans.has(symbol))
      throw usageError(`The candle files of ${safeText(symbol)} must have one interval.`);
    spans.set(symbol, spanMs);
  }
  return series.map((one) => recordingOf(one, spans.get(one.symbol)!, trades.get(one.symbol) ?? []));
}

/** A row with its cells. */
interface CandleLine extends ArchiveRow {
  readonly cells: readonly string[];
}

function recordingOf(
  { symbol: name, rows: lines }: ArchiveSeries,
  spanMs: number,
  trades: readonly TradeRow[],
): CandleRecording {
  const candles = lines.map((row): CandleLine => ({ ...row, cells: cellsOf(row) }));
  const symbol = symbolOf(name, candles, spanMs);
  const rows: RecordedRow[] = [];
  let firstId = 0;
  const tradeAt = (at: number) => lowerBound(trades, ({ time }) => time, at);
  for (const line of candles) {
    const shape = shapeOf(line, symbol);
    const within = trades.slice(tradeAt(line.time), tradeAt(line.time + spanMs));
    const own = recordedTrades(within, symbol, shape);
    const count = own?.length ?? piecesOf(line, shape).length;
    rows.push({ openTime: line.time, ...shape, firstId, count, trades: own });
    firstId += count;
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
  const [listedAt, delistedAt] = [candles[0]!.time, candles.at(-1)!.time + spanMs];
  return { ...known, tickDecimals, lotDecimals, listedAt, delistedAt };
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length;
}

/** Returns the trades in ticks and lots if they make up the candle. */
function recordedTrades(
  rows: readonly TradeRow[],
  { tickDecimals, lotDecimals }: MarketSymbol,
  candle: CandleShape,
): readonly RecordedTrade[] | undefined {
  const trades: RecordedTrade[] = [];
  for (const { time, price: priceText, quantity, isBuyerMaker } of rows) {
    const [price, lots] = [unitsOf(priceText, tickDecimals), unitsOf(quantity, lotDecimals)];
    if (price === undefined || lots === undefined) return undefined;
    trades.push({ time, price, lots, isBuyerMaker });
  }
  return trades.length > 0 && tradesMakeUp(candle, trades) ? trades : undefined;
}

/** Returns a number in units of its last decimal; undefined for a text that is none, or has more decimals. */
function unitsOf(text: string, decimals: number): number | undefined {
  if (!PLAIN_NUMBER.test(text)) return undefined;
  const { value, scale } = decimalOf(text);
  const scaled = value * 10n ** BigInt(decimals);
  const size = 10n ** BigInt(scale);
  const found = Number(scaled / size);
  return scaled % size === 0n && Number.isSafeInteger(found) ? found : undefined;
}

const PLAIN_NUMBER = /^\d{1,15}(\.\d{1,20})?$/;

/** Returns the trades that make up a candle. Throws a usage error for a candle that no trades make up. */
function piecesOf(line: CandleLine, shape: CandleShape): readonly unknown[] {
  const { open, high, low, close } = shape;
  const isOrdered = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  const pieces = isOrdered ? candleParts(shape) : undefined;
  if (pieces !== undefined) return pieces;
  throw rowError(line, 'prices, quantities and volumes that are consistent with each other');
}

function shapeOf(line: CandleLine, { tickDecimals, lotDecimals }: MarketSymbol): CandleShape {
  const whole = (column: number, decimals: number): number => {
    const text = line.cells[column]!;
    if (!PLAIN_NUMBER.test(text)) throw rowError(line, `a number in column ${column + 1}`);
    const found = unitsOf(text, decimals);
    if (found === undefined)
      throw rowError(line, `a number of at most ${decimals} decimals in column ${column + 1}`);
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
  return { open, high, low, close, buyLots, buyValue, sellLots, sellValue };
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
