/** Orders that are cancelled unless their owner is heard of in time, by user and contract. */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Contract } from './contracts.ts';

interface Countdown {
  readonly user: User;
  readonly contract: Contract;
  /** When it ends, in ms. */
  readonly at: number;
}

export class Countdowns {
  readonly #running = new Map<string, Countdown>();

  /** Begins a countdown anew. */
  begin(countdown: Countdown): void {
    this.#running.set(keyOf(countdown), countdown);
  }

  takeBack(user: User, contract: Contract): void {
    this.#running.delete(keyOf({ user, contract }));
  }

  /** Returns when the next one ends, if that is by `now`. */
  next(now: number): number | undefined {
    let soonest = Number.POSITIVE_INFINITY;
    for (const { at } of this.#running.values()) soonest = Math.min(soonest, at);
    return soonest <= now ? soonest : undefined;
  }

  /** Returns those that end at a moment, in the order in which they were first begun; they run no longer. */
  endAt(time: number): readonly Countdown[] {
    const due = [...this.#running.values()].filter(({ at }) => at <= time);
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
