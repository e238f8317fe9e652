import { afterEach, describe, expect, it } from 'vitest';
import { type FuturesProduct, isFuturesProduct } from '../../../src/catalogue/futures-products.ts';
import type { Stream } from '../../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../../src/catalogue/streams.ts';
import type { Exchange } from '../../../src/sandbox/engine/exchange.ts';
import { manualClock } from '../manual-clock.ts';
import { requestJson, requestPublicJson } from '../signed-calls.ts';
import { fieldErrors, viewErrors } from './fields.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const PRODUCTS = {
  usdm: { symbol: 'btcusdt', pair: 'btcusdt', path: '/fapi/v1' },
  coinm: { symbol: 'btcusd_perp', pair: 'btcusd', path: '/dapi/v1' },
} as const;

const futures = STREAMS.filter(
  ({ product, unsimulated }) => isFuturesProduct(product) && unsimulated === undefined,
);

/** A day on which one quarterly contract is listed, and another one is delivered at 08:00. */
const QUARTER_DAY = Date.UTC(2024, 2, 29);
const DELIVERY_MS = 8 * 3_600_000;

/** Emits three orders of the demo user: only the second, with id and execution type, is a liquidation. */
function emitLiquidation({ accounts, userEvents, clock }: Exchange, product: FuturesProduct): void {
  const order = {
    s: PRODUCTS[product].symbol.toUpperCase(),
    S: 'SELL',
    p: '1.0',
    ap: '1.0',
    X: 'FILLED',
    l: '0.5',
    z: '0.5',
  };
  for (const [c, x, q] of [
    ['mine', 'TRADE', '0.1'],
    ['autoclose-17', 'CALCULATED', '0.5'],
    ['autoclose-mine', 'TRADE', '0.9'],
  ]) {
    const o = { ...order, c, x, q, T: clock.now() };
    userEvents.emit({
      scope: product,
      user: accounts.findUser('demo')!,
      time: clock.now(),
      payload: () => JSON.stringify({ e: 'ORDER_TRADE_UPDATE', o }),
    });
  }
}

/** Returns a MARKET order that matches more than one level. */
function marketOrder(product: FuturesProduct) {
  const quantity = product === 'usdm' ? '0.7' : '700';
  return {
    symbol: PRODUCTS[product].symbol.toUpperCase(),
    type: 'MARKET',
    quantity,
    newOrderRespType: 'RESULT',
  };
}

function streamName({ id, name, product }: Stream): string {
  const { symbol, pair } = PRODUCTS[product as FuturesProduct];
  if (id === 'usdm.asset-index') return 'btcusd@assetIndex';
  return name
    .replace(/\[[^\]]*\]/g, '')
    .replace('<symbol>', name.includes('<contractType>') ? pair : symbol)
    .replace('<pair>', pair)
    .replace('<contractType>', 'perpetual')
    .replace('<interval>', '1m')
    .replace('<levels>', '10');
}

