/**
 * The ledger of a lake: which files hold which rows, where each came from, which spans of time are there, and which
 * process is writing to which partition.
 */
import { existsSync, readdirSync } from 'node:fs';
import { ToolError } from '../core/errors.ts';
import { whileBusy } from '../store/lock.ts';
import { databaseError, type PrivateDatabase, preparePrivateDatabase } from '../store/private-database.ts';
import { type Database, openDatabase, type SqlValue } from '../store/sqlite.ts';
import { inTransaction, type SqlRow, Statements } from '../store/statements.ts';
import { LAKE_VARIABLE, type LakeHome, lakePath } from './home.ts';
import { migrate, NEWEST_VERSION, refuseNewer, versionOf } from './ledger-schema.ts';
import { partitionFacts } from './selection.ts';
import { type Series, TABLES } from './tables.ts';

/** Where the rows of a source come from. Of rows that differ, those of a later one in this list count. */
export const ORIGINS = ['recording', 'csv', 'monthly', 'daily', 'api'] as const;
export type SourceOrigin = (typeof ORIGINS)[number];

/** Returns whether a source replaces an earlier content by its name. Recordings and answers of the API only add. */
export function replacesByName(origin: SourceOrigin): boolean {
  return origin !== 'recording' && origin !== 'api';
}

/** What became of a source; `replaced` when another content by the same name was imported after it. */
export type SourceOutcome = 'imported' | 'replaced' | 'checksum-mismatch' | 'conflict' | 'refused';

/** A file that was imported or refused. */
export interface LakeSource extends Series {
  readonly id: number;
  /** The file's name without folders. */
  readonly name: string;
  readonly sha256: string;
  readonly origin: SourceOrigin;
  /** The length of a candle in ms; undefined for other rows. */
  readonly spanMs: number | undefined;
  /** The time that the file covers: by its name, else from its first row to its last. Unix ms. */
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  readonly outcome: SourceOutcome;
  readonly why: string;
  /** Whether rows that another source had may have been removed since, so that the file must be read again. */
  readonly needsReading: boolean;
  readonly at: number;
}

