import { afterEach, describe, expect, it } from 'vitest';
import { optionsStreams } from '../../../src/catalogue/options/streams.ts';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { requestJson, requestPublicJson } from '../signed-calls.ts';
import { fieldErrors, viewErrors } from './fields.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

/** The clock starts at noon; options are listed and expire at 08:00. */
const UNTIL_LISTING_MS = 20 * HOUR_MS;

/** Returns a call near the money that expires on 2024-02-01. */
function findNearCall(exchange: SandboxExchange): string {
  const symbols = requestPublicJson(exchange, '/eapi/v1/exchangeInfo').optionSymbols.filter(
    (one: { symbol: string; side: string }) => one.symbol.startsWith('BTC-240201-') && one.side === 'CALL',
  );
  return symbols[Math.floor(symbols.length / 2)].symbol;
}

function streamName(pattern: string, symbol: string): string {
  return pattern
    .replace(/\[[^\]]*\]/g, '')
    .replace('<symbol>', symbol)
    .replace('<underlying>', 'BTCUSDT')
    .replace('<interval>', '1m')
    .replace('<expiry>', '240201')
    .replace('<levels>', '10');
}

/** Returns the levels of one side of a book, best price first. */
function sorted(side: ReadonlyMap<string, string>, sign: number): readonly (readonly [string, string])[] {
  return [...side].sort(([one], [other]) => sign * (Number(one) - Number(other)));
}

