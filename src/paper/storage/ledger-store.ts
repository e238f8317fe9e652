/** A ledger in a file: opens it, reads it into memory, and writes what happened since. */
import { formatTrimmed } from '../../core/decimal.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonObject } from '../../core/words.ts';
import { canonicalText } from '../canonical.ts';
import { type Head, type LedgerEntry, NO_HASH } from '../ledger/entries.ts';
import { BOOK_NAMES } from '../ledger/position.ts';
import { LiveLedger } from '../live/live-ledger.ts';
import type { MarketState } from '../live/market-state.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { priceOfPosition } from '../records/metrics.ts';
import { positionRecord } from '../records/position-record.ts';
import { readSymbolRecord } from '../scenario/records.ts';
import { type LedgerSettings, readLiveSettings } from '../scenario/settings.ts';
import { printSymbol } from '../scenario/symbol-record.ts';
import { readThesisText } from '../scenario/thesis-text.ts';
import { evidenceRecord } from './evidence.ts';
import type { LedgerHome } from './home.ts';
import type { CommitOutcome, LedgerFile } from './ledger-file.ts';
import type { BalanceRow, LedgerRows, PositionRow } from './ledger-rows.ts';

/** The markets that a ledger can follow. */
export const LEDGER_MARKETS = ['usdm', 'spot'] as const;
export type LedgerMarket = (typeof LEDGER_MARKETS)[number];

/** What a ledger is opened with; settings never change afterwards. */
export interface LedgerOrigin {
  /** The settings as they were written, with defaults. */
  readonly settings: JsonObject;
  readonly market: LedgerMarket;
  /** The maintenance tiers of symbols that the ledger meets; null for the built-in ladder. */
  readonly tiers: readonly JsonObject[] | null;
}

/** A ledger in memory, and the state of the file that it was read from. */
export interface LoadedLedger {
  readonly live: LiveLedger;
  readonly origin: LedgerOrigin;
  readonly head: Head;
  readonly cursor: number;
  /** The texts of theses that wait or arrive, by hash. */
  readonly theses: Map<string, string>;
}

/** A ledger file with the meaning of its rows. */
export class LedgerStore {
  readonly file: LedgerFile;
  readonly #home: LedgerHome;
  /** The entries that were read, so that a second reading parses only the new ones. */
  #entries: LedgerEntry[] = [];

  constructor(file: LedgerFile, home: LedgerHome) {
    this.file = file;
    this.#home = home;
  }

  /** Writes the first entry of a new ledger, whose file must be empty. */
  async create(origin: LedgerOrigin): Promise<LedgerEntry> {
    const live = new LiveLedger(settingsOf(origin), []);
    await this.file.write(
      () => true,
      (rows) => {
        putOrigin(rows, origin);
        this.#put(rows, live, new Map());
      },
    );
    return live.ledger.journal.entries[0]!;
  }

  /** Fills a new file with the entries of a ledger in memory. `evidence` are the texts of what decided them. */
  async adopt(origin: LedgerOrigin, live: LiveLedger, evidence: ReadonlyMap<number, string>): Promise<void> {
    await this.file.write(
      () => true,
      (rows) => {
        putOrigin(rows, origin);
        const { entries } = live.ledger.journal;
        this.#putEntries(rows, entries);
        for (const [seq, text] of evidence) rows.putEvidence(seq, text);
        putDerived(rows, live, entries);
        for (const { rules } of live.ledger.instruments.values()) putSymbol(rows, rules);
        rows.putMeta('state', canonicalText(live.state()));
      },
    );
  }

  /** Writes what can be derived again from the journal, and returns the ledger. */
  async rebuild(): Promise<LiveLedger> {
    for (;;) {
      const { live, head, cursor } = await this.load();
      const outcome = await this.file.write(
        (rows) => isAt(rows, head, cursor),
        (rows) => {
          rows.clearDerived();
          const { entries } = live.ledger.journal;
          for (const entry of entries) rows.putApplied(entry);
          putDerived(rows, live, entries);
        },
      );
      if (outcome === 'done') return live;
    }
  }

