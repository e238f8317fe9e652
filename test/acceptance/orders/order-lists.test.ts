/** Order lists whose orders have parameters of their own: words, checks, look-ups. */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import type { RelayAction, RelayedRequest } from '../relay.ts';
import { openScriptedExchange } from '../scripted-exchange.ts';
import { bourse, temporaryFolder } from '../world.ts';

interface PlacedList {
  readonly orderListId: number;
  readonly listClientOrderId: string;
  readonly contingencyType: string;
  readonly orders: readonly { readonly orderId: number; readonly clientOrderId: string }[];
}

interface Preview {
  readonly body: string;
  readonly orderCount: number;
  readonly filters: readonly { readonly param: string; readonly filter: string; readonly verdict: string }[];
}

function freshMachine() {
  const home = temporaryFolder();
  return (line: string) => bourse(`${line} --env sandbox`, { home });
}

/** Returns the parameters that a command would send, without the ids that are made for it. */
async function sentBy(line: string): Promise<Record<string, string>> {
  const { body } = json<Preview>(await freshMachine()(`${line} --dry-run`));
  const sent = [...new URLSearchParams(body)].filter(([name]) => !/ClientOrderId$/.test(name));
  return Object.fromEntries(sent);
}

const OTOCO = 'trade list otoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000';

describe('the words of a trader', () => {
  it('sell with a limit order above and a stop order below the market', async () => {
    expect(await sentBy('trade list oco BTCUSDT SELL 0.001 --take-profit 150000 --stop-loss 60000')).toEqual({
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: '0.001',
      aboveType: 'LIMIT_MAKER',
      abovePrice: '150000',
      belowType: 'STOP_LOSS',
      belowStopPrice: '60000',
    });
  });

  it('buy with a stop order above and a limit order below the market', async () => {
    const line =
      'trade list oco BTCUSDT buy 0.001 --take-profit 60000 --stop-loss 150000 --stop-limit 151000';
    expect(await sentBy(line.replace('buy', 'BUY'))).toMatchObject({
      aboveType: 'STOP_LOSS_LIMIT',
      aboveStopPrice: '150000',
      abovePrice: '151000',
      aboveTimeInForce: 'GTC',
      belowType: 'LIMIT_MAKER',
      belowPrice: '60000',
    });
  });

  it('enter a position and leave it with either of two orders', async () => {
    expect(await sentBy(OTOCO)).toEqual({
      symbol: 'BTCUSDT',
      workingType: 'LIMIT',
      workingSide: 'BUY',
      workingPrice: '60000',
      workingQuantity: '0.001',
      workingTimeInForce: 'GTC',
      pendingSide: 'SELL',
      pendingQuantity: '0.001',
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '150000',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: '55000',
    });
    expect(await sentBy(OTOCO.replace('otoco', 'opoco'))).not.toHaveProperty('pendingQuantity');
  });

  it('give way to parameters that are given themselves', async () => {
    const line = `${OTOCO} --working-type LIMIT_MAKER --pending-quantity 0.0005 --pending-below-type TAKE_PROFIT`;
    const error = failure(await freshMachine()(`${line} --dry-run`));
    expect(error.faults).toMatchObject([{ param: 'pendingBelowType', rule: 'conflict' }]);
    expect(await sentBy(line.replace(' --pending-below-type TAKE_PROFIT', ''))).toMatchObject({
      workingType: 'LIMIT_MAKER',
      pendingQuantity: '0.0005',
    });
  });

  it('name one exit only where the list has one pending order', async () => {
    const line = 'trade list oto BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000';
    expect(failure(await freshMachine()(line))).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('either --take-profit or --stop-loss'),
      hint: expect.stringContaining('trade list otoco'),
    });
    const limit = 'trade list opo BTCUSDT BUY 0.001 --entry 60000 --stop-limit 55000';
    expect(failure(await freshMachine()(limit))).toMatchObject({ exitCode: 2, hint: 'Add --stop-loss.' });
  });
});

describe('an order list on a new machine', () => {
  it('is placed, looked up, cancelled and listed by one word', async () => {
    const run = freshMachine();
    const placed = json<PlacedList>(await run(OTOCO));
    expect([placed.contingencyType, placed.orders.length]).toEqual(['OTO', 3]);
    const ids = [placed.listClientOrderId, ...placed.orders.map(({ clientOrderId }) => clientOrderId)];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^bo/);
    expect(json(await run(`trade list get --order-list-id ${placed.orderListId}`))).toMatchObject({
      listOrderStatus: 'EXECUTING',
    });
    expect(json(await run('trade list open'))).toHaveLength(1);
    const cancelled = `trade list cancel BTCUSDT --order-list-id ${placed.orderListId} --new-client-order-id gone`;
    expect(json(await run(cancelled))).toMatchObject({
      listOrderStatus: 'ALL_DONE',
      orderReports: [{ clientOrderId: 'gone' }, { clientOrderId: 'gone' }, { clientOrderId: 'gone' }],
    });
    expect(json(await run('trade list open'))).toEqual([]);
    expect(json(await run('trade list all'))).toMatchObject([{ listOrderStatus: 'ALL_DONE' }]);
  });

  it('counts every order in a dry run, with the filters of each', async () => {
    const { orderCount, filters } = json<Preview>(await freshMachine()(`${OTOCO} --dry-run`));
    expect(orderCount).toBe(3);
    const checked = filters.filter(({ verdict }) => verdict === 'pass').map(({ param }) => param);
    for (const param of ['workingPrice', 'workingQuantity', 'pendingAbovePrice', 'pendingBelowStopPrice'])
      expect(checked).toContain(param);
  });
});

