/** The tables of the ledger of a lake, and how an older ledger becomes the newest version. */
import { ToolError } from '../core/errors.ts';
import type { Database } from '../store/sqlite.ts';

/** The step at position n of this list changes a ledger of version n to version n + 1. Released steps never change. */
const MIGRATIONS: readonly string[] = [
  // A source is a file that was imported or refused; its `revision` counts the contents that it had by this name.
  `CREATE TABLE source (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, origin TEXT NOT NULL, lake_table TEXT NOT NULL,
     product TEXT NOT NULL, symbol TEXT NOT NULL, interval TEXT NOT NULL, span_ms INTEGER,
     from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, revision INTEGER NOT NULL, outcome TEXT NOT NULL,
     why TEXT NOT NULL, needs_reading INTEGER NOT NULL DEFAULT 0, at_ms INTEGER NOT NULL) STRICT;
   CREATE INDEX source_name ON source (product, name);
   CREATE TABLE part (
     path TEXT PRIMARY KEY, partition TEXT NOT NULL, lake_table TEXT NOT NULL, product TEXT NOT NULL,
     sha256 TEXT NOT NULL, rows INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,
     min_id INTEGER, max_id INTEGER, bytes INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES source (id),
     unit TEXT NOT NULL, made_by TEXT NOT NULL, revision INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
   CREATE INDEX part_partition ON part (partition);
   CREATE TABLE span (
     partition TEXT NOT NULL, lake_table TEXT NOT NULL, product TEXT NOT NULL, symbol TEXT NOT NULL,
     interval TEXT NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, min_id INTEGER, max_id INTEGER,
     state TEXT NOT NULL, why TEXT NOT NULL, source INTEGER) STRICT;
   CREATE INDEX span_partition ON span (partition);
   CREATE TABLE claim (
     partition TEXT PRIMARY KEY, owner TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
     until_ms INTEGER NOT NULL, pending TEXT NOT NULL DEFAULT '[]') STRICT;`,
  // When the API was asked for a span; null for a span that a file covers.
  'ALTER TABLE span ADD COLUMN asked_ms INTEGER',
  // A file of a snapshot has a name below snapshots/ too, so that it stays when the lake no longer has it.
  `CREATE TABLE snapshot (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, holes TEXT NOT NULL) STRICT;
   CREATE TABLE snapshot_file (
     path TEXT PRIMARY KEY, partition TEXT NOT NULL, lake_table TEXT NOT NULL, product TEXT NOT NULL,
     sha256 TEXT NOT NULL, rows INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,
     min_id INTEGER, max_id INTEGER, bytes INTEGER NOT NULL, source INTEGER NOT NULL, unit TEXT NOT NULL,
     revision INTEGER NOT NULL) STRICT;
   CREATE TABLE snapshot_part (
     snapshot TEXT NOT NULL REFERENCES snapshot (id), path TEXT NOT NULL REFERENCES snapshot_file (path),
     PRIMARY KEY (snapshot, path)) STRICT;
   CREATE INDEX snapshot_part_path ON snapshot_part (path);`,
  // The rows of a compacted file by their source, in the order of the file.
  `CREATE TABLE segment (
     path TEXT NOT NULL, number INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES source (id),
     rows INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY (path, number)) STRICT;
   CREATE INDEX segment_source ON segment (source);`,
];

/** The version of ledgers that this program writes. */
export const NEWEST_VERSION = MIGRATIONS.length;

/** Returns the version of a ledger; 0 for an empty file. */
export function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Throws a ToolError of kind `storage` for a version that a later program wrote. */
export function refuseNewer(version: number, path: string): void {
  if (version <= NEWEST_VERSION) return;
  throw new ToolError({
    kind: 'storage',
    message: `The lake at ${path} has version ${version}, and this program knows versions up to ${NEWEST_VERSION}.`,
    hint: 'A newer bourse has written it: update this one.',
  });
}

/** Brings a ledger to the newest version, within the transaction that the caller has begun. */
export function migrate(database: Database): void {
  for (const step of MIGRATIONS.slice(versionOf(database))) database.exec(step);
  database.exec(`PRAGMA user_version = ${NEWEST_VERSION}`);
}
