/**
 * What goes on at an exchange: an engine for each product line, opened when it is first asked for, and one time for
 * all of them. What happens by itself (a stop that the market reaches, a funding, an expiry) happens in order of
 * time over all parts, so that it does not matter when somebody looks.
 */

import type { EngineKey, Exchange, OpenEngines, ProductEngine } from './engine/exchange.ts';
import type { User, WalletName } from './engine/ledger/accounts.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** Things that happen within one settling; a part that never ends is a mistake of ours. */
const HAPPENINGS_MAX = 100_000_000;

export class Parts implements OpenEngines {
  readonly #exchange: () => Exchange;
  readonly #open = new Map<string, { readonly rank: number; readonly part: ProductEngine }>();
  #ranked: readonly ProductEngine[] = [];
  #now = 0;

  /** The exchange is asked for late: it holds these parts itself. */
  constructor(exchange: () => Exchange) {
    this.#exchange = exchange;
  }

  get<T extends ProductEngine>(key: EngineKey<T>): T {
    const found = this.#open.get(key.name);
    if (found !== undefined) return found.part as T;
    const part = key.open(this.#exchange());
    this.#open.set(key.name, { rank: key.rank, part });
    this.#ranked = [...this.#open.values()].sort((a, b) => a.rank - b.rank).map((one) => one.part);
    return part;
  }

  /**
   * Lets all happen that happens by `now`, and returns the time that the exchange goes by: `now`, or the latest it
   * has seen where a clock was set back.
   */
  settle(now: number): number {
    this.#now = Math.max(this.#now, now);
    for (let count = 0; count < HAPPENINGS_MAX; count += 1) {
      const next = this.#earliest();
      if (next === undefined) return this.#now;
      next.part.runDueEvent(next.time);
    }
    throw new Error(`more than ${HAPPENINGS_MAX} things happened by ${this.#now}`);
  }

  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined {
    let least: bigint | undefined;
    for (const part of this.#ranked) {
      const spare = part.maxTransferable?.(user, wallet, asset, this.#now);
      if (spare !== undefined && (least === undefined || spare < least)) least = spare;
    }
    return least;
  }

  notifyTransfer(user: User, wallet: WalletName, asset: string, amount: bigint): void {
    for (const part of this.#ranked) part.onTransfer?.(user, wallet, asset, amount, this.#now);
  }

  /**
   * Keeps the parts that are open; those that an image holds are opened, by the keys of all there are. Throws where
   * one can't be kept or opened.
   */
  checkpoint(checkpointer: Checkpointer, keys: readonly EngineKey<ProductEngine>[]): void {
    this.#now = checkpointer.value(this.#now);
    for (const name of checkpointer.value([...this.#open.keys()])) {
      const key = keys.find((one) => one.name === name);
      const part = key === undefined ? this.#open.get(name)?.part : this.get(key);
      if (part === undefined) throw new Error(`nothing can open the part ${name}`);
      part.checkpoint(checkpointer);
    }
  }

  #earliest(): { readonly part: ProductEngine; readonly time: number } | undefined {
    let earliest: { readonly part: ProductEngine; readonly time: number } | undefined;
    for (const part of this.#ranked) {
      const time = part.nextDueAt(this.#now);
      if (time !== undefined && (earliest === undefined || time < earliest.time)) earliest = { part, time };
    }
    return earliest;
  }
}
