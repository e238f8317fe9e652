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
import { createRefusal } from '../refusal.ts';
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

export interface FlexiblePosition {
  readonly user: User;
  readonly product: FlexibleProduct;
  principal: bigint;
  /** The part of the principal that has been in the product since the last midnight and earns interest. */
  earningAmount: bigint;
  /** Whether interest is added to the principal instead of being paid out. */
  isRenewing: boolean;
}

/** Interest of one day. */
export interface EarnReward {
  readonly user: User;
  readonly product: FlexibleProduct | LockedProduct;
  /** Of a locked product. */
  readonly positionId: number | undefined;
  readonly amount: bigint;
  readonly time: number;
}

/** An amount of an earn product that was paid back, by request or at the end of a term. */
export interface EarnRedemption {
  readonly user: User;
  readonly product: FlexibleProduct | LockedProduct;
  /** Of a locked product. */
  readonly positionId: number | undefined;
  readonly redeemId: number;
  readonly amount: bigint;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly time: number;
}

export interface LockedPosition {
  readonly user: User;
  readonly positionId: number;
  readonly time: number;
  readonly product: LockedProduct;
  readonly amount: bigint;
  /** The first day that earns interest and the day on which the term ends, counted from 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Whether the amount is locked again at the end of its term. */
  isRenewing: boolean;
  /** The interest paid so far. */
  rewarded: bigint;
}

/** The first id of purchases, redemptions and positions; ids ascend. */
const FIRST_ID = 40_001;

export class EarnEngine implements ProductEngine {
  readonly flexibleSubscriptions: FlexibleSubscription[] = [];
  readonly lockedSubscriptions: LockedSubscription[] = [];
  readonly rewards: EarnReward[] = [];
  readonly redemptions: EarnRedemption[] = [];
  readonly #exchange: Exchange;
  readonly #positions = new Map<string, FlexiblePosition>();
  #lockedPositions: LockedPosition[] = [];
  /** The last day at whose midnight interest was paid, counted from 1970-01-01. */
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

  flexiblePositionsOf(user: User): readonly FlexiblePosition[] {
    return [...this.#positions.values()].filter((one) => one.user === user);
  }

  lockedPositionsOf(user: User): readonly LockedPosition[] {
    return this.#lockedPositions.filter((one) => one.user === user);
  }

  /**
   * Pays a locked position back at once, less the interest that it received (our choice: the real exchange
   * pays it back within days). Rejects with -9000 a position that the user does not have.
   */
  redeemLocked(user: User, positionId: string, now: number): number {
    const position = this.lockedPositionsOf(user).find((one) => String(one.positionId) === positionId);
    if (position === undefined) throw createRefusal(-9000, 'user have no avaliable amount');
    this.#lockedPositions = this.#lockedPositions.filter((one) => one !== position);
    const { product, rewarded } = position;
    this.#exchange.accounts.ledger.transfer(
      product.asset,
      rewarded,
      this.#productAccount,
      this.#interestAccount,
    );
    return this.#payBack(position, { amount: position.amount - rewarded, wallet: 'MAIN' }, now);
  }

  /** Returns the amounts that a user has in earn products, by asset. */
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
   * Redeems an amount from a flexible product, or the whole principal if omitted. Rejects with -9000 more
   * than the principal.
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
      throw createRefusal(-9000, 'user have no avaliable amount');
    }
    position.principal -= deducted;
    if (position.earningAmount > position.principal) position.earningAmount = position.principal;
    if (position.principal === 0n) this.#positions.delete(positionKey(user, product));
    return this.#payBack({ user, product, positionId: undefined }, { amount: deducted, wallet }, now);
  }

  /** Pays an amount out of a product into a wallet, records the redemption and returns its id. */
  #payBack(
    { user, product, positionId }: Pick<EarnRedemption, 'user' | 'product' | 'positionId'>,
    { amount, wallet }: Pick<EarnRedemption, 'amount' | 'wallet'>,
    time: number,
  ): number {
    const payout = { asset: product.asset, amount };
    payInto(this.#exchange, this.#productAccount, { user, wallet }, payout, time);
    const redeemId = this.#nextId();
    this.redemptions.push({ user, product, positionId, redeemId, amount, wallet, time });
    return redeemId;
  }

  /**
   * Subscribes to a locked product, whose term begins at the next midnight. Rejects with -5002 an amount
   * above the balance of the wallets.
   */
  subscribeLocked(request: SubscriptionRequest<LockedProduct>, now: number): LockedSubscription {
    const { user, product, amount, isRenewing } = request;
    const deducted = this.#deductFromWallets(request, now);
    this.#startAccrual(now);
    const recorded = this.#recordLocked({
      user,
      product,
      amount,
      ...deducted,
      time: now,
      isAutomatic: false,
    });
    this.#lock(recorded, isRenewing, Math.floor(now / DAY_MS) + 1);
    return recorded;
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
    checkpointer.value(this.rewards);
    checkpointer.value(this.redemptions);
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
    if (interest > 0n)
      this.rewards.push({ user, product, positionId: undefined, amount: interest, time: midnight });
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
    const { user, product, positionId, amount, firstDay, lastDay, isRenewing } = position;
    if (this.#lastInterestDay > firstDay) {
      const interest = dailyInterest(amount, lockedRate(this.#exchange.seed, product));
      if (interest > 0n) {
        this.#payReward(user, product.asset, interest, 'Locked', midnight);
        this.rewards.push({ user, product, positionId, amount: interest, time: midnight });
        position.rewarded += interest;
      }
    }
    if (this.#lastInterestDay < lastDay) this.#lockedPositions.push(position);
    else if (isRenewing) {
      const nothingPaid = { fromSpot: 0n, fromFunding: 0n };
      const row = { user, product, amount, ...nothingPaid, time: midnight, isAutomatic: true };
      this.#lock(this.#recordLocked(row), true, this.#lastInterestDay);
    } else this.#payBack(position, { amount, wallet: 'MAIN' }, midnight);
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

  /** Skips midnights before the first subscription, for which there is no interest to pay. */
  #startAccrual(now: number): void {
    this.#lastInterestDay = Math.max(this.#lastInterestDay, Math.floor(now / DAY_MS));
  }

  #lock(
    { user, product, amount, positionId, time }: LockedSubscription,
    isRenewing: boolean,
    firstDay: number,
  ): void {
    const lastDay = firstDay + product.days;
    const terms = { firstDay, lastDay, isRenewing, rewarded: 0n };
    this.#lockedPositions.push({ user, product, amount, positionId, time, ...terms });
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

  /** The ledger account that holds the subscribed amounts. */
  get #productAccount(): LedgerAccount {
    return this.#exchange.accounts.houseAccount('earn');
  }

  /** The ledger account that pays the interest. */
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
