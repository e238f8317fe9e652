/**
 * What befalls positions by itself: funding every eight hours, delivery, and liquidation when the margin is gone.
 * Cross positions of one settle asset stand together, an isolated one for itself (public facts, Futures mechanics).
 */
import type { User } from '../accounts.ts';
import type { Venue } from '../venue.ts';
import type { Contract } from './contracts.ts';
import { valuedAt } from './futures-account.ts';
import type { FuturesEngine } from './futures-engine.ts';
import { averageOf, FUNDING_MS, priceOf } from './futures-market.ts';
import type { Position } from './futures-orders.ts';
import { RATES } from './rules.ts';
import { Watch } from './watch.ts';
import { smaller } from './whole.ts';

const WHOLE = 100_000_000n;

/** A delivery settles at the average index of its last hour. */
const DELIVERY_AVERAGE_MS = 3_600_000;

/** Positions that are liquidated together. */
interface Pot {
  readonly user: User;
  readonly asset: string;
  /** The one of an isolated position; undefined where the cross positions of the asset stand together. */
  readonly isolated: Position | undefined;
  readonly watch: Watch;
  /** The margin that the watch was begun with: transfers change it without a word. */
  margin: bigint;
  settledTo: number;
}

export class Hazards {
  readonly #engine: FuturesEngine;
  readonly #index: Venue;
  readonly #pots = new Map<string, Pot>();
  #fundingAt: number | undefined;

  constructor(engine: FuturesEngine, index: Venue) {
    this.#engine = engine;
    this.#index = index;
  }

