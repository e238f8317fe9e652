/** Calls of the library on the sandbox: values, pages, plans, errors, and what it leaves alone. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { BourseError } from '../../src/library/errors.ts';
import { openBourse } from '../../src/library/open-bourse.ts';
import { json } from '../acceptance/outcomes.ts';
import { homeWith } from '../acceptance/policy/homes.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { openLibrary } from './test-library.ts';

const BUY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '50000',
} as const;

/** Returns the error that a call rejects with. */
async function errorOf(call: Promise<unknown>): Promise<BourseError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(BourseError);
  return error as BourseError;
}

describe('the library', () => {
  it('gives the rows of lists names and types: times are numbers, decimals text, integers bigint', async () => {
    const { x } = openLibrary();
    const [candle] = await x.market.klines({ symbol: 'BTCUSDT', interval: '1h', limit: 1 });
    expect(typeof candle!.openTime).toBe('number');
    expect(candle!.close).toMatch(/^\d+\.\d{8}$/);
    expect(typeof candle!.trades).toBe('bigint');
  });

  it('takes times as Date, text and milliseconds', async () => {
    const { x } = openLibrary();
    const at = Date.UTC(2024, 0, 2);
    for (const startTime of [at, new Date(at), '2024-01-02']) {
      const [candle] = await x.market.klines({ symbol: 'BTCUSDT', interval: '1d', startTime, limit: 1 });
      expect(candle!.openTime).toBe(at);
    }
  });

  it('refuses options that are none, before anything is sent', async () => {
    const { x, home } = openLibrary();
    const typo = { idempotenceKey: 'a' } as object;
    const order = { ...BUY, newClientOrderId: 'mine' };
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['trade.placeOrder has no option "idempotenceKey"', () => x.trade.placeOrder(order, typo)],
      ['trade.placeOrder has no option', () => x.trade.placeOrder.plan(order, typo)],
      [
        'execute of trade.placeOrder has no option',
        async () => (await x.trade.placeOrder.plan(order)).execute(typo),
      ],
      ['market.ping has no option', () => x.market.ping({}, typo)],
      ['orders.list has no option', () => x.orders.list({}, typo)],
      [
        'market.klines has no option',
        () => x.market.klines.all({ symbol: 'BTCUSDT', interval: '1h' }, typo).next(),
      ],
      ['stream.trades has no option', () => x.stream.trades({ symbol: 'BTCUSDT' }, typo).next()],
      ['openBourse has no option', () => openLibrary({ ...typo, home }).x.market.ping()],
    ];
    for (const [message, call] of calls) {
      const error = await errorOf(call());
      expect([error.kind, error.execution, error.message]).toEqual([
        'usage',
        'not_executed',
        expect.stringContaining(message),
      ]);
    }
    expect((await errorOf(x.trade.placeOrder(order, typo))).hint).toBe('Did you mean idempotencyKey?');
    expect(await x.orders.list()).toEqual([]);
  });

  it('answers one ticker and many as a list', async () => {
    const { x } = openLibrary();
    expect(await x.market.tickerPrice({ symbol: 'BTCUSDT' })).toHaveLength(1);
    expect((await x.market.tickerPrice()).length).toBeGreaterThan(1);
  });

  it('yields the rows of all pages, oldest first', async () => {
    const { x } = openLibrary();
    const times: number[] = [];
    for await (const { openTime } of x.market.klines.all({ symbol: 'BTCUSDT', interval: '1m', limit: 2500 }))
      times.push(openTime);
    expect(times).toHaveLength(2500);
    expect(times.every((time, at) => at === 0 || time === times[at - 1]! + 60_000)).toBe(true);
    const pages: number[] = [];
    for await (const page of x.market.klines.pages({ symbol: 'BTCUSDT', interval: '1m', limit: 1500 }))
      pages.push(page.length);
    // The exchange gives the newest page first; the pages of a fixed number of rows end with a full one.
    expect(pages).toEqual([500, 1000]);
  });

  it('leaves a history of which the caller has enough', async () => {
    const { x } = openLibrary();
    const year = { symbol: 'BTCUSDT', interval: '1m', startTime: '2023-03-01' } as const;
    for await (const _candle of x.market.klines.all(year)) break;
    await x.close();
  });

  it('places an order, records it in the journal of orders, and shows it to the command line', async () => {
    const { x, home, notes } = openLibrary();
    const order = await x.trade.placeOrder(BUY);
    expect(order.orderId).toBe(1n);
    expect(notes).toEqual([`Sending the order ${order.clientOrderId}.`]);
    await x.close();
    const [write] = json<{ command: string; state: string }[]>(
      await bourse('orders list -o json', { home, environment: { BOURSE_ENV: 'sandbox' } }),
    );
    expect(write).toMatchObject({ command: 'library trade.placeOrder', state: 'ACKED' });
    const open = await bourse('trade open-orders BTCUSDT --env sandbox -o json', { home });
    expect(json<{ orderId: number }[]>(open).map(({ orderId }) => orderId)).toEqual([1]);
  });

  it('sends the call of a plan once, however often the plan is executed', async () => {
    const { x } = openLibrary();
    const plan = await x.trade.placeOrder.plan(BUY);
    expect(await x.trade.openOrders({ symbol: 'BTCUSDT' })).toEqual([]);
    const first = await plan.execute();
    expect(await plan.execute()).toEqual(first);
    expect(JSON.stringify(plan.request)).toContain(`newClientOrderId=${first.clientOrderId}`);
    expect(await x.trade.openOrders({ symbol: 'BTCUSDT' })).toHaveLength(1);
  });

  it('sends a call under an idempotency key once, and refuses other arguments under it', async () => {
    const { x } = openLibrary();
    const first = await x.trade.placeOrder(BUY, { idempotencyKey: 'one' });
    expect(await x.trade.placeOrder(BUY, { idempotencyKey: 'one' })).toEqual(first);
    const other = await errorOf(x.trade.placeOrder({ ...BUY, price: '50001' }, { idempotencyKey: 'one' }));
    expect(other).toMatchObject({ kind: 'usage', exitCode: 2 });
  });

  it('refuses a JS number for a decimal, which may have lost digits', async () => {
    const { x, home } = openLibrary();
    const error = await errorOf(x.trade.placeOrder({ ...BUY, quantity: 0.1 as unknown as string }));
    expect(error.message).toBe('quantity must be decimal text such as "0.001", was the number 0.1.');
    expect([error.kind, error.execution]).toEqual(['usage', 'not_executed']);
    expect(existsSync(join(home, 'state', 'journal.db'))).toBe(false);
  });

  it.each([
    [{ ...BUY, strategyId: 2 ** 60 }],
    [{ ...BUY, quantity: null }],
    [{ ...BUY, quantity: Number.NaN }],
    [{ ...BUY, price: { amount: '1' } }],
    [{ ...BUY, tif: 'GTC' }],
    [[BUY]],
    ['BTCUSDT'],
    [new Date(Number.NaN)],
  ])('refuses arguments %j before anything is sent', async (given) => {
    const { x, home } = openLibrary();
    expect((await errorOf(x.trade.placeOrder(given as unknown as typeof BUY))).kind).toBe('usage');
    expect(existsSync(join(home, 'state', 'journal.db'))).toBe(false);
  });

  it('refuses bad arguments of a history with the same error', async () => {
    const { x } = openLibrary();
    const rows = x.market.klines.all({ symbol: 'BTCUSDT', interval: '7m' as '5m' });
    expect((await errorOf(rows.next())).kind).toBe('usage');
    const pages = x.market.klines.pages('BTCUSDT' as unknown as { symbol: string; interval: '1m' });
    expect((await errorOf(pages.next())).kind).toBe('usage');
  });

  it('reports all faults of the arguments at once', async () => {
    const { x } = openLibrary();
    const error = await errorOf(x.market.klines({ symbol: '', interval: '7m' as '5m', limit: 0 }));
    expect(error.faults.map(({ param }) => param)).toEqual(['symbol', 'interval', 'limit']);
  });

  it("rejects with the exchange's code, name and next step", async () => {
    const { x } = openLibrary();
    const error = await errorOf(x.market.depth({ symbol: 'NOSUCH' }));
    expect(error).toMatchObject({ kind: 'rejected', code: -1121, codeName: 'BAD_SYMBOL', exitCode: 4 });
    expect(error.hint).toBeTruthy();
  });

  it('names the client of its options in the audit log', async () => {
    const home = homeWith({ version: 1, default: 'refuse', rules: [] });
    const { x } = openLibrary({ home, client: 'momentum-agent', variables: { BOURSE_CLIENT: 'another' } });
    expect((await errorOf(x.trade.placeOrder(BUY))).kind).toBe('refused');
    const line = JSON.parse(readFileSync(join(home, 'state', 'audit.ndjson'), 'utf8'));
    expect(line).toMatchObject({ door: 'library', client: 'momentum-agent', outcome: 'refused' });
  });

  it('rejects the first call for an option that is none', async () => {
    const x = openBourse({ env: 'moon' as 'live', home: temporaryFolder(), variables: {} });
    expect((await errorOf(x.market.ping())).kind).toBe('usage');
    await x.close();
  });

  it('refuses calls after it was closed', async () => {
    const { x } = openLibrary();
    await x.market.ping();
    await x.close();
    expect((await errorOf(x.market.ping())).message).toBe('The library was closed.');
    const unopened = openLibrary().x;
    await unopened.close();
    await errorOf(unopened.market.ping());
  });

  it('ends a call whose signal aborts', async () => {
    const { x } = openLibrary();
    const signal = AbortSignal.abort(new Error('enough'));
    await errorOf(x.market.klines({ symbol: 'BTCUSDT', interval: '1h' }, { signal }));
  });

  it('ends only the call whose signal aborts, of many at once, and prints no warning of Node', async () => {
    const server = createServer((_request, response) => {
      response.sendDate = false;
      setTimeout(() => response.end('{"symbol":"BTCUSDT","price":"1.5"}'), 50);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const { port } = server.address() as AddressInfo;
    const { x } = openLibrary({ env: 'testnet', hosts: { spot: `http://127.0.0.1:${port}` } }, systemClock());
    const abort = new AbortController();
    const price = (options = {}) => x.market.tickerPrice({ symbol: 'BTCUSDT' }, options);
    const aborted = errorOf(price({ signal: abort.signal }));
    const others = Array.from({ length: 40 }, () => price());
    setTimeout(() => abort.abort(new Error('enough')), 10);
    await aborted;
    for (const [found] of await Promise.all(others)) expect(found).toMatchObject({ price: '1.5' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it('needs keys for signed calls outside the sandbox, and says so', async () => {
    const { x } = openLibrary({ env: 'testnet' });
    expect(await errorOf(x.account.info())).toMatchObject({ kind: 'credentials', exitCode: 3 });
  });

  it('leaves the variables of the process as they are', async () => {
    const before = { ...process.env };
    const variables = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
    const { x } = openLibrary({ env: 'testnet', variables, hosts: { spot: 'http://127.0.0.1:1' } });
    await errorOf(x.account.info());
    expect(Object.keys(variables)).toEqual(['BOURSE_API_KEY', 'BOURSE_API_SECRET']);
    expect(process.env).toEqual(before);
  });
});
