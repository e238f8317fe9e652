/** Market data of both futures products: fields and types of every endpoint, and consistency of all views. */

import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { scenarioMarket } from '../../src/sandbox/engine/market/scenario.ts';
import { createExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../src/sandbox/exchange/requests.ts';
import { manualClock } from './manual-clock.ts';
import { createTestExchange, requestPublicJson, signedRequest } from './signed-calls.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
const exchange = createExchange({ clock: manualClock(NOW), seed: 3 });

// biome-ignore lint/suspicious/noExplicitAny: responses are checked field by field.
function get(path: string, params: Record<string, string | number> = {}): any {
  const signed = signedRequest(exchange, 'GET', path, params);
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  );
  // One endpoint is signed according to one of the two documents; the others are not signed.
  const request = path.endsWith('/historicalTrades') ? signed : { ...signed, target: `${path}?${query}` };
  const { status, body } = answerRequest(exchange, { ...request, client: path });
  const value = JSON.parse(body);
  if (status !== 200) throw new Error(`${path}: ${body}`);
  return value;
}

/**
 * Parameters of each endpoint, and names and types of its first record: d decimal text, i integer, b, s, a.
 */
const RECORDS: Readonly<Record<string, readonly [Record<string, string | number>, string]>> = {
  'usdm.ping': [{}, ''],
  'usdm.time': [{}, 'serverTime:i'],
  'usdm.depth': [{ symbol: 'BTCUSDT', limit: 5 }, 'lastUpdateId:i E:i T:i bids:a asks:a'],
  'usdm.trades': [{ symbol: 'BTCUSDT' }, 'id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b'],
  'usdm.historical-trades': [
    { symbol: 'BTCUSDT', fromId: 7 },
    'id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b',
  ],
  'usdm.agg-trades': [{ symbol: 'BTCUSDT' }, 'a:i p:d q:d f:i l:i T:i m:b'],
  'usdm.premium-index': [
    { symbol: 'BTCUSDT' },
    'symbol:s markPrice:d indexPrice:d estimatedSettlePrice:d lastFundingRate:d interestRate:d nextFundingTime:i time:i',
  ],
  'usdm.funding-rate': [{ symbol: 'BTCUSDT' }, 'symbol:s fundingRate:d fundingTime:i markPrice:d'],
  'usdm.ticker-24hr': [
    { symbol: 'BTCUSDT' },
    'symbol:s priceChange:d priceChangePercent:d weightedAvgPrice:d lastPrice:d lastQty:d openPrice:d highPrice:d lowPrice:d volume:d quoteVolume:d openTime:i closeTime:i firstId:i lastId:i count:i',
  ],
  'usdm.ticker-price': [{}, 'symbol:s price:d time:i'],
  'usdm.ticker-book': [{}, 'symbol:s bidPrice:d bidQty:d askPrice:d askQty:d time:i lastUpdateId:i'],
  'usdm.open-interest': [{ symbol: 'BTCUSDT' }, 'openInterest:d symbol:s time:i'],
  'usdm.constituents': [{ symbol: 'BTCUSDT' }, 'symbol:s time:i constituents:a'],
  'usdm.asset-index': [
    {},
    'symbol:s time:i index:d bidBuffer:d askBuffer:d bidRate:d askRate:d autoExchangeBidBuffer:d autoExchangeAskBuffer:d autoExchangeBidRate:d autoExchangeAskRate:d',
  ],
  'usdm.open-interest-history': [
    { symbol: 'BTCUSDT', period: '1h' },
    'symbol:s sumOpenInterest:d sumOpenInterestValue:d timestamp:i',
  ],
  'usdm.long-short.top-accounts': [
    { symbol: 'BTCUSDT', period: '5m' },
    'symbol:s longShortRatio:d longAccount:d shortAccount:d timestamp:i',
  ],
  'usdm.long-short.top-positions': [
    { symbol: 'BTCUSDT', period: '1d' },
    'symbol:s longShortRatio:d longAccount:d shortAccount:d timestamp:i',
  ],
  'usdm.long-short.accounts': [
    { symbol: 'BTCUSDT', period: '2h' },
    'symbol:s longShortRatio:d longAccount:d shortAccount:d timestamp:i',
  ],
  'usdm.taker-volume': [{ symbol: 'BTCUSDT', period: '1h' }, 'buySellRatio:d buyVol:d sellVol:d timestamp:i'],
  'usdm.basis': [
    { pair: 'BTCUSDT', contractType: 'CURRENT_QUARTER', period: '1h', limit: 30 },
    'indexPrice:d contractType:s basisRate:d futuresPrice:d annualizedBasisRate:d basis:d pair:s timestamp:i',
  ],
  'coinm.time': [{}, 'serverTime:i'],
  'coinm.premium-index': [
    { symbol: 'BTCUSD_PERP' },
    'symbol:s pair:s markPrice:d indexPrice:d estimatedSettlePrice:d lastFundingRate:d interestRate:d nextFundingTime:i time:i',
  ],
  'coinm.depth': [
    { symbol: 'BTCUSD_PERP', limit: 5 },
    'lastUpdateId:i symbol:s pair:s E:i T:i bids:a asks:a',
  ],
  'coinm.agg-trades': [{ symbol: 'BTCUSD_PERP' }, 'a:i p:d q:d f:i l:i T:i m:b'],
  'coinm.ticker-24hr': [
    { pair: 'BTCUSD' },
    'symbol:s pair:s priceChange:d priceChangePercent:d weightedAvgPrice:d lastPrice:d lastQty:d openPrice:d highPrice:d lowPrice:d volume:d baseVolume:d openTime:i closeTime:i firstId:i lastId:i count:i',
  ],
};

