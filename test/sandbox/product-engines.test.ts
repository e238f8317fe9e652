import { describe, expect, it } from 'vitest';
import type { Exchange, ProductEngine } from '../../src/sandbox/engine/exchange.ts';
import { Accounts } from '../../src/sandbox/engine/ledger/accounts.ts';
import { ProductEngines } from '../../src/sandbox/product-engines.ts';

/** A part in which things happen at given times, written to a common list. */
function timetable(name: string, rank: number, times: number[], seen: string[]) {
  const part: ProductEngine = {
    nextDueAt: (now) => (times[0] !== undefined && times[0] <= now ? times[0] : undefined),
    runDueEvent(time) {
      times.shift();
      seen.push(`${name} ${time}`);
    },
    checkpoint: () => {},
  };
  return { name, rank, open: () => part };
}

describe('the parts of an exchange', () => {
  it('lets things happen in order of time, and of rank within a ms, whenever it is looked at', () => {
    for (const looks of [[100], [10, 20, 30, 100], [25, 100]]) {
      const seen: string[] = [];
      const parts = new ProductEngines(() => ({}) as Exchange);
      parts.get(timetable('late', 2, [10, 20, 90], seen));
      parts.get(timetable('early', 1, [20, 21], seen));
      for (const now of looks) parts.runDueEvents(now);
      expect(seen).toEqual(['late 10', 'early 20', 'late 20', 'early 21', 'late 90']);
    }
  });

  it('opens a part once and goes by the latest time it has seen', () => {
    const parts = new ProductEngines(() => ({}) as Exchange);
    const key = timetable('one', 1, [], []);
    expect(parts.get(key)).toBe(parts.get(key));
    expect(parts.runDueEvents(50)).toBe(50);
    expect(parts.runDueEvents(40)).toBe(50);
  });

  it('ask the part of a wallet how much may leave it, and nobody of a wallet without one', () => {
    const user = new Accounts().addUser('alice', 0)!;
    const parts = new ProductEngines(() => ({}) as Exchange);
    const key = timetable('futures', 2, [], []);
    const part: ProductEngine = {
      ...key.open(),
      maxTransferable: (_, wallet) => (wallet === 'UMFUTURE' ? 7n : undefined),
    };
    parts.get(timetable('spot', 0, [], []));
    parts.get({ ...key, open: () => part });
    expect(parts.maxTransferable(user, 'UMFUTURE', 'USDT')).toBe(7n);
    expect(parts.maxTransferable(user, 'FUNDING', 'USDT')).toBeUndefined();
  });

  it('hear of what came into a wallet or left it, at the time that all go by', () => {
    const user = new Accounts().addUser('alice', 0)!;
    const parts = new ProductEngines(() => ({}) as Exchange);
    const heard: unknown[] = [];
    const key = timetable('margin', 2, [], []);
    const part: ProductEngine = { ...key.open(), onTransfer: (...what) => void heard.push(what) };
    parts.get(timetable('spot', 0, [], []));
    parts.get({ ...key, open: () => part });
    parts.runDueEvents(70);
    parts.notifyTransfer(user, 'MARGIN', 'USDT', -5n);
    expect(heard).toEqual([[user, 'MARGIN', 'USDT', -5n, 70]]);
  });
});
