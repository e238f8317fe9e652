/** What the path of an archive file says: product, kind of rows, symbol, interval, and the time that the file covers. */
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import { DAY_MS } from '../core/time-units.ts';
import type { ArchiveProduct, Dataset } from './columns.ts';

/** What the path of an archive file says. */
export interface ArchiveName {
  /** Undefined for a file outside the folders of the archive. */
  readonly product: ArchiveProduct | undefined;
  readonly dataset: Dataset;
  /** In capital letters. */
  readonly symbol: string;
  /** The interval of candles, such as "1m"; undefined for other rows. */
  readonly interval: string | undefined;
  /** The length of a candle in ms; undefined for other rows. */
  readonly spanMs: number | undefined;
  readonly isDaily: boolean;
  /** The first moment that the file covers, and the first after it, in Unix ms. */
  readonly from: number;
  readonly to: number;
}

const NAME = /^([^-]+)-(\d+[smhdw]|trades|aggTrades|fundingRate)-(\d{4})-(\d{2})(?:-(\d{2}))?\.(?:csv|zip)$/;

/** Folders of candles of other prices than trades; their files are named like those of candles. */
const OTHER_CANDLES = /(?:^|[/\\])(?:mark|index|premiumIndex)(?:Price)?Klines[/\\]/;

const PRODUCTS: readonly (readonly [RegExp, ArchiveProduct])[] = [
  [/(?:^|[/\\])futures[/\\]um[/\\]/, 'usdm'],
  [/(?:^|[/\\])futures[/\\]cm[/\\]/, 'coinm'],
  [/(?:^|[/\\])spot[/\\]/, 'spot'],
];

/**
 * Returns what a path says; undefined for a file that is not named as in the archive or holds other rows, such as mark
 * prices or candles of a month.
 */
export function parseArchivePath(path: string): ArchiveName | undefined {
  const parts = NAME.exec(path.replace(/^.*[/\\]/, ''));
  if (parts === null || OTHER_CANDLES.test(path)) return undefined;
  const [, symbol = '', kind = '', year = '', month = '', day] = parts;
  const dataset = datasetOf(kind);
  const spanMs = dataset === 'klines' ? intervalSpan(kind) : undefined;
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  const isInCalendar = new Date(from).toISOString().startsWith(`${year}-${month}-${day ?? '01'}`);
  if (!isInCalendar || (dataset === 'klines' && spanMs === undefined)) return undefined;
  return {
    product: PRODUCTS.find(([folder]) => folder.test(path))?.[1],
    dataset,
    symbol: symbol.toUpperCase(),
    interval: spanMs === undefined ? undefined : kind,
    spanMs,
    isDaily: day !== undefined,
    from,
    to: day === undefined ? Date.UTC(Number(year), Number(month), 1) : from + DAY_MS,
  };
}

function datasetOf(kind: string): Dataset {
  return kind === 'trades' || kind === 'aggTrades' || kind === 'fundingRate' ? kind : 'klines';
}
