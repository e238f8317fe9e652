/**
 * A ledger file: an SQLite database in WAL mode that is flushed to disk at each commit, and beside it a receipt of
 * the newest entry.
 */
import { rmSync } from 'node:fs';
import { ToolError } from '../../core/errors.ts';
import { whileBusy } from '../../store/lock.ts';
import { databaseError, type PrivateDatabase, preparePrivateDatabase } from '../../store/private-database.ts';
import { type Database, openDatabase } from '../../store/sqlite.ts';
import { inTransaction } from '../../store/statements.ts';
import { type Head, NO_HASH } from '../ledger/entries.ts';
import type { LedgerHome } from './home.ts';
import { BrokenChain, LedgerRows } from './ledger-rows.ts';
import { HeadReceipt } from './receipt.ts';
import { migrate, NEWEST_VERSION, refuseNewer, versionOf } from './schema.ts';
import { TicketQueue } from './tickets.ts';

/** How many of the last entries are checked each time a ledger is opened. */
const CHECKED_ENTRIES = 1000;

/** The time between two looks at the queue of writers, in ms. */
const POLL_MS = 3;

/** The longest wait for other writers, in ms. */
const WAIT_MAX_MS = 15_000;

/** What a transaction came to: `moved` if another process has written since the caller read. */
export type CommitOutcome = 'done' | 'moved';

/** An open ledger file. */
export class LedgerFile {
  readonly path: string;
  readonly rows: LedgerRows;
  readonly #database: Database;
  readonly #home: LedgerHome;
  readonly #about: PrivateDatabase;
  readonly #receipt: HeadReceipt;
  readonly #tickets: TicketQueue;

