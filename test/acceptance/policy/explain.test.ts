/** What the policy in force says of calls that are not sent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';
import { homeWith } from './homes.ts';

const POLICY = {
  version: 1,
  default: 'refuse',
  rules: [
    ruleOf('own-wallet', 'ask', { endpoints: ['funds.withdraw'], addresses: ['0x1'] }),
    ruleOf('btc', 'allow', { symbols: ['BTCUSDT'], side: ['BUY'] }),
  ],
};

describe('policy explain', () => {
  it.each([
    ['spot.order.new symbol=BTCUSDT side=BUY', 'btc', 'endpoints, addresses'],
    ['funds.withdraw coin=USDT address=0x1', 'own-wallet', ''],
    ['funds.withdraw coin=USDT address=0x2', 'default', 'addresses'],
  ])('names the rule that decides %s, and what the rules before it lack', async (call, rule, firstUnmet) => {
    const rows = json<Record<string, unknown>[]>(
      await bourse(`policy explain ${call} -o json`, { home: homeWith(POLICY) }),
    );
    expect(rows.at(-1)).toMatchObject({ rule, decides: true });
    expect(rows[0]).toMatchObject({ unmet: firstUnmet });
  });

  it('refuses an endpoint that changes nothing', async () => {
    expect((await bourse('policy explain spot.ticker-price', { home: homeWith(POLICY) })).code).toBe(2);
  });
});

describe('policy test', () => {
  const caseOf = (expected: string, more: object = {}) => ({
    endpoint: 'spot.order.new',
    params: { symbol: 'BTCUSDT', side: 'BUY' },
    expect: expected,
    ...more,
  });
  const testOf = async (cases: unknown) => {
    const path = join(temporaryFolder(), 'cases.json');
    writeFileSync(path, JSON.stringify(cases));
    return bourse(['policy', 'test', path, '-o', 'json'], { home: homeWith(POLICY) });
  };

  it('passes if every verdict and rule is as expected', async () => {
    const outcome = await testOf([caseOf('allow'), caseOf('allow', { rule: 'btc' })]);
    expect(json<unknown[]>(outcome)).toHaveLength(2);
  });

  it('ends with 2 without its file', async () => {
    expect((await bourse('policy test /nowhere.json', { home: homeWith(POLICY) })).code).toBe(2);
  });

  it.each([[[caseOf('refuse')]], [[caseOf('allow', { rule: 'other' })]]])(
    'ends with 1 for %j',
    async (cases) => {
      expect((await testOf(cases)).code).toBe(1);
    },
  );

  it.each([
    [{}],
    [[caseOf('maybe')]],
    [[caseOf('allow', { extra: 1 })]],
    [[caseOf('allow', { params: { price: 1 } })]],
  ])('ends with 2 for %j', async (cases) => {
    expect((await testOf(cases)).code).toBe(2);
  });
});

describe('policy init', () => {
  it('prints a policy for an agent that is valid and lets it play and cancel', async () => {
    const { stdout, stderr } = await bourse('policy init --for agent');
    expect(stderr).toContain('refuses withdrawals');
    const home = homeWith(stdout);
    expect((await bourse('policy check', { home })).code).toBe(0);
    const buy = 'trade buy BTCUSDT 0.001 --price 95000 --yes --env sandbox';
    expect((await bourse(buy, { home })).code).not.toBe(2);
    expect((await bourse('trade cancel-all BTCUSDT --yes --env sandbox', { home })).code).not.toBe(9);
  });
});

describe('a policy file', () => {
  it('that has a member twice is refused', async () => {
    const home = homeWith('{"version":1,"default":"refuse","default":"allow","rules":[]}');
    const { code, stderr } = await bourse('policy check', { home });
    expect(code).toBe(9);
    expect(stderr).toContain('twice');
  });
});
