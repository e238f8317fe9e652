/** What happens to users' accounts, told to whoever listens: user data streams are made of it. */
import type { User } from './accounts.ts';

/** Whose stream tells of it; an isolated margin account is a scope of its own, such as "margin BTCUSDT". */
export type UserStreamScope = 'spot' | 'usdm' | 'coinm' | 'options' | 'margin' | `margin ${string}`;

export interface UserStreamEvent {
  readonly scope: UserStreamScope;
  readonly user: User;
  /** The exchange's time at which it happened. */
  readonly time: number;
  /** Returns the event's JSON as the stream shows it, such as an executionReport; valid during the notice only. */
  readonly payload: () => string;
}

export class UserEvents {
  readonly #listeners = new Set<(event: UserStreamEvent) => void>();

  /** Whether anybody listens: what is costly to tell need not be told otherwise. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener and returns what takes it away again. It must not change the exchange. */
  subscribe(listener: (event: UserStreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells a notice; of an account that trades for somebody it is told to them, on the stream of that account. */
  emit(event: UserStreamEvent): void {
    const { onBehalfOf: tradesFor } = event.user;
    const delivered = tradesFor === undefined ? event : { ...event, ...tradesFor };
    for (const listener of this.#listeners) listener(delivered);
  }
}
