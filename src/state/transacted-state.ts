/**
 * The shared state over tables that change in transactions; its implementations differ only in how they store the
 * tables.
 */
import type { Clock } from '../core/clock.ts';
import type {
  CommitResult,
  JournalSubject,
  Lease,
  LeaseRequest,
  PruneQuery,
  SharedEntry,
  SharedState,
  StateOperation,
  SubjectQuery,
} from './shared-state.ts';
import { applyOperations, releaseLease, renewLease, type StateTables, takeLease } from './tables.ts';

/** The place where the tables of the shared state are stored. */
export interface StateHome {
  /**
   * Runs a function that alone may use the tables, and makes its changes durable, or undoes the changes if the
   * function throws. Throws a ToolError of kind `storage` if the tables cannot be read or written.
   */
  transact<T>(work: (tables: StateTables) => T): Promise<T>;
  /** Runs a function that reads the tables and changes nothing. */
  read<T>(work: (tables: StateTables) => T): Promise<T>;
  close(): Promise<void>;
}

/** The time between two checks of the journal for entries of other processes, in ms. */
const POLL_MS = 100;

/** Thrown to undo a transaction whose operations conflict. */
class Undo extends Error {
  readonly conflict: CommitResult;

  constructor(conflict: CommitResult) {
    super('undone');
    this.conflict = conflict;
  }
}

export class TransactedState implements SharedState {
  readonly #home: StateHome;
  readonly #clock: Clock;

  constructor(home: StateHome, clock: Clock) {
    this.#home = home;
    this.#clock = clock;
  }

  async commit(operations: readonly StateOperation[]): Promise<CommitResult> {
    const work = (tables: StateTables): CommitResult => {
      const conflict = applyOperations(tables, operations);
      if (conflict !== undefined) throw new Undo(conflict);
      return { ok: true, seq: tables.lastSeq() };
    };
    return this.#home.transact(work).catch((thrown: unknown) => {
      if (thrown instanceof Undo) return thrown.conflict;
      throw thrown;
    });
  }

  subject(id: string): Promise<JournalSubject | undefined> {
    return this.#home.read((tables) => tables.subject(id));
  }

  subjects(query: SubjectQuery): Promise<readonly JournalSubject[]> {
    return this.#home.read((tables) => tables.subjects(query));
  }

  timeline(subject: string): Promise<readonly SharedEntry[]> {
    return this.#home.read((tables) => tables.entries(subject));
  }

  prune({ kind, states, before }: PruneQuery): Promise<number> {
    return this.#home.transact((tables) => {
      const old = tables.subjects({ kind, states, before });
      for (const { id } of old) tables.removeSubject(id);
      return old.length;
    });
  }

  claimed(name: string): Promise<string | undefined> {
    return this.#home.read((tables) => tables.claim(name));
  }

  counted(counter: string): Promise<string> {
    return this.#home.read((tables) => tables.counter(counter)?.total ?? '0');
  }

  lease(request: LeaseRequest): Promise<Lease | undefined> {
    return this.#home.transact((tables) => takeLease(tables, request, this.#clock.now()));
  }

  renew(lease: Lease): Promise<boolean> {
    return this.#home.transact((tables) => renewLease(tables, lease, this.#clock.now()));
  }

  release(lease: Lease): Promise<void> {
    return this.#home.transact((tables) => releaseLease(tables, lease, this.#clock.now()));
  }

  async changedSince(seq: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      const last = await this.#home.read((tables) => tables.lastSeq());
      if (last > seq) return last;
      await this.#clock.sleep(POLL_MS, signal);
    }
  }

  close(): Promise<void> {
    return this.#home.close();
  }
}
