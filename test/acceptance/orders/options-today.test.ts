/** Options at a sandbox that serves today's interface. */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

const AT_THIS_PROCESS = { pid: process.pid };

describe("options where today's interface is served", () => {
  it('are refused at the market before anything is sent, alone and in a batch', async () => {
    const order = 'trade order place BTC-240628-60000-C --on options --side BUY --type MARKET --quantity 1';
    const { kind, message, hint } = failure(
      await bourse(`${order} --interface today --env sandbox --dry-run -o json`),
    );
    expect([kind, message]).toEqual([
      'usage',
      "trade order place cannot be called with type MARKET at this host: the exchange refuses it in today's interface.",
    ]);
    expect(hint).toContain('Place a LIMIT order');
    const orders = '[{"symbol":"BTC-240628-60000-C","side":"BUY","type":"MARKET","quantity":"1"}]';
    const batch = await bourse([
      ...'trade order batch --on options --interface today --env sandbox --dry-run -o json --orders'.split(
        ' ',
      ),
      orders,
    ]);
    expect(failure(batch)).toMatchObject({
      kind: 'usage',
      hint: expect.stringContaining('Place a LIMIT order'),
    });
  });

  it('have an account whose path is gone, and market maker protection at another path', async () => {
    const home = temporaryFolder();
    const work = async () => {
      const run = (line: string) => bourse(`${line} --env sandbox -o json`, { home });
      const info = await run('account info --on options');
      expect(json<{ asset: { asset: string }[] }>(info).asset[0]!.asset).toBe('USDT');
      expect(info.stderr).toContain('Sent as GET /eapi/v1/marginAccount');
      expect(json(await run('trade mmp get BTCUSDT'))).toMatchObject({ underlying: 'BTCUSDT' });
      expect((await run('account income USDT --on options --limit 5')).code).toBe(0);
      expect(json(await run('trade countdown BTCUSDT 60000 --on options --yes'))).toEqual({
        underlying: 'BTCUSDT',
        countdownTime: 60000,
      });
      expect(json(await run('trade countdown heartbeat BTCUSDT,ETHUSDT --yes'))).toEqual({
        underlyings: ['BTCUSDT'],
      });
    };
    await withServedSandbox(home, '--interface today', work, AT_THIS_PROCESS);
  });
});
