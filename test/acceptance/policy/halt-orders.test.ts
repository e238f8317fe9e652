/** What a halt does with open orders: which are cancelled, what is reported of each, and exit codes. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { json } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import { bourse } from '../world.ts';
import { homeWith, writePolicy } from './homes.ts';

const SANDBOX = '--env sandbox -o json';
const ORDERS = [
  `trade buy BTCUSDT 0.001 --price 50000 --yes ${SANDBOX}`,
  `trade buy ETHUSDT 0.01 --price 2000 --yes ${SANDBOX}`,
  `trade buy BTCUSDT 0.01 --price 50000 --on usdm --yes ${SANDBOX}`,
];
const POLICY = { version: 1, default: 'allow', halt: { cancelOrders: true }, rules: [] };

/** Returns a home with an open order of each product. */
async function homeWithOrders(policy: unknown = POLICY): Promise<string> {
  const home = homeWith(policy);
  for (const line of ORDERS) expect((await bourse(line, { home })).code).toBe(0);
  return home;
}

async function openOrders(home: string): Promise<number> {
  let count = 0;
  for (const on of ['spot', 'usdm'])
    count += json<unknown[]>(await bourse(`trade open-orders --on ${on} ${SANDBOX}`, { home })).length;
  return count;
}

describe('a halt whose policy says cancelOrders', () => {
  it('cancels the open orders of all products and reports each', async () => {
    const home = await homeWithOrders();
    expect(await openOrders(home)).toBe(3);
    const outcome = await bourse(`policy halt ${SANDBOX}`, { home });
    expect(outcome.code).toBe(0);
    const { halted, orders } = json<{ halted: boolean; orders: Record<string, unknown>[] }>(outcome);
    expect(halted).toBe(true);
    expect(orders.map(({ product, symbol, result }) => [product, symbol, result])).toEqual([
      ['spot', 'BTCUSDT', 'CANCELED'],
      ['spot', 'ETHUSDT', 'CANCELED'],
      ['usdm', 'BTCUSDT', 'CANCELED'],
    ]);
    expect(outcome.stderr).toContain('3 open orders cancelled.');
    expect(await openOrders(home)).toBe(0);
    const recorded = json<{ command: string; state: string }[]>(
      await bourse('orders list -o json', { home }),
    );
    expect(recorded.filter(({ command }) => command === 'policy halt')).toHaveLength(3);
    const audited = json<{ command: string; outcome: string }[]>(
      await bourse('audit show -o json', { home }),
    );
    expect(
      audited.filter(({ command, outcome: end }) => command === 'policy halt' && end === 'accepted'),
    ).toHaveLength(3);
  });

  it('leaves the orders of products that the policy does not name, and says so', async () => {
    const home = await homeWithOrders({ ...POLICY, products: ['usdm'] });
    const outcome = await bourse(`policy halt ${SANDBOX}`, { home });
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('Orders on spot, coinm, options, margin stay open');
    expect(await openOrders(home)).toBe(2);
  });

  it('names orders that a rule keeps open, with exit code 8', async () => {
    const when = { endpoints: ['spot.order.cancel'], symbols: ['ETHUSDT'] };
    const rules = [ruleOf('keep-eth', 'refuse', when)];
    const home = await homeWithOrders({ ...POLICY, rules });
    const outcome = await bourse(`policy halt ${SANDBOX}`, { home });
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain('2 open orders cancelled. Not cancelled:');
    expect(outcome.stderr).toMatch(/ {2}spot ETHUSDT \d+: The cancellation was not sent\. Rule "keep-eth"/);
    expect(
      (JSON.parse(outcome.stdout) as { orders: { result: string }[] }).orders.map(({ result }) => result),
    ).toEqual(['CANCELED', 'NOT_CANCELED', 'CANCELED']);
    expect(await openOrders(home)).toBe(1);
  });

  it('is in force, and names the products, when their open orders cannot be read', async () => {
    const { run, rest, home } = await openRelayedRestAndWs();
    writePolicy(home, { ...POLICY, products: ['spot'] });
    rest.setAction(({ query }) =>
      query.includes('signature=') ? { status: 401, body: '{"code":-2015,"msg":"no"}' } : 'pass',
    );
    const { code, stderr, stdout } = await run('policy halt -o json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      halted: true,
      orders: [{ product: 'spot', result: 'NOT_READ' }],
    });
    expect(stderr).toContain('  the open orders on spot: ');
    expect((await run('trade buy BTCUSDT 0.001 --at 50000 --yes')).code).toBe(9);
  });

  it('cancels nothing of a policy that cannot be read, halts, and exits with 9', async () => {
    const home = await homeWithOrders();
    writePolicy(home, '{');
    const outcome = await bourse(`policy halt ${SANDBOX}`, { home });
    expect(outcome.code).toBe(9);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ halted: true });
    expect(outcome.stderr).toContain('Writes are halted, and open orders stay open: The policy file');
  });

  it('also cancels after too many refusals, on stderr, with the exit code of the refusal', async () => {
    const rules = [ruleOf('no-bnb', 'refuse', { symbols: ['BNBUSDT'] })];
    const home = await homeWithOrders({ ...POLICY, halt: { afterRefusals: 1, cancelOrders: true }, rules });
    const refused = await bourse(`trade buy BNBUSDT 1 --price 500 --yes ${SANDBOX}`, { home });
    expect([refused.code, refused.stdout]).toEqual([9, '']);
    expect(refused.stderr).toMatch(/The halt cancelled the order spot ETHUSDT \d+\./);
    expect(refused.stderr).toContain('3 open orders cancelled.');
    expect(await openOrders(home)).toBe(0);
  });

  it('also cancels after a write of unknown outcome', async () => {
    const { run, rest, home } = await openRelayedRestAndWs();
    writePolicy(home, { ...POLICY, halt: { onUnknown: true, cancelOrders: true }, products: ['spot'] });
    rest.setAction(({ method, query }) => {
      if (method === 'POST') return 'cut-answer';
      return query.includes('origClientOrderId') ? { status: 503, body: '' } : 'pass';
    });
    const { code, stderr } = await run('trade buy BTCUSDT 0.001 --at 50000 --yes');
    expect(code).toBe(7);
    expect(stderr).toMatch(/The halt cancelled the order spot BTCUSDT \d+\./);
  });
});

describe('a halt whose policy does not say cancelOrders', () => {
  it.each([
    { ...POLICY, halt: { afterRefusals: 5 } },
    { ...POLICY, halt: { cancelOrders: false } },
  ])('leaves open orders', async (policy) => {
    const home = await homeWithOrders(policy);
    const outcome = await bourse(`policy halt ${SANDBOX}`, { home });
    expect(json(outcome)).not.toHaveProperty('orders');
    expect(await openOrders(home)).toBe(3);
  });
});
