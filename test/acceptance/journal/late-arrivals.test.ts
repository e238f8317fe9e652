/** Orders that were proved absent and are executed all the same, later than the exchange promises. */
import { describe, expect, it } from 'vitest';
import { openScriptedExchange, type ScriptedExchange } from '../scripted-exchange.ts';
import { bourse, temporaryFolder } from '../world.ts';

const PATHS = {
  place: '/fapi/v1/order',
  batch: '/fapi/v1/batchOrders',
  order: '/fapi/v1/order',
  open: '/fapi/v1/openOrders',
  all: '/fapi/v1/allOrders',
  time: '/fapi/v1/time',
};
const BUY =
  'trade order place BTCUSDT --on usdm --side BUY --type LIMIT --quantity 1 --price 100 --time-in-force GTC --skip-filters --yes';
const READ = 'trade open-orders BTCUSDT --on usdm';
const HOUR_MS = 3_600_000;

const rowsOf = (text: string): readonly Record<string, unknown>[] => JSON.parse(text);

/** Opens an exchange to which an order was sent that its client has proved absent. */
async function openWithAbsentOrder() {
  const exchange = await openScriptedExchange(PATHS, 'usdm');
  const home = temporaryFolder();
  exchange.write = { isExecuted: false, answer: { status: 503, body: 'Unknown error, please check' } };
  expect((await exchange.run(`${BUY} --new-client-order-id o-1`, { home })).code).toBe(5);
  exchange.write = { isExecuted: true };
  const stateOf = async () =>
    rowsOf((await bourse('orders list -o json', { home })).stdout).find(
      ({ clientOrderId }) => clientOrderId === 'o-1',
    )?.['state'];
  expect(await stateOf()).toBe('ABSENT');
  return { exchange, home, stateOf };
}

function executeLate({ executed, clock }: ScriptedExchange): void {
  executed.push({
    ...{ orderId: 77, clientOrderId: 'o-1', symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '100' },
    ...{ origQty: '1', quantity: '1', executedQty: '0', status: 'NEW', time: clock.now() },
  });
}

const queriesFor = ({ relay }: ScriptedExchange, id: string) =>
  relay.requests.filter(({ method, query }) => method === 'GET' && query.includes(`=${id}&`)).length;

describe('an order that arrives after it was proved absent', () => {
  it('is reported once by the next command that trades: exit 1 and state FOUND', async () => {
    const { exchange, home, stateOf } = await openWithAbsentOrder();
    expect((await exchange.run(READ, { home })).code).toBe(0);
    executeLate(exchange);
    const alarm = await exchange.run(READ, { home });
    expect(alarm.code).toBe(1);
    expect(alarm.stderr).toContain('The order o-1 (BTCUSDT) has arrived late');
    expect(rowsOf(alarm.stdout)).toHaveLength(1);
    expect(await stateOf()).toBe('FOUND');
    const timeline = await bourse('orders timeline o-1 -o json', { home });
    expect(rowsOf(timeline.stdout).at(-1)).toMatchObject({
      state: 'FOUND',
      why: expect.stringContaining('recorded as absent'),
      answer: expect.stringContaining('"orderId":77'),
    });
    expect(await exchange.run(READ, { home })).toMatchObject({ code: 0, stderr: '' });
  });

  it('is reported by an order, which it neither delays nor fails', async () => {
    const { exchange, home, stateOf } = await openWithAbsentOrder();
    executeLate(exchange);
    const before = exchange.relay.requests.length;
    const placed = await exchange.run(`${BUY} --new-client-order-id o-2`, { home });
    expect([placed.code, await stateOf()]).toEqual([0, 'FOUND']);
    expect(placed.stderr).toContain('The order o-1 (BTCUSDT) has arrived late');
    const later = exchange.relay.requests.slice(before);
    const lookup = later.findIndex(({ query }) => query.includes('=o-1&'));
    expect(lookup).toBeGreaterThan(later.findIndex(({ method }) => method === 'POST'));
  });

  it('is looked for by one query a command, and no longer after 24 hours', async () => {
    const { exchange, home } = await openWithAbsentOrder();
    const asked = queriesFor(exchange, 'o-1');
    exchange.clock.advance(23 * HOUR_MS);
    await exchange.run(READ, { home });
    expect(queriesFor(exchange, 'o-1')).toBe(asked + 1);
    exchange.clock.advance(2 * HOUR_MS);
    await exchange.run(READ, { home });
    expect(queriesFor(exchange, 'o-1')).toBe(asked + 1);
  });

  it('is not looked for by a command that failed, sends nothing, or has other keys', async () => {
    const { exchange, home } = await openWithAbsentOrder();
    const asked = queriesFor(exchange, 'o-1');
    const others = { BOURSE_API_SECRET: 'O'.repeat(64) };
    expect((await exchange.run(`${BUY} --dry-run`, { home })).code).toBe(0);
    expect(queriesFor(exchange, 'o-1')).toBe(asked);
    expect((await exchange.run('trade order get BTCUSDT --on usdm --order-id 1', { home })).code).toBe(4);
    expect(queriesFor(exchange, 'o-1')).toBe(asked);
    expect((await exchange.run(READ, { home, environment: others })).code).toBe(0);
    expect(queriesFor(exchange, 'o-1')).toBe(asked);
  });

  it('is found by orders resolve: exit 1 and a row', async () => {
    const { exchange, home, stateOf } = await openWithAbsentOrder();
    expect((await exchange.run('orders resolve -o json', { home })).code).toBe(0);
    executeLate(exchange);
    const { code, stdout, stderr } = await exchange.run('orders resolve -o json', { home });
    expect([code, rowsOf(stdout)]).toMatchObject([1, [{ clientOrderId: 'o-1', state: 'FOUND' }]]);
    expect(stderr).toContain('The order o-1 (BTCUSDT) has arrived late');
    expect(await stateOf()).toBe('FOUND');
  });

  it('is waited for by orders resolve --watch, for 24 hours', async () => {
    const { exchange, home, stateOf } = await openWithAbsentOrder();
    let queries = 0;
    Object.defineProperty(exchange, 'query', {
      get() {
        queries += 1;
        if (queries === 5) executeLate(exchange);
        return undefined;
      },
    });
    expect((await exchange.run('orders resolve --watch', { home })).code).toBe(1);
    expect(await stateOf()).toBe('FOUND');
    const other = await openWithAbsentOrder();
    other.exchange.clock.advance(23.5 * HOUR_MS);
    const begun = other.exchange.clock.now();
    expect((await other.exchange.run('orders resolve --watch', { home: other.home })).code).toBe(0);
    const watchedMs = other.exchange.clock.now() - begun;
    expect([watchedMs > 0.3 * HOUR_MS, watchedMs < 0.6 * HOUR_MS]).toEqual([true, true]);
    expect(await other.stateOf()).toBe('ABSENT');
  });
});
