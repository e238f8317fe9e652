/**
 * The simulated options market: index, mark price, book, trades, settlement price and open interest as a pure
 * function of seed, symbol and time. Like the spot market it stores nothing, and reading it has no side
 * effects.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { MarketLevel } from '../market/book.ts';
import type { Market } from '../market/market.ts';
import { blend, fraction, signedFraction, smoothNoise } from '../market/noise.ts';
import { type OptionGreeks, type OptionTerms, optionGreeks, optionPrice } from './black-scholes.ts';
import type { OptionContract, OptionUnderlying } from './contracts.ts';
import { logarithm } from './normal.ts';

/** The annual risk-free rate (our choice: public facts do not give one). */
export const RISK_FREE_RATE = 0.04;

/** How often mark prices and order books change, in ms: once per second (our choice). */
const QUOTE_STEP_MS = 1000;
/**
 * The length of a time slot in ms; every option trades once per slot, all options at the same time (our
 * choice).
 */
export const TRADE_SLOT_MS = 300_000;
const YEAR_MS = 365 * 86_400_000;
/**
 * The number of minutes before expiry whose index prices are averaged for the settlement price (public facts,
 * Options).
 */
const SETTLEMENT_MINUTES = 30;

/** The distance of quoted volatilities from the mark volatility, as a fraction of it. */
const SPREAD = 0.03;
/**
 * The fraction of the index price that is added to the mark price for the highest allowed order price; the
 * lowest is one tick (our choice).
 */
const PRICE_BAND = 0.1;
/** The number of price levels on each side of the order book. */
const LEVELS_PER_SIDE = 50;
/** The typical quantity of a level or trade, in US dollars of the underlying. */
const TYPICAL_TRADE_DOLLARS = 20_000;
const CACHED_INDEXES_MAX = 10_000;
const CACHED_SETTLEMENTS_MAX = 2000;

export interface OptionQuote {
  readonly terms: OptionTerms;
  /** The index price in ticks of the spot pair. */
  readonly index: number;
  /** The mark price (a premium) in ticks, 1 or more. */
  readonly mark: number;
  readonly lowLimit: number;
  readonly highLimit: number;
}

export interface OptionTrade {
  /** The trade id, which ascends on each symbol from 1 without gaps. */
  readonly id: number;
  readonly time: number;
  /** In ticks. */
  readonly price: number;
  readonly lots: number;
  /** Whether the taker sold. */
  readonly isBuyerMaker: boolean;
  /** Set for a trade of a block order. */
  readonly isBlock?: true;
}

export interface OptionBook {
  readonly lastUpdateId: number;
  /** Highest first. */
  readonly bids: readonly MarketLevel[];
  /** Lowest first. */
  readonly asks: readonly MarketLevel[];
}

export class OptionQuotes {
  readonly #market: Market;
  readonly #indexes = new Map<string, number>();
  readonly #settlements = new Map<string, number>();

  constructor(market: Market) {
    this.#market = market;
  }

  /**
   * Returns the index price in ticks of the spot pair: its last price at the start of the second (our choice).
   */
  indexPriceAt({ spot, name }: OptionUnderlying, at: number): number {
    const second = Math.floor(at / QUOTE_STEP_MS) * QUOTE_STEP_MS;
    return getOrCompute(this.#indexes, CACHED_INDEXES_MAX, `${name} ${second}`, () =>
      this.#market.lastPrice(spot, second as UnixMs),
    );
  }

