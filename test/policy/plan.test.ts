/** Plans: what their ids and digests are bound to, and how far the market may move before an approval is void. */
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../src/core/decimal.ts';
import {
  hasDrifted,
  type PlanContent,
  planArgs,
  planDigest,
  planId,
  planTtlMs,
  policyDigest,
} from '../../src/policy/plan.ts';
import { parsePolicy } from '../../src/policy/policy-file.ts';

const KEY = '00'.repeat(32);
const CONTENT: PlanContent = {
  endpoint: 'spot.order.new',
  operation: 'POST /api/v3/order',
  args: [['price', '1']],
  venue: 'live',
  profile: 'main',
  account: 'f00',
  idempotencyKey: '',
  policyDigest: 'd',
};
const policyWith = (more: object) =>
  parsePolicy(JSON.stringify({ version: 1, default: 'ask', rules: [], ...more }), 'policy.json');

describe('a plan', () => {
  it.each(Object.keys(CONTENT) as (keyof PlanContent)[])(
    'has another id and digest with another %s',
    (name) => {
      const other = { ...CONTENT, [name]: name === 'args' ? [['price', '2']] : 'other' };
      expect(planId(KEY, other)).not.toBe(planId(KEY, CONTENT));
      expect(planDigest(KEY, other, 5)).not.toBe(planDigest(KEY, CONTENT, 5));
    },
  );

  it('has another digest with another expiry or key, and not with another order of arguments', () => {
    expect(planDigest(KEY, CONTENT, 6)).not.toBe(planDigest(KEY, CONTENT, 5));
    expect(planDigest('11'.repeat(32), CONTENT, 5)).not.toBe(planDigest(KEY, CONTENT, 5));
    expect(planArgs({ query: 'b=2&a=1', body: undefined })).toEqual(planArgs({ query: 'a=1', body: 'b=2' }));
  });

  it('holds its arguments by name, those of one name by value', () => {
    const args = planArgs({ query: 'b=2&a=1&a=0', body: 'c=3&a=2&B=1&a=1' });
    expect(args.map(([name, value]) => name + value)).toEqual(['B1', 'a0', 'a1', 'a1', 'a2', 'b2', 'c3']);
  });

  it('may be used for two minutes, unless the policy says how long', () => {
    expect(planTtlMs(policyWith({}))).toBe(120_000);
    expect(planTtlMs(policyWith({ approval: { ttlSeconds: 30 } }))).toBe(30_000);
  });

  it('is named by twelve digits of its digest', () => {
    expect(planId(KEY, CONTENT)).toMatch(/^p[0-9a-f]{12}$/);
  });

  it('belongs to one policy', () => {
    expect(policyDigest(policyWith({}))).not.toBe(policyDigest(policyWith({ venues: ['live'] })));
  });

  it.each([
    ['100.5', false],
    ['99.5', false],
    ['100.51', true],
    ['99.49', true],
  ])('of 100 under a drift of 0.5%% and a price of %s', (now, expected) => {
    const policy = policyWith({ approval: { maxDrift: '0.5%' } });
    expect(hasDrifted(policy, decimalOf('100'), decimalOf(now))).toBe(expected);
    expect(hasDrifted(policyWith({}), decimalOf('100'), decimalOf(now))).toBe(false);
  });
});
