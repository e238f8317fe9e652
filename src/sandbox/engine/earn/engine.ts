/**
 * Simple earn as a part of the exchange. Interest is paid at each midnight UTC for the day that ended, on what was in
 * a product for all of it; a locked product gives back what it kept at the midnight that ends its term.
 */
import { DAY_MS } from '../../../core/time-units.ts';
import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import { FUNDS } from '../funds/engine.ts';
import { insufficientBalance, payFrom, payInto, spareAt } from '../funds/wallets.ts';
import type { User } from '../ledger/accounts.ts';
import type { Account } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import {
  FLEXIBLE_PRODUCTS,
  type FlexibleProduct,
  flexibleRate,
  interestOf,
  LOCKED_PRODUCTS,
  type LockedProduct,
  lockedRate,
} from './products.ts';

/** Where an amount is taken from: the spot wallet, the funding wallet, or the first and then the second. */
export type Source = 'SPOT' | 'FUND' | 'ALL';

export interface Subscription {
  readonly user: User;
  readonly amount: bigint;
  /** What came out of each wallet; both 0 of one that renewed itself. */
  readonly fromSpot: bigint;
  readonly fromFunding: bigint;
  readonly purchaseId: number;
  readonly time: number;
  readonly isAutomatic: boolean;
}

export interface FlexibleSubscription extends Subscription {
  readonly product: FlexibleProduct;
}

export interface LockedSubscription extends Subscription {
  readonly product: LockedProduct;
  readonly positionId: number;
}

/** What a subscription asks for. */
export interface SubscriptionRequest<P> {
  readonly user: User;
  readonly product: P;
  readonly amount: bigint;
  readonly source: Source;
  readonly isRenewing: boolean;
}

interface FlexiblePosition {
  readonly user: User;
  readonly product: FlexibleProduct;
  principal: bigint;
  /** What has been in it since the last midnight. */
  earning: bigint;
  /** Interest is put in again rather than paid out. */
  isRenewing: boolean;
}

interface LockedPosition {
  readonly user: User;
  readonly product: LockedProduct;
  readonly amount: bigint;
  /** The first day that earns and the day on which it ends, counted from 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly isRenewing: boolean;
}

/** Ids begin here. */
const FIRST_ID = 40_001;

export class Earn implements ProductEngine {
  readonly flexible: FlexibleSubscription[] = [];
  readonly locked: LockedSubscription[] = [];
  readonly #exchange: Exchange;
  readonly #positions = new Map<string, FlexiblePosition>();
  #lockedPositions: LockedPosition[] = [];
  /** The day of the last midnight at which interest was paid, or could have been. */
  #day = 0;
  #ids = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const { names } = exchange.accounts;
    names.addAll(
      'flexible',
      () => FLEXIBLE_PRODUCTS,
      ({ productId }) => productId,
    );
    names.addAll(
      'locked',
      () => LOCKED_PRODUCTS,
      ({ projectId }) => projectId,
    );
  }

  /** Returns what a user has in a flexible product. */
  principalOf(user: User, product: FlexibleProduct): bigint {
    return this.#positions.get(keyOf(user, product))?.principal ?? 0n;
  }

