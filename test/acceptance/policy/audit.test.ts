/** The audit log as a person meets it: which writes have lines, what they state, and that no secret is among it. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';
import { patientClock } from '../ws-relay.ts';
import { homeWith } from './homes.ts';

const BUY = 'trade buy BTCUSDT 0.001 --price 50000 --yes --env sandbox -o json';
const REFUSED = 'trade buy ETHUSDT 0.01 --price 2000 --yes --env sandbox -o json';
const PAIRS = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.001 price=50000';
const POLICY = { version: 1, default: 'refuse', rules: [ruleOf('btc', 'allow', { symbols: ['BTCUSDT'] })] };

const pathOf = (home: string) => join(home, 'state', 'audit.ndjson');
const linesOf = async (home: string) =>
  json<Record<string, unknown>[]>(await bourse('audit show -o json', { home }));

describe('the audit log', () => {
  it('has a line before each write is sent, one for its outcome, and one for each refusal, from every door', async () => {
    const home = homeWith(POLICY);
    expect((await bourse(BUY, { home })).code).toBe(0);
    expect((await bourse(REFUSED, { home })).code).toBe(9);
    expect((await bourse(`api POST /api/v3/order ${PAIRS} --yes --env sandbox`, { home })).code).toBe(0);
    expect(
      (await bourse(`ws call order.place ${PAIRS} --yes --env sandbox`, { home, clock: patientClock() }))
        .code,
    ).toBe(0);
    const shown = (await linesOf(home)).map(({ door, verdict, rule, outcome }) => [
      door,
      verdict,
      rule,
      outcome,
    ]);
    expect(shown).toEqual([
      ['cli', 'allow', 'btc', 'sending'],
      ['cli', 'allow', 'btc', 'accepted'],
      ['cli', 'refuse', 'default', 'refused'],
      ['api', 'allow', 'btc', 'sending'],
      ['api', 'allow', 'btc', 'accepted'],
      ['ws', 'allow', 'btc', 'sending'],
      ['ws', 'allow', 'btc', 'accepted'],
    ]);
    expect(json(await bourse('audit verify -o json', { home }))).toMatchObject({ ok: true, lines: 7 });
    const refused = json<unknown[]>(await bourse('audit show --refused -o json', { home }));
    expect(refused).toHaveLength(1);
  });

  it('names the client, and verifies lines of earlier versions, which name none', async () => {
    const home = homeWith(POLICY);
    await bourse(BUY, { home, environment: { BOURSE_CLIENT: 'agent \u001b[2J' } });
    await bourse(REFUSED, { home });
    const shown = await linesOf(home);
    expect(shown.map(({ client }) => client)).toEqual(['agent \\u{1b}[2J', 'agent \\u{1b}[2J', '']);
    const table = await bourse('audit show -o table', { home });
    expect(table.stdout).toMatch(/client[\s\S]*agent \\u\{1b\}\[2J/);
    const older = {
      seq: 1,
      time: '2024-03-15T12:00:00.000Z',
      door: 'cli',
      command: 'trade buy',
      prev: '0'.repeat(64),
    };
    const hash = createHash('sha256').update(JSON.stringify(older)).digest('hex');
    writeFileSync(pathOf(home), `${JSON.stringify({ ...older, hash })}\n`);
    await bourse(REFUSED, { home });
    expect(json(await bourse('audit verify -o json', { home }))).toMatchObject({ ok: true, lines: 2 });
    expect((await bourse('audit show -o table', { home })).code).toBe(0);
  });

  it('holds no arguments and no keys', async () => {
    const home = homeWith(POLICY);
    await bourse(BUY, { home });
    const text = readFileSync(pathOf(home), 'utf8');
    for (const secret of ['50000', 'BTCUSDT', 'signature', 'apiKey']) expect(text).not.toContain(secret);
  });

  it('shows by exit code 1 and its number a line that was changed', async () => {
    const home = homeWith(POLICY);
    await bourse(BUY, { home });
    const changed = readFileSync(pathOf(home), 'utf8').replace('"accepted"', '"rejected"');
    writeFileSync(pathOf(home), changed);
    const { code, stdout } = await bourse('audit verify -o json', { home });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, line: 2 }]);
  });

  it('goes on after a line that a killed process left incomplete, which the check names', async () => {
    const home = homeWith(POLICY);
    await bourse(BUY, { home });
    appendFileSync(pathOf(home), '{"seq":3');
    await bourse(BUY, { home });
    expect(await linesOf(home)).toHaveLength(4);
    expect(JSON.parse((await bourse('audit verify -o json', { home })).stdout)).toMatchObject({ line: 3 });
  });

  it('is not written without a policy and a halt', async () => {
    const home = temporaryFolder();
    expect((await bourse(BUY, { home })).code).toBe(0);
    expect(existsSync(pathOf(home))).toBe(false);
    expect(await linesOf(home)).toEqual([]);
  });

  it('that cannot be written holds back orders with exit code 10, and no cancellation', async () => {
    const home = homeWith(POLICY);
    mkdirSync(pathOf(home), { recursive: true, mode: 0o700 });
    expect((await bourse(BUY, { home })).code).toBe(10);
    const cancel = await bourse('trade cancel-all BTCUSDT --yes --env sandbox', { home });
    expect(cancel.stderr).toContain('audit log');
    expect([9, 10]).not.toContain(cancel.code);
  });
});
