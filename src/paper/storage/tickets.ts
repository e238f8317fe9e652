/** The queue of processes that wait to write to a ledger: the database's own lock is not fair. */
import { MINUTE_MS } from '../../core/time-units.ts';
import type { Database } from '../../store/sqlite.ts';

/** How long a ticket counts, in ms; a process that waits longer hangs. */
const TICKET_MS = MINUTE_MS;

/** A process of this machine, which the queue asks whether it still runs. */
export interface TicketOwner {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => number;
}

/** The tickets of a ledger. All functions but `isFirst` run within a transaction of the caller. */
export class TicketQueue {
  readonly #database: Database;
  readonly #owner: TicketOwner;
  #own: number | undefined;

  constructor(database: Database, owner: TicketOwner) {
    this.#database = database;
    this.#owner = owner;
  }

  /** Whether this process has a ticket. */
  get isQueued(): boolean {
    return this.#own !== undefined;
  }

  /** Takes a ticket, if this process has none yet. */
  take(): void {
    if (this.#own !== undefined) return;
    const { pid, now } = this.#owner;
    this.#database.prepare('INSERT INTO ticket (pid, until_ms) VALUES (?, ?)').run(pid, now() + TICKET_MS);
    this.#own = Number((this.#database.prepare('SELECT last_insert_rowid() AS n').get() as { n: number }).n);
  }

  /** Returns whether nobody who lives is ahead of this process. */
  isFirst(): boolean {
    return this.#ahead().length === 0;
  }

  /** Gives the ticket of this process back, and drops those of processes that ended. */
  leave(): void {
    if (this.#own !== undefined) this.#database.prepare('DELETE FROM ticket WHERE n = ?').run(this.#own);
    this.#own = undefined;
    const dead = this.#rows().filter((row) => !this.#isLive(row));
    for (const { n } of dead) this.#database.prepare('DELETE FROM ticket WHERE n = ?').run(n);
  }

  #ahead(): readonly TicketRow[] {
    const own = this.#own ?? Number.POSITIVE_INFINITY;
    return this.#rows().filter((row) => row.n < own && this.#isLive(row));
  }

  #isLive({ pid, until_ms: until }: TicketRow): boolean {
    return until > this.#owner.now() && this.#owner.isAlive(pid);
  }

  #rows(): readonly TicketRow[] {
    return this.#database
      .prepare('SELECT n, pid, until_ms FROM ticket ORDER BY n')
      .all() as readonly TicketRow[];
  }
}

interface TicketRow {
  readonly n: number;
  readonly pid: number;
  readonly until_ms: number;
}
