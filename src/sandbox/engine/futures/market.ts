/**
 * The market of one line of futures: its contracts trade on the same assets as spot does, each on a path of its own,
 * and their index is the last price of the spot pair. A pure function of seed, contract and time, but for what users do,
 * which lies over it: mark price, premium, funding and triggers go by the market's own trades alone (choice).
 *
 * The mark price is the index price (choice: of the three prices whose middle one the live service takes, the index
 * is the one that no single contract's trades move).
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { UnixMs } from '../../../core/words.ts';
import { createMarket, type Market } from '../market/market.ts';
import { blend, smoothNoise, textKey } from '../market/noise.ts';
import { quoteValue } from '../market/number-text.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Summary } from '../market/trade-summary.ts';
import { createPublicMarket, type UserActivity } from '../matching/public-market.ts';
import { type Contract, listContracts } from './contracts.ts';
import { divideToNearest, maxOf, minOf } from './integer-math.ts';

export const FUNDING_MS = 8 * 3_600_000;

/** Rates are whole numbers of 10^-8. */
export const RATE_DECIMALS = 8;

/** What is paid for holding the quote asset, for 8 hours (public facts: 0.03 % a day). */
export const INTEREST_RATE = 10_000n;

/** Interest less premium counts up to this (public facts: 0.05 %). */
const CLAMP_RATE = 50_000n;

/** The highest funding rate either way: 0.75 of the first bracket's maintenance rate (public facts). */
export const FUNDING_RATE_CAP = 300_000n;

/** Open interest stands still for so long; its history has a row for each. */
export const OPEN_INTEREST_STEP_MS = 300_000;

/** How open interest and the ratios of accounts move: the period of their waves, in steps of five minutes. */
const NOISE_PERIODS = [12, 288, 2016] as const;

/** A contract's usual open interest, in usual trades. */
const OPEN_INTEREST_TRADES = 40_000;

const MARKETS = new Map<FuturesProduct, WeakMap<Market, FuturesMarket>>([
  ['usdm', new WeakMap()],
  ['coinm', new WeakMap()],
]);

/** Returns the futures that stand on a spot market, the same object each time. */
export function futuresMarketOf(line: FuturesProduct, spot: Market): FuturesMarket {
  const marketsBySpot = MARKETS.get(line)!;
  let market = marketsBySpot.get(spot);
  if (market === undefined) {
    market = new FuturesMarket(line, spot);
    marketsBySpot.set(spot, market);
  }
  return market;
}

export class FuturesMarket {
  readonly line: FuturesProduct;
  readonly contracts: readonly Contract[];
  /** The market's own trades, candles and books of the contracts, by their `market` symbols. */
  readonly contractMarket: Market;
  readonly spot: Market;
  /** The same as everybody sees them, with what users did. */
  readonly publicView: Market;
  readonly #byName: ReadonlyMap<string, Contract>;
  #userTradingOf: (symbol: MarketSymbol) => UserActivity | undefined = () => undefined;

  constructor(line: FuturesProduct, spot: Market) {
    this.line = line;
    this.spot = spot;
    this.contracts = listContracts(line);
    const traded = createMarket({ seed: spot.seed, symbols: this.contracts.map(({ market }) => market) });
    // Contracts go through what the spot market goes through, or nobody could trade near the mark price.
    this.contractMarket = spot.alike?.(traded) ?? traded;
    this.publicView = createPublicMarket(this.contractMarket, (symbol) => this.#userTradingOf(symbol));
    this.#byName = new Map(this.contracts.map((contract) => [contract.name, contract]));
  }

  /** Lets what users do show; `of` returns undefined for a contract that they never came to. */
  setUserTrading(userTradingOf: (symbol: MarketSymbol) => UserActivity | undefined): void {
    this.#userTradingOf = userTradingOf;
  }

  /** Returns a contract that has been listed by then. */
  find(name: string, at: number): Contract | undefined {
    const contract = this.#byName.get(name);
    return contract !== undefined && contract.market.listedAt <= at ? contract : undefined;
  }

  isTrading({ market }: Contract, at: number): boolean {
    return this.contractMarket.isTrading(market, at as UnixMs);
  }

  /** Returns the contracts that trade at a moment. */
  tradingContracts(at: number): readonly Contract[] {
    return this.contracts.filter((contract) => this.isTrading(contract, at));
  }

  /** Returns the price of the last trade, in ticks of the contract. */
  lastTicks({ market }: Contract, at: number): number {
    return this.contractMarket.lastPrice(market, at as UnixMs);
  }

  /** Returns index and mark price in ticks of the index symbol. */
  markTicks({ index }: Contract, at: number): number {
    return this.spot.lastPrice(index, at as UnixMs);
  }

  /** Returns the lots of a contract that are held open at a moment. */
  openInterest(contract: Contract, at: number): number {
    const { base, lotDecimals } = contract.market;
    const trade = contract.isInverse
      ? base.tradeDollars / contract.size
      : (base.tradeDollars / base.dollars) * 10 ** lotDecimals;
    const typical = Math.max(1000, Math.round(trade * OPEN_INTEREST_TRADES));
    return Math.round(typical * (1 + 0.3 * this.slowNoise(contract, 'open interest', at)));
  }

  /** Returns a slow curve from -1 to 1 that belongs to a contract and a name. */
  slowNoise(contract: Contract, name: string, at: number): number {
    const key = textKey(textKey(this.spot.seed, contract.market.name), name);
    const step = Math.floor(at / OPEN_INTEREST_STEP_MS);
    const sum = NOISE_PERIODS.reduce((all, period) => all + smoothNoise(blend(key, period), step, period), 0);
    return sum / NOISE_PERIODS.length;
  }

  /**
   * Returns the average premium of a span over the index, in 10^-8: how far the average price of what was traded
   * lies above the index's (choice: the live service averages the premium of impact prices).
   */
  averagePremium(contract: Contract, from: number, to: number): bigint {
    const traded = this.contractMarket.summary(contract.market, from, to);
    const index = this.spot.summary(contract.index, from, to);
    return premiumOf(averagePriceIn(contract.market, traded), averagePriceIn(contract.index, index));
  }

  /** Returns the rate that is paid at a funding time, or that would be if the interval ended at `at`; 10^-8. */
  fundingRate(contract: Contract, at: number): bigint {
    const from = Math.floor((at - 1) / FUNDING_MS) * FUNDING_MS;
    const average = this.averagePremium(contract, from, at);
    const interest = maxOf(-CLAMP_RATE, minOf(CLAMP_RATE, INTEREST_RATE - average));
    return maxOf(-FUNDING_RATE_CAP, minOf(FUNDING_RATE_CAP, average + interest));
  }
}

/** A price as a whole number of 10^-8. */
export function priceOf({ tickDecimals }: MarketSymbol, ticks: number): bigint {
  return BigInt(ticks) * 10n ** BigInt(RATE_DECIMALS - tickDecimals);
}

/** Returns how far a price lies above the index, in 10^-8 of it. */
export function premiumOf(price: bigint, index: bigint): bigint {
  return divideToNearest((price - index) * 10n ** BigInt(RATE_DECIMALS), index);
}

/** Returns the average price in 10^-8, without trades the price before. */
export function averagePriceIn(symbol: MarketSymbol, { quote, lots, close }: Summary): bigint {
  if (lots === 0) return priceOf(symbol, close);
  const scale = 10n ** BigInt(RATE_DECIMALS - symbol.tickDecimals);
  return divideToNearest(quoteValue(symbol, quote) * scale, BigInt(lots));
}
