/** The idempotency key of a plan: what is sent under it is sent once, by whichever process and however that ended. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/core/words.ts';
import { killProcess, outputOf, startProcess } from '../../faults/killed-process.ts';
import { failure, json, lines } from '../outcomes.ts';
import type { RelayAction } from '../relay.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse } from '../world.ts';
import { approve, homeWith, plannedBy, writePolicy } from './homes.ts';

const POLICY = { version: 1, default: 'ask', rules: [] };
const BUY = 'trade buy BTCUSDT 0.001 --price 50000 --yes --skip-filters -o json';
const SANDBOX = '--env sandbox';

describe('an approved order', () => {
  it('has the key that its plan was given as its client order id, and prints its result again', async () => {
    const home = homeWith(POLICY);
    const { plan, key } = await plannedBy(`${BUY} ${SANDBOX}`, { home });
    expect(await approve(plan, home)).toContain(`under the idempotency key ${key}`);
    const keyed = `${BUY} ${SANDBOX} --idempotency-key ${key}`;
    const first = await bourse(keyed, { home });
    expect(json(first)).toMatchObject({ clientOrderId: key });
    const again = await bourse(keyed, { home });
    expect([again.code, again.stdout]).toEqual([0, first.stdout]);
    expect(again.stderr).toContain('This is the recorded result');
    const other = failure(await bourse(keyed.replace('50000', '50001'), { home }));
    expect([other.exitCode, other.message]).toEqual([2, expect.stringContaining('other parameters')]);
    expect(json(await bourse(`trade open-orders ${SANDBOX} -o json`, { home }))).toHaveLength(1);
  });

  it('of a list has the same ids of its orders when it is sent under the key of its plan', async () => {
    const home = homeWith(POLICY);
    const list = 'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 40000';
    const line = `${list} --yes --skip-filters -o json ${SANDBOX}`;
    const { plan, key } = await plannedBy(line, { home });
    await approve(plan, home);
    expect(json(await bourse(`${line} --idempotency-key ${key}`, { home }))).toMatchObject({
      listClientOrderId: key,
    });
  });

  it('exists once if its process is killed before the answer and two processes send its key twenty times', async () => {
    const sandbox = await openRelayedSandbox();
    const { home, keys } = sandbox;
    const environment = { BOURSE_API_KEY: keys.apiKey, BOURSE_API_SECRET: keys.apiSecret };
    writePolicy(home, POLICY);
    // On a busy machine the time of the exchange comes too late for a shorter recvWindow.
    const keyed = `${BUY} --recv-window 60000 --idempotency-key deposit:7 --host=spot=${sandbox.relay.origin}`;
    // Processes of their own have the time of the machine, by which the plan must not have expired.
    const now = unixMs(Date.now());
    const { plan } = await plannedBy(keyed, { home, now, environment });
    await approve(plan, home, { now });
    const placed = () => sandbox.relay.requests.filter(({ method }) => method === 'POST').length;
    let hasSent = false;
    const child = startProcess(home, keyed, environment);
    const ended = new Promise((resolve) => child.once('close', resolve));
    sandbox.relay.setAction(async ({ method }): Promise<RelayAction> => {
      if (method !== 'POST') return 'pass';
      hasSent = true;
      await killProcess(child);
      return 'pass';
    });
    await ended;
    expect(hasSent).toBe(true);
    writeFileSync(join(home, 'ten'), `${keyed.replace(' --yes', '')}\n`.repeat(10));
    const sent = [0, 1].map(() =>
      outputOf(startProcess(home, `batch --yes ${join(home, 'ten')}`, environment)),
    );
    const results = lines<Record<string, unknown>>((await Promise.all(sent)).join(''));
    expect(results).toHaveLength(20);
    for (const result of results)
      expect(result).toMatchObject({ exitCode: 0, output: { clientOrderId: 'deposit:7', status: 'NEW' } });
    const open = await sandbox.run('trade open-orders -o json');
    expect([placed(), json<unknown[]>(open).length]).toEqual([1, 1]);
  });
});
