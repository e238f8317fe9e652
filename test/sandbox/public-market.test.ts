/**
 * Trades and resting orders of users appear in public data, and all views agree: trades sum to candles,
 * tickers and the average price.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { createTestExchange, requestJson, requestPublicJson, sendSigned } from './signed-calls.ts';

const OTHER = { apiKey: `SandboxKey${'b'.repeat(54)}`, apiSecret: 'c'.repeat(64) };
/** An illiquid and a liquid symbol. */
const SYMBOLS = ['SKLUSDT', 'ETHUSDT'] as const;
type Name = (typeof SYMBOLS)[number];

interface Trade {
  readonly id: number;
  readonly price: string;
  readonly qty: string;
  readonly quoteQty: string;
  readonly time: number;
  readonly isBuyerMaker: boolean;
}
interface Aggregate {
  readonly a: number;
  readonly p: string;
  readonly q: string;
  readonly f: number;
  readonly l: number;
  readonly T: number;
  readonly m: boolean;
}
type Row = readonly [number, string, string, string, string, string, number, string, number, string, string];
type Levels = readonly (readonly [string, string])[];

/** Parses a decimal into an integer of 10^-8. */
const units = (text: string) => BigInt(text.replace('.', ''));
const total = <T>(rows: readonly T[], of: (row: T) => string) =>
  rows.reduce((sum, row) => sum + units(of(row)), 0n);

/** Lets two users trade with each other and the market; returns the start time. */
function tradeRandomly(exchange: SandboxExchange, clock: ManualClock, seed: number, turns: number): number {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const began = clock.now();
  if (exchange.accounts.findKey(OTHER.apiKey) === undefined) {
    const { apiKey, apiSecret: secret } = OTHER;
    runAdminCommand(exchange, { do: 'add-user', user: 'other' });
    const permissions = ['reading', 'spot'] as const;
    runAdminCommand(exchange, { do: 'add-key', user: 'other', apiKey, kind: 'HMAC', secret, permissions });
    for (const user of ['demo', 'other']) {
      for (const asset of ['USDT', 'ETH', 'SKL'])
        runAdminCommand(exchange, { do: 'fund', user, asset, amount: '100000000' });
    }
  }
  for (let turn = 0; turn < turns; turn += 1) {
    clock.move([0, 1, 40, 700, 9000][pick(5)]!);
    const symbol = SYMBOLS[pick(2)]!;
    const { bidPrice, askPrice } = requestPublicJson(exchange, `/api/v3/ticker/bookTicker?symbol=${symbol}`);
    const isBuy = pick(2) === 0;
    const nearPrice = Number(pick(2) === 0 ? bidPrice : askPrice) * (1 + (pick(5) - 2) * 0.0004);
    const price = symbol === 'ETHUSDT' ? nearPrice.toFixed(2) : nearPrice.toFixed(5);
    const quantity = symbol === 'ETHUSDT' ? (0.1 + pick(40) / 10).toFixed(1) : String(500 + pick(20_000));
    const limit = { type: 'LIMIT', price, timeInForce: pick(4) === 0 ? 'IOC' : 'GTC' };
    const order = {
      symbol,
      side: isBuy ? 'BUY' : 'SELL',
      quantity,
      ...(pick(4) === 0 ? { type: 'MARKET' } : limit),
    };
    sendSigned(exchange, 'POST', '/api/v3/order', order, pick(2) === 0 ? OTHER : undefined);
  }
  return began;
}

function tradesFrom(exchange: SandboxExchange, symbol: Name, fromId: number): readonly Trade[] {
  const trades: Trade[] = [];
  for (;;) {
    const first = fromId + trades.length;
    const query = `symbol=${symbol}&fromId=${first}&limit=1000`;
    const rows: Trade[] = requestPublicJson(exchange, `/api/v3/historicalTrades?${query}`);
    trades.push(...rows);
    if (rows.length < 1000) return trades;
  }
}

/** Returns the expected values of the candle of some trades, without its times. */
function expectedCandle(trades: readonly Trade[]) {
  const prices = trades.map(({ price }) => units(price));
  const bought = trades.filter(({ isBuyerMaker }) => !isBuyerMaker);
  const least = (first: bigint, second: bigint) => (first < second ? first : second);
  const most = (first: bigint, second: bigint) => (first > second ? first : second);
  return [
    prices[0],
    prices.reduce(most),
    prices.reduce(least),
    prices.at(-1),
    total(trades, ({ qty }) => qty),
    total(trades, ({ quoteQty }) => quoteQty),
    trades.length,
    total(bought, ({ qty }) => qty),
    total(bought, ({ quoteQty }) => quoteQty),
  ];
}