describe('streams of futures', () => {
  it.each(
    (['document', 'today'] as const).flatMap((served) =>
      futures.map((stream) => [stream.id, served, stream] as const),
    ),
  )('%s has the fields that the catalogue declares for the interface of %s', async (_id, served, stream) => {
    const isContractInfo = stream.kind === 'contract-info';
    const { hosts, clock, exchange } = await startTestSandbox(
      { interface: served },
      manualClock(isContractInfo ? QUARTER_DAY : undefined),
    );
    const host = stream.product === 'usdm' ? hosts['usdm-ws'] : hosts['coinm-ws'];
    const route = served === 'today' && stream.routeToday !== undefined ? `/${stream.routeToday}` : '';
    const client = await connect(`${host}${route}/ws/${streamName(stream)}`);
    if (stream.kind.includes('liquidations')) emitLiquidation(exchange, stream.product as FuturesProduct);
    clock.move(isContractInfo ? DELIVERY_MS : 5000);
    const message = await client.json();
    const rows = stream.payload === 'array' ? message : [message];
    expect(rows.length).toBeGreaterThan(0);
    // Contracts with a delivery have no funding.
    const perpetual = rows.filter((row: Record<string, unknown>) => row['r'] !== '');
    expect(
      perpetual.flatMap((row: Record<string, unknown>) => fieldErrors(stream.fields, row, served)),
    ).toEqual([]);
    expect(perpetual.flatMap((row: unknown) => viewErrors(stream, row))).toEqual([]);
    expect(rows[0].e).toBe(stream.event);
  });

  it('name the kind of contract, the pair and the quantity without retail price improvement today', async () => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    const first = async (host: string, name: string) => {
      const client = await connect(`${host}/ws/${name}`);
      clock.move(5000);
      return [await client.json()].flat()[0];
    };
    const usdm = hosts['usdm-ws']!;
    const trade = await first(`${usdm}/market`, 'btcusdt@aggTrade');
    expect([trade.st, trade.nq]).toEqual([1, trade.q]);
    const mark = await first(`${usdm}/market`, 'btcusdt@markPrice');
    expect(Math.abs(Number(mark.ap) / Number(mark.p) - 1)).toBeLessThan(0.01);
    const best = await first(`${usdm}/public`, 'btcusdt@bookTicker');
    expect([best.st, best.ps]).toEqual([1, 'BTCUSDT']);
    expect(await first(`${usdm}/market`, 'btcusdt@ticker')).not.toHaveProperty('ps');
    expect(await first(`${usdm}/market`, '!ticker@arr')).toMatchObject({ st: 1, ps: expect.any(String) });
    const coin = await first(hosts['coinm-ws']!, 'btcusd_perp@bookTicker');
    expect([coin.st, coin.ps]).toEqual([2, 'BTCUSD']);
    expect(coin).not.toHaveProperty('nq');
  });

  it.each(
    (['document', 'today'] as const).flatMap((served) =>
      (['usdm', 'coinm'] as const).flatMap((product) =>
        ['!ticker@arr', '!miniTicker@arr', '!bookTicker', '!forceOrder@arr'].map(
          (name) => [served, product, name] as const,
        ),
      ),
    ),
  )('of %s and %s: %s carries the contracts of both products today only', async (served, product, name) => {
    const { hosts, clock, exchange } = await startTestSandbox({ interface: served });
    const prefix = name === '!bookTicker' ? '/public' : '/market';
    const route = served === 'document' || product === 'coinm' ? '' : prefix;
    const client = await connect(`${hosts[`${product}-ws`]}${route}/ws/${name}`);
    for (const one of ['usdm', 'coinm'] as const) emitLiquidation(exchange, one);
    clock.move(60_000);
    const first = await client.json();
    // All messages of a moment are written together, before the answer to a request that follows the first one.
    client.socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}');
    const messages = [first, ...(await client.nextUntil(({ id }) => id === 1)).slice(0, -1)];
    const found = messages.flatMap((message) => {
      const rows: readonly { readonly s: string; readonly o?: { readonly s: string } }[] = [message].flat();
      return [rows.map((row) => (/USD_/.test(row.o?.s ?? row.s) ? 'coinm' : 'usdm'))];
    });
    expect(new Set(found.flat())).toEqual(new Set(served === 'today' ? ['usdm', 'coinm'] : [product]));
    // A client that shows the last list would lose one of two.
    if (Array.isArray(first)) expect(found).toHaveLength(1);
  });

  it.each([
    ['usdm', '/market', 'btcusd_perp@markPrice', 'markPriceUpdate'],
    ['usdm', '/market', 'btcusd_perp@kline_1m', 'kline'],
    ['coinm', '', 'btcusdt@markPrice@1s', 'markPriceUpdate'],
    ['coinm', '', 'btcusdt@kline_1m', 'kline'],
  ] as const)(
    'of %s%s send %s, a contract of the other product, today',
    async (product, route, name, event) => {
      const { hosts, clock } = await startTestSandbox({ interface: 'today' });
      const client = await connect(`${hosts[`${product}-ws`]}${route}/ws/${name}`);
      clock.move(5000);
      const message = await client.json();
      expect([message.e, message.s]).toEqual([event, name.split('@')[0]!.toUpperCase()]);
    },
  );

  it('send the mark prices of all contracts of a coin-margined pair, which was silent', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['coinm-ws']}/ws/btcusd@markPrice@1s`);
    clock.move(5000);
    const rows: readonly Record<string, string>[] = await client.json();
    expect(rows.map(({ s }) => s)).toContain('BTCUSD_PERP');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ e, s }) => e === 'markPriceUpdate' && s?.startsWith('BTCUSD_'))).toBe(true);
  });

  it('send no order as a liquidation that only has a similar client order id', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const client = await connect(`${hosts['usdm-ws']}/ws/btcusdt@forceOrder`);
    emitLiquidation(exchange, 'usdm');
    clock.move(5000);
    expect((await client.json()).o.q).toBe('0.5');
  });

  it.each(['usdm', 'coinm'] as const)(
    'of %s send each aggregate trade once, as REST lists them',
    async (product) => {
      const { hosts, clock, exchange } = await startTestSandbox();
      const { symbol, path } = PRODUCTS[product];
      const client = await connect(`${hosts[`${product}-ws`]}/ws/${symbol}@aggTrade`);
      const trades = (query: string) =>
        requestPublicJson(exchange, `${path}/aggTrades?symbol=${symbol.toUpperCase()}&${query}`);
      const [before] = trades('limit=1');
      clock.move(5000);
      const { executedQty } = requestJson(exchange, 'POST', `${path}/order`, {
        ...marketOrder(product),
        side: 'BUY',
      });
      expect(Number(executedQty)).toBeGreaterThan(0);
      clock.move(5000);
      const listed = trades(`fromId=${before.a + 1}&limit=1000`);
      const received = await client.nextUntil((one) => one.a === listed.at(-1).a);
      expect(received.map(({ e, E, s, ...rest }) => rest)).toEqual(listed);
    },
  );

  it.each(['usdm', 'coinm'] as const)(
    'of %s maintain a local book equal to the book of REST',
    async (product) => {
      const { hosts, clock, exchange } = await startTestSandbox({ limits: { futuresWeight: 1_000_000 } });
      const { symbol, path } = PRODUCTS[product];
      const client = await connect(`${hosts[`${product}-ws`]}/ws/${symbol}@depth@100ms`);
      const depth = () =>
        requestPublicJson(exchange, `${path}/depth?symbol=${symbol.toUpperCase()}&limit=1000`);
      const snapshot = depth();
      const book = { b: new Map<string, string>(snapshot.bids), a: new Map<string, string>(snapshot.asks) };
      let previous: number | undefined;
      for (let round = 0; round < 30; round += 1) {
        clock.move(100 + ((round * 61) % 300));
        if (round % 5 === 2) {
          const [price] = depth().bids[round % 3];
          const limit = { type: 'LIMIT', timeInForce: 'GTC', price };
          requestJson(exchange, 'POST', `${path}/order`, { ...marketOrder(product), ...limit, side: 'BUY' });
        }
        if (round % 4 === 3)
          requestJson(exchange, 'POST', `${path}/order`, { ...marketOrder(product), side: 'SELL' });
        const event = await client.json();
        if (previous === undefined) {
          expect(event.U).toBeLessThanOrEqual(snapshot.lastUpdateId);
          expect(event.u).toBeGreaterThanOrEqual(snapshot.lastUpdateId);
        } else expect(event.pu).toBe(previous);
        previous = event.u;
        for (const side of ['b', 'a'] as const) {
          for (const [price, quantity] of event[side]) {
            if (Number(quantity) === 0) book[side].delete(price);
            else book[side].set(price, quantity);
          }
        }
        const now = depth();
        if (now.lastUpdateId !== event.u) continue;
        expect(Object.fromEntries(book.b)).toEqual(Object.fromEntries(now.bids));
        expect(Object.fromEntries(book.a)).toEqual(Object.fromEntries(now.asks));
      }
    },
  );

  it.each(['usdm', 'coinm'] as const)(
    'of %s correct a snapshot with an order that was cancelled before the next message',
    async (product) => {
      const { hosts, clock, exchange } = await startTestSandbox({ limits: { futuresWeight: 1_000_000 } });
      const { symbol, path } = PRODUCTS[product];
      const name = symbol.toUpperCase();
      const depth = () => requestPublicJson(exchange, `${path}/depth?symbol=${name}&limit=1000`);
      const client = await connect(`${hosts[`${product}-ws`]}/ws/${symbol}@depth@100ms`);
      const { bids: before } = depth();
      const takenPrices = new Set(before.map(([price]: [string]) => Number(price)));
      const best = Math.floor(Number(before[0][0]));
      const freePrice = Array.from({ length: 500 }, (_, index) => best - 1 - index).find(
        (price) => !takenPrices.has(price),
      )!;
      const order = {
        symbol: name,
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        price: freePrice,
        quantity: 1,
      };
      const { orderId } = requestJson(exchange, 'POST', `${path}/order`, order);
      const { bids, lastUpdateId } = depth();
      expect(bids.find(([price]: [string]) => Number(price) === freePrice)).toBeDefined();
      requestJson(exchange, 'DELETE', `${path}/order`, { symbol: name, orderId });
      clock.move(100);
      const event = await client.json();
      expect(event.U).toBeLessThanOrEqual(lastUpdateId);
      expect(event.u).toBeGreaterThanOrEqual(lastUpdateId);
      const book = new Map<string, string>(bids);
      for (const [price, quantity] of event.b) {
        if (Number(quantity) === 0) book.delete(price);
        else book.set(price, quantity);
      }
      const now = depth();
      expect(now.lastUpdateId).toBe(event.u);
      // The order displaced the last level of the snapshot.
      const bestBids = [...book].sort(([a], [b]) => Number(b) - Number(a)).slice(0, 900);
      expect(bestBids).toEqual(now.bids.slice(0, 900));
    },
  );

  it('send each trade once, as REST lists them', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ marketModel: 1 });
    const { symbol, path } = PRODUCTS.usdm;
    const client = await connect(`${hosts['usdm-ws']}/ws/${symbol}@trade`);
    const trades = () =>
      requestPublicJson(exchange, `${path}/trades?symbol=${symbol.toUpperCase()}&limit=1000`);
    const before = trades().at(-1).id;
    clock.move(10_000);
    const listed = trades().filter(({ id }: { id: number }) => id > before);
    const received = await client.nextUntil(({ t }) => t === listed.at(-1).id);
    expect(received.map(({ t, p, q, T, m }) => [t, p, q, T, m])).toEqual(
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      listed.map((one: any) => [one.id, one.price, one.qty, one.time, one.isBuyerMaker]),
    );
  });

  it('report the listing, delivery and type change of quarterly contracts as in exchangeInfo', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({}, manualClock(QUARTER_DAY - 1000));
    const client = await connect(`${hosts['usdm-ws']}/ws/!contractInfo`);
    const listed = async () => {
      const received = await client.nextUntil(({ s }) => s.startsWith('ETHUSDT_240'));
      return received.map(({ s, ct, cs }) => `${s} ${ct} ${cs}`);
    };
    clock.move(1000);
    expect(await listed()).toEqual([
      'BTCUSDT_240927 NEXT_QUARTER TRADING',
      'ETHUSDT_240927 NEXT_QUARTER TRADING',
    ]);
    clock.move(DELIVERY_MS);
    const received = await client.nextUntil(({ s }) => s === 'ETHUSDT_240628');
    expect(received.map(({ s, ct, cs }) => `${s} ${ct} ${cs}`).slice(-4)).toEqual([
      'BTCUSDT_240329 CURRENT_QUARTER CLOSE',
      'BTCUSDT_240628 CURRENT_QUARTER TRADING',
      'ETHUSDT_240329 CURRENT_QUARTER CLOSE',
      'ETHUSDT_240628 CURRENT_QUARTER TRADING',
    ]);
    const symbols = received.map(({ s }) => s).join('","');
    const info = requestPublicJson(exchange, `/fapi/v1/exchangeInfo?symbols=["${symbols}"]`).symbols;
    expect(received.map(({ ps, ct, dt, ot, cs }) => [ps, ct, dt, ot, cs])).toEqual(
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      info.map((one: any) => [one.pair, one.contractType, one.deliveryDate, one.onboardDate, one.status]),
    );
    expect(received[0].bks[0]).toEqual({ bs: 1, bnf: 0, bnc: 50_000, mmr: 0.004, cf: 0, mi: 101, ma: 125 });
    expect(received[0].bks.at(-1)).toMatchObject({ mi: 1, ma: 1 });
  });

  it.each(['usdm', 'coinm'] as const)(
    'of %s report changed contracts of both products today, which the COIN-M host did not',
    async (product) => {
      const { hosts, clock } = await startTestSandbox(
        { interface: 'today' },
        manualClock(QUARTER_DAY - 1000),
      );
      const client = await connect(
        `${hosts[`${product}-ws`]}${product === 'usdm' ? '/market' : ''}/ws/!contractInfo`,
      );
      clock.move(1000);
      const first = await client.json();
      client.socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}');
      const rows = [first, ...(await client.nextUntil(({ id }) => id === 1)).slice(0, -1)];
      expect(rows.map(({ s, ct, st }) => `${s} ${ct} ${st}`)).toEqual(
        expect.arrayContaining(['BTCUSDT_240927 NEXT_QUARTER 1', 'BTCUSD_240927 NEXT_QUARTER 2']),
      );
    },
  );

  it('send an asset index for each pair of coin-margined contracts, such as BTCUSD', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ interface: 'today' });
    const client = await connect(`${hosts['usdm-ws']}/market/ws/!assetIndex@arr`);
    clock.move(1000);
    const names = (await client.json()).map(({ s }: Record<string, string>) => s);
    const pairs = requestPublicJson(exchange, '/dapi/v1/exchangeInfo').symbols.map(
      ({ pair }: Record<string, string>) => pair,
    );
    expect(names).toEqual(expect.arrayContaining(pairs));
  });

  it('send asset indexes and compositions as REST answers them', async () => {
    const { hosts, clock, exchange } = await startTestSandbox();
    const names = ['btcusd@assetIndex', '!assetIndex@arr', 'ethusdt@compositeIndex', 'nobody@assetIndex'];
    const client = await connect(`${hosts['usdm-ws']}/stream?streams=${names.join('/')}`);
    clock.move(1000);
    // biome-ignore lint/suspicious/noExplicitAny: messages
    const received = new Map<string, any>();
    while (received.size < 3) {
      const { stream, data } = await client.json();
      received.set(stream, data);
    }
    const rates = (row: Record<string, string>) => [
      row['s'],
      row['i'],
      row['b'],
      row['B'],
      row['A'],
      row['G'],
    ];
    const assetIndexes = requestPublicJson(exchange, '/fapi/v1/assetIndex').map(
      (row: Record<string, string>) => [
        row['symbol'],
        row['index'],
        row['bidBuffer'],
        row['bidRate'],
        row['askRate'],
        row['autoExchangeAskRate'],
      ],
    );
    expect(received.get('!assetIndex@arr').map(rates)).toEqual(assetIndexes);
    expect(rates(received.get('btcusd@assetIndex'))).toEqual(
      assetIndexes.find(([name]: readonly string[]) => name === 'BTCUSD'),
    );
    const { constituents } = requestPublicJson(exchange, '/fapi/v1/constituents?symbol=ETHUSDT');
    expect(received.get('ethusdt@compositeIndex')).toMatchObject({
      p: constituents[0].price,
      c: [{ b: 'ETH', q: 'USDT', i: constituents[0].price }],
    });
  });
});
