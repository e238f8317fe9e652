/** The answers of the spot market endpoints, field by field, against lists written from the public facts. */
import { describe, expect, it } from 'vitest';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import { unixMs } from '../../src/core/words.ts';
import { spotMarketHandlers } from '../../src/sandbox/handlers/spot/market.ts';
import { SandboxRefusal } from '../../src/sandbox/types.ts';
import { ask, expectRecord, market, NOW, type Row, textOf } from './spot-market-calls.ts';

function refusalOf(id: string, params: Record<string, string>) {
  try {
    textOf(id, params);
  } catch (thrown) {
    if (thrown instanceof SandboxRefusal) return [thrown.status, thrown.code, thrown.message];
    throw thrown;
  }
  return undefined;
}

const TRADE = 'id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b isBestMatch:b';
const AGGREGATE = 'a:i p:d q:d f:i l:i T:i m:b M:b';
const SINGLE = [
  'spot.ticker-24hr',
  'spot.ticker-trading-day',
  'spot.ticker-rolling',
  'spot.ticker-price',
  'spot.ticker-book',
];

describe('spot market data', () => {
  it('has a handler for each of its endpoints and for no other', () => {
    expect(Object.keys(spotMarketHandlers).sort()).toEqual(spotMarket.map((one) => one.id).sort());
  });

  it('answers ping with an empty object and time with the clock', () => {
    expect(textOf('spot.ping')).toBe('{}');
    expect(textOf('spot.time')).toBe(`{"serverTime":${NOW}}`);
  });

  it.each(spotMarket.filter((one) => 'symbol' in one.params).map((one) => one.id))(
    'refuses an unknown symbol at %s with -1121',
    (id) => {
      const params = { symbol: 'NOSUCHPAIR', interval: '1m', limit: '5' };
      expect(refusalOf(id, params)).toEqual([400, -1121, 'Invalid symbol.']);
    },
  );

  it('rejects an unknown symbol among known ones', () => {
    const symbols = '["BTCUSDT","NOSUCHPAIR"]';
    for (const id of [...SINGLE, 'spot.exchange-info']) {
      expect(refusalOf(id, { symbols })).toEqual([400, -1121, 'Invalid symbol.']);
    }
  });

  it('does not know a symbol before its listing', () => {
    const before = unixMs(Date.UTC(2020, 0, 1));
    expect(() => textOf('spot.ticker-price', { symbol: 'SOLUSDT' }, before)).toThrow('Invalid symbol.');
    expect(ask('spot.ticker-price', {}, before).length).toBeLessThan(ask('spot.ticker-price').length);
  });
});

describe('exchangeInfo', () => {
  it('has the fields of the document and the public facts, in order', () => {
    const info = ask('spot.exchange-info');
    expectRecord(info, 'timezone:s serverTime:i rateLimits:a exchangeFilters:a symbols:a');
    expect(info.rateLimits).toContainEqual({
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'MINUTE',
      intervalNum: 1,
      limit: 6000,
    });
    expect(info.symbols).toHaveLength(market.symbols.length);
    for (const symbol of info.symbols) {
      expectRecord(
        symbol,
        'symbol:s status:s baseAsset:s baseAssetPrecision:i quoteAsset:s quotePrecision:i quoteAssetPrecision:i baseCommissionPrecision:i quoteCommissionPrecision:i orderTypes:a icebergAllowed:b ocoAllowed:b otoAllowed:b quoteOrderQtyMarketAllowed:b allowTrailingStop:b cancelReplaceAllowed:b amendAllowed:b isSpotTradingAllowed:b isMarginTradingAllowed:b filters:a permissions:a permissionSets:a defaultSelfTradePreventionMode:s allowedSelfTradePreventionModes:a',
      );
      expect(symbol.symbol).toBe(symbol.baseAsset + symbol.quoteAsset);
    }
  });

  it('states the filters of BTCUSDT', () => {
    const [btc] = ask('spot.exchange-info', { symbol: 'BTCUSDT' }).symbols;
    const filter = (name: string) => btc.filters.find((one: Row) => one['filterType'] === name);
    expect(filter('PRICE_FILTER')).toEqual({
      filterType: 'PRICE_FILTER',
      minPrice: '0.01000000',
      maxPrice: '1000000.00000000',
      tickSize: '0.01000000',
    });
    expect(filter('LOT_SIZE')).toEqual({
      filterType: 'LOT_SIZE',
      minQty: '0.00001000',
      maxQty: '9000.00000000',
      stepSize: '0.00001000',
    });
    expect(filter('NOTIONAL')).toMatchObject({
      minNotional: '5.00000000',
      applyMinToMarket: true,
      avgPriceMins: 5,
    });
    expect(filter('PERCENT_PRICE_BY_SIDE')).toMatchObject({ bidMultiplierUp: '5', askMultiplierDown: '0.2' });
    expect(filter('MARKET_LOT_SIZE')).toMatchObject({ stepSize: '0.00000000' });
    expect(filter('TRAILING_DELTA')).toMatchObject({
      minTrailingAboveDelta: 10,
      maxTrailingBelowDelta: 2000,
    });
    expect(filter('MAX_NUM_ORDERS')).toEqual({ filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 });
  });

  it('returns the requested symbols, or those with the requested permissions', () => {
    const names = (params: Record<string, string>) =>
      ask('spot.exchange-info', params).symbols.map((one: Row) => one['symbol']);
    expect(names({ symbol: 'ETHBTC' })).toEqual(['ETHBTC']);
    expect(names({ symbols: '["XRPUSDT","BTCUSDT"]' })).toEqual(['XRPUSDT', 'BTCUSDT']);
    expect(names({ permissions: 'LEVERAGED' })).toEqual([]);
    const margin = names({ permissions: '["MARGIN","LEVERAGED"]' });
    expect(margin).toContain('BTCUSDT');
    expect(margin).not.toContain('BTCBUSD');
    expect(names({ permissions: 'SPOT' })).toHaveLength(market.symbols.length);
  });

  it('marks a symbol whose trading has ended', () => {
    const info = (symbol: string) => ask('spot.exchange-info', { symbol }).symbols[0];
    expect(info('BTCBUSD')).toMatchObject({ status: 'BREAK', isSpotTradingAllowed: false });
    expect(info('BTCUSDT')).toMatchObject({ status: 'TRADING', isSpotTradingAllowed: true });
  });
});

