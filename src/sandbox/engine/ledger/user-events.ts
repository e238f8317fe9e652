/** Events of users' accounts, delivered to subscribers, which build the user data streams from them. */
import type { User } from './accounts.ts';

/**
 * The account to which a user data event belongs. Every isolated margin account has one of its own, such as
 * "margin BTCUSDT".
 */
export type UserEventScope = 'spot' | 'usdm' | 'coinm' | 'options' | 'margin' | `margin ${string}`;

/**
 * The account whose events the user data stream of a listen key sends; `margin-risk` is the risk stream of
 * the cross margin account.
 */
export type UserStreamScope = UserEventScope | 'margin-risk';

export interface UserStreamEvent {
  readonly scope: UserEventScope;
  readonly user: User;
  /** The exchange's time of the event. */
  readonly time: number;
  /** Whether the event is about margin risk, which has a user stream of its own today. */
  readonly isRisk?: true;
  /**
   * Returns the JSON of the event as the stream sends it, such as an executionReport. Must be called while
   * the event is being delivered.
   */
  readonly payload: () => string;
}

export class UserEvents {
  readonly #listeners = new Set<(event: UserStreamEvent) => void>();

  /** Whether there is a subscriber. If there is none, events that are costly to build need not be built. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener and returns a function that removes it. A listener must not change the exchange. */
  subscribe(listener: (event: UserStreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Delivers an event. An event of a margin account goes to its owner, on the stream of that account. */
  emit(event: UserStreamEvent): void {
    const { onBehalfOf } = event.user;
    const delivered = onBehalfOf === undefined ? event : { ...event, ...onBehalfOf };
    for (const listener of this.#listeners) listener(delivered);
  }
}
