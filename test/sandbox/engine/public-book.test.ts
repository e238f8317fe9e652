/** The order book of the simulated market and of users together. */
import { expect, it } from 'vitest';
import type { MarketLevel } from '../../../src/sandbox/engine/market/book.ts';
import { mergeUserBook, type UserBook } from '../../../src/sandbox/engine/matching/public-book.ts';

const market = (levels: number) => ({
  lastUpdateId: 1,
  bids: Array.from({ length: levels }, (_, index) => ({ price: 100 - index, lots: 5 })),
  asks: Array.from({ length: levels }, (_, index) => ({ price: 101 + index, lots: 5 })),
});

const usersWith = (bids: readonly MarketLevel[]): UserBook => ({
  changes: 0,
  levels: (isBids) => (isBids ? bids : []),
  consumedLots: () => new Map(),
});

it('showed fewer levels than there are behind those that a resting order of a user hides', () => {
  const book = mergeUserBook(usersWith([{ price: 110, lots: 1 }]), 2, 0, market);
  expect(book.bids.map(({ price }) => price)).toEqual([110, 100]);
  expect(book.asks.map(({ price }) => price)).toEqual([111, 112]);
});

it('ends where the simulated market has no further levels', () => {
  const short = (levels: number) => {
    const { lastUpdateId, bids, asks } = market(levels);
    return { lastUpdateId, bids: bids.slice(0, 3), asks: asks.slice(0, 3) };
  };
  const book = mergeUserBook(usersWith([{ price: 110, lots: 1 }]), 2, 0, short);
  expect(book.asks).toEqual([]);
});