/** Rows of a compacted file that follow each other and have one source. */
export interface LakeSegment {
  readonly source: number;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A Parquet file of the lake. */
export interface LakePart {
  /** The path below the folder of the lake, with `/`. */
  readonly path: string;
  readonly partition: string;
  readonly table: Series['table'];
  readonly product: Series['product'];
  readonly sha256: string;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly minId: number | null;
  readonly maxId: number | null;
  readonly bytes: number;
  /** The source of the rows; of a compacted file, that of the first ones. */
  readonly source: number;
  /** The rows of a compacted file by their source, in the order of the file; empty if all have one source. */
  readonly segments: readonly LakeSegment[];
  /** The unit of the times in the source: `ms`, `us`, or `mixed`. */
  readonly unit: string;
  readonly revision: number;
}

/** A span of time of a series: whether its rows are there, or why not. */
export interface LakeSpan extends Series {
  /** Empty for a span that belongs to no partition, such as that of a refused file. */
  readonly partition: string;
  readonly from: number;
  /** The first moment after the span. */
  readonly to: number;
  readonly minId: number | null;
  readonly maxId: number | null;
  /** `complete` says that the API answered for the whole span; its rows are those of the spans `have`. */
  readonly state: 'have' | 'complete' | 'failed' | 'conflict' | 'none-at-exchange' | 'not-asked';
  readonly why: string;
  readonly source: number | null;
  /** When the API was asked for the span; null for a span that a file covers. */
  readonly askedAt: number | null;
}

/** What the API gave of a span of a series: of one with ids all rows, or of some the reason why not. */
export interface AskedPart {
  readonly from: number;
  readonly to: number;
  /** The ids that are missing; absent where rows have none. */
  readonly minId?: number;
  readonly maxId?: number;
  readonly state: 'complete' | 'none-at-exchange' | 'not-asked' | 'failed';
  readonly why: string;
}

/** What is known of a span of a series since the API was asked for it. It replaces what was known before. */
export interface AskedSpan {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly AskedPart[];
}

/** The right of a process to write to a partition. */
export interface Claim {
  readonly partition: string;
  readonly owner: string;
  readonly pid: number;
  readonly host: string;
  readonly until: number;
  /** Files that its owner may have put in place and not entered in the ledger. */
  readonly pending: readonly string[];
}

/** What an import changes in one transaction. */
export interface LedgerChange {
  readonly source: Omit<LakeSource, 'id'>;
  /** Files that are no longer part of the lake. */
  readonly removed: readonly LakePart[];
  readonly added: readonly Omit<LakePart, 'source'>[];
  /** Parts that replace a removed one, with the source of that one. */
  readonly rewritten: readonly LakePart[];
  /** The spans of all partitions that change. */
  readonly partitions: readonly string[];
  readonly spans: readonly LakeSpan[];
  /** The span of the API that the source is the answer to; undefined for files. */
  readonly asked?: AskedSpan | undefined;
}

/** Series that are removed, their files, and the partitions of these. */
export interface DroppedSeries {
  readonly series: readonly Series[];
  readonly parts: readonly LakePart[];
  readonly partitions: readonly string[];
}

/** Damaged files of a partition, and the spans of its other files. */
export interface DamagedParts {
  readonly partition: string;
  readonly parts: readonly LakePart[];
  readonly spans: readonly LakeSpan[];
}

/** A state of the lake that stays readable. */
export interface SnapshotRecord {
  /** The digest of its files. */
  readonly id: string;
  readonly at: number;
  /** What was missing then, as JSON. */
  readonly holes: string;
}

const LEDGER = 'ledger.sqlite';

/** The folder below that of the lake with the files of snapshots, and the claim of who writes there. */
export const SNAPSHOTS = 'snapshots';

/** Returns the name that a file has as part of snapshots. */
export function snapshotPath({ path }: Pick<LakePart, 'path'>): string {
  return `${SNAPSHOTS}/${path}`;
}

/** How long a process may hold claims without renewing them, in ms; then another one may take them. */
export const CLAIM_MS = 600_000;

export class LakeLedger {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #home: LakeHome;
  readonly #about: PrivateDatabase;

  private constructor(database: Database, home: LakeHome) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#home = home;
    this.#about = aboutLedger(home);
  }

  /** Returns whether there is a ledger in the folder. */
  static exists(home: LakeHome): boolean {
    return existsSync(lakePath(home, LEDGER));
  }

  /**
   * Opens the ledger and creates it where missing. Throws a ToolError of kind `storage` for a folder that has files of a
   * lake and no ledger, and for a ledger that a newer program wrote.
   */
  static async open(home: LakeHome): Promise<LakeLedger> {
    if (!LakeLedger.exists(home)) refuseLostLedger(home);
    preparePrivateDatabase(aboutLedger(home));
    const ledger = new LakeLedger(await openDatabase(lakePath(home, LEDGER)), home);
    try {
      await ledger.#prepare();
    } catch (error) {
      ledger.close();
      throw error;
    }
    return ledger;
  }

  close(): void {
    this.#database.close();
  }

