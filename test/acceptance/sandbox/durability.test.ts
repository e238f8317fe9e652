/** Many processes of the built program at once, some of them killed: acknowledged orders must survive. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../world.ts';

const BOURSE = fileURLToPath(new URL('../../../bin/bourse.js', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start(home: string, line: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], BOURSE_HOME: home };
  return new Promise((resolve) => {
    execFile(process.execPath, [BOURSE, ...line.split(' ')], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

interface Killed {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly revived: readonly string[];
  readonly hidden: readonly number[];
  readonly wrongBalances: readonly unknown[];
}

describe('the saved sandbox', { tags: ['real-time'] }, () => {
  it('loses none of twenty orders placed at once on a new machine', async () => {
    const home = temporaryFolder();
    const ids = Array.from({ length: 20 }, (_, index) => `at-once-${index}`);
    const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox';
    const ended = await Promise.all(ids.map((id) => start(home, `${order} --new-client-order-id ${id}`)));
    // A fast machine reaches the exchange's limit of orders in ten seconds; such an order is not executed. On a slow one a
    // read whose host ends may wait for the next host.
    for (const [index, { code, stderr }] of ended.entries()) {
      const notes = stderr.replace(/^Waiting \d+ ms: no answer came\.\n/gm, '');
      expect([code, notes]).toEqual([
        code === 6 ? 6 : 0,
        code === 6 ? notes : `Sending the order ${ids[index]}.\n`,
      ]);
    }
    const placed = ids.filter((_, index) => ended[index]!.code === 0);
    expect(placed.length).toBeGreaterThanOrEqual(10);
    const all = await start(home, 'trade all-orders BTCUSDT --env sandbox');
    const found = (JSON.parse(all.stdout) as { clientOrderId: string }[]).map((one) => one.clientOrderId);
    expect(found.sort()).toEqual(placed.sort());
  });

  it('shows the trade of one command to an open read of another', async () => {
    const home = temporaryFolder();
    const order =
      'trade order place SKLUSDT --side BUY --type MARKET --quantity 800 --new-order-resp-type FULL --env sandbox';
    const { fills } = JSON.parse((await start(home, order)).stdout) as { fills: { tradeId: number }[] };
    const shown = await start(home, 'market trades SKLUSDT --env sandbox');
    const ids = (JSON.parse(shown.stdout) as { id: number }[]).map(({ id }) => id);
    expect(fills.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining(fills.map(({ tradeId }) => tradeId)));
    expect(ids).toEqual(ids.map((_, index) => ids[0]! + index));
  });

  it('keeps acknowledged orders if it is killed while orders arrive', async () => {
    const script = new URL('../../long/kill-sandbox.mjs', import.meta.url).href;
    const { killSandbox } = (await import(script)) as {
      killSandbox(options: { readonly kills: number; readonly seed: number }): Promise<Killed>;
    };
    const found = await killSandbox({ kills: 2, seed: 1 });
    expect(found).toMatchObject({ lost: [], duplicated: [], revived: [], hidden: [], wrongBalances: [] });
    expect(found.acknowledged).toBeGreaterThan(0);
  });
});
