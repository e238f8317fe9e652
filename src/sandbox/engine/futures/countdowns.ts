/** Orders that are cancelled unless their owner is heard of in time, by user and contract. */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Contract } from './contracts.ts';

interface Countdown {
  readonly user: User;
  readonly contract: Contract;
  /** When it ends, in ms. */
  readonly expiresAt: number;
}

export class Countdowns {
  readonly #running = new Map<string, Countdown>();

  /** Begins a countdown anew. */
  start(countdown: Countdown): void {
    this.#running.set(keyOf(countdown), countdown);
  }

  cancel(user: User, contract: Contract): void {
    this.#running.delete(keyOf({ user, contract }));
  }

  /** Returns when the next one ends, if that is by `now`. */
  nextDueAt(now: number): number | undefined {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { expiresAt: at } of this.#running.values()) earliest = Math.min(earliest, at);
    return earliest <= now ? earliest : undefined;
  }

  /** Returns those that end at a moment, in the order in which they were first begun; they run no longer. */
  takeExpired(time: number): readonly Countdown[] {
    const due = [...this.#running.values()].filter(({ expiresAt: at }) => at <= time);
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
