/** The rows of a ledger file, read and written within the transactions of the caller. */
import type { Database } from '../../store/sqlite.ts';
import { Statements } from '../../store/statements.ts';
import { canonicalText } from '../canonical.ts';
import { entryHash, type Head, type LedgerEntry, NO_HASH } from '../ledger/entries.ts';
import type { BookName } from '../ledger/position.ts';
import type { SampleRow } from '../live/live-ledger.ts';

/** A position as it is printed, with its place in the order of opening. */
export interface PositionRow {
  readonly id: string;
  readonly book: BookName;
  readonly status: string;
  /** The canonical text of its record. */
  readonly body: string;
}

/** A thesis that waits for a price, with the canonical text of the thesis. */
export interface WaitingRow {
  readonly thesis: string;
  readonly t: number;
  readonly ready: number;
  readonly body: string;
}

/** A balance of a book. */
export interface BalanceRow {
  readonly book: BookName;
  readonly account: string;
  readonly asset: string;
  readonly amount: string;
}

/** An entry as the file holds it: `body` is the text that was hashed. */
interface EntryRow {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
  readonly time: number;
  readonly book: string;
  readonly kind: string;
  readonly body: string;
}

/** The entry whose hash, number or columns do not fit, and what is wrong with it. */
export class BrokenChain extends Error {
  readonly seq: number;

  constructor(seq: number, why: string) {
    super(why);
    this.seq = seq;
  }
}

/** Reads and writes the rows of one ledger file. */
export class LedgerRows {
  readonly #statements: Statements;

  constructor(database: Database) {
    this.#statements = new Statements(database);
  }

  /** Returns number and hash of the last entry. */
  head(): Head {
    const row = this.#statements.get('SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1');
    return row === undefined
      ? { seq: 0, hash: NO_HASH }
      : { seq: Number(row['seq']), hash: String(row['hash']) };
  }

  /**
   * Returns the entries after a head, whose hash the first of them continues. Throws BrokenChain at the first entry
   * that does not continue the chain.
   */
  entriesAfter({ seq, hash }: Head): readonly LedgerEntry[] {
    const rows = this.#statements.all('SELECT * FROM entry WHERE seq > ? ORDER BY seq', seq);
    let previous: Head = { seq, hash };
    return rows.map((row) => {
      const entry = readEntry(row as unknown as EntryRow, previous);
      previous = entry;
      return entry;
    });
  }

  /** Yields all entries, one by one. Throws BrokenChain as `entriesAfter` does. */
  *eachEntry(): Generator<LedgerEntry> {
    let previous: Head = { seq: 0, hash: NO_HASH };
    const { seq: last } = this.head();
    while (previous.seq < last) {
      const row = this.#statements.get('SELECT * FROM entry WHERE seq = ?', previous.seq + 1) as
        | EntryRow
        | undefined;
      if (row === undefined) throw new BrokenChain(previous.seq + 1, 'the entry is missing');
      const entry = readEntry(row, previous);
      yield entry;
      previous = entry;
    }
  }

  /** Returns one entry; undefined if there is none. */
  entry(seq: number): LedgerEntry | undefined {
    const row = this.#statements.get('SELECT * FROM entry WHERE seq = ?', seq) as EntryRow | undefined;
    return row && readEntry(row, { seq: seq - 1, hash: row.previous_hash });
  }

  /** Returns the hash of an entry; undefined if there is none. */
  hashOf(seq: number): string | undefined {
    const row = this.#statements.get('SELECT hash FROM entry WHERE seq = ?', seq);
    return row && String(row['hash']);
  }

