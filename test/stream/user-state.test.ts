/** Account state from events and answers: each change is reported once, and no order goes back in state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type OrderCalls,
  type ReconcileCalls,
  type ReconciledLine,
  reconcile,
} from '../../src/stream/user/reconcile.ts';
import { type Members, UserState } from '../../src/stream/user/state.ts';

let executions = 0;

/** Returns the lines that a reconciliation reports. */
async function reconcileLines(state: UserState, calls: ReconcileCalls, since: number | undefined) {
  const lines: ReconciledLine[] = [];
  await reconcile(state, calls, since, (line) => lines.push(line));
  return lines;
}

/** Returns an executionReport with the fields that the state reads. */
function report(status: string, executed: string, trade = -1, more: Members = {}): Members {
  executions += 1;
  return {
    e: 'executionReport',
    E: 1000 + executions,
    s: 'BTCUSDT',
    i: 7,
    X: status,
    z: executed,
    t: trade,
    I: executions,
    ...more,
  };
}

const row = (status: string, executedQty: string): Members => ({
  symbol: 'BTCUSDT',
  orderId: 7,
  status,
  executedQty,
});

describe('the state of an account', () => {
  it('drops the oldest finished orders beyond a limit, and never an open order', () => {
    const state = new UserState('spot');
    const order = (orderId: number, status: string, executedQty: string) =>
      state.order({ symbol: 'BTCUSDT', orderId, status, executedQty });
    order(1, 'NEW', '0');
    order(2, 'CANCELED', '0');
    for (let id = 3; id < 20_003; id += 1) order(id, 'FILLED', '1');
    expect(order(20_002, 'FILLED', '1')).toBe(false);
    expect(order(3, 'NEW', '0')).toBe(false);
    // An order that was dropped from memory is reported again.
    expect(order(2, 'CANCELED', '0')).toBe(true);
    expect(state.open()).toMatchObject([{ id: '1' }]);
    expect(order(1, 'NEW', '0')).toBe(false);
    expect(order(1, 'FILLED', '1')).toBe(true);
    expect(state.open()).toEqual([]);
  });

  it('reports an event as duplicate that repeats an earlier event or an answer', () => {
    const state = new UserState('spot');
    const fill = report('PARTIALLY_FILLED', '0.1', 55);
    expect(state.event(report('NEW', '0'))).toBe('new');
    expect(state.event(fill)).toBe('new');
    expect(state.event(fill)).toBe('duplicate');
    expect(state.order(row('PARTIALLY_FILLED', '0.10000'))).toBe(false);
    expect(state.trade({ symbol: 'BTCUSDT', id: 55 }, 'id')).toBe(false);
    expect(state.trade({ symbol: 'BTCUSDT', id: 56 }, 'id')).toBe(true);
    expect(state.order(row('FILLED', '0.3'))).toBe(true);
    expect(state.event(report('FILLED', '0.3', 56))).toBe('duplicate');
  });

  it('distinguishes two balance changes in the same ms', () => {
    const spot = new UserState('spot');
    const balanceEvent = (f: string): Members => ({
      e: 'outboundAccountPosition',
      E: 5,
      u: 5,
      B: [{ a: 'BTC', f, l: '0' }],
    });
    expect(['1', '2', '2'].map((free) => spot.event(balanceEvent(free)))).toEqual([
      'new',
      'new',
      'duplicate',
    ]);
    const futures = new UserState('usdm');
    const wallet = (wb: string): Members => ({
      e: 'ACCOUNT_UPDATE',
      E: 5,
      T: 5,
      a: { m: 'ORDER', B: [{ a: 'USDT', wb }], P: [] },
    });
    expect(['1', '2', '1'].map((balance) => futures.event(wallet(balance)))).toEqual([
      'new',
      'new',
      'duplicate',
    ]);
  });

  it('marks an event that is older than the reported state as late, also with a new fill', () => {
    const state = new UserState('spot');
    state.event(report('FILLED', '0.3', 3));
    expect(state.event(report('NEW', '0'))).toBe('late');
    expect(state.event(report('PARTIALLY_FILLED', '0.1', 1))).toBe('late');
    expect(state.order(row('PARTIALLY_FILLED', '0.2'))).toBe(false);
  });

  it('reads the nested order of a futures event and all orders of an options event', () => {
    const futures = new UserState('usdm');
    const order = { s: 'BTCUSDT', i: 9n + 2n ** 53n, X: 'NEW', z: '0', t: 0, x: 'NEW', T: 1 };
    futures.event({ e: 'ORDER_TRADE_UPDATE', E: 1, T: 1, o: order });
    expect(futures.open()).toMatchObject([{ symbol: 'BTCUSDT', id: '9007199254741001' }]);
    const options = new UserState('options');
    const one = { s: 'BTC-240329-70000-C', oid: '1', S: 'ACCEPTED', e: '0' };
    options.event({ e: 'ORDER_TRADE_UPDATE', E: 1, o: [one, { ...one, oid: '2', S: 'CANCELLED' }] });
    expect(options.open().map(({ id }) => id)).toEqual(['1']);
  });

  it('never goes back, in any order and repetition of the events of an order', () => {
    const history = [
      report('NEW', '0'),
      report('PARTIALLY_FILLED', '1', 1),
      report('PARTIALLY_FILLED', '2', 2),
      report('FILLED', '3', 3),
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: history.length - 1 }), { maxLength: 12 }), (picks) => {
        const state = new UserState('spot');
        let highest = -1;
        const fills = new Set<unknown>();
        for (const pick of picks) {
          const verdict = state.event(history[pick]!);
          if (verdict === 'new') {
            expect(pick).toBeGreaterThan(highest);
            highest = pick;
          }
          if (verdict === 'duplicate') expect(fills).toContain(pick);
          fills.add(pick);
        }
        expect(highest).toBe(Math.max(-1, ...picks));
      }),
      { numRuns: 200, seed: 12 },
    );
  });
});

