import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../../../src/catalogue/candle-intervals.ts';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import { symbolText } from '../../../src/sandbox/engine/market/number-text.ts';
import { recordedMarket } from '../../../src/sandbox/engine/market/recorded-market.ts';
import type { MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import type { Summary } from '../../../src/sandbox/engine/market/trade-summary.ts';
import { readMarketFiles } from '../../../src/sandbox/storage/candle-recordings.ts';
import { mergeSums, moments, type Sum, toSum } from '../engine/sample.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, requestJson, requestPublicJson } from '../signed-calls.ts';

/** Returns an archive file with the candles of a market. */
function candleFile(
  market: Market,
  symbol: MarketSymbol,
  interval: Interval,
  from: number,
  count: number,
  micro = 1,
) {
  const text = symbolText(symbol);
  const rows = market.candles({
    symbol,
    interval,
    zoneMinutes: 0,
    from,
    limit: count,
    now: unixMs(from + 40 * 86_400_000),
  });
  const lines = rows.map(({ openTime, closeTime, summary: one }) =>
    [
      openTime * micro,
      ...[one.open, one.high, one.low, one.close].map(text.price),
      text.lots(one.lots),
      closeTime * micro,
      text.quote(one.quote),
      one.count,
      text.lots(one.buyLots),
      text.quote(one.buyQuote),
      0,
    ].join(','),
  );
  return {
    path: `/files/${symbol.name}-${interval}-2024-01.csv`,
    bytes: Buffer.from(`${lines.join('\n')}\n`),
    rows,
  };
}

/** Returns the fields of a candle that a file preserves: all except trade count and ids. */
function recordedSums(symbol: MarketSymbol, summary: Summary): Omit<Sum, 'firstId' | 'count'> {
  const { firstId: _first, count: _count, ...rest } = toSum(symbol, summary);
  return rest;
}

const recordingCases = fc.record({
  moment: moments,
  interval: fc.constantFrom<Interval>('1s', '1m', '5m', '1h'),
});

describe('a market from a candle file', () => {
  it('has exactly the candles of the file', () => {
    fc.assert(
      fc.property(recordingCases, ({ moment: { market, symbol, at }, interval }) => {
        const from = Math.floor(at / 3_600_000) * 3_600_000;
        const file = candleFile(market, symbol, interval, from, 40);
        const [recording] = readMarketFiles([file]);
        const recorded = recordedMarket(market, [recording!]);
        const recordedSymbol = recording!.symbol;
        const now = unixMs(file.rows.at(-1)!.closeTime);
        const candles = recorded.candles({
          symbol: recordedSymbol,
          interval,
          zoneMinutes: 0,
          limit: 40,
          now,
        });
        expect(candles.map(({ openTime }) => openTime)).toEqual(file.rows.map(({ openTime }) => openTime));
        for (const [index, { summary }] of candles.entries()) {
          if (file.rows[index]!.summary.count === 0) continue;
          expect(recordedSums(recordedSymbol, summary)).toEqual(
            recordedSums(symbol, file.rows[index]!.summary),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has summaries equal to the sum of trades in every time window', () => {
    fc.assert(
      fc.property(
        recordingCases,
        fc.integer({ min: 0, max: 39_999 }),
        fc.integer({ min: 1, max: 30_000 }),
        ({ moment: { market, symbol, at }, interval }, after, length) => {
          const start = Math.floor(at / 3_600_000) * 3_600_000;
          const [recording] = readMarketFiles([candleFile(market, symbol, interval, start, 40)]);
          const recorded = recordedMarket(market, [recording!]);
          const { symbol: recordedSymbol, spanMs } = recording!;
          const from = start + Math.floor((after / 1000) * spanMs);
          const to = from + Math.ceil((length / 1000) * spanMs);
          const summary = recorded.summary(recordedSymbol, from, to);
          if (summary.count === 0) {
            expect(summary.close).toBe(recorded.lastPrice(recordedSymbol, unixMs(from - 1)));
            return;
          }
          const trades = recorded.trades(recordedSymbol, summary.firstId, summary.firstId + summary.count);
          expect(trades.map(({ id }) => id)).toEqual(trades.map((_, index) => summary.firstId + index));
          expect(trades.every(({ time }) => time >= from && time < to)).toBe(true);
          const sums = trades.map(({ id, price, lots, isBuyerMaker }): Sum => {
            const quote = BigInt(price) * BigInt(lots);
            const [open, high, low, close] = [price, price, price, price];
            const buys = isBuyerMaker ? 0n : BigInt(lots);
            const sum = { firstId: id, count: 1, open, high, low, close, lots: BigInt(lots), quote };
            return { ...sum, buyLots: buys, buyQuote: isBuyerMaker ? 0n : quote };
          });
          expect(toSum(recordedSymbol, summary)).toEqual(mergeSums(sums));
          expect(recorded.lastTrade(recordedSymbol, unixMs(to - 1))).toEqual(
            expect.objectContaining({ id: trades.at(-1)!.id, price: summary.close }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('accepts orders of users, whose trades are numbered among those of the file', () => {
    const market = createMarket({ seed: 1 });
    const symbol = market.symbols.find(({ name }) => name === 'BTCUSDT')!;
    const start = Date.UTC(2024, 0, 1);
    const recordings = readMarketFiles([candleFile(market, symbol, '1m', start, 600)]);
    const clock = manualClock();
    const exchange = createTestExchange({
      clock,
      startAt: start + 7_200_000,
      pace: 'stepped',
      transformMarket: (market) => recordedMarket(market, recordings),
    });
    expect(requestPublicJson(exchange, '/api/v3/time').serverTime).toBe(start + 7_200_000);
    const order = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.5',
      newOrderRespType: 'FULL',
    };
    const { fills } = requestJson(exchange, 'POST', '/api/v3/order', order);
    exchange.clock.advance(180_000);
    const trades = requestPublicJson(exchange, '/api/v3/historicalTrades?symbol=BTCUSDT&fromId=0&limit=1000');
    const ids = trades.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.map((_: number, index: number) => index));
    for (const { tradeId, price } of fills) expect(trades[tradeId]).toMatchObject({ price, id: tradeId });
    const [hour] = requestPublicJson(exchange, '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1');
    const minutes = requestPublicJson(
      exchange,
      `/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${hour[0]}`,
    );
    expect(hour[8]).toBe(minutes.reduce((sum: number, row: number[]) => sum + row[8]!, 0));
    exchange.clock.advance(10 * 3_600_000);
    const info = requestPublicJson(exchange, '/api/v3/exchangeInfo?symbol=BTCUSDT');
    expect(info.symbols[0].status).toBe('BREAK');
  });

  const LINE =
    '1704067200000,100.00,101.00,99.50,100.50,2.00000,1704067259999,200.50000000,4,1.00000,100.50000000,0';
  const HEADER = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,a,b,ignore';
  const read = (text: string, path = 'BTCUSDT-1m-2024-01.csv') =>
    readMarketFiles([{ path, bytes: Buffer.from(text) }]);

  it('reads a header, times in microseconds, and CRLF line ends', () => {
    const market = read(LINE)[0]!.rows;
    expect(read(`${HEADER}\r\n${LINE}\r\n`)[0]!.rows).toEqual(market);
    expect(read(LINE.replace('1704067200000', '1704067200000000'))[0]!.rows).toEqual(market);
  });

  it.each([
    [LINE.replace('101.00', '100.20'), 'Row 1 of BTCUSDT-1m-2024-01.csv must have prices'],
    [LINE.replace('200.50000000', '300.00000000'), 'must have prices'],
    [LINE.replace('200.50000000', '100.00000000'), 'a volume that fits'],
    [LINE.replace(',0', ''), '12 columns'],
    [LINE.replace('1704067200000', '1704067200001'), 'a time on the interval'],
    [`${LINE}\n${LINE.replace(',4,', ',5,')}`, 'Row 2 of BTCUSDT-1m-2024-01.csv contradicts row 1'],
    ['', 'has no rows'],
    [LINE.replace('100.00', 'abc'), 'a number in column 2'],
  ])('names the invalid row and the reason: %#', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['BTCUSDT.csv', 'must be named as in the archive'],
    ['NOPAIR-1m-2024-01.csv', 'no symbol NOPAIR'],
  ])('rejects a file named %s, which does not state symbol and interval', (path, message) => {
    expect(() => read(LINE, path)).toThrow(message);
  });
});
