/**
 * The numbers of market model 2. A change of them changes the history of every sandbox that was saved under the model, so
 * it needs a model 3; until the first release with model 2 it is free, and these values are written again.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/core/words.ts';
import { FUNDING_MS, futuresMarketOf } from '../../../src/sandbox/engine/futures/market.ts';
import { baseOfSum } from '../../../src/sandbox/engine/market/base-volume.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import { quoteValue } from '../../../src/sandbox/engine/market/number-text.ts';
import type { MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import { MODEL_2_VALUES } from './model-2-values.ts';
import { findSymbol, NOW } from './sample.ts';

const SEEDS = [1, 42] as const;
const INTERVALS = ['1m', '15m', '4h', '1d', '1M'] as const;

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Returns the last complete candle of some intervals in words, and digests of longer series, trades and the book. */
function describeSymbol(market: Market, symbol: MarketSymbol): readonly string[] {
  const query = { symbol, zoneMinutes: 0, now: NOW };
  const valueIn = ({ isInBase }: { isInBase?: boolean }, quote: { whole: number; part: number }) =>
    String(isInBase === true ? baseOfSum(quote) : quoteValue(symbol, quote));
  const rows = INTERVALS.map((interval) => {
    const candles = market.candles({ ...query, interval, limit: 50 }).map(({ openTime, summary }) => {
      const { open, high, low, close, lots, buyLots, count, firstId, quote, buyQuote } = summary;
      const values = [valueIn(summary, quote), valueIn(summary, buyQuote)];
      return [openTime, open, high, low, close, lots, buyLots, count, firstId, ...values];
    });
    return `${interval} ${candles.at(-2)!.slice(1).join(' ')}; ${digestOf(candles)}`;
  });
  const last = market.lastTrade(symbol, NOW)!;
  const trades = market.aggregateTrades(symbol, last.id - 99, last.id + 1);
  const listing = unixMs(symbol.listedAt + 1_000_000);
  const numbers = trades.map(({ id, time, price, lots, isBuyerMaker, base }) => {
    return [id, time, price, lots, isBuyerMaker, base];
  });
  const books = [market.book(symbol, 5000, NOW), market.book(symbol, 100, listing)];
  return [...rows, `trades ${digestOf(numbers)}`, `books ${books.map(digestOf).join(' ')}`];
}

describe.each(SEEDS)('market model 2 of seed %i never changes', (seed) => {
  const spot = createMarket({ seed, model: 2 });

  it.each(['BTCUSDT', 'ETHBTC', 'SKLUSDT'])('for spot %s', (name) => {
    expect(describeSymbol(spot, findSymbol(name))).toEqual(MODEL_2_VALUES[`${seed} ${name}`]);
  });

  it.each([
    ['usdm', 'BTCUSDT'],
    ['usdm', 'ETHUSDT_261225'],
    ['coinm', 'ETHUSD_PERP'],
    ['coinm', 'BTCUSD_261225'],
  ] as const)('for %s %s', (product, name) => {
    const market = futuresMarketOf(product, spot);
    const contract = market.find(name, NOW)!;
    const last = Math.floor(NOW / FUNDING_MS) * FUNDING_MS;
    const fundings = Array.from({ length: 10 }, (_, index) => last - index * FUNDING_MS);
    expect([
      ...describeSymbol(market.contractMarket, contract.market),
      `mark ${market.markPrice(contract, NOW)} index ${market.indexPrice(contract, NOW)}`,
      `funding ${fundings.map((at) => market.fundingRate(contract, at)).join(' ')}`,
    ]).toEqual(MODEL_2_VALUES[`${seed} ${product} ${name}`]);
  });
});