  addEntry(entry: LedgerEntry, txid: string | null, recordedAt: number): void {
    const { seq, previous_hash, hash, time, book, kind } = entry;
    const sql = 'INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
    this.#statements.run(
      sql,
      seq,
      txid,
      previous_hash,
      hash,
      time,
      book,
      kind,
      hashedText(entry),
      recordedAt,
    );
    for (const [n, { account, asset, amount }] of entry.postings.entries()) {
      this.#statements.run('INSERT INTO posting VALUES (?, ?, ?, ?, ?)', seq, n, account, asset, amount);
    }
  }

  /** Notes that an entry applied or recorded a thesis, if it did. */
  putApplied({ seq, thesis, status }: LedgerEntry): void {
    if (thesis === null || (status !== 'applied' && status !== 'recorded')) return;
    this.#statements.run('INSERT OR REPLACE INTO applied VALUES (?, ?)', thesis, seq);
  }

  /** Returns how many entries have a transaction id that begins with a text. */
  countTxids(prefix: string): number {
    const sql = 'SELECT count(*) AS n FROM entry WHERE txid = ? OR substr(txid, 1, ?) = ?';
    return Number(this.#statements.get(sql, prefix, prefix.length + 1, `${prefix} `)?.['n'] ?? 0);
  }

  /** Returns the postings as their own table holds them, by entry. */
  postings(): ReadonlyMap<number, LedgerEntry['postings']> {
    const bySeq = new Map<number, { account: string; asset: string; amount: string }[]>();
    for (const row of this.#statements.all('SELECT * FROM posting ORDER BY seq, n')) {
      const list = bySeq.get(Number(row['seq'])) ?? [];
      bySeq.set(Number(row['seq']), list);
      const [account, asset, amount] = ['account', 'asset', 'amount'].map((name) => String(row[name]));
      list.push({ account: account!, asset: asset!, amount: amount! });
    }
    return bySeq;
  }

  putBalance({ book, account, asset, amount }: BalanceRow): void {
    this.#statements.run('INSERT OR REPLACE INTO balance VALUES (?, ?, ?, ?)', book, account, asset, amount);
  }

  balances(): readonly BalanceRow[] {
    return this.#statements.all(
      'SELECT * FROM balance ORDER BY book, account, asset',
    ) as unknown as BalanceRow[];
  }

  putPosition({ id, book, status, body }: PositionRow): void {
    const sql = `INSERT INTO position (id, book, status, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`;
    this.#statements.run(sql, id, book, status, body);
  }

  /** Returns the positions of both books, paper before watch, each in order of opening. */
  positions(): readonly PositionRow[] {
    return this.#statements.all(
      'SELECT id, book, status, body FROM position ORDER BY book, n',
    ) as unknown as PositionRow[];
  }

  applied(): readonly { readonly thesis: string; readonly seq: number }[] {
    return this.#statements.all('SELECT thesis, seq FROM applied') as unknown as {
      thesis: string;
      seq: number;
    }[];
  }

  putEvidence(seq: number, body: string): void {
    this.#statements.run('INSERT INTO evidence VALUES (?, ?)', seq, body);
  }

  evidence(seq: number): string | undefined {
    const row = this.#statements.get('SELECT body FROM evidence WHERE seq = ?', seq);
    return row && String(row['body']);
  }

  putSample({ time, book, equity }: SampleRow): void {
    this.#statements.run('INSERT OR REPLACE INTO sample VALUES (?, ?, ?)', time, book, equity);
  }

  samples(): readonly SampleRow[] {
    return this.#statements.all(
      'SELECT time, book, equity FROM sample ORDER BY time, book',
    ) as unknown as SampleRow[];
  }

  replaceWaiting(rows: readonly WaitingRow[]): void {
    this.#statements.run('DELETE FROM waiting');
    for (const [n, { thesis, t, ready, body }] of rows.entries()) {
      this.#statements.run('INSERT INTO waiting VALUES (?, ?, ?, ?, ?)', n, thesis, t, ready, body);
    }
  }

  waiting(): readonly WaitingRow[] {
    return this.#statements.all(
      'SELECT thesis, t, ready, body FROM waiting ORDER BY n',
    ) as unknown as WaitingRow[];
  }

  putMeta(key: string, value: string): void {
    this.#statements.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, value);
  }

  meta(key: string): string | undefined {
    const row = this.#statements.get('SELECT value FROM meta WHERE key = ?', key);
    return row && String(row['value']);
  }

  /** Returns the values of the keys that begin with a text, by the rest of the key. */
  metaOf(prefix: string): ReadonlyMap<string, string> {
    const sql = 'SELECT key, value FROM meta WHERE substr(key, 1, ?) = ? ORDER BY key';
    const rows = this.#statements.all(sql, prefix.length, prefix);
    return new Map(rows.map((row) => [String(row['key']).slice(prefix.length), String(row['value'])]));
  }

  /** Empties what can be derived from the journal. */
  clearDerived(): void {
    for (const table of ['balance', 'position', 'applied']) this.#statements.run(`DELETE FROM ${table}`);
  }
}

/** Returns the canonical text of an entry without its hashes, which is what is hashed. */
export function hashedText(entry: LedgerEntry): string {
  const { hash: _hash, previous_hash: _previous, ...body } = entry;
  return canonicalText(body);
}

/** Returns the entry in a row. Throws BrokenChain where it does not continue the chain, or its columns differ. */
function readEntry(row: EntryRow, previous: Head): LedgerEntry {
  const { seq, body, hash } = row;
  if (seq !== previous.seq + 1) throw new BrokenChain(previous.seq + 1, 'the entry is missing');
  if (row.previous_hash !== previous.hash) {
    throw new BrokenChain(seq, 'it does not continue the entry before it');
  }
  if (entryHash(previous.hash, body) !== hash) throw new BrokenChain(seq, 'its hash is not that of its text');
  const entry = JSON.parse(body) as LedgerEntry;
  const columns = [entry.seq, entry.time, entry.book, entry.kind];
  if (columns.join(' ') !== [seq, row.time, row.book, row.kind].join(' ')) {
    throw new BrokenChain(seq, 'its columns differ from its text');
  }
  return { ...entry, previous_hash: previous.hash, hash };
}
