/** The policy and the halt as a person meets them: which writes are sent, exit codes and messages. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';
import { errorOf, homeWith } from './homes.ts';

const BUY = 'trade buy BTCUSDT 0.001 --price 60000 --yes --env sandbox -o json';
const CANCEL = 'trade cancel-all BTCUSDT --yes --env sandbox -o json';
const REFUSE = { version: 1, default: 'refuse', rules: [] };

describe('a policy', () => {
  it('refuses an order with exit code 9 and the id of the rule, whatever --yes says', async () => {
    const home = homeWith({ ...REFUSE, rules: [ruleOf('no-btc', 'refuse')] });
    const { code, stdout, stderr } = await bourse(BUY, { home });
    expect([code, stdout]).toEqual([9, '']);
    expect(errorOf(stderr)).toMatchObject({ kind: 'refused', name: 'no-btc', execution: 'not_executed' });
    // Nothing was recorded either: the policy is asked before the journal.
    expect(existsSync(join(home, 'state', 'journal.db'))).toBe(false);
  });

  it('lets an order pass that a rule allows', async () => {
    const home = homeWith({
      ...REFUSE,
      rules: [ruleOf('play', 'allow', { venue: ['sandbox'] })],
    });
    expect((await bourse(BUY, { home })).code).toBe(0);
  });

  it('shows the rule that would decide in the dry run', async () => {
    const shown = json<{ policy: unknown }>(await bourse(`${BUY} --dry-run`, { home: homeWith(REFUSE) }));
    expect(shown.policy).toMatchObject({ verdict: 'refuse', rule: 'default' });
    expect(json<object>(await bourse(`${BUY} --dry-run`))).not.toHaveProperty('policy');
  });

  it('that does not exist is not said to hold writes back', async () => {
    const home = temporaryFolder();
    const { code, stderr } = await bourse('policy check', { home });
    expect([code, (await bourse(BUY, { home })).code]).toEqual([9, 0]);
    expect(errorOf(stderr)).toMatchObject({ message: expect.stringContaining('There is no policy file') });
    expect(stderr).toContain('Without one, no rule holds back a write.');
    expect(stderr).not.toContain('only writes that cancel or reduce are sent');
  });

  it.each([
    ['not JSON', '{', 0o600],
    ['open to others', JSON.stringify({ ...REFUSE, default: 'allow' }), 0o644],
    ['with a typo', JSON.stringify({ ...REFUSE, default: 'allow', halts: {} }), 0o600],
  ])('that is %s refuses orders and lets cancellations pass', async (_fault, text, mode) => {
    const home = homeWith(text, mode);
    const refused = await bourse(BUY, { home });
    expect(refused.code).toBe(9);
    expect(errorOf(refused.stderr)).toMatchObject({ name: 'unreadable' });
    // The sandbox has no open orders, which is its answer and not a refusal of the policy.
    expect((await bourse(CANCEL, { home })).code).not.toBe(9);
    expect((await bourse('policy check', { home })).code).toBe(9);
  });

  it('that is a link to nothing refuses orders', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'config'), { mode: 0o700 });
    symlinkSync('/nowhere', join(home, 'config', 'policy.json'));
    expect((await bourse(BUY, { home })).code).toBe(9);
  });

  it.each(['refuse', 'ask', 'allow'])('printed by policy init --default %s is valid', async (verdict) => {
    const { stdout } = await bourse(`policy init --default ${verdict}`);
    const home = homeWith(stdout);
    expect(json(await bourse('policy check -o json', { home }))).toMatchObject({
      default: verdict,
      rules: 2,
    });
    expect((await bourse(BUY, { home })).code).toBe(0);
  });
});

describe('a halt', () => {
  it('refuses orders, lets cancellations pass, and is ended at a terminal only', async () => {
    const home = temporaryFolder();
    expect((await bourse('policy halt -o json', { home })).code).toBe(0);
    const refused = await bourse(BUY, { home });
    expect(refused.code).toBe(9);
    expect(errorOf(refused.stderr)).toMatchObject({ name: 'halt' });
    expect((await bourse(CANCEL, { home })).code).not.toBe(9);
    expect((await bourse('policy resume', { home })).code).toBe(9);
    expect((await bourse('policy resume', { home, ask: async () => 'no' })).code).toBe(9);
    expect((await bourse('policy resume', { home, ask: async () => 'resume' })).code).toBe(0);
    expect((await bourse(BUY, { home })).code).toBe(0);
  });

  it('holds although a policy allows the order', async () => {
    const home = homeWith({ ...REFUSE, default: 'allow' });
    await bourse('policy halt', { home });
    expect((await bourse(BUY, { home })).code).toBe(9);
  });
});
