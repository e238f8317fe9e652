/**
 * The ledger of a lake: which files hold which rows, where each came from, which spans of time are there, and which
 * process is writing to which partition.
 */
import { existsSync, readdirSync } from 'node:fs';
import { ToolError } from '../core/errors.ts';
import { whileBusy } from '../store/lock.ts';
import { databaseError, type PrivateDatabase, preparePrivateDatabase } from '../store/private-database.ts';
import { type Database, openDatabase } from '../store/sqlite.ts';
import { inTransaction, Statements } from '../store/statements.ts';
import { LAKE_VARIABLE, type LakeHome, lakePath } from './home.ts';
import {
  type AskedSpan,
  type Claim,
  type DamagedParts,
  type DroppedSeries,
  type LakePart,
  type LakeSource,
  type LakeSpan,
  type LedgerChange,
  replacesByName,
  type SnapshotRecord,
} from './ledger-records.ts';
import { LakeRows, readSpan } from './ledger-rows.ts';
import { migrate, NEWEST_VERSION, refuseNewer, versionOf } from './ledger-schema.ts';
import { partitionFacts } from './selection.ts';
import { TABLES } from './tables.ts';

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