  /** Reads rows of one state of the ledger. */
  read<T>(work: (rows: LakeRows) => T): Promise<T> {
    const rows = new LakeRows(this.#statements);
    return this.#guarded(() => {
      this.#database.exec('BEGIN');
      try {
        return work(rows);
      } finally {
        this.#database.exec('COMMIT');
      }
    });
  }

  /**
   * Claims partitions for an owner, all or none. Returns the claim of another process that is in the way, or undefined.
   * Claims of processes that have ended must be swept before.
   */
  claim(partitions: readonly string[], owner: string, host: string): Promise<Claim | undefined> {
    return this.#transaction(() => {
      const rows = new LakeRows(this.#statements);
      const taken = rows.claims().find((one) => one.owner !== owner && partitions.includes(one.partition));
      if (taken !== undefined) return taken;
      const until = this.#home.clock.now() + CLAIM_MS;
      for (const partition of partitions) {
        this.#statements.run(
          'INSERT OR REPLACE INTO claim (partition, owner, pid, host, until_ms) VALUES (?, ?, ?, ?, ?)',
          partition,
          owner,
          this.#home.pid,
          host,
          until,
        );
      }
      return undefined;
    });
  }

  /** Lets the time of an owner's claims begin again; work on many folders may take longer than it. */
  renew(owner: string): Promise<void> {
    return this.#transaction(() => {
      const until = this.#home.clock.now() + CLAIM_MS;
      this.#statements.run('UPDATE claim SET until_ms = ? WHERE owner = ?', until, owner);
    });
  }

  /** Records the files that the owner of a claim is about to put in place, so that they are found if it is killed. */
  setPending(partition: string, owner: string, paths: readonly string[]): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed([partition], owner);
      const text = JSON.stringify(paths);
      this.#statements.run('UPDATE claim SET pending = ? WHERE partition = ?', text, partition);
    });
  }

  /**
   * Ends claims, and passes the files that they name and the ledger does not know to `remove`. That happens inside the
   * transaction, so that no other process claims the partition and puts a file of that name in place meanwhile.
   */
  async sweepClaims(isEnded: (claim: Claim) => boolean, remove: (path: string) => void): Promise<void> {
    await this.#overwriteFailedCommit(isEnded);
    await this.#transaction(() => {
      const rows = new LakeRows(this.#statements);
      for (const claim of rows.claims().filter(isEnded)) {
        const known = new Set(
          claim.partition === SNAPSHOTS
            ? rows.snapshotFiles().map(snapshotPath)
            : rows.parts([claim.partition]).map(({ path }) => path),
        );
        for (const path of claim.pending) if (!known.has(path)) remove(path);
        this.#statements.run('DELETE FROM claim WHERE partition = ?', claim.partition);
      }
    });
  }

  /**
   * Writes to the claims that are to be ended. A commit whose last flush failed, on a full disk for example, may still be in the
   * log of the database, and the next process would find it there: its files may be removed only when something else was written in
   * its place. Throws if that cannot be written either; no file is removed then.
   */
  #overwriteFailedCommit(isEnded: (claim: Claim) => boolean): Promise<void> {
    return this.#transaction(() => {
      const claims = new LakeRows(this.#statements).claims();
      for (const { partition } of claims.filter((claim) => isEnded(claim) && claim.pending.length > 0)) {
        this.#statements.run('UPDATE claim SET until_ms = until_ms - 1 WHERE partition = ?', partition);
      }
    });
  }

  /**
   * Enters what an import did, in one transaction. Its claims then name the files that are no longer part of the lake, for
   * `sweepClaims` to remove.
   */
  commit(change: LedgerChange, owner: string): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed(change.partitions, owner);
      this.#clearFaults(change.source);
      const source = this.#insertSource(change.source);
      for (const part of change.removed) this.#deletePart(part);
      for (const part of change.added) this.#insertPart({ ...part, source });
      for (const part of change.rewritten) this.#insertPart(part);
      for (const partition of change.partitions) {
        this.#statements.run(
          "DELETE FROM span WHERE partition = ? AND (state = 'have' OR source IN (SELECT id FROM source WHERE outcome = 'replaced'))",
          partition,
        );
      }
      for (const span of change.spans) this.#insertSpan(span, source);
      if (change.asked !== undefined) this.#replaceAsked(change.asked);
      for (const partition of change.partitions) {
        const removed = change.removed.filter((part) => part.partition === partition).map(({ path }) => path);
        const text = JSON.stringify(removed);
        this.#statements.run('UPDATE claim SET pending = ? WHERE partition = ?', text, partition);
      }
    });
  }

  /**
   * Enters files of a partition in place of others with the same rows. Its claim then names the others, for `sweepClaims` to
   * remove.
   */
  replaceParts(
    partition: string,
    { removed, added }: { readonly removed: readonly LakePart[]; readonly added: readonly LakePart[] },
    owner: string,
  ): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed([partition], owner);
      for (const part of removed) this.#deletePart(part);
      for (const part of added) this.#insertPart(part);
      const text = JSON.stringify(removed.map(({ path }) => path));
      this.#statements.run('UPDATE claim SET pending = ? WHERE partition = ?', text, partition);
    });
  }

  /**
   * Removes series: their files, and what is known of them. Sources that have no other rows are removed too, so that they can be
   * imported again. The claims then name the files, for `sweepClaims` to remove.
   */
  dropSeries({ series, parts, partitions }: DroppedSeries, owner: string): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed(partitions, owner);
      this.#needReading(sourcesOf(parts));
      for (const part of parts) this.#deletePart(part);
      for (const { table, product, symbol, interval } of series) {
        const own = 'lake_table = ? AND product = ? AND symbol = ? AND interval = ?';
        const given = [table, product, symbol, interval];
        this.#statements.run(`DELETE FROM span WHERE ${own}`, ...given);
        this.#statements.run(
          `DELETE FROM source WHERE ${own} AND id NOT IN (SELECT source FROM part)
             AND id NOT IN (SELECT source FROM segment)`,
          ...given,
        );
      }
      for (const partition of partitions) this.#setRemoved(partition, parts);
    });
  }

  /**
   * Removes damaged files of a partition, of which `spans` are left. Their sources are read again when they are imported. The
   * claim then names the files, for `sweepClaims` to remove.
   */
  dropDamaged({ partition, parts, spans }: DamagedParts, owner: string): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed([partition], owner);
      const sources = new LakeRows(this.#statements).sources();
      for (const part of parts) {
        const ids = sourcesOf([part]);
        for (const source of sources.filter(({ id }) => ids.includes(id))) this.#recordLoss(part, source);
        this.#needReading(ids);
        this.#deletePart(part);
      }
      this.#statements.run("DELETE FROM span WHERE partition = ? AND state = 'have'", partition);
      for (const span of spans) this.#insertSpan(span, 0);
      this.#setRemoved(partition, parts);
    });
  }

  /** Records that rows of a source are lost, and what brings them back. */
  #recordLoss({ table, product, partition, firstMs, lastMs }: LakePart, source: LakeSource): void {
    const { symbol = source.symbol, interval } = partitionFacts(partition);
    const series = { table, product, symbol, interval };
    const span = { from: firstMs, to: lastMs + 1 };
    if (source.origin === 'api') {
      const why = 'the file with these rows was damaged and removed';
      this.#replaceAsked({ series, ...span, parts: [{ ...span, state: 'not-asked', why }] });
      return;
    }
    const why = `the file with these rows was damaged and removed; import ${source.name} again`;
    const nothing = { partition: '', minId: null, maxId: null, source: source.id, askedAt: null };
    this.#insertSpan({ ...series, ...span, ...nothing, state: 'failed', why }, source.id);
  }

  /** Lets sources, and those of the same series, be read again when they are imported, because rows of theirs may be missing. */
  #needReading(ids: readonly number[]): void {
    for (const id of ids) {
      this.#statements.run(
        `UPDATE source SET needs_reading = 1 WHERE id = ? OR (lake_table, product, symbol, interval) =
           (SELECT lake_table, product, symbol, interval FROM source WHERE id = ?)`,
        ...[id, id],
      );
    }
  }

  #setRemoved(partition: string, parts: readonly LakePart[]): void {
    const paths = parts.filter((part) => part.partition === partition).map(({ path }) => path);
    const text = JSON.stringify(paths);
    this.#statements.run('UPDATE claim SET pending = ? WHERE partition = ?', text, partition);
  }

  /** Enters a snapshot and the files that it needs. Their names below snapshots/ must be there. */
  addSnapshot({ id, at, holes }: SnapshotRecord, parts: readonly LakePart[], owner: string): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed([SNAPSHOTS], owner);
      this.#statements.run('INSERT INTO snapshot (id, at_ms, holes) VALUES (?, ?, ?)', id, at, holes);
      for (const part of parts) {
        this.#statements.run(
          `INSERT OR IGNORE INTO snapshot_file (path, partition, lake_table, product, sha256, rows, first_ms, last_ms,
             min_id, max_id, bytes, source, unit, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[part.path, part.partition, part.table, part.product, part.sha256, part.rows, part.firstMs],
          ...[part.lastMs, part.minId, part.maxId, part.bytes, part.source, part.unit, part.revision],
        );
        this.#statements.run('INSERT INTO snapshot_part (snapshot, path) VALUES (?, ?)', id, part.path);
      }
    });
  }

  /**
   * Removes a snapshot. Its claim then names the files that no other snapshot needs, for `sweepClaims` to remove.
   */
  removeSnapshot(id: string, owner: string): Promise<void> {
    return this.#transaction(() => {
      this.#assertClaimed([SNAPSHOTS], owner);
      this.#statements.run('DELETE FROM snapshot_part WHERE snapshot = ?', id);
      this.#statements.run('DELETE FROM snapshot WHERE id = ?', id);
      const unused = 'path NOT IN (SELECT path FROM snapshot_part)';
      const paths = this.#statements
        .all(`SELECT path FROM snapshot_file WHERE ${unused}`)
        .map(({ path }) => `${SNAPSHOTS}/${String(path)}`);
      this.#statements.run(`DELETE FROM snapshot_file WHERE ${unused}`);
      const text = JSON.stringify(paths);
      this.#statements.run('UPDATE claim SET pending = ? WHERE partition = ?', text, SNAPSHOTS);
    });
  }

  /** Records what is known of a span since the API was asked for it. */
  recordAsked(asked: AskedSpan): Promise<void> {
    return this.#transaction(() => this.#replaceAsked(asked));
  }

  /** Records a file that was not imported, and the span that it would have covered. */
  refuse(source: Omit<LakeSource, 'id'>): Promise<void> {
    return this.#transaction(() => {
      this.#clearFaults(source);
      const id = this.#insertSource(source);
      const { table, product, symbol, interval, from, to, why } = source;
      const series = { table, product, symbol, interval };
      const span = { ...series, partition: '', from, to, minId: null, maxId: null, why, source: id };
      this.#insertSpan({ ...span, state: 'failed', askedAt: null }, id);
    });
  }

  /** Removes the record of earlier failures and conflicts of a file by the same name. */
  #clearFaults({ product, name }: Pick<LakeSource, 'product' | 'name'>): void {
    const named = 'SELECT id FROM source WHERE product = ? AND name = ?';
    this.#statements.run(`DELETE FROM span WHERE state <> 'have' AND source IN (${named})`, product, name);
  }

  #assertClaimed(partitions: readonly string[], owner: string): void {
    const claims = new LakeRows(this.#statements).claims();
    for (const partition of partitions) {
      if (claims.some((one) => one.partition === partition && one.owner === owner)) continue;
      throw new ToolError({
        kind: 'storage',
        message: `Another process took over the folder ${partition} of the lake, because this one was too slow.`,
        hint: 'Nothing was written. Run the command again.',
        retryable: true,
      });
    }
  }

  /** Inserts a source; an earlier content by the same name counts as replaced from then on. */
  #insertSource(source: Omit<LakeSource, 'id'>): number {
    const { name, sha256, origin, table, product, symbol, interval, spanMs, from, to } = source;
    const { revision, outcome, why, at } = source;
    if (outcome === 'imported' && replacesByName(origin)) {
      const others = "product = ? AND name = ? AND sha256 <> ? AND outcome = 'imported'";
      const given = [product, name, sha256];
      // Rows of other files that were left out because the replaced content had them may be missing now.
      this.#statements.run(
        `UPDATE source SET needs_reading = 1 WHERE lake_table = ? AND product = ? AND symbol = ? AND interval = ?
           AND EXISTS (SELECT 1 FROM source WHERE ${others})`,
        ...[table, product, symbol, interval, ...given],
      );
      this.#statements.run(`UPDATE source SET outcome = 'replaced' WHERE ${others}`, ...given);
    }
    // Refusals of a file by this name have been superseded.
    this.#statements.run(
      "DELETE FROM source WHERE product = ? AND name = ? AND outcome NOT IN ('imported', 'replaced')",
      product,
      name,
    );
    this.#statements.run(
      `INSERT INTO source (name, sha256, origin, lake_table, product, symbol, interval, span_ms, from_ms, to_ms,
         revision, outcome, why, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[name, sha256, origin, table, product, symbol, interval, spanMs ?? null, from, to],
      ...[revision, outcome, why, at],
    );
    return Number(this.#statements.get('SELECT last_insert_rowid() AS id')!['id']);
  }

  #deletePart({ path }: LakePart): void {
    this.#statements.run('DELETE FROM part WHERE path = ?', path);
    this.#statements.run('DELETE FROM segment WHERE path = ?', path);
  }

  #insertPart(part: LakePart): void {
    this.#deletePart(part);
    for (const [number, { source, rows, firstMs, lastMs }] of part.segments.entries()) {
      this.#statements.run(
        'INSERT INTO segment (path, number, source, rows, first_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?)',
        ...[part.path, number, source, rows, firstMs, lastMs],
      );
    }
    this.#statements.run(
      `INSERT INTO part (path, partition, lake_table, product, sha256, rows, first_ms, last_ms, min_id,
         max_id, bytes, source, unit, made_by, revision, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active')`,
      ...[part.path, part.partition, part.table, part.product, part.sha256, part.rows],
      ...[part.firstMs, part.lastMs, part.minId, part.maxId, part.bytes, part.source, part.unit],
      ...[this.#home.version, part.revision],
    );
  }

  #insertSpan(span: LakeSpan, source: number): void {
    this.#statements.run(
      `INSERT INTO span (partition, lake_table, product, symbol, interval, from_ms, to_ms, min_id, max_id, state, why,
         source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[span.partition, span.table, span.product, span.symbol, span.interval, span.from, span.to],
      ...[span.minId, span.maxId, span.state, span.why, span.state === 'have' ? null : source],
    );
  }

  /** Replaces what was known of a span; what was known of the time before it and after it stays. */
  #replaceAsked({ series, from, to, parts }: AskedSpan): void {
    const { table, product, symbol, interval } = series;
    const asked = `lake_table = ? AND product = ? AND symbol = ? AND interval = ? AND asked_ms IS NOT NULL
      AND from_ms < ? AND to_ms > ?`;
    const given = [table, product, symbol, interval, to, from];
    const before = this.#statements.all(`SELECT * FROM span WHERE ${asked}`, ...given).map(readSpan);
    this.#statements.run(`DELETE FROM span WHERE ${asked}`, ...given);
    for (const span of before) {
      if (span.from < from) this.#insertAsked({ ...span, to: from });
      if (span.to > to) this.#insertAsked({ ...span, from: to });
    }
    const askedAt = this.#home.clock.now();
    const facts = { table, product, symbol, interval, partition: '', minId: null, maxId: null, source: null };
    for (const part of parts) this.#insertAsked({ ...facts, ...part, askedAt });
  }

  #insertAsked(span: LakeSpan): void {
    this.#statements.run(
      `INSERT INTO span (partition, lake_table, product, symbol, interval, from_ms, to_ms, min_id, max_id,
         state, why, asked_ms) VALUES ('', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[span.table, span.product, span.symbol, span.interval, span.from, span.to, span.minId, span.maxId],
      ...[span.state, span.why, span.askedAt],
    );
  }

  async #prepare(): Promise<void> {
    const database = this.#database;
    const { path } = this.#about;
    await this.#guarded(() =>
      // SQLite must not wait by itself: `whileBusy` uses the injected clock.
      database.exec('PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL'),
    );
    const version = await this.#guarded(() => versionOf(database));
    refuseNewer(version, path);
    if (version === NEWEST_VERSION) return;
    await this.#guarded(() => database.exec('PRAGMA journal_mode = WAL'));
    await this.#transaction(() => migrate(database));
  }

  #transaction<T>(work: () => T): Promise<T> {
    return this.#guarded(() => inTransaction(this.#database, work));
  }

  async #guarded<T>(work: () => T): Promise<T> {
    const { clock, random } = this.#home;
    try {
      return await whileBusy({ path: this.#about.path, clock, random }, work);
    } catch (error) {
      throw databaseError(this.#about, error);
    }
  }
}

/** Reads the rows of a ledger. */
export class LakeRows {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Returns the files of the lake; those of some partitions if given. */
  parts(partitions?: readonly string[]): readonly LakePart[] {
    if (partitions === undefined) return this.#parts('true');
    return partitions.flatMap((one) => this.#parts('partition = ?', one));
  }

  /** Returns the files with rows of a source. */
  partsOfSource(source: number): readonly LakePart[] {
    return this.#parts(
      'source = ? OR path IN (SELECT path FROM segment WHERE source = ?)',
      ...[source, source],
    );
  }

  #parts(where: string, ...values: readonly SqlValue[]): readonly LakePart[] {
    const rows = this.#statements.all(`SELECT * FROM part WHERE ${where} ORDER BY path`, ...values);
    const segments = new Map<string, LakeSegment[]>();
    const own = `SELECT * FROM segment WHERE path IN (SELECT path FROM part WHERE ${where}) ORDER BY path, number`;
    for (const row of this.#statements.all(own, ...values)) {
      const path = String(row['path']);
      const list = segments.get(path);
      if (list === undefined) segments.set(path, [readSegment(row)]);
      else list.push(readSegment(row));
    }
    return rows.map((row) => readPart(row, segments.get(String(row['path']))));
  }

  sources(): readonly LakeSource[] {
    return this.#statements.all('SELECT * FROM source ORDER BY id').map(readSource);
  }

  /** Returns the sources of a product by one name, oldest first. */
  sourcesNamed(product: string, name: string): readonly LakeSource[] {
    return this.#statements
      .all('SELECT * FROM source WHERE product = ? AND name = ? ORDER BY id', product, name)
      .map(readSource);
  }

  spans(): readonly LakeSpan[] {
    return this.#statements.all('SELECT * FROM span ORDER BY from_ms, min_id').map(readSpan);
  }

  /** Returns the spans of one series, in the order of time. */
  spansOf({ table, product, symbol, interval }: Series): readonly LakeSpan[] {
    return this.#statements
      .all(
        `SELECT * FROM span WHERE lake_table = ? AND product = ? AND symbol = ? AND interval = ? ORDER BY from_ms, min_id`,
        ...[table, product, symbol, interval],
      )
      .map(readSpan);
  }

  /** Returns the snapshots, oldest first. */
  snapshots(): readonly SnapshotRecord[] {
    return this.#statements.all('SELECT * FROM snapshot ORDER BY at_ms, id').map((row) => ({
      id: String(row['id']),
      at: Number(row['at_ms']),
      holes: String(row['holes']),
    }));
  }

  /** Returns the files of a snapshot. */
  snapshotParts(id: string): readonly LakePart[] {
    return this.#statements
      .all(
        `SELECT snapshot_file.* FROM snapshot_part JOIN snapshot_file USING (path) WHERE snapshot = ? ORDER BY path`,
        id,
      )
      .map((row) => readPart(row));
  }

  /** Returns the files of all snapshots. */
  snapshotFiles(): readonly LakePart[] {
    return this.#statements.all('SELECT * FROM snapshot_file ORDER BY path').map((row) => readPart(row));
  }

  claims(): readonly Claim[] {
    return this.#statements.all('SELECT * FROM claim ORDER BY partition').map((row) => ({
      partition: String(row['partition']),
      owner: String(row['owner']),
      pid: Number(row['pid']),
      host: String(row['host']),
      until: Number(row['until_ms']),
      pending: JSON.parse(String(row['pending'])) as string[],
    }));
  }
}

