/**
 * Unconfirmed order lists, amendments and cancellations of all orders: each sent once, and resolved by
 * queries.
 */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import type { RelayAction, RelayedRequest } from '../relay.ts';
import { openScriptedExchange } from '../scripted-exchange.ts';

const PATHS = {
  place: '/api/v3/order',
  order: '/api/v3/order',
  open: '/api/v3/openOrders',
  all: '/api/v3/allOrders',
  time: '/api/v3/time',
};
const NONE: RelayAction = { status: 400, body: '{"code":-2013,"msg":"Order does not exist."}' };
const okAnswer = (value: unknown): RelayAction => ({ status: 200, body: JSON.stringify(value) });

/** Opens an exchange that drops the connection of writes and answers queries by path. */
async function open(queries: Readonly<Record<string, (query: URLSearchParams) => RelayAction>>) {
  const exchange = await openScriptedExchange(PATHS, 'spot');
  exchange.relay.setAction(({ method, path, query }: RelayedRequest) => {
    if (path === PATHS.time) return okAnswer({ serverTime: exchange.clock.now() });
    if (method !== 'GET') return 'cut';
    return queries[path]?.(new URLSearchParams(query)) ?? { status: 404, body: '' };
  });
  return exchange;
}

const OCO =
  'trade oco place BTCUSDT --side SELL --quantity 1 --price 70000 --stop-price 55000 --list-client-order-id mine';

describe('an unconfirmed order list', () => {
  it('is sent with an id for the list and for each of its orders, and is found by the list id', async () => {
    const exchange = await open({
      '/api/v3/orderList': (query) =>
        okAnswer({ orderListId: 7, symbol: 'BTCUSDT', listClientOrderId: query.get('origClientOrderId') }),
    });
    expect(json(await exchange.run(OCO))).toMatchObject({ orderListId: 7, listClientOrderId: 'mine' });
    const [sent, ...more] = exchange.writes();
    expect(more).toEqual([]);
    const body = new URLSearchParams(sent!.body);
    const ids = ['listClientOrderId', 'limitClientOrderId', 'stopClientOrderId'].map((name) =>
      body.get(name),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe('mine');
  });

  it('is absent only if neither the list nor any of its orders is found', async () => {
    const exchange = await open({
      '/api/v3/orderList': () => NONE,
      '/api/v3/openOrderList': () => okAnswer([]),
      '/api/v3/allOrderList': () => okAnswer([]),
      '/api/v3/order': () => NONE,
    });
    const error = failure(await exchange.run(OCO));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed', clientOrderId: 'mine' });
    expect(error.message).toContain('order list mine');
    const legs = exchange.relay.requests.filter(
      ({ method, path }) => method === 'GET' && path === PATHS.order,
    );
    expect(legs.length).toBe(2);
    expect(exchange.writes().length).toBe(1);
  });

  it('stays unknown while one of its orders is found but the list is not', async () => {
    const exchange = await open({
      '/api/v3/orderList': () => NONE,
      '/api/v3/openOrderList': () => okAnswer([]),
      '/api/v3/allOrderList': () => okAnswer([]),
      '/api/v3/order': (query) =>
        okAnswer({ symbol: 'BTCUSDT', side: 'SELL', clientOrderId: query.get('origClientOrderId') }),
    });
    expect(failure(await exchange.run(OCO))).toMatchObject({ exitCode: 7, execution: 'unknown' });
  });
});

describe('an unconfirmed cancellation of an order list', () => {
  const CANCEL = 'trade oco cancel BTCUSDT --list-client-order-id mine';
  const ordersInStates = (...states: string[]) => ({
    '/api/v3/orderList': () =>
      okAnswer({
        listClientOrderId: 'mine',
        listOrderStatus: 'ALL_DONE',
        orders: states.map((_, index) => ({ symbol: 'BTCUSDT', orderId: index })),
      }),
    '/api/v3/order': (query: URLSearchParams) => okAnswer({ status: states[Number(query.get('orderId'))] }),
  });

  it('is reported as executed if both of its orders are cancelled', async () => {
    const exchange = await open(ordersInStates('CANCELED', 'CANCELED'));
    expect(json(await exchange.run(CANCEL))).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  });

  it('exits with 4 if one of them was filled', async () => {
    const exchange = await open(ordersInStates('EXPIRED', 'FILLED'));
    expect(failure(await exchange.run(CANCEL))).toMatchObject({ exitCode: 4, execution: 'not_executed' });
  });
});

describe('an unconfirmed amendment', () => {
  const AMEND = 'trade order amend BTCUSDT --order-id 28 --new-qty 0.5';

  it('is found by the new id of the order, however old the order is', async () => {
    const exchange = await open({
      '/api/v3/order': (query) =>
        okAnswer({
          symbol: 'BTCUSDT',
          orderId: 28,
          clientOrderId: query.get('origClientOrderId'),
          origQty: '0.50000000',
          time: 1_600_000_000_000,
        }),
    });
    expect(json(await exchange.run(AMEND))).toMatchObject({ orderId: 28, origQty: '0.50000000' });
    expect(exchange.writes().length).toBe(1);
  });

  it('was not executed if the order keeps its id: exit 5', async () => {
    const exchange = await open({
      '/api/v3/order': () => NONE,
      '/api/v3/openOrders': () => okAnswer([{ orderId: 28, clientOrderId: 'before', origQty: '1' }]),
    });
    const error = failure(await exchange.run(AMEND));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed' });
    expect(error.message).toContain('The amendment');
  });

  it('was not executed if the order keeps its quantity under the same id', async () => {
    const row = { symbol: 'BTCUSDT', clientOrderId: 'same', origQty: '1.00000000' };
    const exchange = await open({
      '/api/v3/order': () => okAnswer(row),
      '/api/v3/openOrders': () => okAnswer([row]),
    });
    const outcome = await exchange.run(`${AMEND} --new-client-order-id same`);
    expect(failure(outcome)).toMatchObject({ exitCode: 5, execution: 'not_executed' });
  });
});

describe('an unconfirmed cancellation of all orders', () => {
  const ALL = 'trade cancel-all BTCUSDT';

  it('is confirmed once no earlier order is open, and was sent once', async () => {
    let looks = 0;
    const exchange = await open({
      '/api/v3/openOrders': () => {
        looks += 1;
        const old = { orderId: 1, time: exchange.clock.now() - 60_000 };
        const since = { orderId: 2, time: exchange.clock.now() };
        return okAnswer(looks < 3 ? [old, since] : [since]);
      },
    });
    expect(json(await exchange.run(ALL))).toMatchObject([{ orderId: 2 }]);
    expect([looks, exchange.writes().length]).toEqual([3, 1]);
  });

  it('was not executed if earlier orders are open after the acceptance deadline: exit 5', async () => {
    const exchange = await open({
      '/api/v3/openOrders': () => okAnswer([{ orderId: 1, time: 1_600_000_000_000 }]),
    });
    const before = exchange.clock.now();
    const error = failure(await exchange.run(ALL));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed' });
    expect(error.message).toContain('1 order of before it is still open');
    expect(exchange.clock.now() - before).toBeGreaterThan(28_000);
    expect(exchange.writes().length).toBe(1);
  });

  it('stays unknown if the open orders cannot be listed: exit 7', async () => {
    const exchange = await open({ '/api/v3/openOrders': () => ({ status: 503, body: '' }) });
    expect(failure(await exchange.run(ALL))).toMatchObject({ exitCode: 7, execution: 'unknown' });
    expect(exchange.writes().length).toBe(1);
  });
});
