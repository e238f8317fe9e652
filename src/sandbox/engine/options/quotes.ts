/**
 * The simulated options market: index, mark price, book, trades, settlement price and open interest as a pure
 * function of seed, symbol and time. Like the spot market it stores nothing, and reading it has no side
 * effects.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { MarketLevel } from '../market/book.ts';
import type { Market } from '../market/market.ts';
import { blend, fraction, signedFraction } from '../market/noise.ts';
import { type OptionGreeks, type OptionTerms, optionGreeks, optionPrice } from './black-scholes.ts';
import type { OptionContract, OptionUnderlying } from './contracts.ts';
import { volatilityAtTheMoney, volatilityOf } from './volatility.ts';

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
/** The largest number of seconds of an underlying whose conditions are cached. */
const CACHED_CONDITIONS_MAX = 5_000;
const CACHED_SETTLEMENTS_MAX = 2000;

/** What all options of an underlying have in common during a second. */
interface Conditions {
  /** The index price in ticks of the spot pair. */
  readonly index: number;
  /** The volatility at the money. */
  readonly volatility: number;
}

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
  /** By underlying, and by second. */
  readonly #conditions = new Map<OptionUnderlying, Map<number, Conditions>>();
  readonly #settlements = new Map<string, number>();

  constructor(market: Market) {
    this.#market = market;
  }

  /**
   * Returns the index price in ticks of the spot pair: its last price at the start of the second (our choice).
   */
  indexPriceAt(underlying: OptionUnderlying, at: number): number {
    return this.#conditionsAt(underlying, at).index;
  }

  #conditionsAt(underlying: OptionUnderlying, at: number): Conditions {
    let bySecond = this.#conditions.get(underlying);
    if (bySecond === undefined) {
      bySecond = new Map();
      this.#conditions.set(underlying, bySecond);
    }
    const second = secondOf(at);
    return getOrCompute(bySecond, CACHED_CONDITIONS_MAX, second, () => ({
      index: this.#market.lastPrice(underlying.spot, second as UnixMs),
      volatility: volatilityAtTheMoney(underlying, second),
    }));
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
      // A market that follows recorded candles may have a hole here; its price then stands still.
      if (minutes.length === 0) return this.#market.lastPrice(spot, (expiry - 1) as UnixMs);
      return Math.round(minutes.reduce((sum, { summary }) => sum + summary.close, 0) / minutes.length);
    });
  }

  /**
   * Returns the mark price of an unexpired option with the inputs of its calculation and the price limits.
   */
  quoteAt(contract: OptionContract, at: number): OptionQuote {
    const { underlying } = contract;
    const terms = this.#termsAt(contract, at);
    const ticks = 10 ** underlying.priceDecimals;
    const mark = Math.max(1, Math.round(optionPrice(terms) * ticks));
    const band = Math.round(terms.spot * PRICE_BAND * ticks);
    return { terms, index: this.indexPriceAt(underlying, at), mark, lowLimit: 1, highLimit: mark + band };
  }

  /** Returns the inputs of the mark price of an unexpired option. */
  #termsAt({ underlying, expiry, isCall, strike }: OptionContract, at: number): OptionTerms {
    const conditions = this.#conditionsAt(underlying, at);
    const spot = conditions.index / 10 ** underlying.spot.tickDecimals;
    const years = Math.max(QUOTE_STEP_MS, expiry.expiresAt - secondOf(at)) / YEAR_MS;
    const strikePrice = Number(strike) / 1e8;
    const volatility = volatilityOf(underlying, conditions.volatility, spot / strikePrice, years);
    return { isCall, spot, strike: strikePrice, years, rate: RISK_FREE_RATE, volatility };
  }

  /** Returns the greeks at the mark price. */
  greeksAt(contract: OptionContract, at: number): OptionGreeks {
    return optionGreeks(this.quoteAt(contract, at).terms);
  }

  /** Returns the volatilities and the prices of best bid and ask; the bid may be 0 ticks. */
  bestQuotes(contract: OptionContract, { terms }: OptionQuote) {
    const bid = bestBid(contract, terms);
    return {
      bidVolatility: terms.volatility * (1 - SPREAD),
      askVolatility: terms.volatility * (1 + SPREAD),
      bid,
      ask: bestAsk(contract, terms, bid),
    };
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
    // A day of tickers needs hundreds of thousands of trades, so nothing else of the quotes is calculated.
    const terms = this.#termsAt(contract, time);
    const bid = bestBid(contract, terms);
    return {
      id: slot - Math.floor(contract.expiry.listedAt / TRADE_SLOT_MS) + 1,
      time,
      price: isBuyerMaker ? Math.max(1, bid) : bestAsk(contract, terms, bid),
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

/** Returns the start of the second of a time, from which on the quotes of the second are valid. */
function secondOf(at: number): number {
  return Math.floor(at / QUOTE_STEP_MS) * QUOTE_STEP_MS;
}

/** Returns the price of the best bid, which may be 0 ticks. */
function bestBid({ underlying }: OptionContract, terms: OptionTerms): number {
  const price = optionPrice({ ...terms, volatility: terms.volatility * (1 - SPREAD) });
  return Math.max(0, Math.floor(price * 10 ** underlying.priceDecimals));
}

/** Returns the price of the best ask, which is above the best bid. */
function bestAsk({ underlying }: OptionContract, terms: OptionTerms, bid: number): number {
  const price = optionPrice({ ...terms, volatility: terms.volatility * (1 + SPREAD) });
  return Math.max(bid + 1, Math.ceil(price * 10 ** underlying.priceDecimals));
}

function typicalLots({ underlying }: OptionContract, key: number): number {
  const { spot, lotDecimals } = underlying;
  const usual = (TYPICAL_TRADE_DOLLARS * 10 ** lotDecimals) / spot.base.dollars;
  const size = fraction(key);
  return 1 + Math.floor(usual * (0.1 + size * size * 3));
}

/** Returns a cached value, or computes and caches it; evicts the oldest entry of a full cache. */
function getOrCompute<K, V>(cache: Map<K, V>, maxEntries: number, key: K, compute: () => V): V {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const computed = compute();
  if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!);
  cache.set(key, computed);
  return computed;
}
