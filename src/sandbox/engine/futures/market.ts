/**
 * The simulated market of one futures product. Each contract has its own price path; its index price is the
 * last price of the spot pair. It is a pure function of seed, contract and time. Users' trades and orders are
 * added to the public view only: mark price, premium, funding and triggers depend on the market's own trades
 * alone (our choice).
 *
 * The mark price is the index price plus the basis of the market model (our choice: the real exchange uses the median of
 * three prices, of which one is the index plus a moving average of the basis).
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import { baseOfSum } from '../market/base-volume.ts';
import { candleWindows, createMarket, type Market } from '../market/market.ts';
import { blend, smoothNoise, textKey } from '../market/noise.ts';
import { quoteValue } from '../market/number-text.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { PriceRange, Summary } from '../market/trade-summary.ts';
import { createPublicMarket, type UserActivity } from '../matching/public-market.ts';
import { type Contract, listContracts } from './contracts.ts';
import { divideToNearest, maxOf, minOf } from './integer-math.ts';

export const FUNDING_MS = 8 * HOUR_MS;

/** The decimals of rates, which are integers in units of 10^-8. */
export const RATE_DECIMALS = 8;
const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);

/** The interest rate per 8 hours that the funding rate contains (public facts: 0.03 % a day). */
export const INTEREST_RATE = 10_000n;

/**
 * The largest amount by which interest rate and premium may differ in the funding rate (public facts: 0.05
 * %).
 */
const CLAMP_RATE = 50_000n;

/** The largest absolute funding rate: 0.75 of the first bracket's maintenance margin rate (public facts). */
export const FUNDING_RATE_CAP = 300_000n;

/** The time before a delivery over which the index price is averaged for the delivery price, in ms. */
const DELIVERY_AVERAGE_MS = HOUR_MS;

/** The time between the prices of which an average premium is computed, in ms. */
const QUARTER_MS = 15 * MINUTE_MS;

/** The interval at which open interest changes, in ms; its history has one row per interval. */
export const OPEN_INTEREST_STEP_MS = 300_000;

/**
 * The periods of the slow random changes of open interest and account ratios, in steps of
 * `OPEN_INTEREST_STEP_MS`.
 */
const NOISE_PERIODS = [12, 288, 2016] as const;

/** The typical open interest of a contract, as a multiple of the size of a typical trade. */
const OPEN_INTEREST_TRADES = 40_000;

const MARKETS = new Map<FuturesProduct, WeakMap<Market, FuturesMarket>>([
  ['usdm', new WeakMap()],
  ['coinm', new WeakMap()],
]);

/** Returns the futures market of a product that belongs to a spot market; the same object for each call. */
export function futuresMarketOf(product: FuturesProduct, spot: Market): FuturesMarket {
  const marketsBySpot = MARKETS.get(product)!;
  let market = marketsBySpot.get(spot);
  if (market === undefined) {
    market = new FuturesMarket(product, spot);
    marketsBySpot.set(spot, market);
  }
  return market;
}

export class FuturesMarket {
  readonly product: FuturesProduct;
  readonly contracts: readonly Contract[];
  /** Trades, candles and books of the simulated market, by the contracts' `market` symbols. */
  readonly contractMarket: Market;
  readonly spot: Market;
  /** The trades, candles and order books of the contracts together with the trades and orders of users. */
  readonly publicView: Market;
  readonly #byName: ReadonlyMap<string, Contract>;
  #userTradingOf: (symbol: MarketSymbol) => UserActivity | undefined = () => undefined;

