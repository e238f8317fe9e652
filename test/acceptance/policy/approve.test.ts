/** Writes that the policy asks about: they are sent once, exactly as a person approved them, or not at all. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { startRelay } from '../relay.ts';
import { bourse, NOW, temporaryFolder } from '../world.ts';
import { approve, errorOf, homeWith, planOf, writePolicy } from './homes.ts';

const POLICY = { version: 1, default: 'ask', rules: [] };
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };

const buy = (id: string, quantity = '0.001') =>
  `trade buy BTCUSDT ${quantity} --price 50000 --new-client-order-id ${id} --yes --env sandbox -o json`;

describe('a write that the policy asks about', () => {
  it('is refused with its plan, whatever --yes says, and sent once after the approval', async () => {
    const home = homeWith(POLICY);
    const plan = await planOf(buy('a1'), { home });
    expect(await planOf(buy('a1'), { home })).toBe(plan);
    const question = await approve(plan, home);
    expect(question).toContain('BUY 0.001');
    expect(question).toContain('quantity=0.001');
    expect((await bourse(buy('a1'), { home })).code).toBe(0);
    const again = await bourse(buy('a1'), { home });
    expect(again.code).toBe(9);
    expect(errorOf(again.stderr)['message']).toContain('Its approval was used.');
    const open = JSON.parse((await bourse('trade open-orders --env sandbox -o json', { home })).stdout);
    expect(open).toHaveLength(1);
  });

  it('is not approved without a terminal, or with another code', async () => {
    const home = homeWith(POLICY);
    const plan = await planOf(buy('a2'), { home });
    expect((await bourse(`approve ${plan}`, { home })).code).toBe(9);
    const ask = async (question: string) => (question.includes('Type 0000') ? '0001' : '0000');
    expect((await bourse(`approve ${plan}`, { home, ask })).code).toBe(9);
    expect((await bourse(buy('a2'), { home })).code).toBe(9);
    expect((await bourse('approve p000000000000', { home, ask })).code).toBe(9);
  });

  it.each<[string, (home: string) => Promise<void> | void, object]>([
    ['once the approval has expired', () => {}, { now: NOW + 121_000 }],
    ['after the policy was changed', (home) => writePolicy(home, { ...POLICY, venues: ['sandbox'] }), {}],
    ['while writes are halted', async (home) => void (await bourse('policy halt', { home })), {}],
  ])('stays refused %s', async (_case, change, later) => {
    const home = homeWith(POLICY);
    await approve(await planOf(buy('a3'), { home }), home);
    await change(home);
    expect((await bourse(buy('a3'), { home, ...later })).code).toBe(9);
  });

  it('can be planned again after its approval expired, and keeps no plan open that has', async () => {
    const home = homeWith(POLICY);
    const plan = await planOf(buy('a4'), { home });
    const later = { now: (NOW + 121_000) as typeof NOW };
    expect((await bourse(`approve ${plan}`, { home, ...later })).stderr).toContain('expired');
    expect(await planOf(buy('a4'), { home, ...later })).toBe(plan);
    await approve(plan, home, later);
    expect((await bourse(buy('a4'), { home, ...later })).code).toBe(0);
  });

  it('keeps its limits', async () => {
    const home = homeWith({ ...POLICY, quote: 'USDT', limits: { maxOrder: '40' } });
    const { code, stderr } = await bourse(buy('a5'), { home });
    expect([code, errorOf(stderr)['name']]).toEqual([9, 'maxOrder']);
  });

  it('lets cancellations pass', async () => {
    const home = homeWith({ ...POLICY, rules: [ruleOf('play', 'allow', { symbols: ['BTCUSDT'] })] });
    expect((await bourse(buy('a6'), { home })).code).toBe(0);
    writePolicy(home, POLICY);
    expect((await bourse('trade cancel-all BTCUSDT --yes --env sandbox', { home })).code).toBe(0);
  });
});

describe('an approved write', () => {
  it('of which one character of any argument was changed is refused, and nothing is received', async () => {
    const relay = await startRelay('http://127.0.0.1:1');
    onTestFinished(() => relay.close());
    relay.setAction(({ method, path }) => {
      if (method === 'GET' && path.endsWith('/time')) return { status: 200, body: `{"serverTime":${NOW}}` };
      return { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
    });
    const home = temporaryFolder();
    writePolicy(home, POLICY);
    const approved: Readonly<Record<string, string>> = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.001',
      price: '50000',
      newClientOrderId: 'a7',
    };
    const wordsOf = (args: typeof approved) => [
      ...['api', 'POST', '/api/v3/order', ...Object.entries(args).map((pair) => pair.join('='))],
      ...['--yes', '--skip-filters', '-o', 'json', '--host', `spot=${relay.origin}`],
    ];
    await approve(await planOf(wordsOf(approved), { home, environment: KEYS }), home);
    const change = fc
      .record({
        name: fc.constantFrom(...Object.keys(approved)),
        at: fc.nat({ max: 6 }),
        character: fc.constantFrom(...'0123456789ABXYZ.-'),
      })
      .map(({ name, at, character }) => {
        const text = approved[name]!;
        const index = at % text.length;
        return { ...approved, [name]: `${text.slice(0, index)}${character}${text.slice(index + 1)}` };
      })
      .filter((args) => JSON.stringify(args) !== JSON.stringify(approved));
    await fc.assert(
      fc.asyncProperty(change, async (args) => {
        const { code } = await bourse(wordsOf(args), { home, environment: KEYS });
        expect([2, 9]).toContain(code);
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(relay.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    // Unchanged it is sent, so that the refusals above are those of the changes.
    await bourse(wordsOf(approved), { home, environment: KEYS });
    expect(relay.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
