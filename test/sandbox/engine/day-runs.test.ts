/** Days that are computed together are those that are computed one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { listContracts } from '../../../src/sandbox/engine/futures/contracts.ts';
import { createSymbolModel } from '../../../src/sandbox/engine/market/models.ts';
import { MARKET_MODELS } from '../../../src/sandbox/engine/market/symbol-model.ts';
import { symbolProfileOf } from '../../../src/sandbox/engine/market/symbol-profile.ts';
import { listSymbols } from '../../../src/sandbox/engine/market/symbols.ts';
import {
  type TalliedDays,
  type TalliedSpan,
  TradeTally,
} from '../../../src/sandbox/engine/market/trade-summary.ts';

const symbols = [
  ...listSymbols(),
  ...(['usdm', 'coinm'] as const).flatMap((product) => listContracts(product).map(({ market }) => market)),
];
/** The first days of the blocks of which the paths of assets consist. */
const BLOCK_STARTS = [17_408, 18_432, 19_456, 20_480];

/** A day before and after which days are read, and how many before the first and in all. */
const ranges = fc.record({
  centre: fc.oneof(fc.constantFrom(...BLOCK_STARTS), fc.integer({ min: 17_000, max: 23_000 })),
  before: fc.nat(70),
  length: fc.integer({ min: 1, max: 140 }),
});
const reads = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 40 }),
  one: fc.constantFrom(...symbols),
  other: fc.constantFrom(...symbols),
  ranges: fc.array(ranges, { minLength: 1, maxLength: 3 }),
});

const totalsOn = ({ first, days }: TalliedDays, day: number) => days[day - first]!;

/** Returns the fields of a day that are added up. */
function tallied({ day, firstId, count, open, high, low, close, ...span }: TalliedSpan) {
  const { reference, inverse } = day;
  const { buyLots, buyValue, sellLots, sellValue } = span;
  const volumes = { buyLots, buyValue, sellLots, sellValue, reference, inverse };
  return { firstId, count, open, high, low, close, ...volumes };
}

describe.each(MARKET_MODELS)('runs of days of market model %i', (version) => {
  it('are the days read alone, whatever was read before and between', () => {
    fc.assert(
      fc.property(reads, ({ seed, one, other, ranges: all }) => {
        const models = [one, other].map((symbol) =>
          createSymbolModel(symbolProfileOf(symbol, seed), version),
        );
        for (const { centre, before, length } of all) {
          for (let age = 0; age < length; age += 1) {
            for (const model of models) {
              const day = Math.max(centre - before, model.profile.symbol.listedAt / DAY_MS) + age;
              const totals = tallied(totalsOn(model.dayTotals(day, day - age + length), day));
              // Reading every day with a model that has read nothing else would take long.
              if (age % 16 > 1 && !BLOCK_STARTS.includes(day)) continue;
              expect(totals).toEqual(tallied(createSymbolModel(model.profile, version).daySpan(day)));
            }
          }
        }
      }),
      { seed: 20_261_128, numRuns: 25 },
    );
  });

  it('add up to the sums of their days', () => {
    fc.assert(
      fc.property(reads, ({ seed, one, ranges: [range] }) => {
        const model = createSymbolModel(symbolProfileOf(one, seed), version);
        const begin = Math.max(range!.centre - range!.before, one.listedAt / DAY_MS);
        const end = begin + range!.length;
        const [together, singly] = [new TradeTally(one, model.inverse), new TradeTally(one, model.inverse)];
        for (let day = begin; day < end; ) {
          const { first, days } = model.dayTotals(day, end);
          const to = Math.min(days.length, end - first);
          together.addSpans(days, day - first, to);
          for (const span of days.slice(day - first, to)) singly.addSpan(span);
          day = first + to;
        }
        expect(together).toEqual(singly);
      }),
      { seed: 20_261_128, numRuns: 100 },
    );
  });
});