describe('streams of options', () => {
  it.each(optionsStreams.map((stream) => [stream.id, stream] as const))(
    '%s has the fields that the catalogue declares',
    async (_id, stream) => {
      const { hosts, clock, exchange } = await startTestSandbox();
      const client = await connect(
        `${hosts['options-ws']}/ws/${streamName(stream.name, findNearCall(exchange))}`,
      );
      clock.move(stream.id === 'options.new-symbol' ? UNTIL_LISTING_MS : 600_000);
      const message = await client.json();
      const rows = stream.payload === 'array' ? message : [message];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.flatMap((row: Record<string, unknown>) => fieldErrors(stream.fields, row))).toEqual([]);
      expect(rows.flatMap((row: unknown) => viewErrors(stream, row, { symbol: 'btcusdt' }))).toEqual([]);
      expect(rows[0].e).toBe(stream.event);
    },
  );

  it('accept the names of the live exchange and lowercase names', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const symbol = findNearCall(exchange);
    const received = async (route: string, name: string, event: string) => {
      const client = await connect(`${hosts['options-ws']}/${route}/ws/${name}`);
      clock.move(1000);
      const message = await client.json();
      expect([message].flat()[0].e).toBe(event);
      return [message].flat();
    };
    await received('public', `${symbol.toLowerCase()}@optionTicker`, '24hrTicker');
    await received('market', 'btcusdt@optionMarkPrice', 'markPrice');
    expect((await received('market', '!index@arr', 'index')).map(({ s }) => s)).toContain('DOGEUSDT');
  });

  it('send each trade once, and trades sum to the candles of REST', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const symbol = findNearCall(exchange);
    const client = await connect(`${hosts['options-ws']}/ws/${symbol}@trade`);
    const lastId = () => requestPublicJson(exchange, `/eapi/v1/ticker?symbol=${symbol}`)[0];
    const before = lastId();
    for (let minute = 0; minute < 60; minute += 1) clock.move(60_000);
    const after = lastId();
    const count = after.firstTradeId + after.tradeCount - before.firstTradeId - before.tradeCount;
    expect(count).toBeGreaterThan(10);
    const end = before.firstTradeId + before.tradeCount + count - 1;
    const trades = await client.nextUntil(({ t }) => t === String(end));
    expect(trades.map(({ t }) => Number(t))).toEqual(trades.map((_, index) => end - count + 1 + index));
    const [row] = requestPublicJson(exchange, `/eapi/v1/klines?symbol=${symbol}&interval=1h&limit=2`);
    expect(trades[0].p).toBe(row[1]);
    expect(trades.reduce((sum, { q }) => sum + Number(q), 0)).toBeCloseTo(Number(row[5]), 6);
  });

  it('send every change of the book, so that a local book equals that of REST', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const symbol = findNearCall(exchange);
    const client = await connect(`${hosts['options-ws']}/ws/${symbol}@depth@100ms`);
    const snapshot = () => requestPublicJson(exchange, `/eapi/v1/depth?symbol=${symbol}&limit=100`);
    clock.move(1000);
    const { asks, bids, lastUpdateId } = snapshot();
    await client.nextUntil(({ u }) => u === lastUpdateId);
    const order = { symbol, type: 'LIMIT', side: 'BUY', quantity: '0.01' };
    requestJson(exchange, 'POST', '/eapi/v1/order', { ...order, price: asks[0][0] });
    const passing = { ...order, price: bids.at(-1)[0], clientOrderId: 'passing' };
    requestJson(exchange, 'POST', '/eapi/v1/order', passing);
    // The order that is cancelled within the same step is in this snapshot, so the stream must report its level.
    const start = snapshot();
    requestJson(exchange, 'DELETE', '/eapi/v1/order', { symbol, clientOrderId: 'passing' });
    const sides = { b: new Map<string, string>(start.bids), a: new Map<string, string>(start.asks) };
    let previous: number | undefined;
    for (const stepMs of [100, 5000]) {
      clock.move(stepMs);
      const end = snapshot();
      const changes = await client.nextUntil(({ u }) => u === end.lastUpdateId);
      for (const { e, U, u, pu, b, a } of changes) {
        expect([e, U <= pu + 1, pu]).toEqual(['depthUpdate', true, previous ?? pu]);
        previous = u;
        if (u < start.lastUpdateId) continue;
        for (const [side, rows] of [
          [sides.b, b],
          [sides.a, a],
        ] as const)
          for (const [price, quantity] of rows) {
            if (Number(quantity) === 0) side.delete(price);
            else side.set(price, quantity);
          }
      }
      expect(sorted(sides.b, -1)).toEqual(end.bids);
      expect(sorted(sides.a, 1)).toEqual(end.asks);
    }
  });

  it('send the same book, ticker and open interest as REST', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const symbol = findNearCall(exchange);
    const names = [`${symbol}@depth10@100ms`, `${symbol}@ticker`, 'BTCUSDT@openInterest@240201'].join('/');
    const client = await connect(`${hosts['options-ws']}/stream?streams=${names}`);
    clock.move(60_000);
    const latest = new Map<string, Record<string, unknown>>();
    while (latest.size < 3) {
      const { stream, data } = await client.json();
      latest.set(stream.split('@')[1].slice(0, 5), data);
    }
    const depth = requestPublicJson(exchange, `/eapi/v1/depth?symbol=${symbol}&limit=10`);
    expect(latest.get('depth')).toMatchObject({ u: depth.lastUpdateId, b: depth.bids, a: depth.asks });
    const [ticker] = requestPublicJson(exchange, `/eapi/v1/ticker?symbol=${symbol}`);
    const [mark] = requestPublicJson(exchange, `/eapi/v1/mark?symbol=${symbol}`);
    expect(latest.get('ticke')).toMatchObject({
      c: ticker.lastPrice,
      V: ticker.volume,
      A: ticker.amount,
      n: ticker.tradeCount,
      bo: ticker.bidPrice,
      ao: ticker.askPrice,
      mp: mark.markPrice,
      d: mark.delta,
      vo: mark.markIV,
      hl: mark.highPriceLimit,
    });
    const openInterest = requestPublicJson(
      exchange,
      '/eapi/v1/openInterest?underlyingAsset=BTC&expiration=20240201',
    );
    expect(
      (latest.get('openI') as never as { s: string; o: string; h: string }[]).map(({ s, o, h }) => [s, o, h]),
    ).toEqual(
      openInterest.map((one: Record<string, string>) => [
        one['symbol'],
        one['sumOpenInterest'],
        one['sumOpenInterestUsd'],
      ]),
    );
  });

  it('send a book only when it changed, each message with the previous update id', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const client = await connect(`${hosts['options-ws']}/ws/${findNearCall(exchange)}@depth20@100ms`);
    const ids: number[][] = [];
    while (ids.length < 4) {
      const next = client.json();
      // The book changes every ten update periods.
      for (let period = 0; period < 10; period += 1) clock.move(100);
      const { u, pu } = await next;
      ids.push([pu, u]);
    }
    expect(ids.map(([previous]) => previous).slice(1)).toEqual(ids.map(([, last]) => last).slice(0, -1));
    for (const [previous, last] of ids) expect(last).toBeGreaterThan(previous!);
  });

  it('send the best bid and ask as REST shows them, and again only when one of them changed', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ interface: 'today' });
    const symbol = findNearCall(exchange);
    const client = await connect(`${hosts['options-ws']}/public/ws/${symbol}@bookTicker`);
    const seen: string[] = [];
    client.socket.on('message', (bytes) => {
      const { b, B, a, A } = JSON.parse(String(bytes));
      seen.push([b, B, a, A].join(' '));
    });
    await expect
      .poll(() => {
        clock.move(1000);
        return seen.length;
      })
      .toBeGreaterThan(2);
    const { bids, asks } = requestPublicJson(exchange, `/eapi/v1/depth?symbol=${symbol}&limit=10`);
    await expect.poll(() => seen.at(-1)).toBe([...bids[0], ...asks[0]].join(' '));
    // Several ticks at the same time send nothing again.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(seen.filter((text, index) => text === seen[index - 1])).toEqual([]);
  });

  it('stop when their contract expires, while a new contract is announced', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const symbol = findNearCall(exchange);
    const names = [`${symbol}@ticker`, `${symbol}@kline_1h`, 'BTCUSDT@ticker@240201', 'option_pair'];
    const client = await connect(`${hosts['options-ws']}/stream?streams=${names.join('/')}`);
    clock.move(UNTIL_LISTING_MS);
    const received = await client.nextUntil(({ data }) => data.s?.startsWith('DOGE-240204-'));
    expect(
      received.filter(({ stream }) => stream === 'option_pair').map(({ data }) => data.s.slice(0, 10)),
    ).toContain('BTC-240204');
    expect(received.some(({ stream }) => stream.includes('ticker'))).toBe(false);
    // The last candle ends at the expiry.
    const last = received.filter(({ stream }) => stream.includes('kline')).at(-1)!.data.k;
    expect([last.x, last.T]).toEqual([true, exchange.clock.now() - 1]);
  });

  it('send nothing for contracts and underlyings that are not listed', async () => {
    const { hosts, clock } = await startTestSandbox();
    const names = ['BTC-240201-1-C@ticker', 'NONE@index', 'BTCUSDT@ticker@249999', 'BTCUSDT@index'];
    const client = await connect(`${hosts['options-ws']}/stream?streams=${names.join('/')}`);
    clock.move(1000);
    expect((await client.json()).stream).toBe('BTCUSDT@index');
  });
});

describe('the user stream of options', () => {
  it('sends an order, its fill and the opened position', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', '/eapi/v1/listenKey');
    const client = await connect(`${hosts['options-ws']}/ws/${listenKey}`);
    const order = { symbol: findNearCall(exchange), side: 'BUY', type: 'MARKET', quantity: '0.05' };
    requestJson(exchange, 'POST', '/eapi/v1/order', order);
    const received = await client.nextUntil(({ e }) => e === 'ACCOUNT_UPDATE');
    expect(received.map(({ e, o }) => o?.[0].S ?? e)).toEqual(['NEW', 'FILLED', 'ACCOUNT_UPDATE']);
    expect(received.at(-1).P[0]).toMatchObject({ s: order.symbol, c: '0.05' });
  });
});