describe('the checks of an order list', () => {
  it('refuse contradicting types before anything is sent', async () => {
    const line =
      'trade list oco BTCUSDT SELL 0.001 --above-type STOP_LOSS --above-stop-price 150000 --below-type LIMIT_MAKER --below-price 60000';
    const error = failure(await freshMachine()(line));
    expect(error).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(error.faults).toMatchObject([
      { param: 'belowType', message: expect.stringContaining('A limit order in a sell OCO must be above.') },
      {
        param: 'aboveType',
        message: expect.stringContaining('A stop loss order in a sell OCO must be below.'),
      },
    ]);
  });

  it('hold every order to the filters of the symbol, by the names of its parameters', async () => {
    const line = OTOCO.replace('0.001 ', '0.0000001 ').replace('150000', '150000.001');
    const error = failure(await freshMachine()(line));
    expect(error.exitCode).toBe(2);
    expect(error.faults).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ param: 'workingQuantity', filter: 'LOT_SIZE' }),
        expect.objectContaining({ param: 'pendingQuantity', filter: 'LOT_SIZE' }),
        expect.objectContaining({ param: 'pendingAbovePrice', filter: 'PRICE_FILTER' }),
      ]),
    );
  });

  it('round the values of every order on request', async () => {
    const run = freshMachine();
    const line = OTOCO.replace('60000 ', '60000.126 ').replace('55000', '55000.129');
    const outcome = await run(`${line} --round down --dry-run`);
    const sent = Object.fromEntries(new URLSearchParams(json<Preview>(outcome).body));
    expect(sent).toMatchObject({ workingPrice: '60000.12', pendingBelowStopPrice: '55000.12' });
    expect(outcome.stderr).toContain('workingPrice was rounded from 60000.126 to 60000.12.');
  });
});

describe('an order list without an answer', () => {
  const NONE: RelayAction = { status: 400, body: '{"code":-2013,"msg":"Order does not exist."}' };
  const okAnswer = (value: unknown): RelayAction => ({ status: 200, body: JSON.stringify(value) });
  const paths = {
    place: '/api/v3/order',
    order: '/api/v3/order',
    open: '/api/v3/openOrders',
    all: '/api/v3/allOrders',
    time: '/api/v3/time',
  };
  const open = async (queries: Readonly<Record<string, (query: URLSearchParams) => RelayAction>>) => {
    const exchange = await openScriptedExchange(paths, 'spot');
    exchange.relay.setAction(({ method, path, query }: RelayedRequest) => {
      if (path === paths.time) return okAnswer({ serverTime: exchange.clock.now() });
      if (method !== 'GET') return 'cut';
      return queries[path]?.(new URLSearchParams(query)) ?? { status: 404, body: '' };
    });
    return exchange;
  };
  const absent = {
    '/api/v3/orderList': () => NONE,
    '/api/v3/openOrderList': () => okAnswer([]),
    '/api/v3/allOrderList': () => okAnswer([]),
  };

  it('is found by the id of the list and sent once', async () => {
    const exchange = await open({
      '/api/v3/orderList': (query) =>
        okAnswer({ orderListId: 7, symbol: 'BTCUSDT', listClientOrderId: query.get('origClientOrderId') }),
    });
    expect(json(await exchange.run(`${OTOCO} --list-client-order-id mine --yes`))).toMatchObject({
      orderListId: 7,
    });
    expect(exchange.writes()).toHaveLength(1);
  });

  it('is absent only if none of its orders is found', async () => {
    const exchange = await open({ ...absent, '/api/v3/order': () => NONE });
    expect(failure(await exchange.run(`${OTOCO} --yes`))).toMatchObject({
      exitCode: 5,
      execution: 'not_executed',
    });
    const legs = exchange.relay.requests.filter(
      ({ method, path }) => method === 'GET' && path === paths.order,
    );
    expect(legs).toHaveLength(3);
  });

  it('stays unknown while a pending order of its terms is found: each order is compared with its own side', async () => {
    const exchange = await open({
      ...absent,
      '/api/v3/order': (query) => {
        const { body } = exchange.writes()[0]!;
        const id = query.get('origClientOrderId');
        const isPending = new URLSearchParams(body).get('pendingAboveClientOrderId') === id;
        return isPending
          ? okAnswer({ symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT_MAKER', clientOrderId: id })
          : NONE;
      },
    });
    expect(failure(await exchange.run(`${OTOCO} --yes`))).toMatchObject({
      exitCode: 7,
      execution: 'unknown',
    });
  });
});
