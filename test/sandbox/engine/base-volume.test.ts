/** Volumes of COIN-M contracts in the base asset add up exactly, as all other volumes do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../../../src/catalogue/candle-intervals.ts';
import { KLINE_INTERVALS_FUTURES } from '../../../src/catalogue/enums/market.ts';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { type Contract, listContracts } from '../../../src/sandbox/engine/futures/contracts.ts';
import { futuresMarketOf } from '../../../src/sandbox/engine/futures/market.ts';
import { baseOfUnits } from '../../../src/sandbox/engine/market/base-volume.ts';
import { type Candle, createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { SCENARIOS, type ScenarioName } from '../../../src/sandbox/engine/market/scenario-kinds.ts';
import { valueText } from '../../../src/sandbox/handlers/futures/market.ts';
import { NOW } from './sample.ts';

/** Each interval with a shorter one that divides it. */
const LADDER: readonly (readonly [Interval, Interval])[] = [
  ['3m', '1m'],
  ['5m', '1m'],
  ['15m', '5m'],
  ['30m', '15m'],
  ['1h', '1m'],
  ['2h', '1h'],
  ['4h', '30m'],
  ['6h', '2h'],
  ['8h', '4h'],
  ['12h', '6h'],
  ['1d', '15m'],
  ['3d', '8h'],
  ['1w', '1d'],
  ['1M', '12h'],
];

const CONTRACTS = listContracts('coinm').filter(({ market }) => market.listedAt < NOW - 40 * DAY_MS);

/** A contract and a time while it trades, by seed. */
const moments = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    contract: fc.constantFrom(...CONTRACTS),
    position: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  .map(({ seed, contract, position }) => {
    const { listedAt, delistedAt = NOW } = contract.market;
    const at = unixMs(listedAt + Math.floor((Math.min(delistedAt, NOW) - listedAt) * position));
    return { spot: createMarket({ seed }), contract, at };
  });

/**
 * The trades of a short time have its volume to the last unit, for which one of them may deviate from the worth of its
 * contracts by part of a tick.
 */
const PRICE_SLACK = 0.1;

const marketOf = (spot: Market) => futuresMarketOf('coinm', spot).publicView;

/** Returns the volume, and what takers bought of it, in 10^-8 of the base asset. */
function volumesOf(contract: Contract, { summary }: Candle): readonly [bigint, bigint] {
  const bought = { ...summary, lots: summary.buyLots, quote: summary.buyQuote };
  const value = (one: typeof bought) => BigInt(valueText(contract, one).replace('.', ''));
  return [value(summary), value(bought)];
}

function sumOf(contract: Contract, candles: readonly Candle[]): readonly [bigint, bigint] {
  return candles
    .map((one) => volumesOf(contract, one))
    .reduce(([all, bought], [volume, buys]) => [all + volume, bought + buys], [0n, 0n]);
}

/** Expects a candle that is still open at `at` to have the sum of shorter candles, which the same time ends. */
function expectSum(spot: Market, contract: Contract, at: number, [large, small]: (typeof LADDER)[number]) {
  const market = marketOf(spot);
  const query = { symbol: contract.market, zoneMinutes: 0, now: unixMs(at) };
  const [row] = market.candles({ ...query, interval: large, limit: 1 });
  const rows = market.candles({ ...query, interval: small, from: row!.openTime, limit: 1500 });
  expect(sumOf(contract, rows)).toEqual(volumesOf(contract, row!));
}

describe('the base volume of COIN-M candles', () => {
  it('of every interval is the sum of shorter ones, that of open candles too', () => {
    expect(new Set(LADDER.map(([large]) => large)).size).toBe(KLINE_INTERVALS_FUTURES.length - 1);
    fc.assert(
      fc.property(moments, fc.constantFrom(...LADDER), ({ spot, contract, at }, steps) => {
        expectSum(spot, contract, at, steps);
      }),
      { numRuns: 150 },
    );
  });

  it('is the sum over the trades, whose lots and prices are those of the candle', () => {
    fc.assert(
      fc.property(moments, ({ spot, contract, at }) => {
        const market = marketOf(spot);
        const query = { symbol: contract.market, zoneMinutes: 0, now: at };
        for (const candle of market.candles({ ...query, interval: '1m', limit: 5 })) {
          const { firstId, count, lots, buyLots, high, low } = candle.summary;
          if (count === 0) continue;
          const trades = market.aggregateTrades(contract.market, firstId, firstId + count);
          const bought = trades.filter(({ isBuyerMaker }) => !isBuyerMaker);
          const units = (rows: typeof trades) =>
            rows.reduce((sum, { base }) => sum + baseOfUnits(contract.market.contract!.inverse!, base!), 0n);
          const lotsOf = (rows: typeof trades) => rows.reduce((sum, row) => sum + row.lots, 0);
          expect([units(trades), units(bought)]).toEqual(volumesOf(contract, candle));
          expect([lotsOf(trades), lotsOf(bought)]).toEqual([lots, buyLots]);
          const prices = trades.map(({ price }) => price);
          expect([Math.min(...prices), Math.max(...prices)]).toEqual([low, high]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('of every perpetual contract is the sum of its minutes, in a market with any scenario', () => {
    const names = Object.keys(SCENARIOS) as ScenarioName[];
    for (const [index, contract] of CONTRACTS.filter(
      ({ deliversAt }) => deliversAt === undefined,
    ).entries()) {
      const spot = scenarioMarket(
        createMarket({ seed: index }),
        names[index % names.length]!,
        NOW - 3_600_000,
      );
      for (const steps of [LADDER[0]!, LADDER[4]!]) expectSum(spot, contract, NOW, steps);
    }
  });

  it('is that of its contracts at prices from the low to the high of the candle, to a tenth of a tick', () => {
    fc.assert(
      fc.property(
        moments,
        fc.constantFrom(...KLINE_INTERVALS_FUTURES),
        ({ spot, contract, at }, interval) => {
          const query = { symbol: contract.market, interval, zoneMinutes: 0, limit: 30, now: unixMs(at) };
          for (const candle of marketOf(spot).candles(query)) {
            const { low, high, lots, buyLots } = candle.summary;
            const [volume, bought] = volumesOf(contract, candle);
            const { tickDecimals, contract: terms } = contract.market;
            const dollars = contract.size * 10 ** (8 + tickDecimals);
            const rounding = (1 + candle.summary.count) * 10 ** (8 - terms!.inverse!.decimals);
            for (const [amount, units] of [
              [lots, volume],
              [buyLots, bought],
            ] as const) {
              expect(Number(units) - rounding).toBeLessThanOrEqual((amount * dollars) / (low - PRICE_SLACK));
              expect(Number(units) + rounding).toBeGreaterThanOrEqual(
                (amount * dollars) / (high + PRICE_SLACK),
              );
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