function readSegment(row: SqlRow): LakeSegment {
  return {
    source: Number(row['source']),
    rows: Number(row['rows']),
    firstMs: Number(row['first_ms']),
    lastMs: Number(row['last_ms']),
  };
}

function readPart(row: SqlRow, segments: readonly LakeSegment[] = []): LakePart {
  return {
    path: String(row['path']),
    partition: String(row['partition']),
    table: String(row['lake_table']) as LakePart['table'],
    product: String(row['product']) as LakePart['product'],
    sha256: String(row['sha256']),
    rows: Number(row['rows']),
    firstMs: Number(row['first_ms']),
    lastMs: Number(row['last_ms']),
    minId: numberOrNull(row['min_id']),
    maxId: numberOrNull(row['max_id']),
    bytes: Number(row['bytes']),
    source: Number(row['source']),
    segments,
    unit: String(row['unit']),
    revision: Number(row['revision']),
  };
}

function seriesOf(row: SqlRow): Series {
  return {
    table: String(row['lake_table']) as Series['table'],
    product: String(row['product']) as Series['product'],
    symbol: String(row['symbol']),
    interval: String(row['interval']),
  };
}

function readSource(row: SqlRow): LakeSource {
  return {
    ...seriesOf(row),
    id: Number(row['id']),
    name: String(row['name']),
    sha256: String(row['sha256']),
    origin: String(row['origin']) as SourceOrigin,
    spanMs: numberOrNull(row['span_ms']) ?? undefined,
    from: Number(row['from_ms']),
    to: Number(row['to_ms']),
    revision: Number(row['revision']),
    outcome: String(row['outcome']) as SourceOutcome,
    why: String(row['why']),
    needsReading: row['needs_reading'] === 1,
    at: Number(row['at_ms']),
  };
}

