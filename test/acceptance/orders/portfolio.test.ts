/** Orders of a portfolio margin account take the route of orders: checked, identified, sent to the host of papi. */
import { describe, expect, it } from 'vitest';
import { failure, shellWords } from '../outcomes.ts';
import { bourse } from '../world.ts';

const ORDER = 'portfolio um order place BTCUSDT --side BUY --type MARKET --quantity 0.01';

describe('an order of a portfolio margin account', () => {
  it('goes to the host of portfolio margin, with a client order id and a look-up', async () => {
    const outcome = await bourse(shellWords(`${ORDER} --dry-run --skip-filters --env live -o json`), {});
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('https://papi.binance.com/papi/v1/um/order');
    expect(outcome.stdout).toMatch(/newClientOrderId/);
  });

  it('is refused where there is no such host, before anything is sent', async () => {
    for (const environment of ['testnet', 'demo']) {
      const error = failure(
        await bourse(shellWords(`${ORDER} --dry-run --skip-filters --env ${environment} -o json`), {}),
      );
      expect([environment, error.exitCode]).toEqual([environment, 2]);
      expect(error.message).toContain('papi');
    }
  });

  it('is not simulated, and the sandbox says why', async () => {
    const error = failure(await bourse(shellWords('portfolio balance --env sandbox -o json'), {}));
    expect(error.message).toContain('portfolio margin is an account kind of its own');
  });
});
