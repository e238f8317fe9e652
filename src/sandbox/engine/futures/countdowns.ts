/** Countdowns after which all open orders of a user on a contract are cancelled (dead man's switch). */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Contract } from './contracts.ts';

interface Countdown {
  readonly user: User;
  readonly contract: Contract;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

export class Countdowns {
  readonly #running = new Map<string, Countdown>();

  /** Starts a countdown, or starts it again. */
  start(countdown: Countdown): void {
    this.#running.set(keyOf(countdown), countdown);
  }

  cancel(user: User, contract: Contract): void {
    this.#running.delete(keyOf({ user, contract }));
  }

  /** Returns when the next countdown expires, if that is at or before `now`. */
  nextDueAt(now: number): number | undefined {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { expiresAt } of this.#running.values()) earliest = Math.min(earliest, expiresAt);
    return earliest <= now ? earliest : undefined;
  }

  /**
   * Removes and returns the countdowns that have expired by a given time, in the order in which they were
   * first started.
   */
  takeExpired(time: number): readonly Countdown[] {
    const due = [...this.#running.values()].filter(({ expiresAt }) => expiresAt <= time);
    for (const one of due) this.#running.delete(keyOf(one));
    return due;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#running);
  }
}

function keyOf({ user, contract }: Pick<Countdown, 'user' | 'contract'>): string {
  return `${user.id} ${contract.name}`;
}
