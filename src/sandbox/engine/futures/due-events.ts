/**
 * Due events of positions: funding every eight hours, delivery, margin calls and liquidation. Cross positions
 * of one settle asset share a margin pool, an isolated position has a pool of its own (public facts, Futures
 * mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { LiquiditySource } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesAccounts } from './accounts.ts';
import type { FuturesContext } from './context.ts';
import type { Contract } from './contracts.ts';
import { minOf } from './integer-math.ts';
import { type MarginPool, MarginPools } from './margin-pools.ts';
import { FUNDING_MS } from './market.ts';
import { exchangeCollateral } from './multi-assets.ts';
import { FEE_RATES } from './order-rules.ts';
import type { FuturesOrder, FuturesPosition } from './orders.ts';

const WHOLE = 100_000_000n;

export class FuturesDueEvents {
  readonly #context: FuturesContext;
  readonly #marginPools: MarginPools;
  #fundingAt: number | undefined;

  constructor(context: FuturesContext, index: LiquiditySource) {
    this.#context = context;
    this.#marginPools = new MarginPools(context.accounts, index, context.market);
  }

  /** Starts watching the margin of a user's positions in a contract, or starts again after a change. */
  watchMargin(user: User, contract: Contract, time: number): void {
    // Funding times that passed without open positions are skipped.
    if (this.#fundingAt === undefined || this.#fundingAt < time) {
      this.#fundingAt = (Math.floor(time / FUNDING_MS) + 1) * FUNDING_MS;
    }
    this.#marginPools.watchMargin(user, contract, time);
  }

  /** Starts watching the margin of a user's cross positions of an asset again after a transfer. */
  watchWallet(user: User, asset: string, time: number): void {
    this.#marginPools.watchMargin(user, asset, time);
  }

  /**
   * Returns the time of the next funding, delivery, margin call or liquidation, if that is at or before
   * `now`.
   */
  nextDueAt(now: number): number | undefined {
    let earliest = Number.POSITIVE_INFINITY;
    // Called with every request, so it makes no list of the open positions.
    for (const { lots, contract } of this.#context.accounts.positions) {
      if (lots === 0) continue;
      earliest = Math.min(earliest, this.#fundingAt ?? earliest, contract.deliversAt ?? earliest);
    }
    // Funding changes the margin, after which its searches start again: they look no further than up to the funding.
    earliest = Math.min(earliest, this.#marginPools.nextDueAt(Math.min(earliest, now)) ?? earliest);
    return earliest <= now ? earliest : undefined;
  }

  runDueEvent(time: number): void {
    if (this.#fundingAt !== undefined && this.#fundingAt <= time) {
      this.#fundingAt += FUNDING_MS;
      this.#payFunding(time);
    }
    for (const position of this.#openPositions()) {
      if ((position.contract.deliversAt ?? Number.POSITIVE_INFINITY) <= time) this.#deliver(position, time);
    }
    for (const { pool, mustLiquidate } of this.#marginPools.shortfallsAt(time)) {
      if (!pool.isMarginCalled)
        this.#context.userEvents.emitMarginCall(
          pool.user,
          pool.asset,
          this.#marginPools.positionsOf(pool),
          time,
        );
      pool.isMarginCalled = true;
      if (mustLiquidate) this.#liquidatePool(pool, time);
    }
    if (this.#openPositions().length === 0) this.#fundingAt = undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#marginPools.checkpoint(checkpointer);
    this.#fundingAt = checkpointer.value(this.#fundingAt);
  }

  #openPositions(): readonly FuturesPosition[] {
    return [...this.#context.accounts.positions].filter(({ lots }) => lots !== 0);
  }

  /**
   * Pays funding: longs pay shorts if the rate is above 0; the simulated market is the counterparty of the
   * users' net position.
   */
  #payFunding(time: number): void {
    const { accounts, market, userEvents } = this.#context;
    const rates = new Map<Contract, bigint>();
    for (const position of this.#openPositions()) {
      const { user, contract, lots } = position;
      if (contract.deliversAt !== undefined) continue;
      const rate = rates.get(contract) ?? market.fundingRate(contract, time);
      rates.set(contract, rate);
      const paid = (accounts.valuePosition(position, time).notional * rate) / WHOLE;
      const amount = lots > 0 ? -paid : paid;
      accounts.wallet.creditProfit(user, contract.settleAsset, amount);
      const { isIsolated } = position.settings;
      if (isIsolated) position.margin += amount;
      accounts.recordIncome(user, 'FUNDING_FEE', contract, { amount, time });
      userEvents.emitAccountUpdate(
        user,
        'FUNDING_FEE',
        contract.settleAsset,
        isIsolated ? [position] : [],
        time,
        amount,
      );
      this.#context.refreshMargin(user, contract, time);
    }
  }

  #deliver(position: FuturesPosition, time: number): void {
    const { market } = this.#context;
    const { contract } = position;
    const ticks = Number(market.deliveryPrice(contract) / 10n ** BigInt(8 - contract.market.tickDecimals));
    const name = contract.isInverse ? 'delivery_autoclose' : 'settlement_autoclose';
    const order = this.#context.closingOrder(
      position,
      { clientOrderId: `${name}-${time}`, price: ticks, isForced: false },
      time,
    );
    this.#context.fillAgainstExchange(order, ticks, time);
  }

  /**
   * Expires the orders of a margin pool and closes its positions at the mark price; the insurance fund pays a
   * loss.
   */
  #liquidatePool(pool: MarginPool, time: number): void {
    const { user, asset } = pool;
    const { accounts, userEvents } = this.#context;
    const positions = this.#marginPools.positionsOf(pool);
    const orders =
      pool.isolatedPosition === undefined
        ? accounts.openOrders(user).filter((order) => isCrossOrder(order, asset, accounts))
        : accounts.ordersOfPosition(pool.isolatedPosition);
    for (const order of orders) this.#context.closeOrder(order, 'EXPIRED', time);
    let marginLeft = pool.margin;
    let fee = 0n;
    for (const position of positions) {
      const { contract } = position;
      const ticks = this.#context.markTicksOf(contract, time);
      const order = this.#context.closingOrder(
        position,
        { clientOrderId: `autoclose-${time}-${contract.name}`, price: ticks, isForced: true },
        time,
      );
      this.#context.fillAgainstExchange(order, ticks, time);
      marginLeft += accounts.historyOf(user).fills.last!.realizedProfit;
      fee += (order.value * FEE_RATES.liquidation) / WHOLE;
    }
    const { contract } = positions[0]!;
    if (accounts.modes.isMultiAssets(user)) {
      const left = () => accounts.wallet.walletBalance(user, asset);
      exchangeCollateral(this.#context, user, fee - left(), time);
      marginLeft = left();
    }
    const amount = marginLeft < 0n ? -marginLeft : -minOf(fee, marginLeft);
    accounts.wallet.payFromInsuranceFund(user, asset, amount);
    accounts.recordIncome(user, 'INSURANCE_CLEAR', contract, { amount, time });
    userEvents.emitAccountUpdate(user, 'INSURANCE_CLEAR', asset, [], time, amount);
    this.#context.refreshMargin(user, contract, time);
  }
}

/** Whether an order belongs to a cross position of a settle asset. */
function isCrossOrder(
  { user, contract, positionSide }: FuturesOrder,
  asset: string,
  books: FuturesAccounts,
): boolean {
  return (
    contract.settleAsset === asset && !books.positions.get(user, contract, positionSide).settings.isIsolated
  );
}