function readSpan(row: SqlRow): LakeSpan {
  return {
    ...seriesOf(row),
    partition: String(row['partition']),
    from: Number(row['from_ms']),
    to: Number(row['to_ms']),
    minId: numberOrNull(row['min_id']),
    maxId: numberOrNull(row['max_id']),
    state: String(row['state']) as LakeSpan['state'],
    why: String(row['why']),
    source: numberOrNull(row['source']),
    askedAt: numberOrNull(row['asked_ms']),
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Returns the sources of the rows in files, each once. */
function sourcesOf(parts: readonly LakePart[]): readonly number[] {
  return [...new Set(parts.flatMap((part) => [part.source, ...part.segments.map(({ source }) => source)]))];
}

function aboutLedger(home: LakeHome): PrivateDatabase {
  const what = 'the ledger of the lake';
  return { path: lakePath(home, LEDGER), what, owner: home.owner, variable: LAKE_VARIABLE };
}

/** Without its ledger nobody knows what the files of a lake are, so a new ledger is not put beside them. */
function refuseLostLedger(home: LakeHome): void {
  const found = existsSync(home.folder) ? readdirSync(home.folder) : [];
  const table = TABLES.find((one) => found.includes(one));
  if (table === undefined) return;
  throw new ToolError({
    kind: 'storage',
    message: `The folder ${home.folder} has the files of a lake (${table}) and no ledger.sqlite.`,
    hint: 'Restore ledger.sqlite from a copy, or move the folder away and import the files again.',
  });
}
