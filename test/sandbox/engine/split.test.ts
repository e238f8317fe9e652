/** Every time span of the market can be divided, and its parts sum to the span. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSymbolModel } from '../../../src/sandbox/engine/market/models.ts';
import {
  generateTrades,
  SPAN_TRADES_MIN,
  SPLIT_TRADES_MIN,
} from '../../../src/sandbox/engine/market/span-trades.ts';
import { MARKET_MODELS } from '../../../src/sandbox/engine/market/symbol-model.ts';
import { symbolProfileOf } from '../../../src/sandbox/engine/market/symbol-profile.ts';
import { listSymbols } from '../../../src/sandbox/engine/market/symbols.ts';
import {
  type AggregateTrade,
  type SpanPart,
  type TimeSpan,
  TRADE_LOTS_FREE,
  TRADE_LOTS_SPARE,
  valueMax,
  valueMin,
} from '../../../src/sandbox/engine/market/time-span.ts';

const symbols = listSymbols();

/** Any day of any symbol, and a path of halves from the day to its trades. */
const splitPaths = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 40 }),
  index: fc.integer({ min: 0, max: symbols.length - 1 }),
  age: fc.integer({ min: 0, max: 6500 }),
  path: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
});

interface Totals {
  readonly count: number;
  readonly buyLots: number;
  readonly buyValue: number;
  readonly sellLots: number;
  readonly sellValue: number;
  readonly high: number;
  readonly low: number;
}

function totalsOf(part: SpanPart, reference: number): Totals {
  if (!isTrades(part)) return part;
  const side = (isBuyerMaker: boolean) => part.filter((trade) => trade.isBuyerMaker === isBuyerMaker);
  const lots = (trades: readonly AggregateTrade[]) => trades.reduce((sum, { lots }) => sum + lots, 0);
  const value = (trades: readonly AggregateTrade[]) =>
    trades.reduce((sum, { price, lots }) => sum + (price - reference) * lots, 0);
  return {
    count: part.length,
    buyLots: lots(side(false)),
    buyValue: value(side(false)),
    sellLots: lots(side(true)),
    sellValue: value(side(true)),
    high: Math.max(...part.map((trade) => trade.price)),
    low: Math.min(...part.map((trade) => trade.price)),
  };
}

function isTrades(part: SpanPart): part is readonly AggregateTrade[] {
  return Array.isArray(part);
}

function expectDivisible(span: TimeSpan): void {
  expect(span.count).toBeGreaterThanOrEqual(SPAN_TRADES_MIN);
  for (const price of [span.open, span.close, span.middle]) {
    expect(price).toBeGreaterThanOrEqual(span.low);
    expect(price).toBeLessThanOrEqual(span.high);
  }
  const sides = [
    [span.buyLots, span.buyValue],
    [span.sellLots, span.sellValue],
  ] as const;
  for (const [lots, value] of sides) {
    expect(Number.isSafeInteger(value)).toBe(true);
    expect(lots).toBeGreaterThanOrEqual(TRADE_LOTS_SPARE * span.count);
    expect(value).toBeGreaterThanOrEqual(valueMin(span, lots));
    expect(value).toBeLessThanOrEqual(valueMax(span, lots));
  }
}

function expectWhole(span: TimeSpan, parts: readonly SpanPart[]): void {
  const { reference } = span.day;
  const totals = parts
    .filter((part) => !isTrades(part) || part.length > 0)
    .map((part) => totalsOf(part, reference));
  const sum = (name: keyof Totals) => totals.reduce((all, part) => all + part[name], 0);
  for (const name of ['count', 'buyLots', 'buyValue', 'sellLots', 'sellValue'] as const) {
    expect(sum(name)).toBe(span[name]);
  }
  expect(Math.max(...totals.map((part) => part.high))).toBe(span.high);
  expect(Math.min(...totals.map((part) => part.low))).toBe(span.low);
  const firsts = parts.map((part) => (isTrades(part) ? part[0]?.price : part.open));
  const lasts = parts.map((part) => (isTrades(part) ? part.at(-1)?.price : part.close));
  expect(firsts.find((price) => price !== undefined)).toBe(span.open);
  expect(lasts.findLast((price) => price !== undefined)).toBe(span.close);
}

describe('a time span', () => {
  it.each(MARKET_MODELS)(
    'of model %i can be split down to its trades along any path, and its parts sum to it',
    (version) => {
      fc.assert(
        fc.property(splitPaths, ({ seed, index, age, path: turns }) => {
          const symbol = symbols[index]!;
          const model = createSymbolModel(symbolProfileOf(symbol, seed), version);
          let span = model.daySpan(symbol.listedAt / 86_400_000 + age);
          for (const takesSecond of turns) {
            expectDivisible(span);
            if (span.count < SPLIT_TRADES_MIN) break;
            const parts = model.splitSpan(span);
            expectWhole(span, parts);
            const chosen = parts[takesSecond ? 1 : 0];
            const nextSpan = isTrades(chosen) ? parts[takesSecond ? 0 : 1] : chosen;
            if (isTrades(nextSpan)) throw new Error('both parts are trades');
            span = nextSpan;
          }
          expect(span.count).toBeLessThan(SPLIT_TRADES_MIN);
          const trades = generateTrades(span);
          expectWhole(span, [trades]);
          expect(trades.every((trade) => trade.lots >= TRADE_LOTS_FREE)).toBe(true);
          expect(trades.every(({ time }) => time >= span.day.start + span.from)).toBe(true);
          expect(trades.every(({ time }) => time < span.day.start + span.to)).toBe(true);
        }),
        { numRuns: 400 },
      );
    },
  );
});
