/** Prints the records of a paper ledger: positions, executions, balances, history, equity, metrics, settings. */
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { parseDuration } from '../../core/time.ts';
import { DAY_MS } from '../../core/time-units.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { canonicalText } from '../../paper/canonical.ts';
import type { ScenarioRun } from '../../paper/engine/moments.ts';
import type { BookName } from '../../paper/ledger/position.ts';
import { unseenMinutes } from '../../paper/records/metrics.ts';
import { printSymbol } from '../../paper/scenario/symbol-record.ts';
import type { LedgerRows } from '../../paper/storage/ledger-rows.ts';
import { cursorIn, readOrigin, readSymbols } from '../../paper/storage/ledger-store.ts';
import type { CommandCall } from '../types.ts';
import { ENTRY_VIEW, entryRows, plain } from './entry-rows.ts';
import { printMetrics } from './metrics.ts';
import { withLedger } from './open-ledger.ts';
import { POSITION_VIEW, positionRow } from './position-rows.ts';

/** Prints the open positions of the paper book; with --all the closed ones and those of the watch book too. */
export async function positions(call: CommandCall): Promise<void> {
  const isAll = call.options['all'] === true;
  await printPositions(call, (rows) =>
    rows
      .positions()
      .filter(({ book, status }) => isAll || (book === 'paper' && status === 'open'))
      .map(({ body }) => JSON.parse(body) as JsonObject),
  );
}

/** Prints positions of a ledger, with the times that they were held until the time to which the ledger was advanced. */
export async function printPositions(
  call: CommandCall,
  read: (rows: LedgerRows) => readonly JsonObject[],
): Promise<void> {
  const { records, until } = await withLedger(call, (store) =>
    store.file.read((rows) => ({ records: read(rows), until: cursorIn(rows) })),
  );
  await printRecords(call, records, POSITION_VIEW, (record) => positionRow(record, until));
}

/** Prints the executions of both books, or with --book of one. */
export async function executions(call: CommandCall): Promise<void> {
  const entries = await readEntries(call);
  const records = entries.flatMap(({ seq, book, executions: list }) =>
    list.map((one): JsonObject => ({ ...one, seq, book })),
  );
  await printRecords(call, records, EXECUTION_VIEW, (record) => record);
}

/** Prints the journal; its rows say for how many minutes of a position that was closed there were no market data. */
export async function history(call: CommandCall): Promise<void> {
  const { output, options } = call;
  const live = await withLedger(call, async (store) => (await store.load()).live);
  const { entries } = live.ledger.journal;
  if (options['fields'] === undefined && output.format === 'json') await output.value(plain(entries));
  else if (options['fields'] === undefined && output.format === 'ndjson') {
    for (const entry of entries) await output.write(`${canonicalText(entry)}\n`);
  } else {
    const played = live.asRun([]);
    const rows = entryRows(entries).map((row) => ({ ...row, unseen_minutes: unseenAt(row, played) }));
    await output.value(rows as JsonValue, HISTORY_VIEW);
  }
}

/** Returns the minutes without market data of the position that an execution closed; null if it closed none. */
function unseenAt(row: JsonObject, played: ScenarioRun): number | null {
  if (row['effect'] !== 'close') return null;
  const { positions } = played.ledger.books[row['book'] as BookName];
  return unseenMinutes(played, positions.get(String(row['position_id']))!);
}

function readEntries(call: CommandCall) {
  return withLedger(call, async (store) => (await store.load()).live.ledger.journal.entries);
}

/** Prints the balances of both books. */
export async function balance(call: CommandCall): Promise<void> {
  const rows = await withLedger(call, (store) => store.file.read((found) => found.balances()));
  const records = rows.filter(({ amount }) => amount !== '0').map((row): JsonObject => ({ ...row }));
  await printRecords(call, records, BALANCE_VIEW, (record) => record);
}

/** Prints the equity samples of the paper book, or with --chart draws them; --every picks from them. */
export async function equity(call: CommandCall): Promise<void> {
  const { everyMs, start, asset, samples } = await withLedger(call, (store) =>
    store.file.read((rows) => ({ ...samplingOf(rows, call), samples: rows.samples() })),
  );
  const picked = samples.filter(
    ({ time, book }) =>
      book === 'paper' && (everyMs === undefined || (time - start) % everyMs === 0 || time % DAY_MS === 0),
  );
  if (call.options['chart'] === true && picked.length > 0) {
    const { equityChart, equitySummary } = await import('./equity-chart.ts');
    const { output } = call;
    await output.text(`${equitySummary(picked, asset)}\n${equityChart(picked, output.width, output.paint)}`);
    return;
  }
  await printRecords(
    call,
    picked.map((row): JsonObject => ({ ...row })),
    EQUITY_VIEW,
    (record) => record,
  );
}

