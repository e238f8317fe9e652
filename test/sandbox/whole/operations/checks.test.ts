/** The checks behind the random operations find what they are there to find. */
import { describe, expect, it } from 'vitest';
import { Checks } from './checks.ts';
import { OpenOrders } from './open-orders.ts';
import { type Operation, perform } from './operation.ts';
import { judged } from './priority.ts';
import { replay, run } from './run.ts';
import { shrunk } from './shrink.ts';
import { openWorld } from './world.ts';

const LIMIT = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' } as const;

function watched() {
  const world = openWorld(1);
  const orders = new OpenOrders(world.exchange);
  const checks = new Checks(world.exchange, orders);
  const ada = world.exchange.accounts.findUser('ada')!.account;
  const order = (user: string, side: 'BUY' | 'SELL', price: string, waitMs = 0): Operation => ({
    kind: 'order',
    waitMs,
    user,
    calls: [{ method: 'POST', path: '/api/v3/order', params: { ...LIMIT, side, price } }],
  });
  return { ...world, orders, checks, ada, order };
}

describe('the checks of money', () => {
  it('find nothing where an order locks what it needs', () => {
    const { exchange, clock, traders, checks, order } = watched();
    perform(exchange, clock, traders, order('ada', 'BUY', '90000'));
    expect([checks.fault(), checks.wholeFault()]).toEqual([undefined, undefined]);
  });

  it('find more or less locked than orders need', () => {
    const { exchange, checks, ada } = watched();
    exchange.accounts.ledger.lock('USDT', 5n, ada);
    expect(checks.fault()).toBe('user ada locks 5 USDT, its orders need 0');
  });

  it('find margin of futures that is not held back', () => {
    const { exchange, checks } = watched();
    const wallet = exchange.accounts.walletOf(exchange.accounts.findUser('ada')!, 'UMFUTURE');
    exchange.accounts.ledger.lock('USDT', 5n, wallet);
    expect(checks.fault(true)).toBe('user ada UMFUTURE locks 5 USDT, its margin is 0');
  });

  it('find money that comes from nowhere, at once or when everything is looked at', () => {
    const { exchange, checks, ada } = watched();
    ada.balances.get('USDT')!.free += 1n;
    expect(checks.wholeFault()).toBe('USDT sums to 1');
    exchange.accounts.ledger.transfer('USDT', 1n, ada, exchange.accounts.outside);
    expect(checks.fault()).toBe('USDT changed by 1 in all');
  });

  it('find an account that owes', () => {
    const { exchange, checks, ada } = watched();
    const held = ada.balances.get('BTC')!.free;
    exchange.accounts.ledger.transfer('BTC', held, ada, exchange.accounts.outside);
    ada.balances.get('BTC')!.free -= 1n;
    expect(checks.fault()).toBe('user ada has -1 0 BTC');
  });
});

describe('the judge of priority', () => {
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
  function judge(resting: readonly object[][], trades: readonly object[]) {
    const { exchange, orders } = watched();
    const tell = (event: object) => {
      const { user: name, ...rest } = event as { user: string };
      const user = exchange.accounts.findUser(name)!;
      exchange.userEvents.emit({ scope: 'spot', user, time: 0, payload: () => JSON.stringify(rest) });
    };
    for (const [number, events] of [...resting, trades].entries()) {
      orders.begin(number + 1);
      events.forEach(tell);
    }
    return judged(orders, resting.length + 1);
  }

  it('lets the oldest at the best price go first', () => {
    const resting = [[order('ada', 1, '10')], [order('ben', 2, '10')], [order('cleo', 3, '11')]];
    const trades = [trade('ada', 1, '10', true), trade('dora', 4, '10', false)];
    expect(judge(resting, trades)).toEqual({ meetings: 1 });
  });

  it('finds a better price that was passed over, and an older order at the same', () => {
    const trades = [trade('ada', 2, '11', true), trade('dora', 4, '11', false)];
    expect(judge([[order('ben', 1, '10')], [order('ada', 2, '11')]], trades).fault).toContain(
      'before 1 of ben',
    );
    expect(judge([[order('ben', 1, '11')], [order('ada', 2, '11')]], trades).fault).toContain(
      'before 1 of ben',
    );
  });
});

describe('a fault', () => {
  it('comes again from the operations that led to it, and only those are told', () => {
    const { order } = watched();
    const idle = (user: string): Operation => ({ kind: 'question', waitMs: 10, user, calls: [] });
    const broken: Operation = { ...order('nobody', 'BUY', '1'), user: 'nobody' };
    const operations = [idle('ada'), order('ada', 'BUY', '90000'), idle('ben'), broken, idle('ben')];
    expect(replay(1, operations)).toContain('threw');
    expect(shrunk(1, operations).map(({ user }) => user)).toEqual(['nobody']);
  });

  it('is none in a few hundred operations', () => {
    expect(run({ seed: 5, count: 300 }).operations).toBe(300);
  });
});
