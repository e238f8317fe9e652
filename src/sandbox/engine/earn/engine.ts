/**
 * The simple earn engine. At each midnight UTC interest is paid for the past day on amounts that were in a
 * product for the whole day; a locked product returns its amount at the midnight that ends its term.
 */
import { DAY_MS } from '../../../core/time-units.ts';
import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import { FUNDS } from '../funds/engine.ts';
import type { Amount } from '../funds/wallet-types.ts';
import { insufficientBalance, payFrom, payInto, transferableAmount } from '../funds/wallets.ts';
import type { User } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import {
  dailyInterest,
  FLEXIBLE_PRODUCTS,
  type FlexibleProduct,
  flexibleRate,
  LOCKED_PRODUCTS,
  type LockedProduct,
  lockedRate,
} from './products.ts';

/** The wallet that a subscription debits; ALL debits the spot wallet first and then the funding wallet. */
export type EarnSource = 'SPOT' | 'FUND' | 'ALL';

export interface EarnSubscription {
  readonly user: User;
  readonly amount: bigint;
  /** The amounts debited from each wallet; both are 0 for an automatic subscription. */
  readonly fromSpot: bigint;
  readonly fromFunding: bigint;
  readonly purchaseId: number;
  readonly time: number;
  readonly isAutomatic: boolean;
}

export interface FlexibleSubscription extends EarnSubscription {
  readonly product: FlexibleProduct;
}

export interface LockedSubscription extends EarnSubscription {
  readonly product: LockedProduct;
  readonly positionId: number;
}

/** A request to subscribe to a product. */
export interface SubscriptionRequest<P> {
  readonly user: User;
  readonly product: P;
  readonly amount: bigint;
  readonly source: EarnSource;
  readonly isRenewing: boolean;
}

interface FlexiblePosition {
  readonly user: User;
  readonly product: FlexibleProduct;
  principal: bigint;
  /** The part of the principal that has been in the product since the last midnight and earns interest. */
  earningAmount: bigint;
  /** Whether interest is added to the principal instead of being paid out. */
  isRenewing: boolean;
}

interface LockedPosition {
  readonly user: User;
  readonly product: LockedProduct;
  readonly amount: bigint;
  /** The first day that earns interest and the day on which the term ends, counted from 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly isRenewing: boolean;
}

/** The first id of purchases, redemptions and positions; ids ascend. */
const FIRST_ID = 40_001;

export class EarnEngine implements ProductEngine {
  readonly flexibleSubscriptions: FlexibleSubscription[] = [];
  readonly lockedSubscriptions: LockedSubscription[] = [];
  readonly #exchange: Exchange;
  readonly #positions = new Map<string, FlexiblePosition>();
  #lockedPositions: LockedPosition[] = [];
  /** The last day whose midnight was processed, counted from 1970-01-01. */
  #lastInterestDay = 0;
  #idCount = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const { names } = exchange.accounts;
    names.registerLazily(
      'flexible',
      () => FLEXIBLE_PRODUCTS,
      ({ productId }) => productId,
    );
    names.registerLazily(
      'locked',
      () => LOCKED_PRODUCTS,
      ({ projectId }) => projectId,
    );
  }

  /** Returns a user's principal in a flexible product. */
  principalOf(user: User, product: FlexibleProduct): bigint {
    return this.#positions.get(positionKey(user, product))?.principal ?? 0n;
  }