  private constructor(database: Database, path: string, home: LedgerHome) {
    this.path = path;
    this.#database = database;
    this.#home = home;
    this.#about = { path, what: 'the ledger', owner: home.owner };
    this.rows = new LedgerRows(database);
    this.#receipt = new HeadReceipt(path, home.owner, home.secretHex);
    this.#tickets = new TicketQueue(database, {
      pid: home.pid,
      isAlive: home.isProcessAlive,
      now: () => home.clock.now(),
    });
  }

  /**
   * Opens a ledger file; with `creates`, a new one. Throws a ToolError of kind `storage` for a file that cannot be
   * trusted, opened or written, that a newer program wrote, or whose last entries are damaged or lost.
   */
  static async open(path: string, home: LedgerHome, creates = false): Promise<LedgerFile> {
    const file = await LedgerFile.openUnchecked(path, home, creates);
    try {
      await file.#guarded(() => file.#check());
    } catch (error) {
      file.close();
      throw error;
    }
    return file;
  }

  /** Opens a ledger file as `open` does, without looking at its entries. */
  static async openUnchecked(path: string, home: LedgerHome, creates = false): Promise<LedgerFile> {
    preparePrivateDatabase({ path, what: 'the ledger', owner: home.owner });
    const file = new LedgerFile(await openDatabase(path), path, home);
    try {
      await file.#prepare(creates);
    } catch (error) {
      file.close();
      throw error;
    }
    return file;
  }

  /** Returns the head of the last receipt; undefined if there is none. */
  receipt(): Head | undefined {
    return this.#receipt.read();
  }

  /**
   * Reads rows of one state of the file. Throws a ToolError of kind `storage` for rows that nothing can have written.
   */
  async read<T>(work: (rows: LedgerRows) => T): Promise<T> {
    try {
      return await this.#guarded(() => {
        this.#database.exec('BEGIN');
        try {
          return work(this.rows);
        } finally {
          this.#database.exec('COMMIT');
        }
      });
    } catch (error) {
      if (error instanceof BrokenChain) throw this.#damage(error.seq, error.message);
      if (error instanceof ToolError && error.kind !== 'internal') throw error;
      throw this.#damage(1, (error as Error).message);
    }
  }

  /**
   * Writes in one transaction, if no other writer is ahead and `isCurrent` still holds; acknowledges with a receipt
   * after the commit. Otherwise returns `moved` as soon as it is this process's turn, for the caller to read again.
   */
  async write(
    isCurrent: (rows: LedgerRows) => boolean,
    work: (rows: LedgerRows) => void,
  ): Promise<CommitOutcome> {
    const head = await this.#transaction(() => {
      if (!this.#tickets.isFirst() || !isCurrent(this.rows)) {
        this.#tickets.take();
        return undefined;
      }
      work(this.rows);
      this.#tickets.leave();
      return this.rows.head();
    });
    if (head !== undefined) {
      this.#receipt.write(head);
      return 'done';
    }
    await this.#awaitTurn();
    return 'moved';
  }

  /** Gives up a place in the queue of writers, after a failure between two attempts. */
  async leaveQueue(): Promise<void> {
    if (!this.#tickets.isQueued) return;
    await this.#transaction(() => this.#tickets.leave());
  }

  /** Copies the file, compacted, to another path. */
  async copyTo(path: string): Promise<void> {
    await this.#guarded(() => this.#database.prepare('VACUUM INTO ?').run(path));
  }

  /** Returns the faults that SQLite finds in the file; empty if it is good. */
  quickCheck(): Promise<readonly string[]> {
    return this.#guarded(() => {
      const rows = this.#database.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
      return rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
    });
  }

  close(): void {
    this.#database.close();
  }

  async #prepare(creates: boolean): Promise<void> {
    const database = this.#database;
    await this.#guarded(() =>
      // SQLite must not wait by itself: `whileBusy` uses the injected clock.
      database.exec(
        'PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL',
      ),
    );
    const version = await this.#guarded(() => versionOf(database));
    refuseNewer(version, this.path);
    if (version === NEWEST_VERSION) return;
    if (version === 0 && !creates) throw this.#damage(1, 'the file holds no ledger');
    if (version > 0) await this.#backUp(version);
    await this.#guarded(() => database.exec('PRAGMA journal_mode = WAL'));
    await this.#transaction(() => migrate(database));
  }

  /** Copies a file of an older version before it is changed. */
  async #backUp(version: number): Promise<void> {
    const copy = `${this.path}.v${version}`;
    rmSync(copy, { force: true });
    await this.copyTo(copy);
  }

  #check(): void {
    const faults = this.#database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    const fault = faults.find((row) => row.quick_check !== 'ok');
    if (fault !== undefined) throw this.#damage(1, fault.quick_check);
    // The receipt is read before the journal, so that an entry that is being written does not seem to be missing.
    const receipt = this.#receipt.read();
    const { seq } = this.rows.head();
    if (receipt !== undefined && receipt.seq > seq) {
      throw this.#damage(seq + 1, `entries up to ${receipt.seq} were acknowledged and are missing`);
    }
    if (receipt !== undefined && this.rows.hashOf(receipt.seq) !== receipt.hash) {
      throw this.#damage(receipt.seq, 'it is not the entry that was acknowledged');
    }
    const first = Math.max(1, seq - CHECKED_ENTRIES + 1);
    const before = first === 1 ? undefined : this.rows.hashOf(first - 1);
    try {
      this.rows.entriesAfter(
        before === undefined ? { seq: 0, hash: NO_HASH } : { seq: first - 1, hash: before },
      );
    } catch (error) {
      throw error instanceof BrokenChain ? this.#damage(error.seq, error.message) : error;
    }
  }

  #damage(seq: number, why: string): ToolError {
    return new ToolError({
      kind: 'storage',
      code: 'ledger_damaged',
      name: 'ledger_damaged',
      message: `The ledger ${this.path} is damaged from entry ${seq} on: ${why}. It is not written to any more.`,
      hint: 'Check it whole: bourse paper verify. Save its valid entries: bourse paper recover --out new.db.',
    });
  }

  /** Waits until this process is first in the queue of writers. */
  async #awaitTurn(): Promise<void> {
    const { clock } = this.#home;
    const startedMs = clock.monotonicMs();
    while (!(await this.#guarded(() => this.#tickets.isFirst()))) {
      if (clock.monotonicMs() - startedMs >= WAIT_MAX_MS) {
        await this.leaveQueue();
        throw new ToolError({
          kind: 'storage',
          message: `Other processes write to ${this.path}; the wait of ${WAIT_MAX_MS / 1000} seconds is over.`,
          hint: 'Try again when they are done.',
          retryable: true,
        });
      }
      await clock.sleep(POLL_MS);
    }
  }

  #transaction<T>(work: () => T): Promise<T> {
    return this.#guarded(() => inTransaction(this.#database, work));
  }

  async #guarded<T>(work: () => T): Promise<T> {
    const { clock, random } = this.#home;
    try {
      return await whileBusy({ path: this.path, clock, random, waitMaxMs: WAIT_MAX_MS }, work);
    } catch (error) {
      throw databaseError(this.#about, error);
    }
  }
}
