/**
 * All views of the market must agree to the last digit: the sum of trades, or of short candles, must equal
 * the long candle. Each property draws a market seed, a symbol and a time between its listing and its
 * delisting.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/core/words.ts';
import { quoteOf, quoteValue } from '../../../src/sandbox/engine/market/number-text.ts';
import { firstTradeId, tradeSpan } from '../../../src/sandbox/engine/market/trade-groups.ts';
import { mergeSums, moments, type Sum, spanMsFor, toSum } from './sample.ts';

describe('the aggregate trades of a time window', () => {
  it('sum to its prices, quantities, quote volumes and count', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 400 }), ({ market, symbol, at }, trades) => {
        const to = at + spanMsFor(symbol, trades);
        const summary = market.summary(symbol, at, to);
        const rows = market.aggregateTrades(symbol, summary.firstId, summary.firstId + summary.count);
        expect(rows.every((row) => row.time >= at && row.time < to)).toBe(true);
        if (rows.length === 0) return;
        const sums = rows.map((row): Sum => {
          const quote = BigInt(row.price) * BigInt(row.lots);
          const { price } = row;
          return {
            firstId: row.id,
            count: 1,
            open: price,
            high: price,
            low: price,
            close: price,
            lots: BigInt(row.lots),
            quote,
            buyLots: row.isBuyerMaker ? 0n : BigInt(row.lots),
            buyQuote: row.isBuyerMaker ? 0n : quote,
          };
        });
        expect(toSum(symbol, summary)).toEqual(mergeSums(sums));
      }),
      { numRuns: 150 },
    );
  });

  it('have ids without gaps and ascending times, and include every trade of the window', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 200 }), ({ market, symbol, at }, trades) => {
        const to = at + spanMsFor(symbol, trades);
        const { firstId, count } = market.summary(symbol, at, to);
        if (count === 0) return;
        const rows = market.aggregateTrades(symbol, Math.max(0, firstId - 1), firstId + count + 1);
        for (const [index, row] of rows.entries()) {
          if (index === 0) continue;
          expect(row.id).toBe(rows[index - 1]!.id + 1);
          expect(row.time).toBeGreaterThanOrEqual(rows[index - 1]!.time);
        }
        if (firstId > 0) expect(rows[0]!.time).toBeLessThan(at);
        expect(rows.at(-1)!.time).toBeGreaterThanOrEqual(to);
      }),
      { numRuns: 100 },
    );
  });

  it('consist of trades with consecutive ids whose lots and quotes sum to the aggregate', () => {
    fc.assert(
      fc.property(moments, ({ market, symbol, at }) => {
        const last = market.lastTrade(symbol, unixMs(at));
        if (last === undefined) return;
        const from = Math.max(0, last.id - 40);
        const aggregates = market.aggregateTrades(symbol, from, last.id + 1);
        const first = firstTradeId(from);
        const trades = market.trades(symbol, first, firstTradeId(last.id + 1));
        expect(trades.map((trade) => trade.id)).toEqual(trades.map((_, index) => first + index));
        for (const aggregate of aggregates) {
          const ownTrades = trades.filter(
            (trade) => trade.id >= firstTradeId(aggregate.id) && trade.id < firstTradeId(aggregate.id + 1),
          );
          expect(ownTrades.every((trade) => trade.price === aggregate.price && trade.lots > 0)).toBe(true);
          expect(ownTrades.every((trade) => trade.time === aggregate.time)).toBe(true);
          expect(ownTrades.reduce((sum, trade) => sum + trade.lots, 0)).toBe(aggregate.lots);
          const quotes = ownTrades.map((trade) =>
            quoteValue(symbol, quoteOf(symbol, trade.price, trade.lots)),
          );
          expect(quotes.reduce((sum, quote) => sum + quote, 0n)).toBe(
            BigInt(aggregate.price) * BigInt(aggregate.lots),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a time window', () => {
  it('is the sum of any two windows that it is divided into', () => {
    const spans = fc.tuple(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 10_000_000_000 }),
    );
    const short = fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 90_000 }));
    fc.assert(
      fc.property(moments, fc.oneof(spans, short), ({ market, symbol, at }, [first, second]) => {
        const whole = toSum(symbol, market.summary(symbol, at, at + first + second));
        const parts = [
          market.summary(symbol, at, at + first),
          market.summary(symbol, at + first, at + first + second),
        ].map((summary) => toSum(symbol, summary));
        expect(whole).toEqual(mergeSums(parts));
        if (parts.every((part) => part.count > 0)) {
          expect(parts[1]!.firstId).toBe(parts[0]!.firstId + parts[0]!.count);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('counts the trades of its aggregates', () => {
    fc.assert(
      fc.property(moments, ({ market, symbol, at }) => {
        const summary = market.summary(symbol, at, at + 3_600_000);
        const { firstId, lastId, count } = tradeSpan(summary);
        if (summary.count === 0) expect([firstId, lastId, count]).toEqual([-1, -1, 0]);
        else expect(market.trades(symbol, lastId, lastId + 1)[0]!.price).toBe(summary.close);
        expect(count).toBeGreaterThanOrEqual(summary.count);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the last trade', () => {
  it('has the close price of any window that ends with it, and the next trade is later', () => {
    fc.assert(
      fc.property(moments, ({ market, symbol, at }) => {
        const last = market.lastTrade(symbol, unixMs(at));
        if (last === undefined) return;
        const window = market.summary(symbol, last.time, at + 1);
        expect(window.close).toBe(last.price);
        expect(window.firstId + window.count - 1).toBe(last.id);
        const [next] = market.aggregateTrades(symbol, last.id + 1, last.id + 2);
        expect(next!.time).toBeGreaterThan(at);
        expect(market.lastPrice(symbol, unixMs(at))).toBe(last.price);
      }),
      { numRuns: 100 },
    );
  });
});
