/** The calls with which an account is reconciled after a lost connection. */
import { expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import { Account } from '../../src/stream/user/account.ts';
import { type ReconcileCalls, type ReconciledLine, reconcile } from '../../src/stream/user/reconcile.ts';
import { UserState } from '../../src/stream/user/state.ts';
import { manualClock } from './manual-clock.ts';

it('queries orders since the first connection by the time of the exchange, not by a local clock that is ahead', async () => {
  const clock = manualClock();
  const exchangeNow = unixMs(clock.now() - 30_000);
  const asked: number[] = [];
  const state = new UserState('spot');
  state.symbols.add('BTCUSDT');
  const ignore = () => {};
  const account = new Account({
    clock,
    state,
    signal: new AbortController().signal,
    calls: {
      now: async () => exchangeNow,
      orders: {
        tradeId: 'id',
        openOrders: async () => [],
        order: async () => ({}),
        orders: async (_symbol, since) => {
          asked.push(since);
          return [];
        },
        trades: async () => [],
      },
      account: async () => ({}),
    },
    listener: { onEvent: ignore, onLate: ignore, onDuplicate: ignore, onReconciled: ignore, onNote: ignore },
  });
  await account.catchUp(true);
  await account.catchUp(false);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeLessThanOrEqual(exchangeNow);
});

it('reports an open order that the exchange no longer knows as gone, and continues', async () => {
  const state = new UserState('usdm');
  state.order({ symbol: 'BTCUSDT', orderId: 7, status: 'NEW', executedQty: '0' });
  state.order({ symbol: 'BTCUSDT', orderId: 8, status: 'NEW', executedQty: '0' });
  const lines: ReconciledLine[] = [];
  const calls: ReconcileCalls = {
    now: async () => unixMs(1),
    orders: {
      tradeId: 'id',
      openOrders: async () => [],
      order: async (symbol, orderId) =>
        orderId === '7' ? undefined : { symbol, orderId: 8, status: 'FILLED', executedQty: '1' },
      orders: async () => [],
      trades: async () => [],
    },
    account: async () => ({}),
  };
  await reconcile(state, calls, 1000, (line) => lines.push(line));
  expect(lines).toMatchObject([
    { kind: 'gone', data: { symbol: 'BTCUSDT', orderId: '7' } },
    { kind: 'order', data: { orderId: 8, status: 'FILLED' } },
    { kind: 'account' },
  ]);
  expect(state.open()).toEqual([]);
});
