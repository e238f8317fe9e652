import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KLINE_INTERVALS_SPOT } from '../../../src/catalogue/enums/market.ts';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { listContracts } from '../../../src/sandbox/engine/futures/contracts.ts';
import { type Candle, type CandleQuery, createMarket } from '../../../src/sandbox/engine/market/market.ts';
import { createSymbolModel } from '../../../src/sandbox/engine/market/models.ts';
import { generateTrades, SPLIT_TRADES_MIN } from '../../../src/sandbox/engine/market/span-trades.ts';
import { MARKET_MODELS, type SymbolModel } from '../../../src/sandbox/engine/market/symbol-model.ts';
import { symbolProfileOf } from '../../../src/sandbox/engine/market/symbol-profile.ts';
import { listSymbols, type MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import type { AggregateTrade, SpanPart } from '../../../src/sandbox/engine/market/time-span.ts';
import { TradeTally } from '../../../src/sandbox/engine/market/trade-summary.ts';
import { NOW } from './sample.ts';

const SEED = 20_261_120;
const symbols: readonly MarketSymbol[] = [
  ...listSymbols(),
  ...(['usdm', 'coinm'] as const).flatMap((product) => listContracts(product).map(({ market }) => market)),
];
/** A liquid and an illiquid symbol, a cross, a delisted symbol; perpetual and quarterly contracts, linear and inverse. */
const NAMES = [
  'BTCUSDT',
  'SKLUSDT',
  'ETHBTC',
  'BTCBUSD',
  'usdm BTCUSDT',
  'coinm BTCUSD_PERP',
  'coinm BTCUSD_230331',
];
/** East of UTC by whole, half and quarter hours, and by one minute; west of it. */
const ZONES = [0, 345, 480, 1, -210, -720, 840];

/** Adds up the trades of a window the plain way: a model of its own, no days in order, nothing reused. */
function plainTally(model: SymbolModel, from: number, to: number): TradeTally {
  const { symbol } = model.profile;
  const tally = new TradeTally(symbol, model.inverse);
  const begin = Math.max(from, symbol.listedAt);
  const end = Math.min(to, symbol.delistedAt ?? to);
  const spans: SpanPart[] = [];
  for (let day = Math.ceil(end / DAY_MS) - 1; (day + 1) * DAY_MS > begin; day -= 1) {
    spans.unshift(model.daySpan(day));
  }
  for (const span of spans) addPart(tally, model, span, begin, end);
  return tally;
}

function addPart(tally: TradeTally, model: SymbolModel, part: SpanPart, begin: number, end: number): void {
  if (isTrades(part)) {
    for (const trade of part) if (trade.time >= begin && trade.time < end) tally.addTrade(trade);
    return;
  }
  const [from, to] = [part.day.start + part.from, part.day.start + part.to];
  if (to <= begin || from >= end) return;
  if (from >= begin && to <= end) tally.addSpan(part);
  else if (part.count < SPLIT_TRADES_MIN) addPart(tally, model, generateTrades(part), begin, end);
  else for (const half of model.splitSpan(part)) addPart(tally, model, half, begin, end);
}

function isTrades(part: SpanPart): part is readonly AggregateTrade[] {
  return Array.isArray(part);
}

/** Queries of the newest, the oldest and some other candles of a symbol, at the borders of its time too. */
function queriesOf(symbol: MarketSymbol): CandleQuery[] {
  const { listedAt, delistedAt = NOW } = symbol;
  const queries: CandleQuery[] = [];
  for (const [index, interval] of KLINE_INTERVALS_SPOT.entries()) {
    const zoneMinutes = ZONES[index % ZONES.length]!;
    const query = { symbol, interval, limit: 9, now: NOW };
    queries.push(
      // Few enough windows to be cached, and too many for it.
      { ...query, zoneMinutes, limit: 2 },
      { ...query, zoneMinutes: 0 },
      { ...query, zoneMinutes: 345, from: listedAt - 40 * DAY_MS },
      { ...query, zoneMinutes, to: delistedAt + 3 * DAY_MS },
      { ...query, zoneMinutes, now: unixMs(listedAt + 70 * DAY_MS + 45_296_789) },
    );
  }
  // All months, of 28 to 31 days.
  queries.push({ symbol, interval: '1M', zoneMinutes: 0, limit: 60, now: NOW });
  queries.push({ symbol, interval: '1M', zoneMinutes: -300, limit: 60, now: NOW });
  return queries;
}

const digestOf = (rows: readonly (readonly Candle[])[]) =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);

describe('the candles of many windows', () => {
  const cases = MARKET_MODELS.flatMap((version) => NAMES.map((name) => [name, version] as const));

  it.each(cases)('of %s in market model %i are those of the plain way', (name, version) => {
    const symbol = symbols.find((one) => one.name === name)!;
    const market = createMarket({ seed: SEED, model: version, symbols });
    const model = createSymbolModel(symbolProfileOf(symbol, SEED), version);
    for (const query of queriesOf(symbol)) {
      for (const { openTime, closeTime, summary } of market.candles(query)) {
        const plain = plainTally(model, openTime, Math.min(closeTime, query.now) + 1);
        if (plain.count > 0) expect(summary).toEqual(plain);
        else expect(summary).toMatchObject({ count: 0, lots: 0, quote: { whole: 0, part: 0 } });
      }
    }
  });

  it.each([
    [1, 'f6221d07cb3a0d7a'],
    [2, '0d709e7c3dfc894f'],
  ] as const)('in market model %i are those of saved sandboxes', (version, digest) => {
    const market = createMarket({ seed: SEED, model: version, symbols });
    const chosen = symbols.filter(({ name }) => NAMES.includes(name));
    const rows = chosen.flatMap((symbol) => queriesOf(symbol).map((query) => market.candles(query)));
    expect(digestOf(rows)).toBe(digest);
  });
});
