/**
 * Margin pools: the cross positions of a settle asset, or one isolated position, with their common margin,
 * and the search for the time at which the margin becomes too small (public facts, Futures mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { PriceRange } from '../market/trade-summary.ts';
import type { LiquiditySource } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { EventWatch } from '../state/event-search.ts';
import { type Collateral, collateralAtTicks } from './account-modes.ts';
import { type FuturesAccounts, valueAtMark } from './accounts.ts';
import type { Contract } from './contracts.ts';
import { minOf } from './integer-math.ts';
import type { FuturesMarket } from './market.ts';
import type { FuturesPosition } from './orders.ts';

/**
 * The percentage of the margin balance at which the maintenance margin causes a margin call. The call is
 * emitted once, and again only after a change of margin or positions has brought the percentage back below
 * (our choice: not shown in the interface).
 */
const MARGIN_CALL_PERCENT = 80n;
const WHOLE_PERCENT = 100n;

/** The settle asset of all contracts of the product that has multi-assets mode. */
export const JOINT_ASSET = 'USDT';

export interface MarginPool {
  readonly user: User;
  readonly asset: string;
  /** The isolated position of the pool; undefined for the pool of the cross positions of the asset. */
  readonly isolatedPosition: FuturesPosition | undefined;
  readonly liquidationSearch: EventWatch;
  readonly marginCallSearch: EventWatch;
  isMarginCalled: boolean;
  /**
   * The margin of the positions in the settle asset, without unrealized profit; in multi-assets mode other assets add
   * to it.
   */
  margin: bigint;
}

/** A margin pool without enough margin, which causes a margin call or a liquidation. */
export interface MarginShortfall {
  readonly pool: MarginPool;
  readonly mustLiquidate: boolean;
}

export class MarginPools {
  readonly #accounts: FuturesAccounts;
  readonly #index: LiquiditySource;
  readonly #market: FuturesMarket;
  readonly #pools = new Map<string, MarginPool>();

  constructor(accounts: FuturesAccounts, index: LiquiditySource, market: FuturesMarket) {
    this.#accounts = accounts;
    this.#index = index;
    this.#market = market;
  }

