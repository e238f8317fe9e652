/** The tables of a ledger file, and how an older file becomes the newest version. */
import { ToolError } from '../../core/errors.ts';
import type { Database } from '../../store/sqlite.ts';

/** The step at position n of this list changes a file of version n to version n + 1. Released steps never change. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE entry (
     seq INTEGER PRIMARY KEY, txid TEXT UNIQUE, previous_hash TEXT NOT NULL, hash TEXT NOT NULL,
     time INTEGER NOT NULL, book TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
     recorded_at INTEGER NOT NULL) STRICT;
   CREATE TABLE posting (
     seq INTEGER NOT NULL REFERENCES entry (seq), n INTEGER NOT NULL, account TEXT NOT NULL, asset TEXT NOT NULL,
     amount TEXT NOT NULL, PRIMARY KEY (seq, n)) STRICT;
   CREATE TRIGGER entry_is_final BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
   CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
   CREATE TRIGGER posting_is_final BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'postings are final'); END;
   CREATE TRIGGER posting_stays BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'postings are final'); END;
   CREATE TABLE balance (
     book TEXT NOT NULL, account TEXT NOT NULL, asset TEXT NOT NULL, amount TEXT NOT NULL,
     PRIMARY KEY (book, account, asset)) STRICT;
   CREATE TABLE position (
     n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, book TEXT NOT NULL, status TEXT NOT NULL,
     body TEXT NOT NULL) STRICT;
   CREATE TABLE applied (thesis TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
   CREATE TABLE waiting (
     n INTEGER PRIMARY KEY, thesis TEXT NOT NULL, t INTEGER NOT NULL, ready INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE evidence (seq INTEGER PRIMARY KEY REFERENCES entry (seq), body TEXT NOT NULL) STRICT;
   CREATE TABLE sample (
     time INTEGER NOT NULL, book TEXT NOT NULL, equity TEXT NOT NULL, PRIMARY KEY (time, book)) STRICT;
   CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE ticket (n INTEGER PRIMARY KEY AUTOINCREMENT, pid INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT;`,
];

/** The version of ledger files that this program writes. */
export const NEWEST_VERSION = MIGRATIONS.length;

/** Returns the version of a ledger file; 0 for an empty file. */
export function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Throws a ToolError of kind `storage` for a ledger file that a later version of bourse wrote. */
export function refuseNewer(version: number, path: string): void {
  if (version <= NEWEST_VERSION) return;
  throw new ToolError({
    kind: 'storage',
    message: `The ledger ${path} has version ${version}, and this program knows versions up to ${NEWEST_VERSION}.`,
    hint: 'A newer bourse has written it: update this one.',
  });
}

/** Brings a ledger file to the newest version, within the transaction that the caller has begun. */
export function migrate(database: Database): void {
  for (const step of MIGRATIONS.slice(versionOf(database))) database.exec(step);
  database.exec(`PRAGMA user_version = ${NEWEST_VERSION}`);
}
