/** Measures how realistic the simulated market of one symbol and seed is. */
import { type UnixMs, unixMs } from '../../../src/core/words.ts';
import { FUNDING_MS, FUNDING_RATE_CAP, FuturesMarket } from '../../../src/sandbox/engine/futures/market.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import type { MarketModel } from '../../../src/sandbox/engine/market/symbol-model.ts';
import type { MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import { autocorrelationOf, kurtosisOf, meanOf, returnsOf } from './statistics.ts';

/** 2026-11-20T12:34:56.789Z. */
const NOW = unixMs(Date.UTC(2026, 10, 20, 12, 34, 56, 789));

export const SEEDS = [1, 2, 3, 4, 5] as const;
export const NAMES = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'XRPUSDT'] as const;

/** How long the series are; the daily one has at least 1,000 returns for any sample. */
export interface SampleSizes {
  readonly days: number;
  readonly minutes: number;
  readonly fundings: number;
}

export const FULL_SAMPLE: SampleSizes = { days: 1500, minutes: 20_000, fundings: 300 };

/** The measures of one series. */
export interface Realism {
  /** Raw kurtosis of daily returns. */
  readonly dailyKurtosis: number;
  /** Autocorrelations at lag 1. */
  readonly absoluteMinuteReturns: number;
  readonly minuteReturns: number;
  readonly minuteVolumes: number;
  /** Mean absolute funding rate in per cent, and the part of fundings at the cap in per cent. */
  readonly funding: number;
  readonly fundingAtCap: number;
  /** Mean absolute premium of the perpetual over its index in basis points. */
  readonly premium: number;
  /** The part of the price that 5,000 levels of the book span on the shorter side, in per cent. */
  readonly bookSpan: number;
  /** The price impact of a market order of 1/1000 of a day's usual volume, in basis points. */
  readonly impact: number;
}

/** Returns the measures of every seed and symbol. */
export function measureAll(model: MarketModel, sample: SampleSizes): readonly Realism[] {
  return SEEDS.flatMap((seed) => {
    const market = createMarket({ seed, model });
    const futures = new FuturesMarket('usdm', market);
    return NAMES.map((name) => measure(market, futures, name, sample));
  });
}

function measure(market: Market, futures: FuturesMarket, name: string, sample: SampleSizes): Realism {
  const symbol = market.find(name, NOW)!;
  const closes = (interval: '1d' | '1m', limit: number) =>
    market
      .candles({ symbol, interval, zoneMinutes: 0, limit, now: NOW })
      .map(({ summary }) => ({ price: summary.close, lots: summary.lots }));
  const days = closes('1d', sample.days + 1);
  const minutes = closes('1m', sample.minutes + 1);
  const minuteReturns = returnsOf(minutes.map(({ price }) => price));
  return {
    dailyKurtosis: kurtosisOf(returnsOf(days.map(({ price }) => price))),
    absoluteMinuteReturns: autocorrelationOf(minuteReturns.map(Math.abs)),
    minuteReturns: autocorrelationOf(minuteReturns),
    minuteVolumes: autocorrelationOf(minutes.map(({ lots }) => lots)),
    ...measureFunding(futures, name, sample.fundings),
    ...measureBook(market, symbol),
  };
}

function measureFunding(futures: FuturesMarket, name: string, count: number) {
  const contract = futures.find(name, NOW)!;
  const last = Math.floor(NOW / FUNDING_MS) * FUNDING_MS;
  const times = Array.from({ length: count }, (_, index) => last - index * FUNDING_MS);
  const rates = times.map((at) => Math.abs(Number(futures.fundingRate(contract, at))));
  const premiums = times.map((at) => Math.abs(Number(futures.averagePremium(contract, at - FUNDING_MS, at))));
  const cap = Number(FUNDING_RATE_CAP);
  return {
    funding: meanOf(rates) / 1e6,
    fundingAtCap: (100 * rates.filter((rate) => rate >= cap).length) / rates.length,
    premium: meanOf(premiums) / 1e4,
  };
}

function measureBook(market: Market, symbol: MarketSymbol) {
  const { bids, asks } = market.book(symbol, 5000, NOW as UnixMs);
  const [bid, ask] = [bids[0]!.price, asks[0]!.price];
  const lotsOfDay = (symbol.base.tradesPerDay * symbol.base.tradeDollars) / symbol.base.dollars;
  let left = (lotsOfDay * 10 ** symbol.lotDecimals) / 1000;
  let worst = ask;
  for (const { price, lots } of asks) {
    if (left <= 0) break;
    left -= lots;
    worst = price;
  }
  return {
    bookSpan: 100 * Math.min((bid - bids.at(-1)!.price) / bid, (asks.at(-1)!.price - ask) / ask),
    impact: (1e4 * (worst - ask)) / ask,
  };
}