describe('depth', () => {
  it('has bids from high to low and asks from low to high', () => {
    const book = ask('spot.depth', { symbol: 'BTCUSDT', limit: '20' });
    expectRecord(book, 'lastUpdateId:i bids:a asks:a');
    expect([book.bids.length, book.asks.length]).toEqual([20, 20]);
    for (const level of [...book.bids, ...book.asks]) {
      expect(level).toEqual([expect.stringMatching(/^\d+\.\d{8}$/), expect.stringMatching(/^\d+\.\d{8}$/)]);
    }
    expect(Number(book.bids[0][0])).toBeGreaterThan(Number(book.bids[1][0]));
    expect(Number(book.asks[0][0])).toBeLessThan(Number(book.asks[1][0]));
    expect(Number(book.bids[0][0])).toBeLessThan(Number(book.asks[0][0]));
  });
});

describe('trades', () => {
  it.each(['spot.trades', 'spot.historical-trades'])(
    'of %s end with the newest and have ascending ids',
    (id) => {
      const rows = ask(id, { symbol: 'BTCUSDT', limit: '50' });
      expect(rows).toHaveLength(50);
      for (const row of rows) expectRecord(row, TRADE);
      expect(rows.map((row: Row) => row['id'])).toEqual(
        rows.map((_: Row, index: number) => rows[0].id + index),
      );
      expect(rows.at(-1).time).toBeLessThanOrEqual(NOW);
      expect(rows.at(-1).price).toBe(ask('spot.ticker-price', { symbol: 'BTCUSDT' }).price);
      expect(rows.at(-1).id).toBe(ask('spot.ticker-24hr', { symbol: 'BTCUSDT' }).lastId);
    },
  );

  it('start at the requested id and end at the newest', () => {
    const historical = (fromId: number) =>
      ask('spot.historical-trades', { symbol: 'ETHBTC', fromId: String(fromId), limit: '10' }).map(
        (row: Row) => row['id'],
      );
    expect(historical(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const last = ask('spot.ticker-24hr', { symbol: 'ETHBTC' }).lastId;
    expect(historical(last - 1)).toEqual([last - 1, last]);
    expect(historical(last + 1)).toEqual([]);
    expect(
      ask('spot.historical-trades', { symbol: 'ETHBTC', fromId: '9223372036854775807', limit: '1' }),
    ).toEqual([]);
  });

  it('in aggregates have the ids of their trades', () => {
    const rows = ask('spot.agg-trades', { symbol: 'BTCUSDT', limit: '100' });
    for (const row of rows) expectRecord(row, AGGREGATE);
    for (let index = 1; index < rows.length; index += 1) {
      expect(rows[index].a).toBe(rows[index - 1].a + 1);
      expect(rows[index].f).toBe(rows[index - 1].l + 1);
    }
    const { f, l, p, q, T } = rows[7];
    const trades = ask('spot.historical-trades', {
      symbol: 'BTCUSDT',
      fromId: String(f),
      limit: String(l - f + 1),
    });
    expect(trades.every((trade: Row) => trade['price'] === p && trade['time'] === T)).toBe(true);
    const lots = (text: string) => Math.round(Number(text) * 1e5);
    expect(trades.reduce((sum: number, trade: { qty: string }) => sum + lots(trade.qty), 0)).toBe(lots(q));
  });

  it('in aggregates are selected by time, both ends inclusive, or by id', () => {
    const rows = ask('spot.agg-trades', { symbol: 'SKLUSDT', limit: '40' });
    const find = (params: Record<string, string>) =>
      ask('spot.agg-trades', { symbol: 'SKLUSDT', limit: '5', ...params }).map((row: Row) => row['a']);
    const ids = rows.map((row: Row) => row['a']);
    const times = rows.map((row: Row) => String(row['T']));
    expect(find({})).toEqual(ids.slice(-5));
    expect(find({ startTime: times[10] })).toEqual(ids.slice(10, 15));
    expect(find({ endTime: times[20] })).toEqual(ids.slice(16, 21));
    expect(find({ startTime: times[10], endTime: times[12] })).toEqual(ids.slice(10, 13));
    expect(find({ fromId: String(ids[3]) })).toEqual(ids.slice(3, 8));
    expect(find({ fromId: String(ids[3]), endTime: times[4] })).toEqual(ids.slice(3, 5));
    expect(find({ startTime: String(NOW + 1000) })).toEqual([]);
    expect(find({ endTime: '1000' })).toEqual([]);
  });
});

describe('klines', () => {
  it.each(['spot.klines', 'spot.ui-klines'])('of %s have twelve slots', (id) => {
    const rows = ask(id, { symbol: 'BTCUSDT', interval: '1h', limit: '3' });
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toHaveLength(12);
      for (const slot of [1, 2, 3, 4, 5, 7, 9, 10]) expect(row[slot]).toMatch(/^\d+\.\d{8}$/);
      for (const slot of [0, 6, 8]) expect(Number.isSafeInteger(row[slot])).toBe(true);
      expect(row[6]).toBe(row[0] + 3_599_999);
      expect(row[11]).toBe('0');
    }
    expect(rows[2][0]).toBe(Date.UTC(2026, 10, 20, 12));
  });

  it('follow the time zone and the time range', () => {
    const opens = (params: Record<string, string>) =>
      ask('spot.klines', { symbol: 'ETHUSDT', interval: '1d', limit: '2', ...params }).map(
        (row: number[]) => row[0],
      );
    expect(opens({ timeZone: '8' })).toEqual([Date.UTC(2026, 10, 18, 16), Date.UTC(2026, 10, 19, 16)]);
    expect(opens({ startTime: '0' })).toEqual([Date.UTC(2017, 6, 14), Date.UTC(2017, 6, 15)]);
    expect(opens({ endTime: String(Date.UTC(2026, 0, 2)) })).toEqual([
      Date.UTC(2026, 0, 1),
      Date.UTC(2026, 0, 2),
    ]);
  });

  it('exist for a symbol with a Chinese name', () => {
    expect(ask('spot.klines', { symbol: '币安人生USDT', interval: '1s', limit: '1000' })).toHaveLength(1000);
  });
});

describe('avgPrice', () => {
  it('is weighted by volume over five minutes and has the time of the last trade', () => {
    const average = ask('spot.avg-price', { symbol: 'BTCUSDT' });
    expectRecord(average, 'mins:i price:d closeTime:i');
    const trades = ask('spot.agg-trades', {
      symbol: 'BTCUSDT',
      startTime: String(NOW - 300_000),
      limit: '1000000',
    });
    const scaled = (text: string) => BigInt(text.replace('.', ''));
    const value = trades.reduce(
      (sum: bigint, row: { p: string; q: string }) => sum + scaled(row.p) * scaled(row.q),
      0n,
    );
    const amount = trades.reduce((sum: bigint, row: { q: string }) => sum + scaled(row.q), 0n);
    expect(scaled(average.price)).toBe((2n * value + amount) / (2n * amount));
    expect(average.closeTime).toBe(trades.at(-1).T);
  });

  it('is the last price if nothing was traded', () => {
    const average = ask('spot.avg-price', { symbol: 'BTCBUSD' });
    expect(average.price).toBe(ask('spot.ticker-price', { symbol: 'BTCBUSD' }).price);
    expect(average.closeTime).toBeLessThan(Date.UTC(2023, 11, 15));
  });
});