  /** Returns the settlement price in ticks of the spot pair: the average of the last half hour's minutes. */
  settlementPrice({ spot, name }: OptionUnderlying, expiry: number): number {
    return getOrCompute(this.#settlements, CACHED_SETTLEMENTS_MAX, `${name} ${expiry}`, () => {
      const minutes = this.#market.candles({
        symbol: spot,
        interval: '1m',
        zoneMinutes: 0,
        from: expiry - SETTLEMENT_MINUTES * MINUTE_MS,
        to: expiry - 1,
        limit: SETTLEMENT_MINUTES,
        now: (expiry - 1) as UnixMs,
      });
      return Math.round(minutes.reduce((sum, { summary }) => sum + summary.close, 0) / minutes.length);
    });
  }

  /**
   * Returns the mark price of an unexpired option with the inputs of its calculation and the price limits.
   */
  quoteAt(contract: OptionContract, at: number): OptionQuote {
    const { underlying, expiry, isCall, strike } = contract;
    const second = Math.floor(at / QUOTE_STEP_MS) * QUOTE_STEP_MS;
    const index = this.indexPriceAt(underlying, at);
    const spot = index / 10 ** underlying.spot.tickDecimals;
    const years = Math.max(QUOTE_STEP_MS, expiry.expiresAt - second) / YEAR_MS;
    const strikePrice = Number(strike) / 1e8;
    const volatility = impliedVolatilityAt(underlying, spot / strikePrice, years, second);
    const terms = { isCall, spot, strike: strikePrice, years, rate: RISK_FREE_RATE, volatility };
    const ticks = 10 ** underlying.priceDecimals;
    const mark = Math.max(1, Math.round(optionPrice(terms) * ticks));
    const band = Math.round(spot * PRICE_BAND * ticks);
    return { terms, index, mark, lowLimit: 1, highLimit: mark + band };
  }

  /** Returns the greeks at the mark price. */
  greeksAt(contract: OptionContract, at: number): OptionGreeks {
    return optionGreeks(this.quoteAt(contract, at).terms);
  }

  /** Returns the volatilities and the prices of best bid and ask; the bid may be 0 ticks. */
  bestQuotes(contract: OptionContract, { terms }: OptionQuote) {
    const ticks = 10 ** contract.underlying.priceDecimals;
    const bidVolatility = terms.volatility * (1 - SPREAD);
    const askVolatility = terms.volatility * (1 + SPREAD);
    const bid = Math.max(0, Math.floor(optionPrice({ ...terms, volatility: bidVolatility }) * ticks));
    const ask = Math.max(bid + 1, Math.ceil(optionPrice({ ...terms, volatility: askVolatility }) * ticks));
    return { bidVolatility, askVolatility, bid, ask };
  }

  /** Returns the id of the order book's last update at a time. */
  updateId({ expiry }: OptionContract, at: number): number {
    return Math.floor(at / QUOTE_STEP_MS) - Math.floor(expiry.listedAt / QUOTE_STEP_MS) + 1;
  }

  /** Returns the order book with up to `levels` price levels on each side. */
  book(contract: OptionContract, levels: number, at: number): OptionBook {
    const step = Math.floor(at / QUOTE_STEP_MS);
    const lastUpdateId = this.updateId(contract, at);
    if (at < contract.expiry.listedAt || at >= contract.expiry.expiresAt) {
      return { lastUpdateId, bids: [], asks: [] };
    }
    const quote = this.quoteAt(contract, at);
    const { bid, ask } = this.bestQuotes(contract, quote);
    const gap = Math.max(1, Math.round(quote.mark / 200));
    const levelsOf = (best: number, direction: 1 | -1): MarketLevel[] =>
      Array.from({ length: Math.min(levels, LEVELS_PER_SIDE) }, (_, depth) => ({
        price: best + direction * depth * gap,
        lots: typicalLots(contract, blend(blend(contract.key, step), direction * (depth + 1))),
      })).filter(({ price }) => price >= quote.lowLimit && price <= quote.highLimit);
    return { lastUpdateId, bids: levelsOf(bid, -1), asks: levelsOf(ask, 1) };
  }

  /** Returns the time of an option's first trade. */
  firstTime({ expiry }: OptionContract): number {
    return this.slotTime(this.slotAfter(expiry.listedAt));
  }

  /** Returns the trades of an option after `from` up to `to`, oldest first. */
  trades(contract: OptionContract, from: number, to: number): readonly OptionTrade[] {
    const start = Math.max(from, contract.expiry.listedAt - 1);
    const end = Math.min(to, contract.expiry.expiresAt - 1);
    const trades: OptionTrade[] = [];
    for (let slot = this.slotAfter(start); ; slot += 1) {
      const time = this.slotTime(slot);
      if (time > end) return trades;
      trades.push(this.trade(contract, slot));
    }
  }

  /** Returns the trade of an option in a time slot between its listing and its expiry. */
  trade(contract: OptionContract, slot: number): OptionTrade {
    const time = this.slotTime(slot);
    const key = blend(contract.key, slot);
    const isBuyerMaker = (key & 1) === 1;
    const { bid, ask } = this.bestQuotes(contract, this.quoteAt(contract, time));
    return {
      id: slot - Math.floor(contract.expiry.listedAt / TRADE_SLOT_MS) + 1,
      time,
      price: isBuyerMaker ? Math.max(1, bid) : ask,
      lots: typicalLots(contract, blend(key, 1)),
      isBuyerMaker,
    };
  }

  /** Returns the last trade of an option at or before a time. */
  lastTrade(contract: OptionContract, at: number): OptionTrade | undefined {
    const time = Math.min(at, contract.expiry.expiresAt - 1);
    const slot = this.slotAfter(time) - 1;
    return this.slotTime(slot) < contract.expiry.listedAt ? undefined : this.trade(contract, slot);
  }

  /** Returns the number of trades of an option up to a time before its expiry. */
  tradeCount({ expiry }: OptionContract, at: number): number {
    return Math.max(0, this.slotAfter(at) - Math.floor(expiry.listedAt / TRADE_SLOT_MS));
  }

  /** Returns the first time slot whose trades are after a time. */
  slotAfter(at: number): number {
    const slot = Math.floor(at / TRADE_SLOT_MS);
    return this.slotTime(slot) > at ? slot : slot + 1;
  }

  /** Returns the time of the trades of a slot, which is the same for all options. */
  slotTime(slot: number): number {
    return slot * TRADE_SLOT_MS + 1000 + ((blend(this.#market.seed, slot) >>> 0) % (TRADE_SLOT_MS - 2000));
  }

  /** Returns the open interest of an option in lots; it grows until expiry and changes every hour. */
  openInterestLots(contract: OptionContract, at: number): number {
    const { expiresAt: end, listedAt } = contract.expiry;
    const hour = 3_600_000;
    const hours = Math.max(0, Math.floor((at - listedAt) / hour));
    const lifeShare = Math.min(1, (hours * hour) / (end - listedAt));
    const variation = 1 + 0.1 * signedFraction(blend(contract.key, hours));
    const maxEntries = typicalLots(contract, blend(contract.key, 0x01)) * 40;
    return Math.floor(maxEntries * (0.1 + 0.9 * lifeShare) * variation);
  }
}

/**
 * Returns the implied volatility: a slowly varying level with a smile over strikes; `ratio` is spot / strike.
 */
function impliedVolatilityAt(
  { spot, key }: OptionUnderlying,
  ratio: number,
  years: number,
  at: number,
): number {
  const usual = spot.base.volatility * Math.sqrt(365);
  const minute = Math.floor(at / MINUTE_MS);
  const level =
    usual * (1 + 0.15 * smoothNoise(key, minute, 1440) + 0.15 * smoothNoise(key ^ 1, minute, 14_400));
  const strikeDistance = -logarithm(ratio) / (usual * Math.sqrt(years));
  const boundedDistance = Math.min(Math.max(strikeDistance, -4), 4);
  return level * (1 - 0.03 * boundedDistance + 0.02 * boundedDistance * boundedDistance);
}

function typicalLots({ underlying }: OptionContract, key: number): number {
  const { spot, lotDecimals } = underlying;
  const usual = (TYPICAL_TRADE_DOLLARS * 10 ** lotDecimals) / spot.base.dollars;
  const size = fraction(key);
  return 1 + Math.floor(usual * (0.1 + size * size * 3));
}

/** Returns a cached value, or computes and caches it; evicts the oldest entry of a full cache. */
function getOrCompute(
  cache: Map<string, number>,
  maxEntries: number,
  name: string,
  compute: () => number,
): number {
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const computed = compute();
  if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!);
  cache.set(name, computed);
  return computed;
}
