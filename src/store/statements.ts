/** Statements of an SQLite database, each prepared once, and transactions. */
import type { Database, SqlValue, Statement } from './sqlite.ts';

/** A row of an answer, by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

export class Statements {
  readonly #database: Database;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  run(sql: string, ...values: readonly SqlValue[]): void {
    this.#statement(sql).run(...values);
  }

  /** Returns the first row, or undefined. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#statement(sql).get(...values) as SqlRow | undefined;
  }

  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#statement(sql).all(...values) as readonly SqlRow[];
  }

  #statement(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

/**
 * Runs work in a transaction that may write, and ends it at once, so that two transactions of a process never overlap.
 * Nothing is written if the work throws.
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // After a failed write SQLite has already rolled back.
    }
    throw error;
  }
}
