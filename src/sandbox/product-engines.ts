/**
 * The product engines of an exchange, each opened on first use. Due events (a triggered stop order, funding, expiry)
 * run in order of time over all engines, so that the state does not depend on when a client asks.
 */

import type { EngineKey, Exchange, OpenEngines, ProductEngine } from './engine/exchange.ts';
import type { User, WalletName } from './engine/ledger/accounts.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** The largest number of due events in one run; an engine with more is a programming error. */
const DUE_EVENTS_MAX = 100_000_000;

export class ProductEngines implements OpenEngines {
  readonly #exchange: () => Exchange;
  readonly #open = new Map<string, { readonly rank: number; readonly engine: ProductEngine }>();
  #byRank: readonly ProductEngine[] = [];
  #now = 0;

  /**
   * Takes the exchange as a function, because the exchange holds these engines itself and is created after
   * them.
   */
  constructor(exchange: () => Exchange) {
    this.#exchange = exchange;
  }

  get<T extends ProductEngine>(key: EngineKey<T>): T {
    const found = this.#open.get(key.name);
    if (found !== undefined) return found.engine as T;
    const engine = key.open(this.#exchange());
    this.#open.set(key.name, { rank: key.rank, engine });
    this.#byRank = [...this.#open.values()].sort((a, b) => a.rank - b.rank).map((one) => one.engine);
    return engine;
  }

  /** Returns an open engine by its name. */
  find(name: string): ProductEngine | undefined {
    return this.#open.get(name)?.engine;
  }

  /**
   * Runs all events that fall due up to `now` and returns the exchange time: `now`, or an earlier call's
   * later time if the clock was set back.
   */
  runDueEvents(now: number): number {
    this.#now = Math.max(this.#now, now);
    for (let count = 0; count < DUE_EVENTS_MAX; count += 1) {
      const next = this.#earliest();
      if (next === undefined) return this.#now;
      next.engine.runDueEvent(next.time);
    }
    throw new Error(`more than ${DUE_EVENTS_MAX} events were due by ${this.#now}`);
  }

  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined {
    let minimum: bigint | undefined;
    for (const engine of this.#byRank) {
      const transferable = engine.maxTransferable?.(user, wallet, asset, this.#now);
      if (transferable !== undefined && (minimum === undefined || transferable < minimum))
        minimum = transferable;
    }
    return minimum;
  }

  notifyTransfer(user: User, wallet: WalletName, asset: string, amount: bigint): void {
    for (const engine of this.#byRank) engine.onTransfer?.(user, wallet, asset, amount, this.#now);
  }

  /**
   * Writes the open engines to a checkpoint, or opens and restores the engines of a checkpoint by
   * `knownKeys`. Throws if an engine has no known key.
   */
  checkpoint(checkpointer: Checkpointer, knownKeys: readonly EngineKey<ProductEngine>[]): void {
    this.#now = checkpointer.value(this.#now);
    for (const name of checkpointer.value([...this.#open.keys()])) {
      const key = knownKeys.find((one) => one.name === name);
      const engine = key === undefined ? this.#open.get(name)?.engine : this.get(key);
      if (engine === undefined) throw new Error(`there is no key of the engine ${name}`);
      engine.checkpoint(checkpointer);
    }
  }

  #earliest(): { readonly engine: ProductEngine; readonly time: number } | undefined {
    let earliest: { readonly engine: ProductEngine; readonly time: number } | undefined;
    for (const engine of this.#byRank) {
      const time = engine.nextDueAt(this.#now);
      if (time !== undefined && (earliest === undefined || time < earliest.time)) earliest = { engine, time };
    }
    return earliest;
  }
}
