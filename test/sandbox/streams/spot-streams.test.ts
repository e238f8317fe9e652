import { afterEach, describe, expect, it } from 'vitest';
import { spotStreams } from '../../../src/catalogue/spot/streams.ts';
import { requestJson, requestPublicJson } from '../signed-calls.ts';
import { fieldErrors, viewErrors } from './fields.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const simulated = spotStreams.filter((stream) => !('unsimulated' in stream));

const NAMES: Readonly<Record<Exclude<(typeof spotStreams)[number]['id'], 'spot.block-trade'>, string>> = {
  'spot.agg-trade': 'btcusdt@aggTrade',
  'spot.trade': 'btcusdt@trade',
  'spot.kline': 'btcusdt@kline_1m',
  'spot.mini-ticker': 'btcusdt@miniTicker',
  'spot.ticker': 'btcusdt@ticker',
  'spot.book-ticker': 'btcusdt@bookTicker',
  'spot.avg-price': 'btcusdt@avgPrice',
  'spot.partial-depth': 'btcusdt@depth5@100ms',
  'spot.depth': 'btcusdt@depth',
  'spot.all-mini-tickers': '!miniTicker@arr',
  'spot.all-tickers': '!ticker@arr',
  'spot.all-book-tickers': '!bookTicker',
  'spot.window-ticker': 'btcusdt@ticker_4h',
  'spot.all-window-tickers': '!ticker_1d@arr',
};