  /**
   * Starts watching the margin of a user's positions in a contract, or of all cross positions of an asset,
   * again after a change.
   */
  watchMargin(user: User, contractOrAsset: Contract | string, time: number): void {
    const isAsset = typeof contractOrAsset === 'string';
    const isolatedPositions = isAsset
      ? []
      : [...this.#accounts.positions].filter((one) => one.user === user && one.contract === contractOrAsset);
    const asset = isAsset ? contractOrAsset : contractOrAsset.settleAsset;
    // In multi-assets mode every balance is margin of all positions, which settle in USDT.
    const isJoint = this.#accounts.modes.isMultiAssets(user);
    this.#restartSearches(user, isJoint ? JOINT_ASSET : asset, undefined, time);
    for (const isolatedPosition of isolatedPositions)
      this.#restartSearches(user, isolatedPosition.contract.settleAsset, isolatedPosition, time);
  }

  positionsOf({ user, asset, isolatedPosition }: MarginPool): readonly FuturesPosition[] {
    if (isolatedPosition !== undefined)
      return isolatedPosition.settings.isIsolated && isolatedPosition.lots !== 0 ? [isolatedPosition] : [];
    return this.#accounts.positions.openPositions(user, asset).filter(({ settings }) => !settings.isIsolated);
  }

  /** Returns the time of the next margin call or liquidation, if that is at or before `now`. */
  nextDueAt(now: number): number | undefined {
    let earliest = Number.POSITIVE_INFINITY;
    for (const pool of this.#pools.values()) {
      earliest = Math.min(
        earliest,
        this.#nextLiquidation(pool, now) ?? earliest,
        this.#nextMarginCall(pool, now) ?? earliest,
      );
    }
    return earliest <= now ? earliest : undefined;
  }

  /** Returns the pools with a margin call or a liquidation at a time, sorted by user. */
  shortfallsAt(time: number): readonly MarginShortfall[] {
    return [...this.#pools.values()]
      .map((pool): MarginShortfall => ({ pool, mustLiquidate: this.#nextLiquidation(pool, time) === time }))
      .filter(({ pool, mustLiquidate }) => mustLiquidate || this.#nextMarginCall(pool, time) === time)
      .sort((a, b) => compareByUser(a.pool, b.pool));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#pools,
      () => ({ liquidationSearch: new EventWatch(0), marginCallSearch: new EventWatch(0) }) as MarginPool,
      (pool) => {
        const { liquidationSearch, marginCallSearch, ...rest } = pool;
        liquidationSearch.checkpoint(checkpointer);
        marginCallSearch.checkpoint(checkpointer);
        Object.assign(pool, checkpointer.value(rest));
      },
    );
  }

  #restartSearches(
    user: User,
    asset: string,
    isolatedPosition: FuturesPosition | undefined,
    time: number,
  ): void {
    const key = `${user.id} ${isolatedPosition === undefined ? asset : positionName(isolatedPosition)}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      const searches = {
        liquidationSearch: new EventWatch(time + 1),
        marginCallSearch: new EventWatch(time + 1),
      };
      pool = { user, asset, isolatedPosition, ...searches, isMarginCalled: false, margin: 0n };
      this.#pools.set(key, pool);
    }
    pool.margin = this.#marginOf(pool);
    pool.liquidationSearch.restart(time + 1);
    pool.marginCallSearch.restart(time + 1);
    pool.isMarginCalled =
      pool.isMarginCalled && this.#hasShortfall(pool, MARGIN_CALL_PERCENT, time, time + 1);
  }

  #marginOf({ user, asset, isolatedPosition }: MarginPool): bigint {
    if (isolatedPosition !== undefined) return isolatedPosition.margin;
    const isolatedMargin = this.#accounts.positions
      .openPositions(user, asset)
      .reduce((sum, { margin }) => sum + margin, 0n);
    return this.#accounts.wallet.walletBalance(user, asset) - isolatedMargin;
  }

  #nextLiquidation(pool: MarginPool, now: number): number | undefined {
    return pool.liquidationSearch.nextBy(now, (from, to) =>
      this.#hasShortfall(pool, WHOLE_PERCENT, from, to),
    );
  }

  #nextMarginCall(pool: MarginPool, now: number): number | undefined {
    if (pool.isMarginCalled) return undefined;
    return pool.marginCallSearch.nextBy(now, (from, to) =>
      this.#hasShortfall(pool, MARGIN_CALL_PERCENT, from, to),
    );
  }

  /**
   * Returns the balances other than the settle asset that are margin of a pool; there are none except in
   * multi-assets mode.
   */
  #collateralOf({ user, isolatedPosition }: MarginPool, at: number): readonly Collateral[] {
    const { modes } = this.#accounts;
    if (isolatedPosition !== undefined || !modes.isMultiAssets(user)) return [];
    return modes.collateralOf(user, at).filter(({ margin }) => margin.index !== undefined);
  }

  /**
   * Returns whether the maintenance margin reaches a percentage of the margin balance at the worst mark
   * prices of a time span. The mark prices of all positions on one index follow the index price, so the worst
   * case is at one end of its range; each contract adds the worst basis of the time, which is constant within
   * an hour.
   */
  #hasShortfall(pool: MarginPool, percent: bigint, from: number, to: number): boolean {
    const positions = this.positionsOf(pool);
    if (positions.length === 0) return false;
    const collateral = this.#collateralOf(pool, to);
    let marginLeft = pool.margin * percent;
    const indexes = [
      ...positions.map(({ contract }) => contract.index),
      ...collateral.flatMap(({ margin }) => margin.index ?? []),
    ];
    for (const index of new Set(indexes)) {
      const { low, high } = this.#index.range(index, from, to) ?? this.#lastPriceAt(index, to - 1);
      const onIndex = positions.filter(({ contract }) => contract.index === index);
      const held = collateral.filter(({ margin }) => margin.index === index);
      const leftAt = (ticks: number) => {
        const positionsLeft = onIndex.reduce((sum, position) => {
          const mark = this.#market.markRange(position.contract, { low: ticks, high: ticks }, from, to);
          return (
            sum + minOf(marginLeftAt(position, percent, mark.low), marginLeftAt(position, percent, mark.high))
          );
        }, 0n);
        return held.reduce((sum, one) => sum + collateralAtTicks(one, index, ticks) * percent, positionsLeft);
      };
      marginLeft += minOf(leftAt(low), leftAt(high));
    }
    return marginLeft <= 0n;
  }

  #lastPriceAt(index: MarketSymbol, at: number): PriceRange {
    const ticks = this.#index.lastPrice(index, at);
    return { low: ticks, high: ticks };
  }
}

/** Returns `percent` times the unrealized profit less 100 times the maintenance margin at a mark price, in 10^-8. */
function marginLeftAt(position: FuturesPosition, percent: bigint, mark: bigint): bigint {
  const { unrealized, maintenance } = valueAtMark(position, mark);
  return unrealized * percent - maintenance * WHOLE_PERCENT;
}

function compareByUser(a: MarginPool, b: MarginPool): number {
  return a.user.id - b.user.id || (poolName(a) < poolName(b) ? -1 : 1);
}

function poolName({ asset, isolatedPosition }: MarginPool): string {
  return isolatedPosition === undefined ? asset : positionName(isolatedPosition);
}

function positionName({ contract, side }: FuturesPosition): string {
  return side === 'BOTH' ? contract.name : `${contract.name} ${side}`;
}