  /** Reads the ledger into memory. */
  load(): Promise<LoadedLedger> {
    return this.file.read((rows) => {
      const origin = readOrigin(rows);
      const live = new LiveLedger(settingsOf(origin), readSymbols(rows));
      this.#entries.push(...rows.entriesAfter(headOf(this.#entries)));
      live.fold(this.#entries.slice(1));
      const theses = new Map<string, string>();
      for (const { t, ready, body } of rows.waiting()) {
        const { thesis } = readThesisText(body);
        if (thesis === null) throw new RangeError('a waiting thesis is damaged');
        theses.set(thesis.hash, body);
        live.queue.restoreWaiting(t, thesis, ready);
      }
      const state = parseJson(rows.meta('state')!) as unknown as MarketState;
      live.restore(state);
      live.drain();
      return { live, origin, head: headOf(this.#entries), cursor: state.cursor, theses };
    });
  }

  /**
   * Writes what happened in a loaded ledger since it was read, in one transaction; `moved` if another process has
   * written meanwhile, and then nothing was written.
   */
  save({ live, head, cursor, theses }: LoadedLedger): Promise<CommitOutcome> {
    return this.file.write(
      (rows) => isAt(rows, head, cursor),
      (rows) => this.#put(rows, live, theses),
    );
  }

  /** Writes a value that no entry depends on, such as what is hidden. */
  async setMeta(key: string, value: string): Promise<void> {
    let outcome: CommitOutcome;
    do {
      outcome = await this.file.write(
        () => true,
        (rows) => rows.putMeta(key, value),
      );
    } while (outcome === 'moved');
  }

  /** Gives up the place in the queue of writers after a failure between two attempts to save. */
  leaveQueue(): Promise<void> {
    return this.file.leaveQueue();
  }

  close(): void {
    this.file.close();
  }

  #putEntries(rows: LedgerRows, entries: readonly LedgerEntry[]): void {
    const used = new Map<string, number>();
    for (const entry of entries) {
      rows.addEntry(entry, txidOf(entry, rows, used), this.#home.clock.now());
      rows.putApplied(entry);
    }
  }

  #put(rows: LedgerRows, live: LiveLedger, theses: ReadonlyMap<string, string>): void {
    const { entries, evidence, samples } = live.drain();
    this.#putEntries(rows, entries);
    for (const entry of entries) {
      const record = evidenceRecord(entry, evidence.get(entry.seq), theses);
      if (record !== undefined) rows.putEvidence(entry.seq, canonicalText(record));
    }
    for (const sample of samples) rows.putSample(sample);
    putDerived(rows, live, entries);
    rows.replaceWaiting(
      live.queue.waiting.map(({ time, thesis, readyAt }) => ({
        thesis: thesis.hash,
        t: time,
        ready: readyAt,
        body: theses.get(thesis.hash)!,
      })),
    );
    for (const { rules } of live.ledger.instruments.values()) putSymbol(rows, rules);
    rows.putMeta('state', canonicalText(live.state()));
  }
}

/** Returns whether a file still has the head and the cursor with which it was read. */
function isAt(rows: LedgerRows, head: Head, cursor: number): boolean {
  return rows.head().hash === head.hash && cursorIn(rows) === cursor;
}

/** Writes balances and positions that entries changed, and the open positions, whose last price may be another. */
export function putDerived(rows: LedgerRows, live: LiveLedger, entries: readonly LedgerEntry[]): void {
  const touched = new Set(entries.flatMap(positionsOfEntry));
  for (const row of positionRows(live)) {
    if (row.status === 'open' || touched.has(row.id)) rows.putPosition(row);
  }
  const accounts = new Set(
    entries.flatMap(({ book, postings }) => postings.map((one) => `${book} ${one.account}`)),
  );
  for (const row of balanceRows(live)) {
    if (accounts.has(`${row.book} ${row.account}`)) rows.putBalance(row);
  }
}

function positionsOfEntry({ position_id: id, executions }: LedgerEntry): readonly string[] {
  const ids = executions.map((one) => one.position_id);
  return id === null ? ids : [...ids, id];
}

/** Returns the positions of a ledger as they are printed, paper before watch, in order of opening. */
export function positionRows(live: LiveLedger): readonly PositionRow[] {
  const { books } = live.ledger;
  return BOOK_NAMES.flatMap((book) =>
    [...books[book].positions.values()].map((position) => ({
      id: position.id,
      book,
      status: position.closedAt === null ? 'open' : 'closed',
      body: canonicalText(positionRecord(position, priceOfPosition(live, position))),
    })),
  );
}

/** Returns the balances of a ledger, those that became zero included. */
export function balanceRows(live: LiveLedger): readonly BalanceRow[] {
  return BOOK_NAMES.flatMap((book) =>
    live.ledger.books[book].balances
      .all()
      .map(({ account, asset, amount }) => ({ book, account, asset, amount: formatTrimmed(amount) })),
  );
}

/**
 * Returns the id that no two entries share: what it names can't be written twice. A thesis that is applied again has
 * a number behind its hash.
 */
function txidOf(entry: LedgerEntry, rows: LedgerRows, used: Map<string, number>): string | null {
  const { kind, status, thesis, time, position_id: position, executions } = entry;
  if (kind === 'open') return 'open';
  if (kind === 'copy') return position;
  if (kind === 'thesis') {
    if (status !== 'applied' && status !== 'recorded') return null;
    const before = rows.countTxids(thesis!);
    return before === 0 ? thesis : `${thesis} ${before + 1}`;
  }
  const name = `${position} ${kind === 'funding' ? 'funding' : executions[0]!.trigger} ${time}`;
  const before = used.get(name) ?? 0;
  used.set(name, before + 1);
  return before === 0 ? name : `${name} ${before + 1}`;
}

function headOf(entries: readonly LedgerEntry[]): Head {
  const last = entries.at(-1);
  return last === undefined ? { seq: 0, hash: NO_HASH } : { seq: last.seq, hash: last.hash };
}

/** Returns the time (ms) to which the ledger was advanced. */
export function cursorIn(rows: LedgerRows): number {
  return (parseJson(rows.meta('state')!) as unknown as MarketState).cursor;
}

/** Writes what a ledger was opened with. */
export function putOrigin(rows: LedgerRows, { settings, market, tiers }: LedgerOrigin): void {
  rows.putMeta('settings', canonicalText(settings));
  rows.putMeta('market', market);
  rows.putMeta('tiers', canonicalText(tiers));
}

/** Returns what a ledger was opened with. */
export function readOrigin(rows: LedgerRows): LedgerOrigin {
  return {
    settings: parseJson(rows.meta('settings')!) as JsonObject,
    market: rows.meta('market') as LedgerMarket,
    tiers: parseJson(rows.meta('tiers')!) as readonly JsonObject[] | null,
  };
}

/** Returns the settings of a ledger. Throws BadRecord. */
export function settingsOf({ settings }: LedgerOrigin): LedgerSettings {
  return readLiveSettings({ members: settings, path: '' });
}

/** Writes the record of a symbol, which never changes afterwards. */
export function putSymbol(rows: LedgerRows, rules: LedgerSymbol): void {
  const key = `${SYMBOL_KEY}${rules.symbol}`;
  if (rows.meta(key) === undefined) rows.putMeta(key, canonicalText(printSymbol(rules)));
}

/** Returns the rules of the symbols that a ledger has used. */
export function readSymbols(rows: LedgerRows): readonly LedgerSymbol[] {
  const texts = [...rows.metaOf(SYMBOL_KEY).values()];
  return texts.map((text) => readSymbolRecord({ members: parseJson(text) as JsonObject, path: '' }));
}

const SYMBOL_KEY = 'symbol:';