  constructor(product: FuturesProduct, spot: Market) {
    this.product = product;
    this.spot = spot;
    this.contracts = listContracts(product);
    const { seed, model } = spot;
    const traded = createMarket({ seed, model, symbols: this.contracts.map(({ market }) => market) });
    // Scenarios of the spot market also apply to contracts, because the prices of contracts would otherwise move
    // away from the mark price.
    this.contractMarket = spot.alike?.(traded) ?? traded;
    this.publicView = createPublicMarket(this.contractMarket, (symbol) => this.#userTradingOf(symbol));
    this.#byName = new Map(this.contracts.map((contract) => [contract.name, contract]));
  }

  /**
   * Sets the source of users' trades and orders, which returns undefined for a contract that no user has
   * traded.
   */
  setUserTrading(userTradingOf: (symbol: MarketSymbol) => UserActivity | undefined): void {
    this.#userTradingOf = userTradingOf;
  }

  /** Returns the contract with a name, if it is listed at a time. */
  find(name: string, at: number): Contract | undefined {
    const contract = this.#byName.get(name);
    return contract !== undefined && contract.market.listedAt <= at ? contract : undefined;
  }

  isTrading({ market }: Contract, at: number): boolean {
    return this.contractMarket.isTrading(market, at as UnixMs);
  }

  /** Returns the contracts that trade at a time. */
  tradingContracts(at: number): readonly Contract[] {
    return this.contracts.filter((contract) => this.isTrading(contract, at));
  }

  /** Returns the price of the last trade, in ticks of the contract. */
  lastTicks({ market }: Contract, at: number): number {
    return this.contractMarket.lastPrice(market, at as UnixMs);
  }

  /** Returns the index price in 10^-8. */
  indexPrice({ index }: Contract, at: number): bigint {
    return priceOf(index, this.spot.lastPrice(index, at as UnixMs));
  }

  /** Returns the mark price in 10^-8. */
  markPrice(contract: Contract, at: number): bigint {
    return this.markAtIndex(contract, this.indexPrice(contract, at), at);
  }

  /** Returns the mark price in 10^-8 that a contract has at a time if its index price is `index`. */
  markAtIndex(contract: Contract, index: bigint, at: number): bigint {
    return addBasis(index, this.contractMarket.basisAt(contract.market, at));
  }

  /**
   * Returns bounds of the mark price in 10^-8 from `from` (inclusive) to `to` (exclusive) for a range of the index price
   * in ticks; exact for a time within one hour.
   */
  markRange(contract: Contract, index: PriceRange, from: number, to: number): MarkRange {
    const basis = this.contractMarket.basisRange(contract.market, from, to);
    return {
      low: addBasis(priceOf(contract.index, index.low), basis.low),
      high: addBasis(priceOf(contract.index, index.high), basis.high),
    };
  }

  /** Returns the open interest of a contract in lots at a time. */
  openInterest(contract: Contract, at: number): number {
    const { base, lotDecimals } = contract.market;
    const trade = contract.isInverse
      ? base.tradeDollars / contract.size
      : (base.tradeDollars / base.dollars) * 10 ** lotDecimals;
    const typical = Math.max(1000, Math.round(trade * OPEN_INTEREST_TRADES));
    return Math.round(typical * (1 + 0.3 * this.slowNoise(contract, 'open interest', at)));
  }

  /** Returns slow random changes from -1 to 1 for a contract and the name of a statistic. */
  slowNoise(contract: Contract, name: string, at: number): number {
    const key = textKey(textKey(this.spot.seed, contract.market.name), name);
    const step = Math.floor(at / OPEN_INTEREST_STEP_MS);
    const sum = NOISE_PERIODS.reduce((all, period) => all + smoothNoise(blend(key, period), step, period), 0);
    return sum / NOISE_PERIODS.length;
  }

  /**
   * Returns the average premium of a time span in 10^-8 (our choice: the real exchange averages the premium of impact
   * prices): the average of the premiums at the end of every quarter of an hour and of the span. In market model 1 it is
   * the premium of the average trade price over the average index price.
   */
  averagePremium(contract: Contract, from: number, to: number): bigint {
    if (this.contractMarket.model === 1) return this.#premiumOfAverages(contract, from, to);
    const traded = quarterCloses(this.contractMarket, contract.market, from, to);
    const index = quarterCloses(this.spot, contract.index, from, to);
    const premiums = traded.map((price, place) => premiumOf(price, index[place]!));
    const sum = premiums.reduce((all, one) => all + one, 0n);
    return divideToNearest(sum, BigInt(Math.max(1, premiums.length)));
  }

  #premiumOfAverages(contract: Contract, from: number, to: number): bigint {
    const traded = this.contractMarket.summary(contract.market, from, to);
    const index = this.spot.summary(contract.index, from, to);
    return premiumOf(averagePriceIn(contract.market, traded), averagePriceIn(contract.index, index));
  }

  /** Returns the delivery price (10^-8) of a contract: the average index price over the hour before its delivery. */
  deliveryPrice({ index, deliversAt = 0 }: Contract): bigint {
    return averagePriceIn(index, this.spot.summary(index, deliversAt - DELIVERY_AVERAGE_MS, deliversAt));
  }

  /**
   * Returns the funding rate (10^-8) of a funding time, or the rate if the funding interval ended at `at`.
   */
  fundingRate(contract: Contract, at: number): bigint {
    const from = Math.floor((at - 1) / FUNDING_MS) * FUNDING_MS;
    const average = this.averagePremium(contract, from, at);
    const interest = maxOf(-CLAMP_RATE, minOf(CLAMP_RATE, INTEREST_RATE - average));
    return maxOf(-FUNDING_RATE_CAP, minOf(FUNDING_RATE_CAP, average + interest));
  }
}

/** The least and the greatest mark price within a time span, in 10^-8. */
export interface MarkRange {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Returns the last price of each quarter of an hour from `from` (inclusive) to `to` (exclusive), in 10^-8.
 */
function quarterCloses(market: Market, symbol: MarketSymbol, from: number, to: number): readonly bigint[] {
  const limit = Math.ceil((to - from) / QUARTER_MS) + 1;
  const now = (to - 1) as UnixMs;
  const query = { symbol, interval: '15m', zoneMinutes: 0, from, to: now, limit, now } as const;
  // The closes alone cost less than the candles, whose trades a scenario adds up one by one.
  return candleWindows(query).map(({ end }) =>
    priceOf(symbol, market.lastPrice(symbol, (end - 1) as UnixMs)),
  );
}

/** Returns a price plus a basis, a fraction of the price that is rounded to 10^-8. */
function addBasis(price: bigint, basis: number): bigint {
  return (price * (RATE_ONE + BigInt(Math.round(basis * 10 ** RATE_DECIMALS)))) / RATE_ONE;
}

/** Converts a price from ticks to 10^-8. */
export function priceOf({ tickDecimals }: MarketSymbol, ticks: number): bigint {
  return BigInt(ticks) * 10n ** BigInt(RATE_DECIMALS - tickDecimals);
}

/** Returns the premium of a price over the index as a fraction in 10^-8. */
export function premiumOf(price: bigint, index: bigint): bigint {
  return divideToNearest((price - index) * 10n ** BigInt(RATE_DECIMALS), index);
}

/**
 * Returns the average trade price in 10^-8; without trades the last price before. Where volumes are counted in the base
 * asset it is the worth of the contracts over their volume.
 */
export function averagePriceIn(symbol: MarketSymbol, { quote, lots, close, isInBase }: Summary): bigint {
  if (lots === 0) return priceOf(symbol, close);
  if (isInBase) {
    const dollars = BigInt(lots) * BigInt(symbol.contract!.inverse!.dollars);
    return divideToNearest(dollars * 10n ** 16n, baseOfSum(quote));
  }
  const scale = 10n ** BigInt(RATE_DECIMALS - symbol.tickDecimals);
  return divideToNearest(quoteValue(symbol, quote) * scale, BigInt(lots));
}