  /** Returns what a user has in a locked product. */
  lockedOf(user: User, product: LockedProduct): bigint {
    return this.#lockedPositions
      .filter((one) => one.user === user && one.product === product)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Puts an amount into a flexible product. Refuses with -5002 what the wallets do not have. */
  subscribeFlexible(request: SubscriptionRequest<FlexibleProduct>, now: number): FlexibleSubscription {
    const { user, product, amount, isRenewing } = request;
    const taken = this.#take(request, now);
    this.#begin(now);
    const position = this.#positions.get(keyOf(user, product));
    if (position === undefined) {
      const opened = { user, product, principal: amount, earning: 0n, isRenewing };
      this.#positions.set(keyOf(user, product), opened);
    } else {
      position.principal += amount;
      position.isRenewing = isRenewing;
    }
    return this.#noteFlexible({ user, product, amount, ...taken, time: now, isAutomatic: false });
  }

  /** Takes an amount, or all where none is given, out of a flexible product. Refuses with -9000 what is not in it. */
  redeem(
    user: User,
    product: FlexibleProduct,
    amount: bigint | undefined,
    wallet: 'MAIN' | 'FUNDING',
    now: number,
  ): number {
    const position = this.#positions.get(keyOf(user, product));
    const taken = amount ?? position?.principal ?? 0n;
    if (position === undefined || taken === 0n || taken > position.principal) {
      throw new Refusal(400, -9000, 'user have no avaliable amount');
    }
    position.principal -= taken;
    if (position.earning > position.principal) position.earning = position.principal;
    if (position.principal === 0n) this.#positions.delete(keyOf(user, product));
    payInto(this.#exchange, this.#kept, { user, wallet }, { asset: product.asset, amount: taken }, now);
    return this.#nextId();
  }

  /** Locks an amount for the term of a product, which begins at the next midnight. Refuses as the flexible one does. */
  subscribeLocked(request: SubscriptionRequest<LockedProduct>, now: number): LockedSubscription {
    const { user, product, amount, isRenewing } = request;
    const taken = this.#take(request, now);
    this.#begin(now);
    this.#lock(user, product, amount, isRenewing, Math.floor(now / DAY_MS) + 1);
    return this.#noteLocked({ user, product, amount, ...taken, time: now, isAutomatic: false });
  }

  nextDueAt(now: number): number | undefined {
    const midnight = (this.#day + 1) * DAY_MS;
    const isEmpty = this.#positions.size === 0 && this.#lockedPositions.length === 0;
    return !isEmpty && midnight <= now ? midnight : undefined;
  }

  runDueEvent(midnight: number): void {
    this.#day = midnight / DAY_MS;
    for (const position of this.#positions.values()) this.#payFlexible(position, midnight);
    const locked = this.#lockedPositions;
    this.#lockedPositions = [];
    for (const position of locked) this.#payLocked(position, midnight);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.flexible);
    checkpointer.value(this.locked);
    checkpointer.value(this.#positions);
    this.#lockedPositions = checkpointer.value(this.#lockedPositions);
    this.#day = checkpointer.value(this.#day);
    this.#ids = checkpointer.value(this.#ids);
  }

  #payFlexible(position: FlexiblePosition, midnight: number): void {
    const { user, product, earning, isRenewing } = position;
    const interest = interestOf(earning, flexibleRate(this.#exchange.seed, product.asset, this.#day - 1));
    if (interest > 0n && isRenewing) {
      this.#exchange.accounts.ledger.pay(product.asset, interest, this.#interest, this.#kept);
      position.principal += interest;
      const none = { fromSpot: 0n, fromFunding: 0n };
      this.#noteFlexible({ user, product, amount: interest, ...none, time: midnight, isAutomatic: true });
    } else if (interest > 0n) this.#distribute(user, product.asset, interest, 'Flexible', midnight);
    position.earning = position.principal;
  }

  #payLocked(position: LockedPosition, midnight: number): void {
    const { user, product, amount, firstDay, lastDay, isRenewing } = position;
    if (this.#day > firstDay) {
      const interest = interestOf(amount, lockedRate(this.#exchange.seed, product));
      if (interest > 0n) this.#distribute(user, product.asset, interest, 'Locked', midnight);
    }
    if (this.#day < lastDay) this.#lockedPositions.push(position);
    else if (isRenewing) {
      this.#lock(user, product, amount, true, this.#day);
      const none = { fromSpot: 0n, fromFunding: 0n };
      this.#noteLocked({ user, product, amount, ...none, time: midnight, isAutomatic: true });
    } else {
      const paid = { asset: product.asset, amount };
      payInto(this.#exchange, this.#kept, { user, wallet: 'MAIN' }, paid, midnight);
    }
  }

  /** Pays interest into the spot wallet. */
  #distribute(user: User, asset: string, amount: bigint, why: string, time: number): void {
    payInto(this.#exchange, this.#interest, { user, wallet: 'MAIN' }, { asset, amount }, time);
    this.#exchange.engines.of(FUNDS).noteDividend(user, { asset, amount, time, why });
  }

  /** Takes what is subscribed out of the wallets, or refuses and takes nothing. */
  #take(
    request: SubscriptionRequest<FlexibleProduct | LockedProduct>,
    now: number,
  ): { readonly fromSpot: bigint; readonly fromFunding: bigint } {
    const { user, product, amount, source } = request;
    const spareOf = (wallet: 'MAIN' | 'FUNDING') => spareAt(this.#exchange, { user, wallet }, product.asset);
    const spot = source === 'FUND' ? 0n : spareOf('MAIN');
    const fromSpot = spot < amount ? spot : amount;
    const fromFunding = amount - fromSpot;
    const funding = source === 'SPOT' ? 0n : spareOf('FUNDING');
    if (fromFunding > funding) throw insufficientBalance();
    for (const [wallet, part] of [
      ['MAIN', fromSpot],
      ['FUNDING', fromFunding],
    ] as const) {
      if (part > 0n) {
        payFrom(this.#exchange, { user, wallet }, this.#kept, { asset: product.asset, amount: part }, now);
      }
    }
    return { fromSpot, fromFunding };
  }

  /** Nothing was in before: no midnight that is past pays anything. */
  #begin(now: number): void {
    this.#day = Math.max(this.#day, Math.floor(now / DAY_MS));
  }

  #lock(user: User, product: LockedProduct, amount: bigint, isRenewing: boolean, firstDay: number): void {
    const lastDay = firstDay + product.days;
    this.#lockedPositions.push({ user, product, amount, firstDay, lastDay, isRenewing });
  }

  #noteFlexible(row: Omit<FlexibleSubscription, 'purchaseId'>): FlexibleSubscription {
    const subscription = { ...row, purchaseId: this.#nextId() };
    this.flexible.push(subscription);
    return subscription;
  }

  #noteLocked(row: Omit<LockedSubscription, 'purchaseId' | 'positionId'>): LockedSubscription {
    const purchaseId = this.#nextId();
    const subscription = { ...row, purchaseId, positionId: this.#nextId() };
    this.locked.push(subscription);
    return subscription;
  }

  #nextId(): number {
    this.#ids += 1;
    return FIRST_ID - 1 + this.#ids;
  }

  /** What is in products. */
  get #kept(): Account {
    return this.#exchange.accounts.house('earn');
  }

  /** What interest is paid from. */
  get #interest(): Account {
    return this.#exchange.accounts.house('interest');
  }
}

export const EARN: EngineKey<Earn> = { name: 'earn', rank: 6, open: (exchange) => new Earn(exchange) };

function keyOf(user: User, { productId }: FlexibleProduct): string {
  return `${user.id} ${productId}`;
}