function candleValues(row: Row) {
  const [, open, high, low, close, volume, , quote, count, buys, buyQuote] = row;
  return [...[open, high, low, close, volume, quote].map(units), count, ...[buys, buyQuote].map(units)];
}

const randomPlans = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  start: fc.integer({ min: 1_706_702_300_000, max: 1_706_702_500_000 }),
});

function setUpTraded({ seed, start }: { readonly seed: number; readonly start: number }, turns = 60) {
  const clock = manualClock(start);
  const exchange = createTestExchange({ clock, seed, limits: { spotWeight: 1_000_000_000 } });
  const began = tradeRandomly(exchange, clock, seed, turns);
  return { clock, exchange, began };
}

describe('public data with trades of users', () => {
  it('numbers all trades without gaps in order of time, and aggregates contain them', () => {
    fc.assert(
      fc.property(randomPlans, (plan) => {
        const { exchange, began } = setUpTraded(plan);
        for (const symbol of SYMBOLS) {
          const query = `symbol=${symbol}&startTime=${began - 20_000}&limit=1000`;
          const aggregates: Aggregate[] = requestPublicJson(exchange, `/api/v3/aggTrades?${query}`);
          const trades = tradesFrom(exchange, symbol, aggregates[0]!.f);
          for (const [index, { a, f, l, p, q, T, m }] of aggregates.entries()) {
            const before = aggregates[index - 1];
            if (before !== undefined) {
              expect([a, f]).toEqual([before.a + 1, before.l + 1]);
              expect(T).toBeGreaterThanOrEqual(before.T);
            }
            const parts = trades.slice(f - aggregates[0]!.f, l + 1 - aggregates[0]!.f);
            expect(parts.map(({ id }) => id)).toEqual(parts.map((_, place) => f + place));
            for (const part of parts) expect([part.price, part.time, part.isBuyerMaker]).toEqual([p, T, m]);
            expect(total(parts, ({ qty }) => qty)).toBe(units(q));
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('shows every trade of a user under the id that the user sees', () => {
    const { exchange } = setUpTraded({ seed: 4, start: 1_706_702_400_000 }, 150);
    let checkedTrades = 0;
    for (const symbol of SYMBOLS) {
      for (const keys of [undefined, OTHER]) {
        const own = requestJson(exchange, 'GET', '/api/v3/myTrades', { symbol, limit: 1000 }, keys);
        checkedTrades += own.length;
        for (const { id, price, qty, quoteQty, time, isBuyer, isMaker } of own) {
          const [trade] = tradesFrom(exchange, symbol, id);
          expect(trade).toEqual({
            id,
            price,
            qty,
            quoteQty,
            time,
            isBuyerMaker: isBuyer === isMaker,
            isBestMatch: true,
          });
        }
      }
    }
    expect(checkedTrades).toBeGreaterThan(60);
  });

  it('keeps the id of a published trade', () => {
    fc.assert(
      fc.property(randomPlans, (plan) => {
        const { exchange, clock, began } = setUpTraded(plan, 30);
        const query = (symbol: Name) =>
          `/api/v3/aggTrades?symbol=${symbol}&startTime=${began - 5000}&endTime=${clock.now()}&limit=1000`;
        const targets = SYMBOLS.map(query);
        const before = targets.map((target) => requestPublicJson(exchange, target));
        clock.move(1);
        tradeRandomly(exchange, clock, plan.seed + 1, 30);
        clock.move(60_000);
        expect(targets.map((target) => requestPublicJson(exchange, target))).toEqual(before);
      }),
      { numRuns: 8 },
    );
  });

  it.each(['1s', '1m', '3m', '5m'])('includes trades of users in candles of %s', (interval) => {
    const { exchange, clock, began } = setUpTraded({ seed: 11, start: 1_706_702_340_123 }, 80);
    clock.move(2500);
    for (const symbol of SYMBOLS) {
      const query = `symbol=${symbol}&interval=${interval}&startTime=${began - (began % 60_000)}&limit=1000`;
      const rows: Row[] = requestPublicJson(exchange, `/api/v3/klines?${query}`);
      const [first] = requestPublicJson(
        exchange,
        `/api/v3/aggTrades?symbol=${symbol}&startTime=${rows[0]![0]}&limit=1`,
      );
      const trades = tradesFrom(exchange, symbol, first.f);
      let close = '';
      for (const row of rows) {
        const within = trades.filter(({ time }) => time >= row[0] && time <= row[6]);
        if (within.length > 0) expect(candleValues(row)).toEqual(expectedCandle(within));
        else if (close !== '') expect(row.slice(1, 5)).toEqual([close, close, close, close]);
        close = row[4];
      }
      expect(rows.reduce((sum, row) => sum + row[8], 0)).toBe(trades.length);
    }
  });

  it.each([
    ['1m', '1h', '0'],
    ['1h', '1d', '0'],
    ['1h', '1d', '8'],
    ['15m', '1d', '05:45'],
    ['1d', '1M', '0'],
  ])('has candles of %s that sum to those of %s in zone %s', (small, large, timeZone) => {
    const { exchange, clock } = setUpTraded({ seed: 12, start: 1_706_702_399_000 }, 80);
    clock.move(1_900_000);
    for (const symbol of SYMBOLS) {
      const zone = encodeURIComponent(timeZone);
      const query = `symbol=${symbol}&interval=${large}&timeZone=${zone}&limit=1`;
      const [row]: Row[] = requestPublicJson(exchange, `/api/v3/klines?${query}`);
      const of = `symbol=${symbol}&interval=${small}&timeZone=${zone}&limit=1000`;
      const parts: Row[] = requestPublicJson(
        exchange,
        `/api/v3/klines?${of}&startTime=${row![0]}&endTime=${row![6]}`,
      );
      const sum = (slot: 5 | 7 | 9 | 10) => total(parts, (part) => part[slot]);
      const [, open, high, low, close, volume, , quote, count, buys, buyQuote] = row!;
      expect([units(volume), units(quote), units(buys), units(buyQuote)]).toEqual([
        sum(5),
        sum(7),
        sum(9),
        sum(10),
      ]);
      expect([open, close]).toEqual([parts[0]![1], parts.at(-1)![4]]);
      expect(units(high)).toBe(parts.map((part) => units(part[2])).reduce((a, b) => (a > b ? a : b)));
      expect(units(low)).toBe(parts.map((part) => units(part[3])).reduce((a, b) => (a < b ? a : b)));
      expect(count).toBe(parts.reduce((all, part) => all + part[8], 0));
    }
  });

  it('has tickers and an average price that agree with all trades', () => {
    fc.assert(
      fc.property(randomPlans, (plan) => {
        const { exchange, began } = setUpTraded(plan);
        for (const symbol of SYMBOLS) {
          const of = (path: string) => requestPublicJson(exchange, `/api/v3/${path}symbol=${symbol}`);
          const [last]: Trade[] = of('trades?limit=1&');
          expect(of('ticker/price?').price).toBe(last!.price);
          const day = of('ticker/24hr?');
          expect([day.lastPrice, day.lastQty, day.lastId]).toEqual([last!.price, last!.qty, last!.id]);
          expect(day.count).toBe(day.lastId - day.firstId + 1);
          const book = of('ticker/bookTicker?');
          expect([day.bidPrice, day.askQty]).toEqual([book.bidPrice, book.askQty]);
          const trading = of('ticker/tradingDay?');
          const [candle]: Row[] = of('klines?interval=1d&limit=1&');
          expect(candleValues(candle!).slice(0, 7)).toEqual([
            ...[trading.openPrice, trading.highPrice, trading.lowPrice, trading.lastPrice].map(units),
            ...[trading.volume, trading.quoteVolume].map(units),
            trading.count,
          ]);
          const hour = of('ticker?windowSize=5m&');
          const trades = tradesFrom(exchange, symbol, hour.firstId);
          expect(trades[0]!.time).toBeGreaterThanOrEqual(hour.openTime);
          expect(hour.openTime).toBeLessThan(began);
          expect(units(hour.volume)).toBe(total(trades, ({ qty }) => qty));
          const recent = trades.filter(({ time }) => time >= exchange.clock.now() - 300_000);
          const [value, amount] = [total(recent, (one) => one.quoteQty), total(recent, (one) => one.qty)];
          expect(units(of('avgPrice?').price)).toBe((2n * value * 10n ** 8n + amount) / (2n * amount));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('leaves the simulated market unchanged', () => {
    const { exchange, clock, began } = setUpTraded({ seed: 5, start: 1_706_702_400_000 });
    const untouched = createTestExchange({ clock, seed: 5 });
    const earlyTarget = `/api/v3/klines?symbol=ETHUSDT&interval=1s&endTime=${began - 1000}&limit=50`;
    expect(requestPublicJson(exchange, earlyTarget)).toEqual(requestPublicJson(untouched, earlyTarget));
    const elsewhere = '/api/v3/depth?symbol=BTCUSDT&limit=20';
    expect(requestPublicJson(exchange, elsewhere)).toEqual(requestPublicJson(untouched, elsewhere));
    clock.move(86_400_000 * 3);
    const late = `/api/v3/klines?symbol=ETHUSDT&interval=1h&startTime=${clock.now() - 86_400_000}&limit=5`;
    expect(requestPublicJson(exchange, late)).toEqual(requestPublicJson(untouched, late));
  });
});

describe('the public book with orders of users', () => {
  const place = (exchange: SandboxExchange, side: string, price: string, quantity: string) =>
    requestJson(exchange, 'POST', '/api/v3/order', {
      symbol: 'ETHUSDT',
      side,
      type: 'LIMIT',
      timeInForce: 'GTC',
      price,
      quantity,
    });
  const depthOf = (
    exchange: SandboxExchange,
    limit = 100,
  ): { lastUpdateId: number; bids: Levels; asks: Levels } =>
    requestPublicJson(exchange, `/api/v3/depth?symbol=ETHUSDT&limit=${limit}`);

  it('adds a resting order to the level at its price until it is cancelled', () => {
    const exchange = createTestExchange();
    const before = depthOf(exchange);
    const [price, quantity] = before.bids[5]!;
    const { orderId } = place(exchange, 'BUY', price, '0.5');
    const with_ = depthOf(exchange);
    expect(units(with_.bids[5]![1]) - units(quantity)).toBe(50_000_000n);
    expect(with_.lastUpdateId).toBeGreaterThan(before.lastUpdateId);
    requestJson(exchange, 'DELETE', '/api/v3/order', { symbol: 'ETHUSDT', orderId });
    const after = depthOf(exchange);
    expect([after.bids, after.asks]).toEqual([before.bids, before.asks]);
    expect(after.lastUpdateId).toBeGreaterThan(with_.lastUpdateId);
  });

  it('shows an order at a price of its own as best bid', () => {
    const exchange = createTestExchange({ clock: manualClock(1_706_702_400_000) });
    const { bids, asks } = depthOf(exchange);
    const place_ = requestPublicJson(exchange, '/api/v3/ticker/bookTicker?symbol=ETHUSDT');
    expect(place_.bidPrice).toBe(bids[0]![0]);
    const bestAsk = asks[0]!;
    place(exchange, 'BUY', bestAsk[0], (Number(bestAsk[1]) + 1).toFixed(4));
    const best = requestPublicJson(exchange, '/api/v3/ticker/bookTicker?symbol=ETHUSDT');
    expect(best.bidPrice).toBe(bestAsk[0]);
    expect(Number(best.bidQty)).toBeCloseTo(1, 6);
    expect(units(best.askPrice)).toBeGreaterThan(units(bestAsk[0]));
  });

  it('omits liquidity consumed by users until the next step of the book', () => {
    const clock = manualClock();
    const exchange = createTestExchange({ clock });
    const before = depthOf(exchange);
    const first = before.asks[0]!;
    requestJson(exchange, 'POST', '/api/v3/order', {
      symbol: 'ETHUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: first[1],
    });
    const depthAfter = depthOf(exchange);
    expect(depthAfter.asks).toHaveLength(100);
    expect(depthAfter.asks.slice(0, 99)).toEqual(before.asks.slice(1));
    clock.move(99);
    expect(depthOf(exchange).asks).toEqual(depthAfter.asks);
    clock.move(1);
    const untouched = createTestExchange({ clock });
    expect(depthOf(exchange).asks).toEqual(depthOf(untouched).asks);
  });

  it('is sorted and never crossed, and fills a taker with the levels that it shows', () => {
    fc.assert(
      fc.property(randomPlans, (plan) => {
        const { exchange, clock } = setUpTraded(plan, 40);
        for (let turn = 0; turn < 12; turn += 1) {
          clock.move(37);
          const { bids, asks } = depthOf(exchange, 20);
          const prices = [...bids.toReversed(), ...asks].map(([price]) => units(price));
          for (const [index, price] of prices.entries())
            if (index > 0) expect(price).toBeGreaterThan(prices[index - 1]!);
        }
        const { asks } = depthOf(exchange, 5);
        const { status, body } = sendSigned(
          exchange,
          'POST',
          '/api/v3/order',
          {
            symbol: 'ETHUSDT',
            side: 'BUY',
            type: 'MARKET',
            quantity: asks[0]![1],
            newOrderRespType: 'FULL',
            selfTradePreventionMode: 'EXPIRE_TAKER',
          },
          OTHER,
        );
        if (status !== 200) return;
        const { fills } = JSON.parse(body);
        for (const fill of fills) expect(fill.price).toBe(asks[0]![0]);
      }),
      { numRuns: 10 },
    );
  });

  it('does not depend on previous queries', () => {
    const plan = { seed: 21, start: 1_706_702_400_000 };
    const first = setUpTraded(plan);
    const second = setUpTraded(plan);
    const target = '/api/v3/depth?symbol=SKLUSDT&limit=50';
    for (let step = 0; step < 300; step += 1) {
      first.clock.move(100);
      answerRequest(first.exchange, { method: 'GET', target, headers: {}, body: '', client: 'reader' });
    }
    second.clock.move(30_000);
    expect(requestPublicJson(first.exchange, target)).toEqual(requestPublicJson(second.exchange, target));
  });
});