  /** Begins to watch what a user holds in a contract, anew after each change. */
  watch(user: User, contract: Contract, time: number): void {
    const asset = contract.settleAsset;
    this.#fundingAt ??= (Math.floor(time / FUNDING_MS) + 1) * FUNDING_MS;
    const sides = [...this.#engine.books.positions].filter(
      (one) => one.user === user && one.contract === contract,
    );
    for (const isolated of [undefined, ...sides]) {
      const key = `${user.id} ${isolated === undefined ? asset : nameOf(isolated)}`;
      const pot = this.#pots.get(key) ?? {
        user,
        asset,
        isolated,
        watch: new Watch(time + 1),
        margin: 0n,
        settledTo: time,
      };
      pot.margin = this.#marginOf(pot);
      pot.watch.restart(time + 1);
      this.#pots.set(key, pot);
    }
  }

  /** Returns when a position is next funded, delivered or liquidated, if that is by `now`. */
  next(now: number): number | undefined {
    let soonest = Number.POSITIVE_INFINITY;
    if (this.#fundingAt !== undefined && this.#held().length > 0) soonest = this.#fundingAt;
    for (const { contract } of this.#held()) soonest = Math.min(soonest, contract.deliversAt ?? soonest);
    for (const pot of this.#pots.values()) {
      const margin = this.#marginOf(pot);
      if (margin !== pot.margin) {
        pot.margin = margin;
        pot.watch.restart(pot.settledTo + 1);
      }
      const time = this.#positionsOf(pot).length === 0 ? undefined : this.#bankruptBy(pot, now);
      pot.settledTo = Math.max(pot.settledTo, Math.min(now, time ?? now));
      soonest = Math.min(soonest, time ?? soonest);
    }
    return soonest <= now ? soonest : undefined;
  }

  happen(time: number): void {
    if (this.#fundingAt !== undefined && this.#fundingAt <= time) {
      this.#fundingAt += FUNDING_MS;
      this.#fund(time);
    }
    for (const position of this.#held()) {
      if ((position.contract.deliversAt ?? Number.POSITIVE_INFINITY) <= time) this.#deliver(position, time);
    }
    for (const pot of [...this.#pots.values()].sort(byUser)) {
      if (this.#positionsOf(pot).length === 0 || this.#bankruptBy(pot, time) !== time) continue;
      this.#liquidate(pot, time);
    }
    if (this.#held().length === 0) this.#fundingAt = undefined;
  }

  #held(): readonly Position[] {
    return [...this.#engine.books.positions].filter(({ lots }) => lots !== 0);
  }

  #positionsOf({ user, asset, isolated }: Pot): readonly Position[] {
    if (isolated !== undefined) return isolated.settings.isIsolated && isolated.lots !== 0 ? [isolated] : [];
    return this.#engine.books.positions.held(user, asset).filter(({ settings }) => !settings.isIsolated);
  }

  /** Returns the margin that stands behind a pot, without what is not realised. */
  #marginOf({ user, asset, isolated }: Pot): bigint {
    const { books } = this.#engine;
    if (isolated !== undefined) return isolated.margin;
    const set = books.positions.held(user, asset).reduce((sum, { margin }) => sum + margin, 0n);
    return books.purse.balance(user, asset) - set;
  }

  #bankruptBy(pot: Pot, now: number): number | undefined {
    return pot.watch.next(now, (from, to) => this.#isBankrupt(pot, from, to));
  }

  /** Whether the margin would be gone if every position met its worst mark price within a span. */
  #isBankrupt(pot: Pot, from: number, to: number): boolean {
    let left = pot.margin;
    for (const position of this.#positionsOf(pot)) {
      const { index } = position.contract;
      const last = this.#index.lastPrice(index, to - 1);
      const { low, high } = this.#index.range(index, from, to) ?? { low: last, high: last };
      const { unrealized, maintenance } = valuedAt(position, priceOf(index, position.lots > 0 ? low : high));
      left += unrealized - maintenance;
    }
    return left <= 0n;
  }

  /** Longs pay shorts where the rate is above 0; what does not meet is the market's. */
  #fund(time: number): void {
    const { books, market, tell } = this.#engine;
    const rates = new Map<Contract, bigint>();
    for (const position of this.#held()) {
      const { user, contract, lots } = position;
      if (contract.deliversAt !== undefined) continue;
      const rate = rates.get(contract) ?? market.fundingRate(contract, time);
      rates.set(contract, rate);
      const paid = (books.valued(position, time).notional * rate) / WHOLE;
      const amount = lots > 0 ? -paid : paid;
      books.purse.settle(user, contract.settleAsset, amount);
      const { isIsolated } = position.settings;
      if (isIsolated) position.margin += amount;
      books.noteIncome(user, { contract, kind: 'FUNDING_FEE', amount, time, tradeId: undefined });
      tell.account(user, 'FUNDING_FEE', contract.settleAsset, isIsolated ? [position] : [], time, amount);
      this.#engine.changed(user, contract, time);
    }
  }

  #deliver(position: Position, time: number): void {
    const { market } = this.#engine;
    const { contract } = position;
    const average = averageOf(
      contract.index,
      market.spot.summary(contract.index, time - DELIVERY_AVERAGE_MS, time),
    );
    const ticks = Number(average / 10n ** BigInt(8 - contract.market.tickDecimals));
    const name = contract.isInverse ? 'delivery_autoclose' : 'settlement_autoclose';
    const order = this.#engine.closingOrder(position, `${name}-${time}`, ticks, time);
    this.#engine.fillByHouse(order, ticks, time, true);
  }

  /** Ends the orders of a pot and hands its positions at the mark price to the exchange, whose fund bears the rest. */
  #liquidate(pot: Pot, time: number): void {
    const { user, asset } = pot;
    const { books, tell } = this.#engine;
    const positions = this.#positionsOf(pot);
    tell.marginCall(user, asset, positions, time);
    const orders =
      pot.isolated === undefined
        ? books.openOrders(user).filter(({ contract }) => contract.settleAsset === asset)
        : books.ordersOf(pot.isolated);
    for (const order of orders) this.#engine.end(order, 'EXPIRED', time);
    let left = pot.margin;
    let fee = 0n;
    for (const position of positions) {
      const { contract } = position;
      const ticks = this.#engine.markTicksOf(contract, time);
      const order = this.#engine.closingOrder(position, `autoclose-${time}-${contract.name}`, ticks, time);
      this.#engine.fillByHouse(order, ticks, time, true);
      left += books.historyOf(user).fills.at(-1)!.profit;
      fee += (order.value * RATES.liquidation) / WHOLE;
    }
    const { contract } = positions[0]!;
    const amount = left < 0n ? -left : -smaller(fee, left);
    books.purse.insure(user, asset, amount);
    books.noteIncome(user, { contract, kind: 'INSURANCE_CLEAR', amount, time, tradeId: undefined });
    tell.account(user, 'INSURANCE_CLEAR', asset, [], time, amount);
    this.#engine.changed(user, contract, time);
  }
}

function byUser(a: Pot, b: Pot): number {
  return a.user.id - b.user.id || (potName(a) < potName(b) ? -1 : 1);
}

function nameOf({ contract, side }: Position): string {
  return side === 'BOTH' ? contract.name : `${contract.name} ${side}`;
}

function potName({ asset, isolated }: Pot): string {
  return isolated === undefined ? asset : nameOf(isolated);
}
