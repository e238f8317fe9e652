/** The promise on which the whole market rests: a cell can always be divided, and its parts are the whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpanPart, splitSpan } from '../../../src/sandbox/engine/market/span-split.ts';
import {
  generateTrades,
  SPAN_TRADES_MIN,
  SPLIT_TRADES_MIN,
} from '../../../src/sandbox/engine/market/span-trades.ts';
import { symbolProfileOf } from '../../../src/sandbox/engine/market/symbol-profile.ts';
import { listSymbols } from '../../../src/sandbox/engine/market/symbols.ts';
import {
  type AggregateTrade,
  createDaySpan,
  type TimeSpan,
  TRADE_LOTS_FREE,
  TRADE_LOTS_SPARE,
  valueMax,
  valueMin,
} from '../../../src/sandbox/engine/market/time-span.ts';

const symbols = listSymbols();

/** Any day of any symbol, and the way down from it: which half to take at each step. */
const descents = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 40 }),
  index: fc.integer({ min: 0, max: symbols.length - 1 }),
  age: fc.integer({ min: 0, max: 6500 }),
  turns: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
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

function expectDivisible(cell: TimeSpan): void {
  expect(cell.count).toBeGreaterThanOrEqual(SPAN_TRADES_MIN);
  for (const price of [cell.open, cell.close, cell.middle]) {
    expect(price).toBeGreaterThanOrEqual(cell.low);
    expect(price).toBeLessThanOrEqual(cell.high);
  }
  const sides = [
    [cell.buyLots, cell.buyValue],
    [cell.sellLots, cell.sellValue],
  ] as const;
  for (const [lots, value] of sides) {
    expect(Number.isSafeInteger(value)).toBe(true);
    expect(lots).toBeGreaterThanOrEqual(TRADE_LOTS_SPARE * cell.count);
    expect(value).toBeGreaterThanOrEqual(valueMin(cell, lots));
    expect(value).toBeLessThanOrEqual(valueMax(cell, lots));
  }
}

function expectWhole(cell: TimeSpan, parts: readonly SpanPart[]): void {
  const { reference } = cell.day;
  const totals = parts
    .filter((part) => !isTrades(part) || part.length > 0)
    .map((part) => totalsOf(part, reference));
  const sum = (name: keyof Totals) => totals.reduce((all, part) => all + part[name], 0);
  for (const name of ['count', 'buyLots', 'buyValue', 'sellLots', 'sellValue'] as const) {
    expect(sum(name)).toBe(cell[name]);
  }
  expect(Math.max(...totals.map((part) => part.high))).toBe(cell.high);
  expect(Math.min(...totals.map((part) => part.low))).toBe(cell.low);
  const firsts = parts.map((part) => (isTrades(part) ? part[0]?.price : part.open));
  const lasts = parts.map((part) => (isTrades(part) ? part.at(-1)?.price : part.close));
  expect(firsts.find((price) => price !== undefined)).toBe(cell.open);
  expect(lasts.findLast((price) => price !== undefined)).toBe(cell.close);
}

describe('a time span', () => {
  it('can be split down to its trades along any path, and its parts add up to it', () => {
    fc.assert(
      fc.property(descents, ({ seed, index, age, turns }) => {
        const symbol = symbols[index]!;
        let cell = createDaySpan(symbolProfileOf(symbol, seed), symbol.listedAt / 86_400_000 + age);
        for (const turn of turns) {
          expectDivisible(cell);
          if (cell.count < SPLIT_TRADES_MIN) break;
          const parts = splitSpan(cell);
          expectWhole(cell, parts);
          const wanted = parts[turn ? 1 : 0];
          const taken = isTrades(wanted) ? parts[turn ? 0 : 1] : wanted;
          if (isTrades(taken)) throw new Error('both parts are trades');
          cell = taken;
        }
        expect(cell.count).toBeLessThan(SPLIT_TRADES_MIN);
        const trades = generateTrades(cell);
        expectWhole(cell, [trades]);
        expect(trades.every((trade) => trade.lots >= TRADE_LOTS_FREE)).toBe(true);
        expect(trades.every(({ time }) => time >= cell.day.start + cell.from)).toBe(true);
        expect(trades.every(({ time }) => time < cell.day.start + cell.to)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
