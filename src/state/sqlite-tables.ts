/** The tables of the shared state in an SQLite database. Each row carries a digest, so that damage is noticed. */
import { createHash } from 'node:crypto';
import { ToolError } from '../core/errors.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import type { JsonObject, UnixMs } from '../core/words.ts';
import type { Database, SqlValue } from '../store/sqlite.ts';
import { type SqlRow, Statements } from '../store/statements.ts';
import type { IndexedField, JournalSubject, SharedEntry, SubjectQuery } from './shared-state.ts';
import type { CounterRow, LeaseRow, StateTables } from './tables.ts';

const DIGEST_LENGTH = 16;

/** The columns that SQLite computes from the body of a subject. */
const COLUMNS: Readonly<Record<IndexedField, string>> = { clientOrderId: 'client_order_id', run: 'run' };

/** The columns of a subject that are stored: SQLite would compute the others from the body, row by row. */
const STORED = 'id, kind, scope, state, body, first_at, last_at, last_seq, digest';

/** Returns the first hex digits of the SHA-256 of all values with their lengths. */
function digestOf(...values: readonly SqlValue[]): string {
  const hash = createHash('sha256');
  for (const value of values) {
    const text = String(value);
    hash.update(`${Buffer.byteLength(text)}:${text};`);
  }
  return hash.digest('hex').slice(0, DIGEST_LENGTH);
}

export class SqliteTables implements StateTables {
  readonly #path: string;
  readonly #statements: Statements;

  constructor(database: Database, path: string) {
    this.#statements = new Statements(database);
    this.#path = path;
  }

  lastSeq(): number {
    return Number(this.#statements.get("SELECT seq FROM sqlite_sequence WHERE name = 'entry'")?.['seq'] ?? 0);
  }

  append({ subject, state, at, body }: Omit<SharedEntry, 'seq'>): number {
    const seq = this.lastSeq() + 1;
    const text = stringifyJson(body);
    this.#statements.run(
      'INSERT INTO entry (seq, subject, state, at, body, digest) VALUES (?, ?, ?, ?, ?, ?)',
      ...[seq, subject, state, at, text, digestOf(seq, subject, state, at, text)],
    );
    return seq;
  }

  subject(id: string): JournalSubject | undefined {
    const row = this.#statements.get(`SELECT ${STORED} FROM subject WHERE id = ?`, id);
    return row && this.#subjectOf(row);
  }

