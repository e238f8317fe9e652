/**
 * What goes on at an exchange: an engine for each product line, opened when it is first asked for, and one time for
 * all of them. What happens by itself (a stop that the market reaches, a funding, an expiry) happens in order of
 * time over all parts, so that it does not matter when somebody looks.
 */
import type { User, WalletName } from './engine/accounts.ts';
import type { Keeping } from './image/keeping.ts';
import type { Exchange } from './types.ts';

/** An engine that things happen in without a call. */
export interface Part {
  /** Returns when the next thing happens, if it does by `now`; looking changes nothing that can be seen. */
  next(now: number): number | undefined;
  /** Lets happen what happens at that moment; afterwards `next` has moved on. */
  happen(time: number): void;
  /**
   * Returns how much of an asset may leave one of the part's wallets while positions and debts stay covered, 0 or
   * more and at most what is free; undefined for a wallet of another part. Absent where nothing holds any back.
   */
  spare?(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined;
  /** Hands all that it holds to an image. */
  keep(keeping: Keeping): void;
  /**
   * Hears that an amount (10^-8) of an asset came into a wallet, or left it where it is below 0, other than through
   * the part itself; the wallet may be one of its own.
   */
  moved?(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void;
}

/** How a part is found and opened. */
export interface PartKey<T extends Part> {
  readonly name: string;
  /** Where things of two parts happen in the same ms, the lower rank is first. No two parts have the same. */
  readonly rank: number;
  /** Opens the part; what it begins with must not depend on the time. */
  open(exchange: Exchange): T;
}

/** Things that happen within one settling; a part that never ends is a mistake of ours. */
const HAPPENINGS_MAX = 100_000_000;

export class Parts {
  readonly #exchange: () => Exchange;
  readonly #open = new Map<string, { readonly rank: number; readonly part: Part }>();
  #ranked: readonly Part[] = [];
  #now = 0;

  /** The exchange is asked for late: it holds these parts itself. */
  constructor(exchange: () => Exchange) {
    this.#exchange = exchange;
  }

  /** Returns the part of a key, opened where it was not yet. */
  of<T extends Part>(key: PartKey<T>): T {
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
      next.part.happen(next.time);
    }
    throw new Error(`more than ${HAPPENINGS_MAX} things happened by ${this.#now}`);
  }

  /** Returns how much of an asset the parts that are open let leave a wallet; undefined where none holds any back. */
  spare(user: User, wallet: WalletName, asset: string): bigint | undefined {
    let least: bigint | undefined;
    for (const part of this.#ranked) {
      const spare = part.spare?.(user, wallet, asset, this.#now);
      if (spare !== undefined && (least === undefined || spare < least)) least = spare;
    }
    return least;
  }

  /** Lets the parts that are open hear that an asset came into a wallet or left it. */
  moved(user: User, wallet: WalletName, asset: string, amount: bigint): void {
    for (const part of this.#ranked) part.moved?.(user, wallet, asset, amount, this.#now);
  }

  /**
   * Keeps the parts that are open; those that an image holds are opened, by the keys of all there are. Throws where
   * one can't be kept or opened.
   */
  keep(keeping: Keeping, keys: readonly PartKey<Part>[]): void {
    this.#now = keeping.value(this.#now);
    for (const name of keeping.value([...this.#open.keys()])) {
      const key = keys.find((one) => one.name === name);
      const part = key === undefined ? this.#open.get(name)?.part : this.of(key);
      if (part === undefined) throw new Error(`nothing can open the part ${name}`);
      part.keep(keeping);
    }
  }

  #earliest(): { readonly part: Part; readonly time: number } | undefined {
    let earliest: { readonly part: Part; readonly time: number } | undefined;
    for (const part of this.#ranked) {
      const time = part.next(this.#now);
      if (time !== undefined && (earliest === undefined || time < earliest.time)) earliest = { part, time };
    }
    return earliest;
  }
}
