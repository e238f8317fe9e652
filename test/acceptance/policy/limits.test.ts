/** The limits of a policy against the sandbox: what is refused, what passes, and what is never held back. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { bourse } from '../world.ts';
import { errorOf, homeWith, writePolicy } from './homes.ts';

const buy = (quantity: string, price = '50000', more = '') =>
  `trade buy BTCUSDT ${quantity} --price ${price} --yes --env sandbox -o json ${more}`.trim();
const limitedHome = (limits: object, more: object = {}) =>
  homeWith({ version: 1, default: 'allow', quote: 'USDT', limits, rules: [], ...more });

async function refusalOf(line: string, home: string): Promise<unknown> {
  const { code, stderr } = await bourse(line, { home });
  return code === 9 ? errorOf(stderr)['name'] : code;
}

describe('a limit', () => {
  it('on one order refuses an order that is worth more, at any door', async () => {
    const home = limitedHome({ maxOrder: '50' });
    expect(await refusalOf(buy('0.001'), home)).toBe(0);
    expect(await refusalOf(buy('0.00101'), home)).toBe('maxOrder');
    const pairs = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.00101 price=50000';
    expect(await refusalOf(`api POST /api/v3/order ${pairs} --yes --env sandbox -o json`, home)).toBe(
      'maxOrder',
    );
    expect(await refusalOf(`ws call order.place ${pairs} --yes --env sandbox -o json`, home)).toBe(
      'maxOrder',
    );
    expect(await refusalOf(`api POST /api/v3/unknown ${pairs} --yes --env sandbox -o json`, home)).toBe(
      'maxOrder',
    );
  });

  it('on one order values options, whose orders it refused whatever they were worth', async () => {
    const home = limitedHome({ maxOrder: '1500' });
    const option = (side: string, quantity: string) =>
      `trade ${side} BTC-240628-60000-C ${quantity} --price 3000 --on options --yes --skip-filters --env sandbox -o json`;
    expect(await refusalOf(option('buy', '0.5'), home)).toBe(0);
    expect(await refusalOf(option('buy', '0.51'), home)).toBe('maxOrder');
    // Who sells a call owes the underlying.
    expect(await refusalOf(option('sell', '0.02'), home)).toBe('maxOrder');
    expect(await refusalOf(option('sell', '0.01'), home)).toBe(0);
  });

  it('on one order values changes of futures orders, which it refused whatever they were worth', async () => {
    const home = limitedHome({ maxOrder: '1000' });
    const on = '--on usdm --yes --env sandbox -o json';
    const placed = await bourse(`trade buy BTCUSDT 0.01 --price 50000 ${on}`, { home });
    const { orderId } = JSON.parse(placed.stdout) as { readonly orderId: number };
    const change = (quantity: string) =>
      `trade order change BTCUSDT --order-id ${orderId} --side BUY --quantity ${quantity} --price 50000 ${on}`;
    expect(await refusalOf(change('0.02'), home)).toBe(0);
    expect(await refusalOf(change('0.021'), home)).toBe('maxOrder');
    const changes = JSON.stringify([
      { symbol: 'BTCUSDT', orderId: String(orderId), side: 'BUY', quantity: '0.021', price: '50000' },
    ]);
    const batch = ['api', 'PUT', '/fapi/v1/batchOrders', `batchOrders=${changes}`, ...on.split(' ').slice(2)];
    const { stderr } = await bourse(batch, { home });
    expect(errorOf(stderr)).toMatchObject({ name: 'maxOrder' });
    expect(errorOf(stderr)['message']).toContain('1050 USDT');
  });

  it('on the day counts the orders of all runs, exactly', async () => {
    const home = limitedHome({ maxDay: '100' });
    expect(await refusalOf(buy('0.001'), home)).toBe(0);
    expect(await refusalOf(buy('0.00101'), home)).toBe('maxDay');
    expect(await refusalOf(buy('0.001'), home)).toBe(0);
    expect(await refusalOf(buy('0.0002', '50000'), home)).toBe('maxDay');
    const { stderr } = await bourse(buy('0.001'), { home });
    expect(errorOf(stderr)['message']).toContain('100 USDT were sent today, to which this adds 50');
    // The orders that stand can still be cancelled.
    expect(await refusalOf('trade cancel-all BTCUSDT --yes --env sandbox -o json', home)).toBe(0);
  });

  it('on orders a minute starts again in the next one', async () => {
    const home = limitedHome({ ordersPerMinute: 1 });
    expect(await refusalOf(buy('0.001'), home)).toBe(0);
    expect(await refusalOf(buy('0.001'), home)).toBe('ordersPerMinute');
    expect((await bourse(buy('0.001'), { home, now: (1_710_506_096_789 + 60_000) as never })).code).toBe(0);
  });

  it('on the distance from the mark, and on leverage', async () => {
    const home = limitedHome({ maxFromMark: '10%', maxLeverage: 3 });
    expect(await refusalOf(buy('0.001', '20000', '--skip-filters'), home)).toBe('maxFromMark');
    const leverage = (value: number) =>
      `trade leverage BTCUSDT ${value} --on usdm --yes --env sandbox -o json`;
    expect(await refusalOf(leverage(3), home)).toBe(0);
    expect(await refusalOf(leverage(4), home)).toBe('maxLeverage');
  });

  it.each([
    ['usdm', 'BTCUSDT', '0.01'],
    ['coinm', 'BTCUSD_PERP', '1'],
  ])(
    'on leverage refuses orders of %s at a higher one, which was set before',
    async (on, symbol, quantity) => {
      const home = limitedHome({ maxLeverage: 3 });
      const env = `--on ${on} --yes --env sandbox -o json`;
      const { stderr } = await bourse(`trade buy ${symbol} ${quantity} ${env}`, { home });
      expect(errorOf(stderr)).toMatchObject({ name: 'maxLeverage' });
      expect(errorOf(stderr)['message']).toContain(`the leverage of ${symbol} is 20`);
      expect(await refusalOf(`trade leverage ${symbol} 3 ${env}`, home)).toBe(0);
      expect(await refusalOf(`trade buy ${symbol} ${quantity} ${env}`, home)).toBe(0);
      // Spot has no leverage, and what only reduces is never held back.
      expect(await refusalOf(buy('0.001'), home)).toBe(0);
      writePolicy(home, { version: 1, default: 'allow', limits: { maxLeverage: 2 }, rules: [] });
      expect(await refusalOf(`trade sell ${symbol} ${quantity} --reduce-only ${env}`, home)).toBe(0);
    },
  );

  it('on leverage counts the debts of margin accounts, whose orders it let pass whatever they borrowed', async () => {
    const home = limitedHome({ maxLeverage: 1 });
    const order = (more: string) =>
      `margin order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --yes --env sandbox -o json ${more}`;
    for (const account of ['FALSE', 'TRUE']) {
      expect(await refusalOf(order(`--is-isolated ${account}`), home)).toBe(0);
      const borrowing = order(`--is-isolated ${account} --side-effect-type MARGIN_BUY`);
      expect(await refusalOf(borrowing, home)).toBe('maxLeverage');
    }
  });

  it('never holds back an order that only reduces', async () => {
    const home = limitedHome({
      maxOrder: '1',
      maxDay: '1',
      maxGross: '1',
      maxLossDay: '0',
      ordersPerMinute: 1,
    });
    const close = 'trade sell BTCUSDT 0.01 --on usdm --reduce-only --price 90000 --yes --env sandbox -o json';
    expect(String(await refusalOf(close, home))).not.toMatch(/max|orders/);
    expect(await refusalOf(buy('0.001'), home)).toBe('maxOrder');
  });

  it('of a rule holds for the orders that the rule decides', async () => {
    const rules = [ruleOf('btc', 'allow', { symbols: ['BTCUSDT'] }, { maxOrder: '5' })];
    const home = limitedHome({ maxOrder: '500' }, { rules });
    expect(await refusalOf(buy('0.001'), home)).toBe('btc.maxOrder');
    expect(await refusalOf('trade buy ETHUSDT 0.01 --price 2000 --yes --env sandbox -o json', home)).toBe(0);
  });
});

describe('a limit on exposure', () => {
  it('counts open orders and positions, and not what only reduces', async () => {
    const home = limitedHome({ maxGross: '2000' });
    const future = (side: string, more = '') =>
      `trade ${side} BTCUSDT 0.01 --on usdm --yes --env sandbox -o json ${more}`.trim();
    expect(await refusalOf(future('buy', '--price 100000'), home)).toBe(0);
    expect(await refusalOf(future('buy', '--price 100000.1'), home)).toBe('maxGross');
    expect(await refusalOf('trade cancel-all BTCUSDT --on usdm --yes --env sandbox -o json', home)).toBe(0);
    expect(await refusalOf(future('buy'), home)).toBe(0);
    const { stderr } = await bourse(future('buy'), { home });
    expect(errorOf(stderr)).toMatchObject({ name: 'maxGross' });
    expect(errorOf(stderr)['message']).toMatch(/open orders are worth \d/);
    expect(await refusalOf(future('sell', '--reduce-only'), home)).toBe(0);
  });

  it('counts all products together, of which it saw only that of the order', async () => {
    const limits = { maxGross: '3000' };
    const home = limitedHome(limits);
    const env = '--yes --skip-filters --env sandbox -o json';
    expect(await refusalOf(`trade buy BTC-240628-60000-C 0.5 --price 2000 --on options ${env}`, home)).toBe(
      0,
    );
    expect(await refusalOf(`trade buy BTCUSDT 0.01 --price 100000 --on usdm ${env}`, home)).toBe(0);
    expect(await refusalOf(buy('0.02'), home)).toBe(0);
    expect(await refusalOf(buy('0.0002'), home)).toBe('maxGross');
    const { stderr } = await bourse(buy('0.0002'), { home });
    expect(errorOf(stderr)['message']).toContain('positions and open orders are worth 3000 USDT');
    // Of the products that the policy names, and that of the order.
    writePolicy(home, { version: 1, default: 'allow', quote: 'USDT', products: ['usdm'], limits, rules: [] });
    expect(await refusalOf(buy('0.02'), home)).toBe(0);
    expect(await refusalOf(buy('0.0002'), home)).toBe('maxGross');
  });

  it('counts an order that is changed once, and no order that a placement names', async () => {
    const home = limitedHome({ maxGross: '1500' });
    const on = '--on usdm --yes --env sandbox -o json';
    const placed = await bourse(`trade buy BTCUSDT 0.02 --price 50000 ${on}`, { home });
    const { orderId } = JSON.parse(placed.stdout) as { readonly orderId: number };
    const change = (quantity: string) =>
      `trade order change BTCUSDT --order-id ${orderId} --side BUY --quantity ${quantity} --price 50000 ${on}`;
    expect(await refusalOf(change('0.03'), home)).toBe(0);
    expect(await refusalOf(change('0.031'), home)).toBe('maxGross');
    const order = `symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.02 price=50000 orderId=${orderId}`;
    expect(await refusalOf(`api POST /fapi/v1/order ${order} --yes --env sandbox -o json`, home)).not.toBe(0);
  });

  it('refuses where the exposure cannot be computed', async () => {
    const home = limitedHome({ maxGross: '100000' });
    const margin =
      'margin order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 50000 --yes --env sandbox -o json';
    const { stderr } = await bourse(margin, { home });
    expect(errorOf(stderr)['message']).toContain('cannot be computed');
  });
});

describe('a limit on the loss of the day', () => {
  it('counts losses of options, for orders of every product, and holds back none that reduces', async () => {
    const home = limitedHome({ maxLossDay: '1' });
    const env = '--yes --env sandbox -o json';
    const symbol = 'BTC-240316-136000-C';
    const depth = await bourse(`api GET /eapi/v1/depth symbol=${symbol} limit=10 --env sandbox`, { home });
    const { asks, bids } = JSON.parse(depth.stdout);
    const option = `trade buy ${symbol} 0.05 --price ${asks[2][0]} --on options ${env}`;
    expect(await refusalOf(option, home)).toBe(0);
    const { stderr } = await bourse(option, { home });
    expect(errorOf(stderr)['message']).toMatch(/USDT were lost since 00:00 UTC/);
    expect(await refusalOf(buy('0.001'), home)).toBe('maxLossDay');
    const close = `trade sell ${symbol} 0.05 --price ${bids[2][0]} --reduce-only true --on options ${env}`;
    expect(await refusalOf(close, home)).toBe(0);
    // What closing the position has earned counts after it, and `products` leaves options out.
    expect(await refusalOf(buy('0.001'), home)).toBe('maxLossDay');
    writePolicy(home, {
      ...{ version: 1, default: 'allow', quote: 'USDT', rules: [] },
      ...{ limits: { maxLossDay: '1' }, products: ['spot'] },
    });
    expect(await refusalOf(buy('0.001'), home)).toBe(0);
  });

  it('refuses orders once the commissions and prices of today have cost as much', async () => {
    const home = limitedHome({ maxLossDay: '1' });
    const open = 'trade buy BTCUSDT 0.1 --on usdm --yes --env sandbox -o json';
    expect(await refusalOf(open, home)).toBe(0);
    const { stderr } = await bourse(open, { home });
    expect(errorOf(stderr)['message']).toMatch(/USDT were lost since 00:00 UTC/);
    // The same on spot, from the fills.
    const spot = 'trade buy BTCUSDT 1 --yes --env sandbox -o json';
    expect(await refusalOf(spot, home)).toBe('maxLossDay');
  });

  it('counts all products together, and a contract that was traded today is no symbol of spot', async () => {
    const home = limitedHome({ maxLossDay: '1' });
    const contract = 'trade buy BTCUSD_PERP 1 --on coinm --yes --env sandbox -o json';
    expect(await refusalOf(contract, home)).toBe(0);
    const spot = 'trade buy BTCUSDT 1 --yes --env sandbox -o json';
    expect(await refusalOf(spot, home)).toBe(0);
    expect(await refusalOf(contract, home)).toBe('maxLossDay');
    const { stderr } = await bourse(contract, { home });
    expect(errorOf(stderr)['message']).toMatch(/USDT were lost since 00:00 UTC/);
  });
});