  putSubject({ id, kind, scope, state, body, firstAt, lastAt, lastSeq }: JournalSubject): void {
    const values = [id, kind, scope, state, stringifyJson(body), firstAt, lastAt, lastSeq] as const;
    this.#statements.run(
      `INSERT INTO subject (id, kind, scope, state, body, first_at, last_at, last_seq, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
       state = excluded.state, last_at = excluded.last_at, last_seq = excluded.last_seq, digest = excluded.digest`,
      ...[...values, digestOf(...values)],
    );
  }

  subjects(query: Parameters<StateTables['subjects']>[0]): readonly JournalSubject[] {
    const { kind, where: named, scope, states, since, before, limit } = query;
    const conditions: readonly (readonly [string, readonly SqlValue[]])[] = [
      ...(kind === undefined ? [] : [['kind = ?', [kind]] as const]),
      ...(named === undefined ? [] : [[`${COLUMNS[named.field]} = ?`, [named.value]] as const]),
      ...(scope === undefined ? [] : [['scope = ?', [scope]] as const]),
      ...(states === undefined ? [] : [[`state IN (${states.map(() => '?').join(', ')})`, states] as const]),
      ...(since === undefined ? [] : [['last_at >= ?', [since]] as const]),
      ...(before === undefined ? [] : [['last_at < ?', [before]] as const]),
    ];
    const where = conditions.map(([text]) => text).join(' AND ') || '1';
    const values = [...conditions.flatMap(([, given]) => given), limit ?? -1];
    const sql = `SELECT ${STORED} FROM subject ${indexFor(query)} WHERE ${where} ORDER BY last_seq DESC LIMIT ?`;
    return this.#statements.all(sql, ...values).map((row) => this.#subjectOf(row));
  }

  /** Returns whether a subject is in one of the states. */
  hasSubjectIn(states: readonly string[]): boolean {
    const marks = states.map(() => '?').join(', ');
    const sql = `SELECT 1 FROM subject INDEXED BY subject_by_state WHERE state IN (${marks}) LIMIT 1`;
    return this.#statements.get(sql, ...states) !== undefined;
  }

  removeSubject(id: string): void {
    this.#statements.run('DELETE FROM entry WHERE subject = ?', id);
    this.#statements.run('DELETE FROM subject WHERE id = ?', id);
  }

  entries(subject: string): readonly SharedEntry[] {
    return this.#statements.all('SELECT * FROM entry WHERE subject = ? ORDER BY seq', subject).map((row) => {
      const [seq, state, at, body] = [
        Number(row['seq']),
        String(row['state']),
        timeOf(row['at']),
        row['body'],
      ];
      this.#check(row, 'entry', String(seq), seq, subject, state, at, String(body));
      return { seq, subject, state, at, body: this.#bodyOf(body) };
    });
  }

  claim(name: string): string | undefined {
    const row = this.#statements.get('SELECT value, at, digest FROM claim WHERE name = ?', name);
    if (row !== undefined) this.#check(row, 'claim', name, name, String(row['value']), timeOf(row['at']));
    return row && String(row['value']);
  }

  putClaim(name: string, value: string, at: UnixMs): void {
    const sql = 'INSERT INTO claim (name, value, at, digest) VALUES (?, ?, ?, ?)';
    this.#statements.run(sql, name, value, at, digestOf(name, value, at));
  }

  counter(name: string): CounterRow | undefined {
    const row = this.#statements.get('SELECT total, at, digest FROM counter WHERE name = ?', name);
    if (row !== undefined) this.#check(row, 'counter', name, name, String(row['total']), timeOf(row['at']));
    return row && { total: String(row['total']), at: timeOf(row['at']) };
  }

  putCounter(name: string, total: string, at: UnixMs): void {
    const sql = 'INSERT OR REPLACE INTO counter (name, total, at, digest) VALUES (?, ?, ?, ?)';
    this.#statements.run(sql, name, total, at, digestOf(name, total, at));
  }

  lease(name: string): LeaseRow | undefined {
    const row = this.#statements.get('SELECT holder, token, until_ms FROM lease WHERE name = ?', name);
    if (row === undefined) return undefined;
    return {
      name,
      holder: String(row['holder']),
      token: Number(row['token']),
      untilMs: timeOf(row['until_ms']),
    };
  }

  putLease({ name, holder, token, untilMs }: LeaseRow): void {
    const sql = 'INSERT OR REPLACE INTO lease (name, holder, token, until_ms) VALUES (?, ?, ?, ?)';
    this.#statements.run(sql, name, holder, token, untilMs);
  }

  #subjectOf(row: SqlRow): JournalSubject {
    const [id, kind, scope, state] = ['id', 'kind', 'scope', 'state'].map((name) => String(row[name]));
    const [firstAt, lastAt] = [timeOf(row['first_at']), timeOf(row['last_at'])];
    const lastSeq = Number(row['last_seq']);
    const values = [id!, kind!, scope!, state!, String(row['body']), firstAt, lastAt, lastSeq];
    this.#check(row, 'subject', id!, ...values);
    const body = this.#bodyOf(row['body']);
    return { id: id!, kind: kind!, scope: scope!, state: state!, body, firstAt, lastAt, lastSeq };
  }

  #bodyOf(text: SqlValue | undefined): JsonObject {
    return parseJson(String(text), { what: this.#path, kind: 'storage' }) as JsonObject;
  }

  #check(row: SqlRow, table: string, key: string, ...values: readonly SqlValue[]): void {
    if (row['digest'] === digestOf(...values)) return;
    throw new ToolError({
      kind: 'storage',
      message: `${this.#path} is damaged: the ${table} ${key} does not have the digest it was written with.`,
      hint: 'Keep a copy of the file and its neighbours, and check the disk before orders are sent again.',
    });
  }
}

/**
 * Returns the clause that names the index of a query. Without it SQLite reads all subjects in the order of their age,
 * because it does not know that few of them are unresolved.
 */
function indexFor({ kind, where, states }: SubjectQuery): string {
  if (where !== undefined) return `INDEXED BY subject_by_${COLUMNS[where.field]}`;
  if (states !== undefined) return 'INDEXED BY subject_by_state';
  return kind === undefined ? '' : 'INDEXED BY subject_by_age';
}

function timeOf(value: SqlValue | undefined): UnixMs {
  return Number(value) as UnixMs;
}