describe('reconciliation', () => {
  const asked: string[] = [];
  const calls = (
    answers: Partial<Record<keyof ReconcileCalls | keyof OrderCalls, unknown>>,
  ): ReconcileCalls => {
    const answer =
      (name: keyof typeof answers) =>
      async (...given: unknown[]) => {
        asked.push([name, ...given].join(' '));
        return (answers[name] ?? []) as never;
      };
    return {
      orders: {
        openOrders: answer('openOrders'),
        orders: answer('orders'),
        order: answer('order'),
        trades: answer('trades'),
        tradeId: 'id',
      },
      account: answer('account'),
      now: answer('now'),
    };
  };

  it('queries orders that are no longer open, and orders and fills of known symbols since the last event', async () => {
    asked.length = 0;
    const state = new UserState('spot');
    state.event(report('NEW', '0'));
    const lines = await reconcileLines(
      state,
      calls({
        order: row('FILLED', '1'),
        trades: [{ symbol: 'BTCUSDT', id: 90 }],
        account: { balances: [] },
      }),
      10_000,
    );
    expect(asked).toEqual([
      'openOrders',
      'order BTCUSDT 7',
      'orders BTCUSDT 8000',
      'trades BTCUSDT 8000',
      'account',
    ]);
    expect(lines.map(({ kind }) => kind)).toEqual(['order', 'trade', 'account']);
    expect(
      await reconcileLines(state, calls({ trades: [{ symbol: 'BTCUSDT', id: 90 }] }), 10_000),
    ).toMatchObject([{ kind: 'account' }]);
  });

  it('queries only open orders and balances on the first connection', async () => {
    asked.length = 0;
    await reconcileLines(new UserState('spot'), calls({ openOrders: [row('NEW', '0')] }), undefined);
    expect(asked).toEqual(['openOrders', 'account']);
  });

  it('queries only the account where the stream has no orders', async () => {
    asked.length = 0;
    const { orders: _, ...withoutOrders } = calls({});
    await reconcileLines(new UserState('margin-risk'), withoutOrders, 10_000);
    expect(asked).toEqual(['account']);
  });
});