  /** Returns the sum of a user's amounts in a locked product. */
  lockedAmountOf(user: User, product: LockedProduct): bigint {
    return this.#lockedPositions
      .filter((one) => one.user === user && one.product === product)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Returns what a user has in products, by asset. */
  holdingsOf(user: User): readonly Amount[] {
    return [
      ...[...this.#positions.values()]
        .filter((one) => one.user === user)
        .map(({ product, principal }) => ({ asset: product.asset, amount: principal })),
      ...this.#lockedPositions
        .filter((one) => one.user === user)
        .map(({ product, amount }) => ({ asset: product.asset, amount })),
    ];
  }

  /** Subscribes to a flexible product. Rejects with -5002 an amount above the balance of the wallets. */
  subscribeFlexible(request: SubscriptionRequest<FlexibleProduct>, now: number): FlexibleSubscription {
    const { user, product, amount, isRenewing } = request;
    const deducted = this.#deductFromWallets(request, now);
    this.#startAccrual(now);
    const position = this.#positions.get(positionKey(user, product));
    if (position === undefined) {
      const opened = { user, product, principal: amount, earningAmount: 0n, isRenewing };
      this.#positions.set(positionKey(user, product), opened);
    } else {
      position.principal += amount;
      position.isRenewing = isRenewing;
    }
    return this.#recordFlexible({ user, product, amount, ...deducted, time: now, isAutomatic: false });
  }

  /**
   * Redeems an amount from a flexible product, or all if omitted. Rejects with -9000 more than the principal.
   */
  redeem(
    user: User,
    product: FlexibleProduct,
    amount: bigint | undefined,
    wallet: 'MAIN' | 'FUNDING',
    now: number,
  ): number {
    const position = this.#positions.get(positionKey(user, product));
    const deducted = amount ?? position?.principal ?? 0n;
    if (position === undefined || deducted === 0n || deducted > position.principal) {
      throw new Refusal(400, -9000, 'user have no avaliable amount');
    }
    position.principal -= deducted;
    if (position.earningAmount > position.principal) position.earningAmount = position.principal;
    if (position.principal === 0n) this.#positions.delete(positionKey(user, product));
    payInto(
      this.#exchange,
      this.#productAccount,
      { user, wallet },
      { asset: product.asset, amount: deducted },
      now,
    );
    return this.#nextId();
  }

  /**
   * Subscribes to a locked product, whose term begins at the next midnight. Rejects like `subscribeFlexible`.
   */
  subscribeLocked(request: SubscriptionRequest<LockedProduct>, now: number): LockedSubscription {
    const { user, product, amount, isRenewing } = request;
    const deducted = this.#deductFromWallets(request, now);
    this.#startAccrual(now);
    this.#lock(user, product, amount, isRenewing, Math.floor(now / DAY_MS) + 1);
    return this.#recordLocked({ user, product, amount, ...deducted, time: now, isAutomatic: false });
  }

  nextDueAt(now: number): number | undefined {
    const midnight = (this.#lastInterestDay + 1) * DAY_MS;
    const isEmpty = this.#positions.size === 0 && this.#lockedPositions.length === 0;
    return !isEmpty && midnight <= now ? midnight : undefined;
  }

  runDueEvent(midnight: number): void {
    this.#lastInterestDay = midnight / DAY_MS;
    for (const position of this.#positions.values()) this.#payFlexible(position, midnight);
    const lockedSubscriptions = this.#lockedPositions;
    this.#lockedPositions = [];
    for (const position of lockedSubscriptions) this.#payLocked(position, midnight);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.flexibleSubscriptions);
    checkpointer.value(this.lockedSubscriptions);
    checkpointer.value(this.#positions);
    this.#lockedPositions = checkpointer.value(this.#lockedPositions);
    this.#lastInterestDay = checkpointer.value(this.#lastInterestDay);
    this.#idCount = checkpointer.value(this.#idCount);
  }

  #payFlexible(position: FlexiblePosition, midnight: number): void {
    const { user, product, earningAmount, isRenewing } = position;
    const interest = dailyInterest(
      earningAmount,
      flexibleRate(this.#exchange.seed, product.asset, this.#lastInterestDay - 1),
    );
    if (interest > 0n && isRenewing) {
      this.#exchange.accounts.ledger.transfer(
        product.asset,
        interest,
        this.#interestAccount,
        this.#productAccount,
      );
      position.principal += interest;
      const nothingPaid = { fromSpot: 0n, fromFunding: 0n };
      this.#recordFlexible({
        user,
        product,
        amount: interest,
        ...nothingPaid,
        time: midnight,
        isAutomatic: true,
      });
    } else if (interest > 0n) this.#payReward(user, product.asset, interest, 'Flexible', midnight);
    position.earningAmount = position.principal;
  }

  #payLocked(position: LockedPosition, midnight: number): void {
    const { user, product, amount, firstDay, lastDay, isRenewing } = position;
    if (this.#lastInterestDay > firstDay) {
      const interest = dailyInterest(amount, lockedRate(this.#exchange.seed, product));
      if (interest > 0n) this.#payReward(user, product.asset, interest, 'Locked', midnight);
    }
    if (this.#lastInterestDay < lastDay) this.#lockedPositions.push(position);
    else if (isRenewing) {
      this.#lock(user, product, amount, true, this.#lastInterestDay);
      const nothingPaid = { fromSpot: 0n, fromFunding: 0n };
      this.#recordLocked({ user, product, amount, ...nothingPaid, time: midnight, isAutomatic: true });
    } else {
      const payout = { asset: product.asset, amount };
      payInto(this.#exchange, this.#productAccount, { user, wallet: 'MAIN' }, payout, midnight);
    }
  }

  /** Pays interest into the spot wallet and records it as a distribution. */
  #payReward(user: User, asset: string, amount: bigint, reason: string, time: number): void {
    payInto(this.#exchange, this.#interestAccount, { user, wallet: 'MAIN' }, { asset, amount }, time);
    this.#exchange.engines.get(FUNDS).recordDividend(user, { asset, amount, time, reason });
  }

  /** Debits the wallets by the subscribed amount. Rejects with -5002 and debits nothing if they hold less. */
  #deductFromWallets(
    request: SubscriptionRequest<FlexibleProduct | LockedProduct>,
    now: number,
  ): { readonly fromSpot: bigint; readonly fromFunding: bigint } {
    const { user, product, amount, source } = request;
    const transferable = (wallet: 'MAIN' | 'FUNDING') =>
      transferableAmount(this.#exchange, { user, wallet }, product.asset);
    const spot = source === 'FUND' ? 0n : transferable('MAIN');
    const fromSpot = spot < amount ? spot : amount;
    const fromFunding = amount - fromSpot;
    const funding = source === 'SPOT' ? 0n : transferable('FUNDING');
    if (fromFunding > funding) throw insufficientBalance();
    for (const [wallet, share] of [
      ['MAIN', fromSpot],
      ['FUNDING', fromFunding],
    ] as const) {
      if (share > 0n) {
        payFrom(
          this.#exchange,
          { user, wallet },
          this.#productAccount,
          { asset: product.asset, amount: share },
          now,
        );
      }
    }
    return { fromSpot, fromFunding };
  }

  /** Skips midnights that have passed, since nothing was subscribed then. */
  #startAccrual(now: number): void {
    this.#lastInterestDay = Math.max(this.#lastInterestDay, Math.floor(now / DAY_MS));
  }

  #lock(user: User, product: LockedProduct, amount: bigint, isRenewing: boolean, firstDay: number): void {
    const lastDay = firstDay + product.days;
    this.#lockedPositions.push({ user, product, amount, firstDay, lastDay, isRenewing });
  }

  #recordFlexible(row: Omit<FlexibleSubscription, 'purchaseId'>): FlexibleSubscription {
    const subscription = { ...row, purchaseId: this.#nextId() };
    this.flexibleSubscriptions.push(subscription);
    return subscription;
  }

  #recordLocked(row: Omit<LockedSubscription, 'purchaseId' | 'positionId'>): LockedSubscription {
    const purchaseId = this.#nextId();
    const subscription = { ...row, purchaseId, positionId: this.#nextId() };
    this.lockedSubscriptions.push(subscription);
    return subscription;
  }

  #nextId(): number {
    this.#idCount += 1;
    return FIRST_ID - 1 + this.#idCount;
  }

  /** The account that holds the subscribed amounts. */
  get #productAccount(): LedgerAccount {
    return this.#exchange.accounts.houseAccount('earn');
  }

  /** The account that pays the interest. */
  get #interestAccount(): LedgerAccount {
    return this.#exchange.accounts.houseAccount('interest');
  }
}

export const EARN: EngineKey<EarnEngine> = {
  name: 'earn',
  rank: 6,
  open: (exchange) => new EarnEngine(exchange),
};

function positionKey(user: User, { productId }: FlexibleProduct): string {
  return `${user.id} ${productId}`;
}
