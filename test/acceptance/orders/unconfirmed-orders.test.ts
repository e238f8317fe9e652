/**
 * Unconfirmed orders on every product: sent once, and looked up until the outcome is known or stays unknown.
 */

import { describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../../src/catalogue/futures-products.ts';
import { failure, json, lines, shellWords } from '../outcomes.ts';
import { openScriptedExchange, type Paths } from '../scripted-exchange.ts';

interface Product {
  readonly name: string;
  readonly host: string;
  readonly paths: Paths;
  /** Places an order with the client order id "mine". */
  readonly place: string;
  readonly cancel: string;
  readonly isFutures: boolean;
  readonly batch?: readonly string[];
}

const futures = (name: FuturesProduct, root: string, symbol: string): Product => ({
  name,
  host: name,
  isFutures: true,
  paths: {
    place: `${root}/order`,
    batch: `${root}/batchOrders`,
    order: `${root}/order`,
    open: `${root}/openOrders`,
    all: `${root}/allOrders`,
    time: `${root}/time`,
  },
  place: `trade order place ${symbol} --on ${name} --side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 50000 --new-client-order-id mine`,
  cancel: `trade order cancel ${symbol} --on ${name} --orig-client-order-id mine`,
  batch: ['trade', 'order', 'batch', `--on=${name}`, `--batch-orders=${batchOf(symbol, 'newClientOrderId')}`],
});

function batchOf(symbol: string, id: string): string {
  const one = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1', price: '500' };
  return JSON.stringify([
    { ...one, [id]: 'first' },
    { ...one, price: '501' },
    { ...one, price: '502' },
  ]);
}

const OPTION = 'BTC-240628-60000-C';

const PRODUCTS: readonly Product[] = [
  futures('usdm', '/fapi/v1', 'BTCUSDT'),
  futures('coinm', '/dapi/v1', 'BTCUSD_PERP'),
  {
    name: 'options',
    host: 'options',
    isFutures: true,
    paths: {
      place: '/eapi/v1/order',
      batch: '/eapi/v1/batchOrders',
      order: '/eapi/v1/order',
      open: '/eapi/v1/openOrders',
      all: '/eapi/v1/historyOrders',
      time: '/eapi/v1/time',
    },
    place: `trade order place ${OPTION} --on options --side BUY --type LIMIT --quantity 1 --price 500 --client-order-id mine`,
    cancel: `trade order cancel ${OPTION} --on options --client-order-id mine`,
    batch: ['trade', 'order', 'batch', '--on=options', `--orders=${batchOf(OPTION, 'clientOrderId')}`],
  },
  {
    name: 'margin',
    host: 'spot',
    isFutures: false,
    paths: {
      place: '/sapi/v1/margin/order',
      order: '/sapi/v1/margin/order',
      open: '/sapi/v1/margin/openOrders',
      all: '/sapi/v1/margin/allOrders',
      time: '/api/v3/time',
    },
    place:
      'margin order place BTCUSDT --is-isolated TRUE --side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 50000 --new-client-order-id mine',
    cancel: 'margin order cancel BTCUSDT --is-isolated TRUE --orig-client-order-id mine',
  },
];

describe.each(PRODUCTS)('an order on $name', ({ host, paths, place, cancel, isFutures }) => {
  const open = () => openScriptedExchange(paths, host);

  it('without an answer is found by its id, and was sent once', async () => {
    const exchange = await open();
    exchange.write = { isExecuted: true, answer: 'cut' };
    const outcome = await exchange.run(place);
    expect(json(outcome)).toMatchObject({ clientOrderId: 'mine', status: 'NEW' });
    expect(outcome.stderr).toContain('was placed once');
    expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
  });

  it('that never arrived is proved absent, with evidence from all three places: exit 5', async () => {
    const exchange = await open();
    exchange.write = { isExecuted: false, answer: 'cut' };
    const before = exchange.clock.now();
    const error = failure(await exchange.run(`${place} --skip-filters`));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed', clientOrderId: 'mine' });
    expect(error.message).toContain('neither among the open orders nor in the history');
    expect(exchange.clock.now() - before).toBeGreaterThan(28_000);
    const asked = new Set(
      exchange.relay.requests.filter((one) => one.method === 'GET').map((one) => one.path),
    );
    expect(asked).toEqual(new Set([paths.time, paths.order, paths.open, paths.all]));
    expect(exchange.writes().length).toBe(1);
  });

  it('stays unknown if no query is answered: exit 7 and the lookup command', async () => {
    const exchange = await open();
    exchange.write = { isExecuted: true, answer: 'cut' };
    exchange.query = { status: 503, body: '' };
    const error = failure(await exchange.run(place));
    expect(error).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: 'mine' });
    expect(exchange.writes().length).toBe(1);
    exchange.query = undefined;
    const [program, ...words] = shellWords(error.resume!);
    expect(program).toBe('bourse');
    expect(json(await exchange.run(words.filter((word) => !word.startsWith('--host'))))).toMatchObject({
      clientOrderId: 'mine',
      status: 'NEW',
    });
  });

  it('is found after every 5xx status, whatever its text is', async () => {
    for (const msg of [
      'Service Unavailable.',
      'Unknown error, please check your request or try again later.',
    ]) {
      const exchange = await open();
      const body = JSON.stringify({ code: -1000, msg });
      exchange.write = { isExecuted: true, answer: { status: 503, body } };
      expect(json(await exchange.run(place))).toMatchObject({ clientOrderId: 'mine' });
      expect(exchange.writes().length).toBe(1);
    }
  });

  it('on futures and options is looked up twice only after a text that states it was not executed', async () => {
    const countLookups = async (msg: string) => {
      const exchange = await open();
      exchange.write = {
        isExecuted: false,
        answer: { status: 503, body: JSON.stringify({ code: -1001, msg }) },
      };
      expect(failure(await exchange.run(place))).toMatchObject({ exitCode: 5, execution: 'not_executed' });
      expect(exchange.writes().length).toBe(1);
      return exchange.relay.requests.filter(({ path, method }) => path === paths.order && method === 'GET')
        .length;
    };
    const certain = await countLookups('Internal error; unable to process your request. Please try again.');
    const open503 = await countLookups('Unknown error, please check your request or try again later.');
    expect(open503).toBeGreaterThan(5);
    if (isFutures) expect(certain).toBe(2);
    else expect(certain).toBe(open503);
  });

  it('that is rejected exits with 4 and is not looked up', async () => {
    const exchange = await open();
    exchange.write = { isExecuted: false, answer: { status: 400, body: '{"code":-2010,"msg":"No."}' } };
    expect(failure(await exchange.run(place))).toMatchObject({ exitCode: 4, code: -2010 });
    expect(
      exchange.relay.requests.filter(({ path, method }) => path === paths.order && method === 'GET'),
    ).toEqual([]);
  });

  it('whose cancellation got no answer is reported as cancelled or as still open', async () => {
    const exchange = await open();
    json(await exchange.run(place));
    exchange.write = { isExecuted: false, answer: 'cut' };
    expect(failure(await exchange.run(cancel))).toMatchObject({ exitCode: 7, execution: 'unknown' });
    exchange.write = { isExecuted: true, answer: 'cut' };
    expect(json(await exchange.run(cancel))).toMatchObject({ clientOrderId: 'mine', status: 'CANCELED' });
    expect(exchange.writes().length).toBe(3);
  });
});