const CANDLES = [
  ['/fapi/v1/klines', { symbol: 'BTCUSDT' }],
  ['/fapi/v1/continuousKlines', { pair: 'BTCUSDT', contractType: 'NEXT_QUARTER' }],
  ['/fapi/v1/indexPriceKlines', { pair: 'BTCUSDT' }],
  ['/fapi/v1/markPriceKlines', { symbol: 'BTCUSDT' }],
  ['/fapi/v1/premiumIndexKlines', { symbol: 'BTCUSDT' }],
  ['/dapi/v1/klines', { symbol: 'BTCUSD_PERP' }],
] as const;

describe('market data of futures', () => {
  it.each(Object.entries(RECORDS))('of %s has its fields and their types', (id, [params, fields]) => {
    const answered = get(ENDPOINTS.find((one) => one.id === id)!.path, params);
    const record = Array.isArray(answered) ? answered[0] : answered;
    const wanted = fields.split(' ').filter((field) => field !== '');
    expect(Object.keys(record)).toEqual(wanted.map((field) => field.split(':')[0]));
    for (const field of wanted) {
      const [name, form] = field.split(':') as [string, string];
      const value = record[name];
      if (form === 'd') expect(value, name).toMatch(/^-?\d+(\.\d+)?$/);
      else if (form === 'i') expect(Number.isSafeInteger(value), name).toBe(true);
      else if (form === 'a') expect(value.length, name).toBeGreaterThan(0);
      else expect(typeof value, name).toBe(form === 'b' ? 'boolean' : 'string');
    }
  });

  it.each(CANDLES)('of %s are rows of twelve values', (path, params) => {
    const rows = get(path, { ...params, interval: '1h', limit: 3 });
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row.map((value: unknown) => typeof value).join(' ')).toBe(
        'number string string string string string number string number string string string',
      );
      expect(row[6]).toBe(row[0] + HOUR_MS - 1);
    }
  });

  it.each([
    ['/fapi/v1/exchangeInfo', 'BTCUSDT', 'status'],
    ['/dapi/v1/exchangeInfo', 'BTCUSD_PERP', 'contractStatus'],
  ])('of %s lists perpetual contracts and two quarters', (path, name, status) => {
    const { symbols } = get(path);
    const first = symbols[0];
    expect([first.symbol, first.contractType, first[status]]).toEqual([name, 'PERPETUAL', 'TRADING']);
    const types = symbols
      .filter((one: { pair: string }) => one.pair === first.pair)
      .map((one: { contractType: string }) => one.contractType);
    expect(types).toEqual(['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER']);
  });

  it.each(['/fapi/v1/exchangeInfo', '/dapi/v1/exchangeInfo'])(
    'of %s states the documented limits',
    (path) => {
      expect(get(path).rateLimits).toEqual([
        { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2400 },
        { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 1, limit: 300 },
        { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 1_200_000 },
      ]);
    },
  );

  it('returns the newest coin-margined candles of a time range above the limit, and the oldest of other products', () => {
    const window = { interval: '1h', limit: 3, startTime: NOW - 10 * HOUR_MS, endTime: NOW - 5 * HOUR_MS };
    const hours = (path: string, symbol: string, params: Record<string, number | string>) =>
      get(path, { symbol, ...params }).map(([openTime]: [number]) => Math.floor((NOW - openTime) / HOUR_MS));
    expect(hours('/dapi/v1/klines', 'BTCUSD_PERP', window)).toEqual([7, 6, 5]);
    expect(hours('/fapi/v1/klines', 'BTCUSDT', window)).toEqual([9, 8, 7]);
    expect(hours('/dapi/v1/klines', 'BTCUSD_PERP', { ...window, limit: 9 })).toEqual([9, 8, 7, 6, 5]);
  });

  it('is consistent: candles with trades, tickers and taker volumes', () => {
    const [row] = get('/fapi/v1/klines', {
      symbol: 'ETHUSDT',
      interval: '1h',
      startTime: NOW - HOUR_MS,
      limit: 1,
    });
    const parts = get('/fapi/v1/klines', {
      symbol: 'ETHUSDT',
      interval: '5m',
      startTime: row[0],
      endTime: row[6],
    });
    const total = (rows: string[][], place: number) =>
      rows.reduce((sum, one) => sum + Math.round(Number(one[place]) * 1e6), 0);
    expect(total(parts, 7)).toBe(total([row], 7));
    const last = get('/fapi/v1/trades', { symbol: 'ETHUSDT', limit: 1 })[0];
    expect(last.price).toBe(get('/fapi/v1/ticker/price', { symbol: 'ETHUSDT' }).price);
    expect(last.id).toBe(get('/fapi/v1/ticker/24hr', { symbol: 'ETHUSDT' }).lastId);
    const taken = get('/futures/data/takerlongshortRatio', { symbol: 'ETHUSDT', period: '1h' }).at(-1);
    const [whole] = get('/fapi/v1/klines', {
      symbol: 'ETHUSDT',
      interval: '1h',
      startTime: taken.timestamp - HOUR_MS,
      limit: 1,
    });
    expect(taken.buyVol).toBe(whole[9]);
  });

  it('keeps contract prices near their index but different from each other, and the basis equal to the difference', () => {
    const rows = get('/futures/data/basis', {
      pair: 'BTCUSDT',
      contractType: 'PERPETUAL',
      period: '1h',
      limit: 200,
    });
    expect(rows).toHaveLength(200);
    for (const { basis, futuresPrice, indexPrice, basisRate } of rows) {
      expect(Number(basis)).toBeCloseTo(Number(futuresPrice) - Number(indexPrice), 6);
      expect(Math.abs(Number(basisRate))).toBeLessThan(0.03);
    }
    expect(new Set(rows.map((row: { basis: string }) => row.basis)).size).toBeGreaterThan(100);
  });

  it('has a funding rate every eight hours, within the cap, which a time range returns unchanged', () => {
    const rates = get('/fapi/v1/fundingRate', { symbol: 'BTCUSDT', limit: 100 });
    expect(rates).toHaveLength(100);
    for (const { fundingTime, fundingRate } of rates) {
      expect(fundingTime % (8 * HOUR_MS)).toBe(0);
      expect(Math.abs(Number(fundingRate))).toBeLessThanOrEqual(0.003);
    }
    const again = get('/fapi/v1/fundingRate', {
      symbol: 'BTCUSDT',
      startTime: rates[3].fundingTime,
      limit: 5,
    });
    expect(again).toEqual(rates.slice(3, 8));
  });

  it.each(['CURRENT_MONTH', 'NEXT_MONTH'])('has no candles of %s, which was refused', (contractType) => {
    const query = { pair: 'BTCUSDT', contractType, interval: '1h' };
    expect(get('/fapi/v1/continuousKlines', query)).toEqual([]);
  });

  it('rejects unknown symbols and invalid parameters with their codes', () => {
    expect(() => get('/fapi/v1/depth', { symbol: 'NOSUCH' })).toThrow('-1121');
    expect(() => get('/fapi/v1/indexPriceKlines', { pair: 'NOSUCH', interval: '1h' })).toThrow('-4087');
    expect(() =>
      get('/fapi/v1/continuousKlines', { pair: 'SOLUSDT', contractType: 'CURRENT_QUARTER', interval: '1h' }),
    ).toThrow('-4104');
    expect(() =>
      get('/dapi/v1/klines', {
        symbol: 'BTCUSD_PERP',
        interval: '1h',
        startTime: 1_700_000_000_000,
        endTime: NOW,
      }),
    ).toThrow('-4088');
  });
});

it('contracts follow their index through a crash scenario', () => {
  const clock = manualClock();
  const crashing = createTestExchange({
    clock,
    transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
  });
  const markOf = () => {
    const { lastPrice } = requestPublicJson(crashing, '/fapi/v1/ticker/24hr?symbol=BTCUSDT');
    const { markPrice } = requestPublicJson(crashing, '/fapi/v1/premiumIndex?symbol=BTCUSDT');
    expect(Math.abs(lastPrice / markPrice - 1)).toBeLessThan(0.01);
    return Number(markPrice);
  };
  const before = markOf();
  clock.move(16 * 60_000);
  expect(markOf() / before).toBeLessThan(0.75);
});
