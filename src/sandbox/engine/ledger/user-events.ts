/** What happens to users' accounts, told to whoever listens: user data streams are made of it. */
import type { User } from './accounts.ts';

/** Whose stream tells of it; an isolated margin account is a scope of its own, such as "margin BTCUSDT". */
export type NoticeScope = 'spot' | 'usdm' | 'coinm' | 'options' | 'margin' | `margin ${string}`;

export interface Notice {
  readonly scope: NoticeScope;
  readonly user: User;
  /** The exchange's time at which it happened. */
  readonly time: number;
  /** Returns the event's JSON as the stream shows it, such as an executionReport; valid during the notice only. */
  readonly payload: () => string;
}

export class Notices {
  readonly #listeners = new Set<(notice: Notice) => void>();

  /** Whether anybody listens: what is costly to tell need not be told otherwise. */
  get areHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener and returns what takes it away again. It must not change the exchange. */
  listen(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells a notice; of an account that trades for somebody it is told to them, on the stream of that account. */
  tell(notice: Notice): void {
    const { tradesFor } = notice.user;
    const told = tradesFor === undefined ? notice : { ...notice, ...tradesFor };
    for (const listener of this.#listeners) listener(told);
  }
}