describe.each(PRODUCTS.filter((one) => one.batch !== undefined))(
  'a batch on $name',
  ({ host, paths, batch }) => {
    const open = () => openScriptedExchange(paths, host);

    it('adds a client order id to each order without one', async () => {
      const exchange = await open();
      const rows = json<{ clientOrderId: string }[]>(await exchange.run(batch!));
      const ids = rows.map((row) => row.clientOrderId);
      expect(ids[0]).toBe('first');
      expect(new Set(ids).size).toBe(3);
      for (const id of ids.slice(1)) expect(id).toMatch(/^bo[0-9A-Z]{26}-1$/);
    });

    it('exits with 8 if some orders were rejected, and with 4 if all were', async () => {
      const exchange = await open();
      const fault = { code: -2010, msg: 'Account has insufficient balance for requested action.' };
      exchange.faults = { 1: fault };
      const mixed = await exchange.run(batch!);
      expect(mixed.code).toBe(8);
      expect(JSON.parse(mixed.stdout)).toMatchObject([
        { clientOrderId: 'first', status: 'NEW' },
        { code: -2010, execution: 'not_executed' },
        { status: 'NEW' },
      ]);
      exchange.faults = { 0: fault, 1: fault, 2: fault };
      expect(failure(await exchange.run(batch!))).toMatchObject({ exitCode: 4, execution: 'not_executed' });
      expect(exchange.executed.length).toBe(2);
    });

    it('without an answer is looked up order by order, and was sent once', async () => {
      const exchange = await open();
      exchange.write = { isExecuted: true, answer: 'cut' };
      exchange.faults = { 1: { code: 0, msg: '' } };
      const outcome = await exchange.run(batch!);
      expect(outcome.code).toBe(8);
      const rows = JSON.parse(outcome.stdout) as { status?: string; execution?: string }[];
      expect(rows.map(({ status, execution }) => status ?? execution)).toEqual([
        'NEW',
        'not_executed',
        'NEW',
      ]);
      expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 2]);
    });

    it('looks up an order whose row is not conclusive', async () => {
      const exchange = await open();
      exchange.faults = { 2: { code: -1007, msg: 'Timeout.' } };
      const outcome = await exchange.run([...batch!, '-o', 'ndjson']);
      expect(outcome.code).toBe(8);
      expect(lines<{ execution?: string }>(outcome.stdout)[2]).toMatchObject({ execution: 'not_executed' });
      expect(
        exchange.relay.requests.filter(({ path, method }) => path === paths.order && method === 'GET').length,
      ).toBeGreaterThan(2);
    });

    it('with one unknown order exits with 7 and lists the outcome of each', async () => {
      const exchange = await open();
      exchange.faults = { 2: { code: -1007, msg: 'Timeout.' } };
      exchange.query = { status: 503, body: '' };
      const error = failure(await exchange.run(batch!));
      expect(error).toMatchObject({ exitCode: 7, execution: 'unknown' });
      expect(error.message).toMatch(/first: placed/);
      expect(error.resume).toContain('trade order get');
    });
  },
);
