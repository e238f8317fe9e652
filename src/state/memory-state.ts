/** A shared state of this process alone, for tests and for processes that may not write files. */
import type { Clock } from '../core/clock.ts';
import type { UnixMs } from '../core/words.ts';
import type { JournalSubject, SharedEntry, SharedState } from './shared-state.ts';
import type { CounterRow, LeaseRow, StateTables } from './tables.ts';
import { type StateHome, TransactedState } from './transacted-state.ts';

/** Tables in memory that several states can share, as processes share a file. */
export class MemoryTables implements StateTables, StateHome {
  #entries: readonly SharedEntry[] = [];
  #lastSeq = 0;
  #subjects: ReadonlyMap<string, JournalSubject> = new Map();
  #claims: ReadonlyMap<string, string> = new Map();
  #counters: ReadonlyMap<string, CounterRow> = new Map();
  #leases: ReadonlyMap<string, LeaseRow> = new Map();

  async transact<T>(work: (tables: StateTables) => T): Promise<T> {
    const saved = [
      this.#entries,
      this.#lastSeq,
      this.#subjects,
      this.#claims,
      this.#counters,
      this.#leases,
    ] as const;
    try {
      return work(this);
    } catch (error) {
      [this.#entries, this.#lastSeq, this.#subjects, this.#claims, this.#counters, this.#leases] = saved;
      throw error;
    }
  }

  async read<T>(work: (tables: StateTables) => T): Promise<T> {
    return work(this);
  }

  async close(): Promise<void> {}

  lastSeq(): number {
    return this.#lastSeq;
  }

  append(entry: Omit<SharedEntry, 'seq'>): number {
    this.#lastSeq += 1;
    this.#entries = [...this.#entries, { seq: this.#lastSeq, ...entry }];
    return this.#lastSeq;
  }

  subject(id: string): JournalSubject | undefined {
    return this.#subjects.get(id);
  }

  putSubject(subject: JournalSubject): void {
    this.#subjects = new Map([...this.#subjects, [subject.id, subject]]);
  }

  subjects(query: Parameters<StateTables['subjects']>[0]): readonly JournalSubject[] {
    const { kind, where, scope, states, since, before, limit } = query;
    return [...this.#subjects.values()]
      .filter(
        (one) =>
          (kind === undefined || one.kind === kind) &&
          (where === undefined || one.body[where.field] === where.value) &&
          (scope === undefined || one.scope === scope) &&
          (states === undefined || states.includes(one.state)) &&
          (since === undefined || one.lastAt >= since) &&
          (before === undefined || one.lastAt < before),
      )
      .sort((a, b) => b.lastSeq - a.lastSeq)
      .slice(0, limit);
  }

  removeSubject(id: string): void {
    this.#subjects = new Map([...this.#subjects].filter(([known]) => known !== id));
    this.#entries = this.#entries.filter(({ subject }) => subject !== id);
  }

  entries(subject: string): readonly SharedEntry[] {
    return this.#entries.filter((one) => one.subject === subject);
  }

  claim(name: string): string | undefined {
    return this.#claims.get(name);
  }

  putClaim(name: string, value: string): void {
    this.#claims = new Map([...this.#claims, [name, value]]);
  }

  counter(name: string): CounterRow | undefined {
    return this.#counters.get(name);
  }

  putCounter(name: string, total: string, at: UnixMs): void {
    this.#counters = new Map([...this.#counters, [name, { total, at }]]);
  }

  lease(name: string): LeaseRow | undefined {
    return this.#leases.get(name);
  }

  putLease(lease: LeaseRow): void {
    this.#leases = new Map([...this.#leases, [lease.name, lease]]);
  }
}

/** Returns a shared state whose tables are kept in memory. */
export function memoryState(clock: Clock, tables = new MemoryTables()): SharedState {
  return new TransactedState(tables, clock);
}
