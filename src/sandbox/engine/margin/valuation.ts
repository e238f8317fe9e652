/** Values margin accounts at the index price, which is the last price of an asset's USDT pair (our choice). */
import { DAY_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { MarginAccount, MarginStatus } from './accounts.ts';

/** The integer for a margin level of 1: levels are in units of 10^-8. */
const ONE = 100_000_000n;
/** The margin level of an account without debts (public facts, Margin). */
export const LEVEL_WITHOUT_DEBT = 999n * ONE;
/** The thresholds of margin levels (public facts, Margin: mechanics). */
export const LEVELS = {
  transferOut: 2n * ONE,
  borrow: (15n * ONE) / 10n,
  call: (13n * ONE) / 10n,
  liquidation: (11n * ONE) / 10n,
} as const;

/**
 * The margin level thresholds of accounts with a leverage of 5 (public facts, Margin: an account may borrow
 * from 1.25; the other thresholds are our choice).
 */
const LEVELS_OF_5 = { ...LEVELS, borrow: (125n * ONE) / 100n, call: (115n * ONE) / 100n } as const;

/** Returns the margin level thresholds of an account. */
export function levelsOf({ maxLeverage }: Pick<MarginAccount, 'maxLeverage'>) {
  return maxLeverage === 5 ? LEVELS_OF_5 : LEVELS;
}

/**
 * The largest multiple of its own funds that an account can hold, which follows from the level above which it
 * may borrow.
 */
export const MARGIN_MULTIPLE = LEVELS.borrow / (LEVELS.borrow - ONE);

/** The values of an account's balances and debts, in 10^-8 USDT. */
export interface MarginValue {
  readonly assets: bigint;
  readonly debts: bigint;
}

/** The lowest and the highest price of an asset within a time span, in ticks of its USDT pair. */
interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** A lower and an upper bound of a margin level. */
export type LevelBounds = readonly [low: bigint, high: bigint];

/** The largest number of cached daily price ranges. */
const CACHED_DAYS_MAX = 10_000;

export class MarginValuation {
  readonly #market: Market;
  readonly #pairs: ReadonlyMap<string, MarketSymbol>;
  readonly #dayRanges = new Map<string, PriceRange | undefined>();

  constructor(market: Market) {
    this.#market = market;
    const usdtPairs = market.symbols.filter(({ quote }) => quote.name === 'USDT');
    this.#pairs = new Map(usdtPairs.map((symbol) => [symbol.base.name, symbol]));
  }

  /** Returns the value of an amount at a time in 10^-8 USDT; 0 for an asset without a price. */
  valueInUsdt(asset: string, amount: bigint, time: number): bigint {
    if (asset === 'USDT') return amount;
    const pair = this.#pairs.get(asset);
    if (pair === undefined || !this.#market.isTrading(pair, time as UnixMs)) return 0n;
    return valueAtTicks(pair, amount, this.#market.lastPrice(pair, time as UnixMs));
  }

  /** Converts a value in USDT to BTC. */
  valueInBtc(usdtValue: bigint, time: number): bigint {
    return (usdtValue * ONE) / this.valueInUsdt('BTC', ONE, time);
  }

  /** Returns the values of an account's balances and debts at a time. */
  accountValue(account: MarginAccount, time: number): MarginValue {
    return this.#totalValue(account, (asset, amount) => this.valueInUsdt(asset, amount, time));
  }

  levelOf(account: MarginAccount, time: number): bigint {
    return marginLevel(this.accountValue(account, time));
  }

  /** Returns bounds of the margin level from `from` to `to`, both inclusive. */
  levelBounds(account: MarginAccount, from: number, to: number): LevelBounds {
    return this.#bounds(account, (pair) => this.#priceRange(pair, from, to));
  }

  /**
   * Returns bounds of the margin level over the UTC day of a time; they are wider than those of a shorter
   * span, but their price ranges are cached.
   */
  dayBounds(account: MarginAccount, time: number): LevelBounds {
    const day = Math.floor(time / DAY_MS);
    return this.#bounds(account, (pair) => {
      const name = `${pair.name} ${day}`;
      if (!this.#dayRanges.has(name)) {
        if (this.#dayRanges.size >= CACHED_DAYS_MAX) this.#dayRanges.clear();
        this.#dayRanges.set(name, this.#priceRange(pair, day * DAY_MS, (day + 1) * DAY_MS - 1));
      }
      return this.#dayRanges.get(name);
    });
  }

  #bounds(account: MarginAccount, rangeOf: (pair: MarketSymbol) => PriceRange | undefined): LevelBounds {
    const valueAtRange = (asset: string, amount: bigint, isHigh: boolean) => {
      if (asset === 'USDT') return amount;
      const pair = this.#pairs.get(asset);
      const range = pair === undefined || amount === 0n ? undefined : rangeOf(pair);
      return range === undefined ? 0n : valueAtTicks(pair!, amount, isHigh ? range.high : range.low);
    };
    const low = this.#totalValue(account, (asset, amount, isDebt) => valueAtRange(asset, amount, isDebt));
    const high = this.#totalValue(account, (asset, amount, isDebt) => valueAtRange(asset, amount, !isDebt));
    return [marginLevel(low), marginLevel(high)];
  }

  #priceRange(pair: MarketSymbol, from: number, to: number): PriceRange | undefined {
    if (!this.#market.isTrading(pair, from as UnixMs)) return undefined;
    const priceBefore = this.#market.lastPrice(pair, from as UnixMs);
    const { low, high } = this.#market.priceRange(pair, from, to + 1) ?? {
      low: priceBefore,
      high: priceBefore,
    };
    return { low: Math.min(low, priceBefore), high: Math.max(high, priceBefore) };
  }

  #totalValue(
    { trader, debts }: MarginAccount,
    valueOfAmount: (asset: string, amount: bigint, isDebt: boolean) => bigint,
  ): MarginValue {
    const sum = { assets: 0n, debts: 0n };
    for (const [asset, { free, locked }] of trader.account.balances) {
      sum.assets += valueOfAmount(asset, free + locked, false);
    }
    for (const [asset, { principal, interest }] of debts) {
      sum.debts += valueOfAmount(asset, principal + interest, true);
    }
    return sum;
  }
}

/** Returns the margin level: assets divided by debts. */
export function marginLevel({ assets, debts }: MarginValue): bigint {
  return debts === 0n ? LEVEL_WITHOUT_DEBT : (assets * ONE) / debts;
}

/** Returns the status of an account with a margin level (public facts, Margin: mechanics). */
export function statusOf(account: Pick<MarginAccount, 'maxLeverage'>, level: bigint): MarginStatus {
  const { liquidation, call } = levelsOf(account);
  if (level <= liquidation) return 'FORCE_LIQUIDATION';
  return level <= call ? 'MARGIN_CALL' : 'NORMAL';
}

function valueAtTicks({ tickDecimals }: MarketSymbol, amount: bigint, ticks: number): bigint {
  return (amount * BigInt(ticks)) / 10n ** BigInt(tickDecimals);
}
