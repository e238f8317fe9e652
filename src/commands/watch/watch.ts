/** Prints the watch book of a paper ledger: its open positions, and its results beside those of the originals. */
import type { View } from '../../catalogue/types.ts';
import { decimalOf, formatTrimmed, subtract } from '../../core/decimal.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/words.ts';
import type { LedgerEntry } from '../../paper/ledger/entries.ts';
import type { LedgerRows } from '../../paper/storage/ledger-rows.ts';
import type { LedgerStore } from '../../paper/storage/ledger-store.ts';
import { printStep } from '../paper/apply.ts';
import { tickTo, writeStep } from '../paper/carry-on.ts';
import type { FollowEvent } from '../paper/follow/follow-ledger.ts';
import { printEvents } from '../paper/follow/print-events.ts';
import { withLedger } from '../paper/open-ledger.ts';
import { printPositions, printRecords } from '../paper/records.ts';
import { ledgerEvents } from '../paper/run.ts';
import { chooseSource } from '../paper/sources/choose-source.ts';
import type { CommandCall } from '../types.ts';

/** The keys of the table `meta` for positions that are not shown. */
const HIDDEN_KEY = 'hidden:';

/** The key of the table `meta` for the last entry that `watch run` looked at. */
const LOOK_KEY = 'look';

/** Prints the open positions of the watch book that are not hidden. */
export async function list(call: CommandCall): Promise<void> {
  await printPositions(call, (rows) => {
    const hidden = rows.metaOf(HIDDEN_KEY);
    return recordsOf(rows, 'watch').filter(
      (record) => !hidden.has(String(record['position_id'])) && record['status'] === 'open',
    );
  });
}

function recordsOf(rows: LedgerRows, book: string): readonly JsonObject[] {
  return rows
    .positions()
    .filter((row) => row.book === book)
    .map(({ body }) => JSON.parse(body) as JsonObject);
}

/**
 * Prints the result of each position of the watch book beside the result of the paper position that it was copied from.
 */
export async function score(call: CommandCall): Promise<void> {
  const rows = await withLedger(call, (store) =>
    store.file.read((found) => {
      const originals = new Map(recordsOf(found, 'paper').map((one) => [String(one['position_id']), one]));
      return recordsOf(found, 'watch').map((one) => scoreRow(one, originals.get(String(one['shadow_of']))));
    }),
  );
  await printRecords(call, rows, SCORE_VIEW, (row) => row);
}

function scoreRow(record: JsonObject, original: JsonObject | undefined): JsonObject {
  const net = String(record['net']);
  const originalNet = original === undefined ? null : String(original['net']);
  return {
    position_id: record['position_id']!,
    symbol: record['symbol']!,
    side: record['side']!,
    opened_at: record['opened_at']!,
    closed_at: record['closed_at']!,
    close_trigger: record['close_trigger']!,
    net,
    original_net: originalNet,
    difference: originalNet === null ? null : formatTrimmed(subtract(decimalOf(net), decimalOf(originalNet))),
  };
}

/** Hides a position of the watch book; the ledger goes on with it. */
export async function remove(call: CommandCall): Promise<void> {
  const id = call.positionals['position'];
  await withLedger(call, async (store) => {
    const isKnown = await store.file.read((rows) =>
      rows.positions().some((row) => row.book === 'watch' && row.id === id),
    );
    if (typeof id !== 'string' || !isKnown) {
      throw usageError(
        `Expected a position of the watch book, found ${String(id)}.`,
        'bourse watch list prints them.',
      );
    }
    await store.setMeta(`${HIDDEN_KEY}${id}`, '1');
  });
  await call.output.value({ position_id: String(id), hidden: true });
}

/**
 * Lets time pass and prints the levels of the watch book that were hit since the last look: until it is stopped, or
 * with --once now, and then returns exit code 1 if there are any.
 */
export async function run(call: CommandCall): Promise<ExitCode> {
  return withLedger(call, async (store, name) => {
    if (call.options['once'] === true) return lookOnce(call, store);
    const after = await lastLook(store);
    await printEvents(call, watchedEvents(store, ledgerEvents(call, store, { name, after })));
    return EXIT_CODES.done;
  });
}

async function lookOnce(call: CommandCall, store: LedgerStore): Promise<ExitCode> {
  rejectSpan(call);
  const step = await writeStep(store, async (loaded) => {
    const source = await chooseSource(call, loaded);
    return tickTo(loaded, source, await source.now());
  });
  const { journal } = step.loaded.live.ledger;
  const hits = journal.entries.slice(await lastLook(store)).filter(isHit);
  await printStep(call, { ...step, entries: hits });
  await store.setMeta(LOOK_KEY, String(journal.head.seq));
  return hits.length === 0 ? EXIT_CODES.done : EXIT_CODES.check;
}

/** Throws a usage error for an end of a look that is over at once. */
function rejectSpan({ options }: CommandCall): void {
  const given = ['for', 'until'].find((name) => options[name] !== undefined);
  if (given !== undefined)
    throw usageError(`--once and --${given} exclude each other: give only one of them.`);
}

/** Returns the number of the last entry that was looked at. */
function lastLook(store: LedgerStore): Promise<number> {
  return store.file.read((rows) => Number(rows.meta(LOOK_KEY) ?? 0));
}

/** Returns whether an entry says that a level of the watch book was hit. */
function isHit({ book, kind }: LedgerEntry): boolean {
  return book === 'watch' && kind === 'exit';
}

/** Yields the events of the watch book, and notes as looked at what was printed. */
async function* watchedEvents(
  store: LedgerStore,
  events: AsyncIterable<FollowEvent>,
): AsyncGenerator<FollowEvent> {
  for await (const event of events) {
    if ('notices' in event) {
      const notices = event.notices.filter(({ book }) => book === 'watch');
      if (notices.length > 0) yield { notices };
      continue;
    }
    const hits = event.entries.filter(isHit);
    if (hits.length > 0) yield { entries: hits };
    await store.setMeta(LOOK_KEY, String(event.entries.at(-1)!.seq));
  }
}

const SCORE_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'position_id', title: 'position', is: 'text' },
    { name: 'symbol', is: 'text' },
    { name: 'side', is: 'text' },
    { name: 'opened_at', title: 'opened', is: 'time' },
    { name: 'closed_at', title: 'closed', is: 'time' },
    { name: 'close_trigger', title: 'trigger', is: 'text', pinned: true },
    { name: 'net', is: 'decimal', isProfit: true, places: 4, pinned: true },
    { name: 'original_net', title: 'original', is: 'decimal', isProfit: true, places: 4, pinned: true },
    { name: 'difference', is: 'decimal', isProfit: true, places: 4, pinned: true },
  ],
};
