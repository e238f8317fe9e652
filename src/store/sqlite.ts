/** The one door to SQLite: a prebuilt package, or where it does not load, the database inside newer Nodes. */
import { ToolError } from '../core/errors.ts';

/** What is used of a database; the package and `node:sqlite` share it. */
export interface Database {
  exec(sql: string): void;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => Database;
}

/** Not named in an import: Node 20 lacks it, and so do its types. */
const BUILT_IN: string = 'node:sqlite';

/** Opens the database file, which is made where it is missing. Throws a ToolError of kind `storage`. */
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

/** Returns whether SQLite refused because another process holds the lock. */
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
        message: 'SQLite could not be loaded, and nothing that must not be lost is written without it.',
        hint: 'Install bourse again for this system and this Node.',
        cause: first,
      });
    }
  }
}
