/** Parameters that the interface document requires and today's interface does not, and the reverse. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { describeParam } from '../../../src/commands/command-text.ts';
import { failure, json } from '../outcomes.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

const ALL_ORDERS = 'trade all-orders --on usdm --env sandbox -o json';
const OPEN_INTEREST = 'market open-interest BTC --on options --env sandbox -o json';
const AT_THIS_PROCESS = { pid: process.pid };

describe("a host of today's interface", () => {
  it('was never asked for the orders of all contracts: the symbol was required of every host', async () => {
    const home = temporaryFolder();
    const work = async () => {
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
        const order = `trade buy ${symbol} 0.1 --on usdm --env sandbox --skip-filters --yes`;
        expect((await bourse(order, { home })).code).toBe(0);
      }
      const rows = json<{ symbol: string }[]>(await bourse(ALL_ORDERS, { home }));
      expect(new Set(rows.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSDT', 'ETHUSDT']));
      const exercised = json<{ symbol: string }[]>(
        await bourse('market exercise-history --env sandbox -o json', { home }),
      );
      expect(new Set(exercised.map(({ symbol }) => symbol.split('-')[0])).size).toBeGreaterThan(1);
    };
    await withServedSandbox(home, '--interface today', work, AT_THIS_PROCESS);
  });

  it('was sent a call without the day of expiry, which it requires', async () => {
    const home = temporaryFolder();
    const work = async () => {
      const { kind, message, hint } = failure(await bourse(OPEN_INTEREST, { home }));
      expect([kind, message]).toEqual([
        'usage',
        expect.stringContaining("<expiration> is required by today's interface of this host"),
      ]);
      expect(hint).toContain('Usage: bourse market open-interest');
    };
    await withServedSandbox(home, '--interface today', work, AT_THIS_PROCESS);
  });
});

describe("a host of the document's interface", () => {
  it('requires what the document requires, before anything is sent', async () => {
    const { kind, message } = failure(await bourse(ALL_ORDERS));
    expect([kind, message]).toEqual([
      'usage',
      expect.stringContaining("<symbol> is required by the document's interface of this host"),
    ]);
    expect((await bourse(OPEN_INTEREST)).code).toBe(0);
  });
});

describe('the help of a parameter that one interface requires', () => {
  it('says so, and so does explain', async () => {
    const { params } = ENDPOINTS.find(({ id }) => id === 'usdm.all-orders')!;
    expect(describeParam(params['symbol']!)).toContain('not required today');
    const { stdout } = await bourse('explain usdm.all-orders');
    expect(stdout).toContain('Today, at the public hosts: symbol is not required');
    expect(stdout).toContain('symbol (required, but not today)');
    expect((await bourse('explain options.open-interest')).stdout).toContain('expiration (required today)');
  });
});
