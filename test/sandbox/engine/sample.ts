import fc from 'fast-check';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import { quoteValue } from '../../../src/sandbox/engine/market/number-text.ts';
import { listSymbols, type MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import type { QuoteVolume, Summary } from '../../../src/sandbox/engine/market/trade-summary.ts';

/** 2026-11-20T12:34:56.789Z: inside every interval, at no boundary. */
export const NOW = unixMs(Date.UTC(2026, 10, 20, 12, 34, 56, 789));

/** The sums of a time window; quote volumes are whole numbers of ticks times lots. */
export interface Sum {
  readonly firstId: number;
  readonly count: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: bigint;
  readonly quote: bigint;
  readonly buyLots: bigint;
  readonly buyQuote: bigint;
}

/**
 * Liquid and illiquid symbols, high and low prices, crosses, a stablecoin pair, a delisted pair and a Chinese
 * name.
 */
export const NAMES = [
  'BTCUSDT',
  'ETHUSDT',
  'ETHBTC',
  'PEPEUSDT',
  'USDCUSDT',
  'DOGEBTC',
  'SKLUSDT',
  'LTCBNB',
  '币安人生USDT',
  'BTCBUSD',
] as const;

const BY_NAME = new Map(listSymbols().map((symbol) => [symbol.name, symbol]));

export function findSymbol(name: string): MarketSymbol {
  const symbol = BY_NAME.get(name);
  if (symbol === undefined) throw new Error(`no symbol ${name}`);
  return symbol;
}

/** A market, one of its symbols, and a time between listing and delisting. */
export interface Moment {
  readonly market: Market;
  readonly symbol: MarketSymbol;
  readonly at: number;
}

export const moments: fc.Arbitrary<Moment> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    name: fc.constantFrom(...NAMES),
    /** The time between listing and delisting, in millionths. */
    position: fc.integer({ min: 0, max: 999_999 }),
    ms: fc.integer({ min: 0, max: 86_399_999 }),
  })
  .map(({ seed, name, position: place, ms }) => {
    const symbol = findSymbol(name);
    const days = Math.floor(((symbol.delistedAt ?? NOW) - symbol.listedAt) / 86_400_000) - 1;
    const day = Math.floor((days * place) / 1_000_000);
    return { market: createMarket({ seed }), symbol, at: symbol.listedAt + day * 86_400_000 + ms };
  });

/** Returns the span in ms in which a symbol has about this number of aggregate trades. */
export function spanMsFor(symbol: MarketSymbol, trades: number): number {
  return Math.max(2, Math.floor((86_400_000 * trades) / Math.max(1500, symbol.base.tradesPerDay)));
}

export function toSum(symbol: MarketSymbol, summary: Summary): Sum {
  const exact = (quote: QuoteVolume) => quoteValue(symbol, quote);
  return {
    firstId: summary.count === 0 ? -1 : summary.firstId,
    count: summary.count,
    open: summary.open,
    high: summary.high,
    low: summary.low,
    close: summary.close,
    lots: BigInt(summary.lots),
    quote: exact(summary.quote),
    buyLots: BigInt(summary.buyLots),
    buyQuote: exact(summary.buyQuote),
  };
}

/** Returns the sum of adjacent time windows; without any trades, the first window. */
export function mergeSums(sums: readonly Sum[]): Sum {
  const traded = sums.filter((sum) => sum.count > 0);
  const parts = traded.length === 0 ? sums.slice(0, 1) : traded;
  const total = (of: (sum: Sum) => bigint) => parts.reduce((all, sum) => all + of(sum), 0n);
  return {
    firstId: parts[0]!.firstId,
    count: parts.reduce((all, sum) => all + sum.count, 0),
    open: parts[0]!.open,
    high: Math.max(...parts.map((sum) => sum.high)),
    low: Math.min(...parts.map((sum) => sum.low)),
    close: parts.at(-1)!.close,
    lots: total((sum) => sum.lots),
    quote: total((sum) => sum.quote),
    buyLots: total((sum) => sum.buyLots),
    buyQuote: total((sum) => sum.buyQuote),
  };
}