/** Returns the spacing of --every, which must be a multiple of that of the samples. */
function samplingOf(rows: LedgerRows, { options }: CommandCall) {
  const { settings } = readOrigin(rows);
  const asset = String(settings['asset']);
  const start = Number(settings['start']);
  const text = options['every'];
  if (typeof text !== 'string') return { everyMs: undefined, start, asset };
  const ownMs = Number(settings['equity_every_ms']);
  const everyMs = parseDuration(text);
  if (everyMs !== undefined && everyMs > 0 && everyMs % ownMs === 0) return { everyMs, start, asset };
  throw usageError(
    `Expected for --every a multiple of ${ownMs} ms, the spacing of the ledger's samples, found ${text}.`,
    'Such as 4h or 1d.',
  );
}

/** Prints the metrics of a ledger. */
export async function metrics(call: CommandCall): Promise<void> {
  const run = await withLedger(call, async (store) => {
    const samples = await store.file.read((rows) => rows.samples());
    return (await store.load()).live.asRun(samples);
  });
  await printMetrics(call, run);
}

/** Prints what the ledger was opened with, the symbols that it used, its cursor and its head. */
export async function show(call: CommandCall): Promise<void> {
  const shown = await withLedger(call, async (store, name) => {
    const { live, origin, head } = await store.load();
    const symbols = await store.file.read(readSymbols);
    return {
      ledger: name,
      market: origin.market,
      tiers: origin.tiers === null ? 'built-in ladder' : 'own file',
      cursor: live.cursor,
      waiting: live.queue.waiting.map(({ thesis }) => thesis.hash),
      head,
      settings: origin.settings,
      symbols: symbols.map(printSymbol),
    };
  });
  await call.output.value(shown as unknown as JsonValue);
}

/** Prints records: whole as JSON, as rows of a view otherwise. */
export async function printRecords(
  { output, options }: CommandCall,
  records: readonly JsonObject[],
  view: View,
  rowOf: (record: JsonObject) => JsonObject,
): Promise<void> {
  const isWhole = options['fields'] === undefined && (output.format === 'json' || output.format === 'ndjson');
  await output.value((isWhole ? records : records.map(rowOf)) as JsonValue, isWhole ? undefined : view);
}

/** The columns of the journal, with the minutes that nobody saw of positions that were closed. */
const HISTORY_VIEW: View = {
  shape: 'rows',
  columns: ENTRY_VIEW.columns.flatMap((column) =>
    column.name === 'assumed'
      ? [column, { name: 'unseen_minutes', title: 'unseen', is: 'integer', pinned: true, noneAt: '0' }]
      : [column],
  ),
};

const EXECUTION_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'execution_id', title: 'execution', is: 'text' },
    { name: 'time', is: 'time' },
    { name: 'book', is: 'text', hidden: true },
    { name: 'position_id', title: 'position', is: 'text' },
    { name: 'symbol', is: 'text' },
    { name: 'side', is: 'text' },
    { name: 'effect', is: 'text' },
    { name: 'trigger', is: 'text', pinned: true },
    { name: 'quantity', is: 'decimal', pinned: true },
    { name: 'price', is: 'decimal', places: 4, pinned: true },
    { name: 'value', is: 'decimal', hidden: true },
    { name: 'price_source', title: 'source', is: 'text' },
    { name: 'slippage', is: 'decimal', hidden: true },
    { name: 'fee', is: 'decimal', places: 4, pinned: true },
    { name: 'realised', is: 'decimal', isProfit: true, pinned: true },
    { name: 'assumed', is: 'text' },
    { name: 'seq', is: 'integer', hidden: true },
  ],
};

const BALANCE_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'book', is: 'text' },
    { name: 'account', is: 'text' },
    { name: 'asset', is: 'text' },
    { name: 'amount', is: 'decimal' },
  ],
};

const EQUITY_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time' },
    { name: 'equity', is: 'decimal' },
  ],
};
