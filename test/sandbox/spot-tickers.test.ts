/** The tickers of spot market data, field by field, against lists written from the public facts. */
import { describe, expect, it } from 'vitest';
import { ask, expectRecord, market, NOW, type Row } from './spot-market-calls.ts';

const DAY_FULL =
  'symbol:s priceChange:d priceChangePercent:p weightedAvgPrice:d prevClosePrice:d lastPrice:d lastQty:d bidPrice:d bidQty:d askPrice:d askQty:d openPrice:d highPrice:d lowPrice:d volume:d quoteVolume:d openTime:i closeTime:i firstId:i lastId:i count:i';
const WINDOW_FULL =
  'symbol:s priceChange:d priceChangePercent:p weightedAvgPrice:d lastPrice:d openPrice:d highPrice:d lowPrice:d volume:d quoteVolume:d openTime:i closeTime:i firstId:i lastId:i count:i';
const MINI =
  'symbol:s openPrice:d highPrice:d lowPrice:d lastPrice:d volume:d quoteVolume:d openTime:i closeTime:i firstId:i lastId:i count:i';
const BOOK = 'symbol:s bidPrice:d bidQty:d askPrice:d askQty:d';
const TICKERS = [
  ['spot.ticker-24hr', DAY_FULL],
  ['spot.ticker-trading-day', WINDOW_FULL],
  ['spot.ticker-rolling', WINDOW_FULL],
] as const;
const SINGLE = [
  'spot.ticker-24hr',
  'spot.ticker-trading-day',
  'spot.ticker-rolling',
  'spot.ticker-price',
  'spot.ticker-book',
];

describe('tickers', () => {
  it.each(SINGLE)('of %s are an object for one symbol, an array in the requested order for several', (id) => {
    expect(ask(id, { symbol: 'XRPUSDT' }).symbol).toBe('XRPUSDT');
    const names = (symbols: string) => ask(id, { symbols }).map((row: Row) => row['symbol']);
    expect(names('["XRPUSDT"]')).toEqual(['XRPUSDT']);
    expect(names('["XRPUSDT","币安人生USDT","BTCUSDT"]')).toEqual(['XRPUSDT', '币安人生USDT', 'BTCUSDT']);
  });

  it.each(['spot.ticker-24hr', 'spot.ticker-price', 'spot.ticker-book'])(
    'of %s cover all symbols without one',
    (id) => {
      expect(ask(id).map((row: Row) => row['symbol'])).toEqual(market.symbols.map((symbol) => symbol.name));
    },
  );

  it.each(TICKERS)('of %s have their fields, full and mini', (id, fields) => {
    for (const symbol of ['BTCUSDT', 'BTCBUSD']) {
      expectRecord(ask(id, { symbol }), fields);
      expectRecord(ask(id, { symbol, type: 'MINI' }), MINI);
    }
  });

  it('of price and book have their fields', () => {
    expectRecord(ask('spot.ticker-price', { symbol: 'BTCUSDT' }), 'symbol:s price:d');
    expectRecord(ask('spot.ticker-book', { symbol: 'BTCUSDT' }), BOOK);
  });

  it('of the trading day agree with the daily candle of the zone', () => {
    for (const timeZone of ['0', '8', '-03:30']) {
      const ticker = ask('spot.ticker-trading-day', { symbol: 'ETHUSDT', timeZone });
      const [row] = ask('spot.klines', { symbol: 'ETHUSDT', interval: '1d', timeZone, limit: '1' });
      const { openTime, openPrice, highPrice, lowPrice, lastPrice, volume, closeTime, quoteVolume, count } =
        ticker;
      expect([
        openTime,
        openPrice,
        highPrice,
        lowPrice,
        lastPrice,
        volume,
        closeTime,
        quoteVolume,
        count,
      ]).toEqual(row.slice(0, 9));
    }
  });

  it('of a rolling window agree with the minutes in it', () => {
    const ticker = ask('spot.ticker-rolling', { symbol: 'ETHUSDT', windowSize: '15m' });
    expect(ticker.openTime).toBe(Date.UTC(2026, 10, 20, 12, 19));
    expect(ticker.closeTime).toBe(NOW);
    const rows = ask('spot.klines', {
      symbol: 'ETHUSDT',
      interval: '1m',
      startTime: String(ticker.openTime),
    });
    expect(rows).toHaveLength(16);
    expect([ticker.openPrice, ticker.lastPrice]).toEqual([rows[0][1], rows[15][4]]);
    expect(Number(ticker.highPrice)).toBe(Math.max(...rows.map((row: string[]) => Number(row[2]))));
    expect(ticker.count).toBe(rows.reduce((sum: number, row: number[]) => sum + row[8]!, 0));
    expect(ticker.lastId - ticker.firstId + 1).toBe(ticker.count);
  });

  it.each([
    ['1m', 60_000],
    ['59m', 59 * 60_000],
    ['23h', 23 * 3_600_000],
    ['7d', 7 * 86_400_000],
  ] as const)('open on a minute, %s before the request', (windowSize, span) => {
    const { openTime } = ask('spot.ticker-rolling', { symbol: 'ETHUSDT', windowSize });
    expect(openTime % 60_000).toBe(0);
    expect(NOW - openTime - span).toBeGreaterThanOrEqual(0);
    expect(NOW - openTime - span).toBeLessThan(60_000);
  });

  it('of 24 hours agree with trades, candles and themselves', () => {
    const ticker = ask('spot.ticker-24hr', { symbol: 'ETHUSDT' });
    expect(ticker.closeTime).toBe(NOW);
    expect(ticker.openTime).toBe(NOW - 86_400_000);
    const [first] = ask('spot.historical-trades', {
      symbol: 'ETHUSDT',
      fromId: String(ticker.firstId),
      limit: '1',
    });
    expect(first.price).toBe(ticker.openPrice);
    expect(first.time).toBeGreaterThanOrEqual(ticker.openTime);
    const [before] = ask('spot.historical-trades', {
      symbol: 'ETHUSDT',
      fromId: String(ticker.firstId - 1),
      limit: '1',
    });
    expect(before.price).toBe(ticker.prevClosePrice);
    expect(before.time).toBeLessThan(ticker.openTime);
    const [last] = ask('spot.trades', { symbol: 'ETHUSDT', limit: '1' });
    expect([last.id, last.price, last.qty]).toEqual([ticker.lastId, ticker.lastPrice, ticker.lastQty]);
    const cents = (text: string) => Math.round(Number(text) * 100);
    expect(cents(ticker.priceChange)).toBe(cents(ticker.lastPrice) - cents(ticker.openPrice));
    expect(ask('spot.ticker-book', { symbol: 'ETHUSDT' }).bidPrice).toBe(ticker.bidPrice);
    expect(Number(ticker.weightedAvgPrice)).toBeLessThan(Number(ticker.highPrice));
    expect(Number(ticker.weightedAvgPrice)).toBeGreaterThan(Number(ticker.lowPrice));
  });

  it('without trades show an unchanged price and ids of -1', () => {
    const ticker = ask('spot.ticker-24hr', { symbol: 'BTCBUSD' });
    expect(ticker).toMatchObject({
      priceChange: '0.00000000',
      priceChangePercent: '0.000',
      weightedAvgPrice: '0.00000000',
      lastQty: '0.00000000',
      bidPrice: '0.00000000',
      volume: '0.00000000',
      firstId: -1,
      lastId: -1,
      count: 0,
    });
    expect(ticker.openPrice).toBe(ticker.lastPrice);
  });
});
