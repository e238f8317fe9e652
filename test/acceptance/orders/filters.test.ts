/** Filters are checked before an order is sent, with cached rules, and never with outdated ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import type { RelayAction } from '../relay.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

const LIMIT = 'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC';
const countPosts = (requests: readonly { readonly method: string }[]) =>
  requests.filter(({ method }) => method === 'POST').length;

describe('an order that violates filters', () => {
  it('is refused with 2 before anything is sent: value, bound and the nearest valid values', async () => {
    const { relay, run } = await openRelayedSandbox();
    const error = failure(await run(`${LIMIT} --quantity 0.0100001 --price 50000.123`));
    expect(error).toMatchObject({ kind: 'usage', exitCode: 2, execution: 'not_executed' });
    expect(error.faults).toMatchObject([
      {
        param: 'price',
        filter: 'PRICE_FILTER',
        found: '50000.123',
        nearest: { down: '50000.12', up: '50000.13' },
      },
      { param: 'quantity', filter: 'LOT_SIZE', nearest: { down: '0.01', up: '0.01001' } },
    ]);
    expect(countPosts(relay.requests)).toBe(0);
  });

  it('is reported together with the faults of its parameters', async () => {
    const { run } = await openRelayedSandbox();
    const error = failure(await run(`${LIMIT} --quantity 0.0100001 --price -1 --strategy-id x`));
    expect(error.faults?.map(({ param }) => param)).toEqual(
      expect.arrayContaining(['price', 'strategyId', 'quantity']),
    );
    expect(error.exitCode).toBe(2);
  });

  it('is sent unchanged with --skip-filters, and rejected by the exchange', async () => {
    const { relay, run } = await openRelayedSandbox();
    const outcome = await run(`${LIMIT} --quantity 0.01 --price 50000.123 --skip-filters`);
    expect(failure(outcome)).toMatchObject({ code: -1013, exitCode: 4 });
    expect(countPosts(relay.requests)).toBe(1);
    expect(relay.requests.some(({ path }) => path.endsWith('exchangeInfo'))).toBe(false);
  });

  it('in a batch is reported with its index', async () => {
    const order =
      '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","timeInForce":"GTC","quantity":"1","price":"1.5"}';
    const { relay, home } = await openRelayedSandbox();
    const rules = {
      symbols: [
        {
          symbol: 'BTCUSDT',
          filters: [{ filterType: 'PRICE_FILTER', minPrice: '0', maxPrice: '0', tickSize: '1' }],
        },
      ],
    };
    relay.setAction(() => ({ status: 200, body: JSON.stringify(rules) }));
    const line = ['trade', 'order', 'batch', '--batch-orders', `[${order},${order}]`, '--dry-run'];
    const outcome = await bourse([...line, `--host=usdm=${relay.origin}`], { home });
    expect(failure(outcome).faults?.map(({ param }) => param)).toEqual([
      'batchOrders[0].price',
      'batchOrders[1].price',
    ]);
  });
});

describe('--round', () => {
  it.each([
    ['down', '50000.12', '0.01'],
    ['up', '50000.13', '0.01001'],
    ['nearest', '50000.12', '0.01'],
  ])('%s rounds price and quantity to their steps and reports each change', async (way, price, quantity) => {
    const { relay, run } = await openRelayedSandbox();
    const outcome = await run(`${LIMIT} --quantity 0.0100001 --price 50000.123 --round ${way}`);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain(`price was rounded from 50000.123 to ${price}.`);
    expect(outcome.stderr).toContain(`quantity was rounded from 0.0100001 to ${quantity}.`);
    const sent = new URLSearchParams(relay.requests.find(({ method }) => method === 'POST')!.body);
    expect([sent.get('price'), sent.get('quantity')]).toEqual([price, quantity]);
  });

  it('leaves valid values as they were typed, without a note', async () => {
    const { relay, run } = await openRelayedSandbox();
    const outcome = await run(`${LIMIT} --quantity 0.010 --price 50000.10 --round down`);
    expect(outcome.stderr).not.toContain('rounded');
    expect(relay.requests.find(({ method }) => method === 'POST')!.body).toContain(
      'quantity=0.010&price=50000.10&',
    );
  });
});

describe('the rules of a symbol', () => {
  it('are fetched once and cached, and fetched again after six hours', async () => {
    const { relay, run, clock } = await openRelayedSandbox();
    const countRuleRequests = () => relay.requests.filter(({ path }) => path.endsWith('exchangeInfo')).length;
    const order = `${LIMIT} --quantity 0.01 --price 50000`;
    json(await run(order));
    json(await run(order));
    expect(countRuleRequests()).toBe(1);
    clock.advance(6 * 3_600_000 + 1);
    json(await run(order));
    expect(countRuleRequests()).toBe(2);
  });

  it('that are old are fetched again before an order is refused', async () => {
    const { relay, run, clock } = await openRelayedSandbox();
    const coarse: RelayAction = {
      status: 200,
      body: JSON.stringify({
        symbols: [
          {
            symbol: 'BTCUSDT',
            filters: [{ filterType: 'PRICE_FILTER', minPrice: '1', maxPrice: '0', tickSize: '1' }],
          },
        ],
      }),
    };
    relay.setAction(({ path }) => (path.endsWith('exchangeInfo') ? coarse : 'pass'));
    json(await run(`${LIMIT} --quantity 0.01 --price 50000`));
    relay.setAction(() => 'pass');
    // Recent rules are trusted; after a minute they are fetched again before an order is refused.
    expect(failure(await run(`${LIMIT} --quantity 0.01 --price 50000.5`)).exitCode).toBe(2);
    clock.advance(61_000);
    json(await run(`${LIMIT} --quantity 0.01 --price 50000.5`));
  });

  it('that cannot be fetched are reported as unchecked, and the order is sent', async () => {
    const { relay, run } = await openRelayedSandbox();
    relay.setAction(({ path }) => (path.endsWith('exchangeInfo') ? { status: 400, body: '{}' } : 'pass'));
    const outcome = await run(`${LIMIT} --quantity 0.01 --price 50000`);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('were not checked locally; the exchange checks them');
  });
});

describe('--dry-run', () => {
  it('shows the request, its weight and each filter result, without a key or an order', async () => {
    const { relay, home } = await openRelayedSandbox();
    const line = `${LIMIT} --quantity 0.01 --price 50000.12 --dry-run --host spot=${relay.origin}`;
    const shown = json<{ filters: { filter: string; verdict: string }[] }>(await bourse(line, { home }));
    expect(shown).toMatchObject({
      sent: false,
      orderCount: 1,
      weight: { counted: 1 },
      notional: { amount: '500.0012', asset: 'USDT' },
    });
    const said = shown.filters.map(({ filter, verdict }) => `${filter} ${verdict}`);
    expect(said).toEqual(
      expect.arrayContaining([
        'PRICE_FILTER pass',
        'LOT_SIZE pass',
        'PERCENT_PRICE_BY_SIDE pass',
        'NOTIONAL pass',
        'MAX_NUM_ORDERS not checked',
      ]),
    );
    expect(countPosts(relay.requests)).toBe(0);
    expect(relay.requests.every(({ headers }) => headers['x-mbx-apikey'] === undefined)).toBe(true);
  });

  it('counts the two orders of a list', async () => {
    const { run } = await openRelayedSandbox();
    const line =
      'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 70000 --stop-price 55000 --dry-run';
    expect(json(await run(line))).toMatchObject({ sent: false, orderCount: 2 });
  });

  it('prints the filter results below the request on a terminal', async () => {
    const { relay, home } = await openRelayedSandbox();
    const line = `${LIMIT} --quantity 0.01 --price 50000 --dry-run --host spot=${relay.origin}`;
    const drawn = await bourse(line, { home, terminal: 60, environment: { NO_COLOR: '1' } });
    expect(drawn.stdout).toMatch(/notional +500 USDT/);
    expect(drawn.stdout).toMatch(/pass +LOT_SIZE +quantity +0\.01/);
  });
});

describe('--test', () => {
  it('lets the exchange check the order without placing it', async () => {
    const { relay, run } = await openRelayedSandbox();
    json(await run(`${LIMIT} --quantity 0.01 --price 50000 --test`));
    expect(relay.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/v3/order/test',
    ]);
    expect(json(await run('trade all-orders BTCUSDT'))).toEqual([]);
  });

  it('is refused on a product without a test endpoint', async () => {
    const outcome = await bourse(
      'trade order place BTCUSD_PERP --on coinm --side BUY --type MARKET --quantity 1 --test --skip-filters --env sandbox',
      { home: temporaryFolder() },
    );
    expect(failure(outcome)).toMatchObject({ exitCode: 2, execution: 'not_executed' });
  });
});

it('the exchange accepts orders that pass the filters, and rejects orders that fail them', async () => {
  const { home } = await openRelayedSandbox();
  const number = (min: number, max: number, digits: number) =>
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: digits }))
      .map(([n, d]) => (n / 10 ** d).toFixed(d));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('BUY', 'SELL'),
      number(1, 99_999_999, 3),
      number(1, 2_000_000, 7),
      async (side, price, quantity) => {
        const line = `trade order test BTCUSDT --side ${side} --type LIMIT --time-in-force GTC --quantity ${quantity} --price ${price} --env sandbox`;
        const ours = await bourse(`${line.replace('order test', 'order place')} --dry-run`, { home });
        const theirs = await bourse(line, { home });
        const isFiltered = /"code":-(1013|1111)/.test(theirs.stderr);
        expect([line, ours.code]).toEqual([line, isFiltered ? 2 : 0]);
      },
    ),
    { numRuns: 40, seed: 20_240_315 },
  );
});
