/** The market data of a replay: a file of candles, the exchange's public archive, the lake, the exchange or the sandbox. */
import { listArchiveFiles, readArchiveFile } from '../../app/archive-files.ts';
import { createServices } from '../../app/services.ts';
import type { ArchiveProduct } from '../../archive/columns.ts';
import { parseArchivePath } from '../../archive/file-name.ts';
import { readArchive } from '../../archive/series.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { LedgerSymbol } from '../../paper/market/symbol-rules.ts';
import { symbolOf } from '../../paper/market/symbol-rules.ts';
import { readLines } from '../../paper/scenario/lines.ts';
import { ScenarioReader, type SymbolData, type TimedThesis } from '../../paper/scenario/reader.ts';
import { readLiveSettings } from '../../paper/scenario/settings.ts';
import { readMarket as readOn } from '../paper/open.ts';
import { readRecordFile } from '../paper/record-file.ts';
import { ExchangeSource } from '../paper/sources/exchange-source.ts';
import type { CommandCall } from '../types.ts';
import { ARCHIVE_ROWS_MAX, archiveData } from './archive-data.ts';

/** A span of time in Unix ms; undefined where the data decide. */
export interface ReplaySpan {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Market data with the time from their first to after their last record, in Unix ms. */
export interface ReplayMarket {
  readonly symbols: readonly SymbolData[];
  readonly from: number;
  readonly to: number;
}

/** Reads the market data of --from. Throws usage errors, and the errors of calls to the exchange. */
export async function readMarket(
  call: CommandCall,
  theses: readonly TimedThesis[],
  span: ReplaySpan,
): Promise<ReplayMarket> {
  const from = String(call.options['from']);
  if (from === 'archive') return marketOf(await readArchiveMarket(call, theses, span), from);
  if (call.positionals['folder'] !== undefined) {
    throw usageError('A folder belongs to --from archive.', `Found --from ${safeText(from)} and a folder.`);
  }
  if (from === 'lake') return marketOf(await readLake(call, theses, span), 'the lake');
  if (call.options['at'] !== undefined) throw usageError('--at belongs to --from lake.');
  if (from === 'exchange' || from === 'sandbox') return readServedMarket(call, theses, span, from);
  return marketOf(await readRecords(call, from), from);
}

/** Reads the symbol records and market data of a file. */
async function readRecords({ services }: CommandCall, file: string): Promise<readonly SymbolData[]> {
  const settings = readLiveSettings({ members: { version: 1, start: 0 }, path: '' });
  const reader = new ScenarioReader(file, { settings, rules: [] });
  await readLines(readRecordFile(services.world, file), reader);
  return reader.finish().symbols;
}

/** Returns market data with their span. Throws a usage error if there are none. */
function marketOf(symbols: readonly SymbolData[], source: string): ReplayMarket {
  const spans = symbols.flatMap(({ minutes, seconds, trades, books, fundings }) => [
    ...[minutes, seconds].map((list) => [list.size, (at: number) => list.time(at), list.lengthMs] as const),
    [trades.size, (at: number) => trades.time(at), 1] as const,
    ...[books, fundings].map((list) => [list.length, (at: number) => list[at]!.time, 1] as const),
  ]);
  const filled = spans.filter(([size]) => size > 0);
  if (filled.length > 0) {
    return {
      symbols,
      from: Math.min(...filled.map(([, time]) => time(0))),
      to: Math.max(...filled.map(([size, time, lengthMs]) => time(size - 1) + lengthMs)),
    };
  }
  throw usageError(
    `Expected market data in ${safeText(source)}, found none for the symbols of the theses.`,
    'Give candles of these symbols; docs/paper.md describes the files.',
  );
}

/** Reads the archive files of the symbols and the span. */
async function readArchiveMarket(
  call: CommandCall,
  theses: readonly TimedThesis[],
  span: ReplaySpan,
): Promise<readonly SymbolData[]> {
  const { services, positionals, options, output } = call;
  const folder = positionals['folder'];
  if (typeof folder !== 'string') {
    throw usageError(
      'Expected a folder or a file after --from archive, found none.',
      'Such as: bourse thesis replay theses.ndjson --from archive data/futures/um',
    );
  }
  const product: ArchiveProduct = readOn(call) === 'spot' ? 'spot' : 'usdm';
  const listed = await rulesOfSymbols(call, theses);
  const wanted = listArchiveFiles(services.world, folder).filter((path) => {
    const name = parseArchivePath(path);
    const isInside = name !== undefined && name.from < (span.end ?? Infinity) && name.to > (span.start ?? 0);
    return isInside && (name.product ?? product) === product && listed.has(name.symbol) && isUsed(name);
  });
  function* files() {
    for (const path of wanted) yield readArchiveFile(services.world, path);
  }
  const acceptsMismatch = options['accept-mismatch'] === true;
  const { series, notes } = readArchive(files(), { product, rowsMax: ARCHIVE_ROWS_MAX, acceptsMismatch });
  for (const note of notes) output.note(safeText(note));
  return [...listed].map(([symbol, rules]) =>
    archiveData(
      rules,
      series.filter((one) => one.symbol === symbol),
    ),
  );
}

/** Reads the symbols and the span from the lake, from the first thesis on without --start. */
async function readLake(
  call: CommandCall,
  theses: readonly TimedThesis[],
  span: ReplaySpan,
): Promise<readonly SymbolData[]> {
  const { readLakeMarket } = await import('./lake-market.ts');
  return readLakeMarket(call, {
    product: readOn(call) === 'spot' ? 'spot' : 'usdm',
    rules: (await rulesOfSymbols(call, theses)).values(),
    span: { from: span.start ?? firstMinute(theses), to: span.end ?? Number.POSITIVE_INFINITY },
  });
}

/** Returns the minute in which the first thesis is, Unix ms. */
function firstMinute(theses: readonly TimedThesis[]): number {
  const first = Math.min(...theses.map(({ time }) => time));
  return Math.floor(first / MINUTE_MS) * MINUTE_MS;
}

/** Whether a price path or a funding can be read from a kind of file. */
function isUsed({ dataset, interval }: { readonly dataset: string; readonly interval: string | undefined }) {
  return dataset !== 'klines' || interval === '1m' || interval === '1s';
}

/** Returns the rules of the symbols: those in the file of --symbols, or the exchange's for the symbols of the theses. */
async function rulesOfSymbols(
  call: CommandCall,
  theses: readonly TimedThesis[],
): Promise<ReadonlyMap<string, LedgerSymbol>> {
  const file = call.options['symbols'];
  if (typeof file === 'string') {
    const records = await readRecords(call, file);
    return new Map(records.map(({ rules }) => [rules.symbol, rules]));
  }
  const source = new ExchangeSource(call.services, readOn(call), null);
  return listedRules(source, theses);
}

/** Returns the listed rules of the symbols that theses name, in alphabetical order. */
async function listedRules(
  source: ExchangeSource,
  theses: readonly TimedThesis[],
): Promise<ReadonlyMap<string, LedgerSymbol>> {
  const named = theses.flatMap(({ thesis }) => [thesis?.symbol, thesis?.ref.symbol]);
  const symbols = [...new Set(named.flatMap((one) => (one === undefined ? [] : [symbolOf(one)])))].sort();
  const rules = new Map<string, LedgerSymbol>();
  for (const symbol of symbols) {
    const found = await source.rulesOf(symbol);
    if (found !== undefined) rules.set(symbol, found);
  }
  return rules;
}

/** Fetches one-minute candles and fundings by public calls. */
async function readServedMarket(
  call: CommandCall,
  theses: readonly TimedThesis[],
  span: ReplaySpan,
  from: 'exchange' | 'sandbox',
): Promise<ReplayMarket> {
  const { services, output } = call;
  const settings = { ...services.settings, environment: 'sandbox' } as const;
  const served =
    from === 'sandbox' ? createServices(services.world, settings, (text) => output.note(text)) : services;
  try {
    const source = new ExchangeSource(served, readOn(call), null);
    const now = Math.floor((await source.now()) / MINUTE_MS) * MINUTE_MS;
    const start = span.start ?? firstMinute(theses);
    const end = Math.min(span.end ?? now, now);
    const symbols: SymbolData[] = [];
    for (const rules of (await listedRules(source, theses)).values()) {
      symbols.push(await source.dataOf(rules, start, end));
    }
    return { ...marketOf(symbols, `the market from ${start} to ${end}`), to: end };
  } finally {
    if (served !== services) await served.close();
  }
}