describe('streams of spot', () => {
  it.each(simulated.map((stream) => [NAMES[stream.id as keyof typeof NAMES], stream] as const))(
    '%s has the fields that the catalogue declares',
    async (name, stream) => {
      const { hosts, clock } = await startTestSandbox();
      const client = await connect(`${hosts['spot-ws']}/ws/${name}`);
      clock.move(5000);
      const message = await client.json();
      const rows = stream.payload === 'array' ? message : [message];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.flatMap((row: Record<string, unknown>) => fieldErrors(stream.fields, row))).toEqual([]);
      expect(rows.flatMap((row: unknown) => viewErrors(stream, row, { symbol: 'btcusdt' }))).toEqual([]);
      if ('event' in stream) {
        const window = /_(1h|4h|1d)/.exec(name)?.[1] ?? '';
        expect(rows[0].e).toBe(stream.event.replace('<window>', window));
      }
    },
  );

  it('send every trade once, as REST lists them', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ marketModel: 1 });
    const client = await connect(`${hosts['spot-ws']}/stream?streams=btcusdt@trade/btcusdt@aggTrade`);
    const [before] = requestPublicJson(exchange, '/api/v3/aggTrades?symbol=BTCUSDT&limit=1');
    clock.move(15_000);
    const listed = requestPublicJson(
      exchange,
      `/api/v3/aggTrades?symbol=BTCUSDT&fromId=${before.a + 1}&limit=1000`,
    );
    const trades = requestPublicJson(exchange, '/api/v3/trades?symbol=BTCUSDT&limit=1000');
    const lastTrade = trades.at(-1).id;
    const found = new Map<string, Record<string, unknown>[]>([
      ['btcusdt@trade', []],
      ['btcusdt@aggTrade', []],
    ]);
    while (
      found.get('btcusdt@trade')!.at(-1)?.['t'] !== lastTrade ||
      found.get('btcusdt@aggTrade')!.at(-1)?.['a'] !== listed.at(-1).a
    ) {
      const { stream, data } = await client.json();
      found.get(stream)!.push(data);
    }
    expect(found.get('btcusdt@aggTrade')!.map(({ e, E, s, ...rest }) => rest)).toEqual(listed);
    const received = found.get('btcusdt@trade')!;
    expect(received.map(({ t, p, q, T, m }) => [t, p, q, T, m])).toEqual(
      trades
        .filter(({ id }: { id: number }) => id > before.l)
        // biome-ignore lint/suspicious/noExplicitAny: an answer
        .map((one: any) => [one.id, one.price, one.qty, one.time, one.isBuyerMaker]),
    );
  });

  it('send the same candles in a time zone as REST, closed ones first', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@kline_1h@+08:00/ethusdt@kline_1s`);
    clock.move(3_600_000 + 2000);
    const messages = await client.nextUntil((one) => one.s === 'BTCUSDT' && !one.k.x);
    const hours = messages.filter((one) => one.s === 'BTCUSDT');
    expect(hours.map((one) => one.k.x)).toEqual([true, false]);
    const rows = requestPublicJson(exchange, '/api/v3/klines?symbol=BTCUSDT&interval=1h&timeZone=8&limit=2');
    for (const [index, { k }] of hours.entries()) {
      expect([k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n, k.V, k.Q]).toEqual(rows[index].slice(0, 11));
    }
  });

  it('write times in microseconds on request', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@kline_1m?timeUnit=MICROSECOND`);
    clock.move(2000);
    const { E, k } = await client.json();
    expect([E, k.t, k.T].map((time) => String(time).length)).toEqual([16, 16, 16]);
    expect(k.T - k.t).toBe(59_999_999);
  });

  it('send nothing for unknown symbols and uppercase names', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws/BTCUSDT@trade/nobody@trade/btcusdt@miniTicker`);
    clock.move(10_000);
    await client.json();
    expect(JSON.parse(await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).id).toBe(1);
  });
});

describe('a local book from a snapshot and diff messages', () => {
  it('is correct with a snapshot of an order that was cancelled before the next message', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({
      limits: { spotWeight: 1_000_000 },
      // Its book has fewer levels than a snapshot, so that none lies beyond the snapshot.
      marketModel: 1,
    });
    const depth = () => requestPublicJson(exchange, '/api/v3/depth?symbol=BNBUSDT&limit=5000');
    const client = await connect(`${hosts['spot-ws']}/ws/bnbusdt@depth@100ms`);
    const before = depth();
    const takenPrices = before.bids.map(([price]: [string]) => Number(price));
    const tick = Number(before.bids[0][0]) - 0.01;
    const freePrice = Array.from({ length: 500 }, (_, index) => (tick - index / 100).toFixed(2)).find(
      (price) => !takenPrices.includes(Number(price)),
    )!;
    const order = {
      symbol: 'BNBUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: freePrice,
      quantity: '1',
    };
    const { orderId } = requestJson(exchange, 'POST', '/api/v3/order', order);
    requestJson(exchange, 'POST', '/api/v3/order', {
      symbol: 'BNBUSDT',
      side: 'SELL',
      type: 'MARKET',
      quantity: '0.1',
    });
    const { bids, lastUpdateId } = depth();
    expect(bids.find(([price]: [string]) => Number(price) === Number(freePrice))).toBeDefined();
    requestJson(exchange, 'DELETE', '/api/v3/order', { symbol: 'BNBUSDT', orderId });
    clock.move(100);
    const event = await client.json();
    expect(event.U).toBeLessThanOrEqual(lastUpdateId + 1);
    const book = new Map<string, string>(bids);
    for (const [price, quantity] of event.b) {
      if (Number(quantity) === 0) book.delete(price);
      else book.set(price, quantity);
    }
    const now = depth();
    expect(now.lastUpdateId).toBe(event.u);
    expect(Object.fromEntries(book)).toEqual(Object.fromEntries(now.bids));
  });

  it('is correct with a snapshot between two messages', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ limits: { spotWeight: 1_000_000 } });
    const depth = () => requestPublicJson(exchange, '/api/v3/depth?symbol=BNBUSDT&limit=5000');
    const client = await connect(`${hosts['spot-ws']}/ws/bnbusdt@depth`);
    for (let tries = 0; tries < 8; tries += 1) {
      clock.move(100 * (1 + tries));
      const { bids, asks, lastUpdateId } = depth();
      const book = { b: new Map<string, string>(bids), a: new Map<string, string>(asks) };
      clock.move(1000 - 100 * (1 + tries));
      const event = await client.json();
      expect(event.U).toBeLessThanOrEqual(lastUpdateId + 1);
      for (const side of ['b', 'a'] as const) {
        for (const [price, quantity] of event[side]) {
          if (Number(quantity) === 0) book[side].delete(price);
          else book[side].set(price, quantity);
        }
      }
      const now = depth();
      expect(now.lastUpdateId).toBe(event.u);
      expect(Object.fromEntries(book.b)).toEqual(Object.fromEntries(now.bids));
      expect(Object.fromEntries(book.a)).toEqual(Object.fromEntries(now.asks));
    }
  });

  it('equals the book of REST with the same update id, while users place orders', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ limits: { spotWeight: 1_000_000 } });
    const client = await connect(`${hosts['spot-ws']}/ws/ethusdt@depth@100ms`);
    const order = (params: Record<string, string>) =>
      requestJson(exchange, 'POST', '/api/v3/order', { symbol: 'ETHUSDT', ...params });
    clock.move(130);
    await client.json();
    const snapshot = requestPublicJson(exchange, '/api/v3/depth?symbol=ETHUSDT&limit=5000');
    const book = {
      id: snapshot.lastUpdateId,
      b: new Map<string, string>(snapshot.bids),
      a: new Map<string, string>(snapshot.asks),
    };
    let applied = 0;
    for (let round = 0; round < 40; round += 1) {
      clock.move(37 + ((round * 61) % 170));
      if (round % 4 === 1) {
        const [bid] = requestPublicJson(exchange, '/api/v3/depth?symbol=ETHUSDT&limit=5').bids[2];
        order({ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: bid, quantity: '0.0500' });
      }
      if (round % 4 === 3) order({ side: 'SELL', type: 'MARKET', quantity: '1.5000' });
      clock.move(100);
      const event = await client.json();
      if (event.u <= book.id) continue;
      expect(event.U).toBeLessThanOrEqual(book.id + 1);
      if (applied > 0) expect(event.U).toBe(book.id + 1);
      for (const side of ['b', 'a'] as const) {
        for (const [price, quantity] of event[side]) {
          if (Number(quantity) === 0) book[side].delete(price);
          else book[side].set(price, quantity);
        }
      }
      book.id = event.u;
      applied += 1;
      const now = requestPublicJson(exchange, '/api/v3/depth?symbol=ETHUSDT&limit=5000');
      if (now.lastUpdateId !== book.id) continue;
      expect(Object.fromEntries(book.b)).toEqual(Object.fromEntries(now.bids));
      expect(Object.fromEntries(book.a)).toEqual(Object.fromEntries(now.asks));
    }
    expect(applied).toBeGreaterThan(30);
  });
});
