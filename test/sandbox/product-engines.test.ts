import { describe, expect, it } from 'vitest';
import type { Exchange, ProductEngine } from '../../src/sandbox/engine/exchange.ts';
import { Accounts } from '../../src/sandbox/engine/ledger/accounts.ts';
import { ProductEngines } from '../../src/sandbox/product-engines.ts';

/** Returns an engine with due events at fixed times, which are appended to a shared list. */
function scheduledEngine(name: string, rank: number, times: number[], seen: string[]) {
  const engine: ProductEngine = {
    nextDueAt: (now) => (times[0] !== undefined && times[0] <= now ? times[0] : undefined),
    runDueEvent(time) {
      times.shift();
      seen.push(`${name} ${time}`);
    },
    checkpoint: () => {},
  };
  return { name, rank, open: () => engine };
}

describe('the engines of an exchange', () => {
  it('run due events by time, and by rank within a millisecond, however often they are read', () => {
    for (const readTimes of [[100], [10, 20, 30, 100], [25, 100]]) {
      const seen: string[] = [];
      const engines = new ProductEngines(() => ({}) as Exchange);
      engines.get(scheduledEngine('late', 2, [10, 20, 90], seen));
      engines.get(scheduledEngine('early', 1, [20, 21], seen));
      for (const now of readTimes) engines.runDueEvents(now);
      expect(seen).toEqual(['late 10', 'early 20', 'late 20', 'early 21', 'late 90']);
    }
  });

  it('open once and never go back in time', () => {
    const engines = new ProductEngines(() => ({}) as Exchange);
    const key = scheduledEngine('one', 1, [], []);
    expect(engines.get(key)).toBe(engines.get(key));
    expect(engines.runDueEvents(50)).toBe(50);
    expect(engines.runDueEvents(40)).toBe(50);
  });

  it('limit transfers out of the wallets that they own, and of no other wallet', () => {
    const user = new Accounts().addUser('alice', 0)!;
    const engines = new ProductEngines(() => ({}) as Exchange);
    const key = scheduledEngine('futures', 2, [], []);
    const engine: ProductEngine = {
      ...key.open(),
      maxTransferable: (_, wallet) => (wallet === 'UMFUTURE' ? 7n : undefined),
    };
    engines.get(scheduledEngine('spot', 0, [], []));
    engines.get({ ...key, open: () => engine });
    expect(engines.maxTransferable(user, 'UMFUTURE', 'USDT')).toBe(7n);
    expect(engines.maxTransferable(user, 'FUNDING', 'USDT')).toBeUndefined();
  });

  it('are notified of each transfer into or out of a wallet, with the time of the engines', () => {
    const user = new Accounts().addUser('alice', 0)!;
    const engines = new ProductEngines(() => ({}) as Exchange);
    const transfers: unknown[] = [];
    const key = scheduledEngine('margin', 2, [], []);
    const engine: ProductEngine = {
      ...key.open(),
      onTransfer: (...transfer) => void transfers.push(transfer),
    };
    engines.get(scheduledEngine('spot', 0, [], []));
    engines.get({ ...key, open: () => engine });
    engines.runDueEvents(70);
    engines.notifyTransfer(user, 'MARGIN', 'USDT', -5n);
    expect(transfers).toEqual([[user, 'MARGIN', 'USDT', -5n, 70]]);
  });
});
