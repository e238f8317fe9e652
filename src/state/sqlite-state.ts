/**
 * The shared state in files of the state folder: an SQLite database in WAL mode that is flushed to disk at each commit, and
 * beside it a receipt with the number of the newest entry. SQLite drops a damaged end of its log silently; the
 * receipt shows that entries are missing.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { syncFolder } from '../store/folders.ts';
import { assertRegularFile, whileBusy } from '../store/lock.ts';
import { databaseError, preparePrivateDatabase } from '../store/private-database.ts';
import { type Database, openDatabase } from '../store/sqlite.ts';
import { inTransaction } from '../store/statements.ts';
import { markPending, mayHavePending, unmarkPending } from './pending-marker.ts';
import { isNewest, migrate } from './schema.ts';
import type { SharedState } from './shared-state.ts';
import { SqliteTables } from './sqlite-tables.ts';
import type { StateTables } from './tables.ts';
import { type StateHome, TransactedState } from './transacted-state.ts';

export interface SqliteStateOptions {
  /** The path of the database file; its folder is created with mode 0700 if it is missing. */
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The user id that must own the folder; undefined on systems without owners. */
  readonly owner: number | undefined;
  /** The states in which a subject is not finished; while the journal holds such a subject, its marker file exists. */
  readonly pendingStates?: readonly string[];
  /** Set to open the database even if its receipt shows that entries were lost, and writes a new receipt. */
  readonly acceptsLoss?: boolean;
}

/**
 * Opens the shared state; creates its files when missing. Throws a ToolError of kind `storage` for files that cannot be
 * trusted, opened or written, that belong to a newer program, or that have lost entries.
 */
export async function openSqliteState(options: SqliteStateOptions): Promise<SharedState> {
  const { path, owner } = options;
  preparePrivateDatabase({ path, what: WHAT, owner });
  const database = await openDatabase(path);
  const home = new SqliteHome(database, options);
  try {
    await home.prepare();
  } catch (error) {
    database.close();
    throw error;
  }
  return new TransactedState(home, options.clock);
}

/** The description of the database in errors. */
const WHAT = 'the journal';

/**
 * The number of pages after which SQLite moves its log into the database. A process that opens the database alone reads
 * the whole log: SQLite's own 1000 pages are 4 MB and would take several ms of each order.
 */
const LOG_PAGES_MAX = 64;

class SqliteHome implements StateHome {
  readonly #database: Database;
  readonly #options: SqliteStateOptions;
  readonly #tables: SqliteTables;
  #receipt = 0;

  constructor(database: Database, options: SqliteStateOptions) {
    this.#database = database;
    this.#options = options;
    this.#tables = new SqliteTables(database, options.path);
  }

  async prepare(): Promise<void> {
    const database = this.#database;
    // SQLite must not wait by itself: `whileBusy` uses the injected clock.
    await this.#busy(() =>
      database.exec(
        `PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL;
         PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`,
      ),
    );
    const newest = await this.#busy(() => isNewest(database, this.#options.path));
    if (!newest) {
      // The database file keeps the journal mode that is set here.
      await this.#busy(() => database.exec('PRAGMA journal_mode = WAL'));
      await this.#transaction(() => migrate(database, this.#options.path));
    }
    await this.#checkReceipt();
  }

  async transact<T>(work: (tables: StateTables) => T): Promise<T> {
    const { path } = this.#options;
    const { result, isPending } = await this.#transaction(() => {
      const result = work(this.#tables);
      const isPending = this.#hasPending();
      if (isPending && !mayHavePending(path)) {
        markPending(path);
        // A power cut that the pending subject survives must not remove its marker.
        syncFolder(dirname(path));
      }
      return { result, isPending };
    });
    this.#writeReceipt();
    // Pending subjects are looked for again under a lock of their own, because the last transaction must be on disk
    // before the marker file is removed.
    if (!isPending && mayHavePending(path))
      await this.#transaction(() => {
        if (!this.#hasPending()) unmarkPending(path);
      });
    return result;
  }

  #hasPending(): boolean {
    const { pendingStates = [] } = this.#options;
    return pendingStates.length > 0 && this.#tables.hasSubjectIn(pendingStates);
  }

  read<T>(work: (tables: StateTables) => T): Promise<T> {
    return this.#busy(() => work(this.#tables));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** Runs a transaction to its end at once, so that two transactions of this process never overlap. */
  #transaction<T>(work: () => T): Promise<T> {
    return this.#busy(() => inTransaction(this.#database, work));
  }

  async #busy<T>(work: () => T): Promise<T> {
    const { path, clock, random } = this.#options;
    return whileBusy({ path, clock, random }, work).catch((error: unknown) => {
      throw this.#storageError(error);
    });
  }

  #receiptPath(): string {
    return `${this.#options.path}.head`;
  }

  /** Compares the receipt with the journal. A receipt that lags behind is normal: it is not flushed to disk. */
  async #checkReceipt(): Promise<void> {
    const path = this.#receiptPath();
    assertRegularFile(path);
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw this.#storageError(error);
    }
    const written = Number(/^(\d{1,15})\n/.exec(text)?.[1] ?? 0);
    // The journal is read after the receipt, so that an entry that is being written meanwhile does not seem to be
    // missing.
    const last = await this.#busy(() => this.#tables.lastSeq());
    if (written > last && this.#options.acceptsLoss !== true)
      throw new ToolError({
        kind: 'storage',
        message: `The journal ${this.#options.path} has lost its entries ${last + 1} to ${written}, perhaps by a power cut.`,
        hint: 'Look at your open orders and trades first, then accept the loss: bourse orders check --accept-loss',
      });
    if (written > last) rmSync(path, { force: true });
    this.#receipt = last;
  }

  #writeReceipt(): void {
    const last = this.#tables.lastSeq();
    if (last <= this.#receipt) return;
    this.#receipt = last;
    try {
      writeFileSync(this.#receiptPath(), `${last}\n`, { mode: 0o600, flag: 'w' });
    } catch {
      // Without a receipt a later loss of entries is not noticed, but nothing is lost by its absence.
      return;
    }
  }

  #storageError(error: unknown): unknown {
    return databaseError({ ...this.#options, what: WHAT }, error);
  }
}
