/**
 * Countdowns after which all of a user's open orders on an underlying are cancelled (today's interface, Options:
 * countdownCancelAll). A countdown that has ended refuses new orders until it is started again or stopped.
 */
import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

interface UnderlyingCountdown {
  readonly user: User;
  /** The name of the underlying. */
  readonly underlying: string;
  readonly countdownMs: number;
  /** In ms since 1970. */
  readonly endsAt: number;
  readonly hasEnded: boolean;
}

export class UnderlyingCountdowns {
  readonly #countdowns = new Map<string, UnderlyingCountdown>();

  /** Starts or restarts a countdown; 0 stops it. */
  set(user: User, underlying: string, countdownMs: number, now: number): void {
    const key = keyOf(user, underlying);
    if (countdownMs === 0) this.#countdowns.delete(key);
    else
      this.#countdowns.set(key, {
        user,
        underlying,
        countdownMs,
        endsAt: now + countdownMs,
        hasEnded: false,
      });
  }

  /** Returns the length of a countdown in ms; 0 if there is none. */
  lengthOf(user: User, underlying: string): number {
    return this.#countdowns.get(keyOf(user, underlying))?.countdownMs ?? 0;
  }

  /** Returns whether a countdown has ended, so that new orders are refused. */
  hasEnded(user: User, underlying: string): boolean {
    return this.#countdowns.get(keyOf(user, underlying))?.hasEnded === true;
  }

  /** Returns when the next countdown ends; infinity if none runs. */
  get nextEnd(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { hasEnded, endsAt } of this.#countdowns.values())
      if (!hasEnded) earliest = Math.min(earliest, endsAt);
    return earliest;
  }

  /** Ends and returns the countdowns that have run out by `time`, in the order in which they were first set. */
  end(time: number): readonly UnderlyingCountdown[] {
    const ended = [...this.#countdowns].filter(([, one]) => !one.hasEnded && one.endsAt <= time);
    for (const [key, one] of ended) this.#countdowns.set(key, { ...one, hasEnded: true });
    return ended.map(([, one]) => one);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#countdowns);
  }
}

function keyOf({ id }: User, underlying: string): string {
  return `${id} ${underlying}`;
}
