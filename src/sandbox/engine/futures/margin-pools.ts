/**
 * Positions that stand together with one margin, and when the market leaves too little of it: the cross positions of a
 * settle asset, or an isolated position for itself (public facts, Futures mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Venue } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { EventWatch } from '../state/event-search.ts';
import { type FuturesBooks, valuedAt } from './accounts.ts';
import type { Contract } from './contracts.ts';
import { smaller } from './integer-math.ts';
import { priceOf } from './market.ts';
import type { Position } from './orders.ts';

/**
 * A margin call is told once when maintenance takes up so much of the margin balance, in per cent, and not again
 * before a change of margin or positions has brought it back below (choice: not shown in the interface).
 */
const CALL_PERCENT = 80n;
const WHOLE_PERCENT = 100n;

export interface Pot {
  readonly user: User;
  readonly asset: string;
  /** The one of an isolated position; undefined where the cross positions of the asset stand together. */
  readonly isolated: Position | undefined;
  readonly bankruptcy: EventWatch;
  readonly call: EventWatch;
  isCalled: boolean;
  /** What stands behind the positions, without what is not realised. */
  margin: bigint;
}

/** A margin pool without enough margin: called for margin, or liquidated. */
export interface MarginShortfall {
  readonly pot: Pot;
  readonly isBankrupt: boolean;
}

export class Pots {
  readonly #books: FuturesBooks;
  readonly #index: Venue;
  readonly #pots = new Map<string, Pot>();

  constructor(books: FuturesBooks, index: Venue) {
    this.#books = books;
    this.#index = index;
  }

  /** Begins to watch what a user holds of a contract, or of all cross contracts of an asset, anew after a change. */
  watch(user: User, changed: Contract | string, time: number): void {
    const isAsset = typeof changed === 'string';
    const sides = isAsset
      ? []
      : [...this.#books.positions].filter((one) => one.user === user && one.contract === changed);
    this.#renew(user, isAsset ? changed : changed.settleAsset, undefined, time);
    for (const isolated of sides) this.#renew(user, isolated.contract.settleAsset, isolated, time);
  }

  positionsOf({ user, asset, isolated }: Pot): readonly Position[] {
    if (isolated !== undefined) return isolated.settings.isIsolated && isolated.lots !== 0 ? [isolated] : [];
    return this.#books.positions.held(user, asset).filter(({ settings }) => !settings.isIsolated);
  }

  /** Returns when a pot next runs short of margin or out of it, if that is by `now`. */
  next(now: number): number | undefined {
    let soonest = Number.POSITIVE_INFINITY;
    for (const pot of this.#pots.values()) {
      soonest = Math.min(soonest, this.#bankruptBy(pot, now) ?? soonest, this.#calledBy(pot, now) ?? soonest);
    }
    return soonest <= now ? soonest : undefined;
  }

  /** Returns the pots that a moment leaves without enough, by user. */
  shortAt(time: number): readonly MarginShortfall[] {
    return [...this.#pots.values()]
      .map((pot): MarginShortfall => ({ pot, isBankrupt: this.#bankruptBy(pot, time) === time }))
      .filter(({ pot, isBankrupt }) => isBankrupt || this.#calledBy(pot, time) === time)
      .sort((a, b) => byUser(a.pot, b.pot));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#pots,
      () => ({ bankruptcy: new EventWatch(0), call: new EventWatch(0) }) as Pot,
      (pot) => {
        const { bankruptcy, call, ...rest } = pot;
        bankruptcy.checkpoint(checkpointer);
        call.checkpoint(checkpointer);
        Object.assign(pot, checkpointer.value(rest));
      },
    );
  }

  #renew(user: User, asset: string, isolated: Position | undefined, time: number): void {
    const key = `${user.id} ${isolated === undefined ? asset : sideName(isolated)}`;
    let pot = this.#pots.get(key);
    if (pot === undefined) {
      const watches = { bankruptcy: new EventWatch(time + 1), call: new EventWatch(time + 1) };
      pot = { user, asset, isolated, ...watches, isCalled: false, margin: 0n };
      this.#pots.set(key, pot);
    }
    pot.margin = this.#marginOf(pot);
    pot.bankruptcy.restart(time + 1);
    pot.call.restart(time + 1);
    pot.isCalled = pot.isCalled && this.#isShort(pot, CALL_PERCENT, time, time + 1);
  }

  #marginOf({ user, asset, isolated }: Pot): bigint {
    if (isolated !== undefined) return isolated.margin;
    const set = this.#books.positions.held(user, asset).reduce((sum, { margin }) => sum + margin, 0n);
    return this.#books.purse.balance(user, asset) - set;
  }

  #bankruptBy(pot: Pot, now: number): number | undefined {
    return pot.bankruptcy.nextBy(now, (from, to) => this.#isShort(pot, WHOLE_PERCENT, from, to));
  }

  #calledBy(pot: Pot, now: number): number | undefined {
    if (pot.isCalled) return undefined;
    return pot.call.nextBy(now, (from, to) => this.#isShort(pot, CALL_PERCENT, from, to));
  }

  /**
   * Whether maintenance would take up so much of the margin balance at the worst mark prices within a span. Positions
   * on one index meet one price: what they come to together is least at one end of the range.
   */
  #isShort(pot: Pot, percent: bigint, from: number, to: number): boolean {
    const positions = this.positionsOf(pot);
    if (positions.length === 0) return false;
    let left = pot.margin * percent;
    for (const index of new Set(positions.map(({ contract }) => contract.index))) {
      const last = this.#index.lastPrice(index, to - 1);
      const { low, high } = this.#index.range(index, from, to) ?? { low: last, high: last };
      const along = positions.filter(({ contract }) => contract.index === index);
      left += smaller(leftOf(along, percent, index, low), leftOf(along, percent, index, high));
    }
    return left <= 0n;
  }
}

/** Returns a share of what is not realised less the whole maintenance margin, in per cent of 10^-8. */
function leftOf(positions: readonly Position[], percent: bigint, index: MarketSymbol, ticks: number): bigint {
  return positions
    .map((position) => valuedAt(position, priceOf(index, ticks)))
    .reduce((sum, one) => sum + one.unrealized * percent - one.maintenance * WHOLE_PERCENT, 0n);
}

function byUser(a: Pot, b: Pot): number {
  return a.user.id - b.user.id || (nameOf(a) < nameOf(b) ? -1 : 1);
}

function nameOf({ asset, isolated }: Pot): string {
  return isolated === undefined ? asset : sideName(isolated);
}

function sideName({ contract, side }: Position): string {
  return side === 'BOTH' ? contract.name : `${contract.name} ${side}`;
}
