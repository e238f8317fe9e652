/** The tables of the shared state in SQLite, and how an older file becomes the newest version. */
import { ToolError } from '../core/errors.ts';
import type { Database } from '../store/sqlite.ts';

/** The step at position n of this list changes a file of version n to version n + 1. Released steps never change. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE entry (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
     body TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
   CREATE INDEX entry_of_subject ON entry (subject, seq);
   CREATE TABLE subject (
     id TEXT PRIMARY KEY, kind TEXT NOT NULL, scope TEXT NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL,
     first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, last_seq INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
   CREATE INDEX subject_by_state ON subject (kind, state, scope);
   CREATE TABLE claim (name TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
   CREATE TABLE counter (name TEXT PRIMARY KEY, total TEXT NOT NULL, at INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
   CREATE TABLE lease (
     name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT;`,
  // SQLite computes the added columns from the body, so the digests of old rows stay right.
  `ALTER TABLE subject ADD COLUMN client_order_id TEXT
     GENERATED ALWAYS AS (iif(json_valid(body), body ->> 'clientOrderId', NULL)) VIRTUAL;
   ALTER TABLE subject ADD COLUMN run TEXT
     GENERATED ALWAYS AS (iif(json_valid(body), body ->> 'run', NULL)) VIRTUAL;
   CREATE INDEX subject_by_client_order_id ON subject (client_order_id);
   CREATE INDEX subject_by_run ON subject (run);
   CREATE INDEX subject_by_age ON subject (kind, last_seq);
   DROP INDEX subject_by_state;
   CREATE INDEX subject_by_state ON subject (state, kind, scope);`,
];

/**
 * Returns the version of the state file; 0 for an empty file. Throws a ToolError of kind `storage` for a file that
 * a later version of bourse wrote.
 */
export function versionOf(database: Database, path: string): number {
  const version = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version <= MIGRATIONS.length) return version;
  throw new ToolError({
    kind: 'storage',
    message: `${path} has version ${version}, and this program knows versions up to ${MIGRATIONS.length}.`,
    hint: 'A newer bourse has written it: update this one.',
  });
}

/** Brings the state file to the newest version, within the transaction that the caller has begun. */
export function migrate(database: Database, path: string): void {
  const version = versionOf(database, path);
  for (const step of MIGRATIONS.slice(version)) database.exec(step);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

/** Returns whether the state file has the newest version. */
export function isNewest(database: Database, path: string): boolean {
  return versionOf(database, path) === MIGRATIONS.length;
}
