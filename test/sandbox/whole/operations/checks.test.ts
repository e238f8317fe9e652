/** The checks of random operations detect the faults that they are meant to detect. */
import { describe, expect, it } from 'vitest';
import { BalanceChecks } from './checks.ts';
import { OpenOrders } from './open-orders.ts';
import { type Operation, performOperation } from './operation.ts';
import { checkPriority } from './priority.ts';
import { replayOperations, runOperations } from './run.ts';
import { shrinkOperations } from './shrink.ts';
import { openWorld } from './world.ts';

const LIMIT = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' } as const;

function setUp() {
  const world = openWorld(1);
  const orders = new OpenOrders(world.exchange);
  const checks = new BalanceChecks(world.exchange, orders);
  const ada = world.exchange.accounts.findUser('ada')!.account;
  const order = (user: string, side: 'BUY' | 'SELL', price: string, waitMs = 0): Operation => ({
    kind: 'order',
    waitMs,
    user,
    calls: [{ method: 'POST', path: '/api/v3/order', params: { ...LIMIT, side, price } }],
  });
  return { ...world, orders, checks, ada, order };
}

describe('the balance checks', () => {
  it('pass where an order locks the required amount', () => {
    const { exchange, clock, traders, checks, order } = setUp();
    performOperation(exchange, clock, traders, order('ada', 'BUY', '90000'));
    expect([checks.fault(), checks.findFault()]).toEqual([undefined, undefined]);
  });

  it('detect a locked amount that differs from the requirement of orders', () => {
    const { exchange, checks, ada } = setUp();
    exchange.accounts.ledger.lock('USDT', 5n, ada);
    expect(checks.fault()).toBe('user ada locks 5 USDT, its orders need 0');
  });

  it('detect a locked futures balance that differs from the margin', () => {
    const { exchange, checks } = setUp();
    const wallet = exchange.accounts.walletOf(exchange.accounts.findUser('ada')!, 'UMFUTURE');
    exchange.accounts.ledger.lock('USDT', 5n, wallet);
    expect(checks.fault(true)).toBe('user ada UMFUTURE locks 5 USDT, its margin is 0');
  });

  it('detect money that appears from nowhere, after the operation or in the full check', () => {
    const { exchange, checks, ada } = setUp();
    ada.balances.get('USDT')!.free += 1n;
    expect(checks.findFault()).toBe('USDT sums to 1');
    exchange.accounts.ledger.transfer('USDT', 1n, ada, exchange.accounts.outside);
    expect(checks.fault()).toBe('USDT changed by 1 in all');
  });

  it('detect an overdrawn account', () => {
    const { exchange, checks, ada } = setUp();
    const balance = ada.balances.get('BTC')!.free;
    exchange.accounts.ledger.transfer('BTC', balance, ada, exchange.accounts.outside);
    ada.balances.get('BTC')!.free -= 1n;
    expect(checks.fault()).toBe('user ada has -1 0 BTC');
  });
});

describe('the priority check', () => {
  const order = (user: string, orderId: number, price: string, more = {}) => ({
    ...{
      e: 'executionReport',
      s: 'BTCUSDT',
      S: 'SELL',
      o: 'LIMIT',
      p: price,
      P: '0',
      q: '1',
      z: '0',
      F: '0',
    },
    ...{ g: -1, i: orderId, x: 'NEW', X: 'NEW', w: true, m: false, t: -1, L: '0' },
    user,
    ...more,
  });
  const trade = (user: string, orderId: number, price: string, isMaker: boolean) => {
    const side = { S: isMaker ? 'SELL' : 'BUY', x: 'TRADE', X: 'FILLED', w: false, m: isMaker, t: 7 };
    return order(user, orderId, price, { ...side, L: price });
  };
  function judgeTrades(resting: readonly object[][], trades: readonly object[]) {
    const { exchange, orders } = setUp();
    const emit = (event: object) => {
      const { user: name, ...rest } = event as { user: string };
      const user = exchange.accounts.findUser(name)!;
      exchange.userEvents.emit({ scope: 'spot', user, time: 0, payload: () => JSON.stringify(rest) });
    };
    for (const [number, events] of [...resting, trades].entries()) {
      orders.begin(number + 1);
      events.forEach(emit);
    }
    return checkPriority(orders, resting.length + 1);
  }

  it('passes where the oldest order at the best price trades first', () => {
    const resting = [[order('ada', 1, '10')], [order('ben', 2, '10')], [order('cleo', 3, '11')]];
    const trades = [trade('ada', 1, '10', true), trade('dora', 4, '10', false)];
    expect(judgeTrades(resting, trades)).toEqual({ userTrades: 1 });
  });

  it('detects a skipped better price, and a skipped older order at the same price', () => {
    const trades = [trade('ada', 2, '11', true), trade('dora', 4, '11', false)];
    expect(judgeTrades([[order('ben', 1, '10')], [order('ada', 2, '11')]], trades).fault).toContain(
      'before 1 of ben',
    );
    expect(judgeTrades([[order('ben', 1, '11')], [order('ada', 2, '11')]], trades).fault).toContain(
      'before 1 of ben',
    );
  });
});

describe('a fault', () => {
  it('is reproduced by its operations and reduced to the necessary ones', () => {
    const { order } = setUp();
    const wait = (user: string): Operation => ({ kind: 'question', waitMs: 10, user, calls: [] });
    const failing: Operation = { ...order('nobody', 'BUY', '1'), user: 'nobody' };
    const operations = [wait('ada'), order('ada', 'BUY', '90000'), wait('ben'), failing, wait('ben')];
    expect(replayOperations(1, operations)).toContain('threw');
    expect(shrinkOperations(1, operations).map(({ user }) => user)).toEqual(['nobody']);
  });

  it('does not occur in a few hundred operations', () => {
    expect(runOperations({ seed: 5, count: 300 }).operations).toBe(300);
  });
});
