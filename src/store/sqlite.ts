/** Opens SQLite databases with the prebuilt package, or with `node:sqlite` when the package does not load. */
import { ToolError } from '../core/errors.ts';

/** The part of the SQLite interface that bourse uses; the prebuilt package and `node:sqlite` both provide it. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** A value of a row; integers beyond 2^53 are not stored. */
export type SqlValue = string | number | null;

export interface Statement {
  run(...values: readonly SqlValue[]): unknown;
  /** Returns the first row, or undefined. */
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => Database;
}

/**
 * The name of Node's module is a variable and not an import specifier, because Node 20 and its types lack the
 * module.
 */
const BUILT_IN: string = 'node:sqlite';

/** Opens the database file and creates it when missing. Throws a ToolError of kind `storage`. */
export async function openDatabase(path: string): Promise<Database> {
  const { DatabaseSync } = await loadSqlite();
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw new ToolError({
      kind: 'storage',
      message: `The file ${path} could not be opened as a database: ${(error as Error).message}.`,
      hint: 'Check the rights of the file and of its folder.',
      cause: error,
    });
  }
}

/** Returns whether SQLite failed because another process holds the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode, message } = error as { errcode?: number; message?: string };
  return errcode === 5 || errcode === 6 || /database (table )?is locked/.test(message ?? '');
}

async function loadSqlite(): Promise<SqliteModule> {
  try {
    return await import('@photostructure/sqlite');
  } catch (first) {
    try {
      return (await import(BUILT_IN)) as SqliteModule;
    } catch {
      throw new ToolError({
        kind: 'storage',
        message: 'SQLite could not be loaded; data that must not be lost is only written with it.',
        hint: 'Reinstall bourse for this system and this version of Node.',
        cause: first,
      });
    }
  }
}
