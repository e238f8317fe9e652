/** The market changes open orders at fixed times, whenever the exchange is read. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExchange, type SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { runDueEvents } from '../../src/sandbox/exchange/requests.ts';
import { openDurableExchange } from '../../src/sandbox/storage/durable-exchange.ts';
import { manualClock } from './manual-clock.ts';
import { createScriptedMarket } from './scripted-market.ts';
import { type Params, sendSigned } from './signed-calls.ts';

const MANY = { perSecond: 1_000_000, perDay: 1_000_000 };
const LAST = 3_000_000;
/** The largest price move between two trades in ticks, about 0.1 %. */
const MOVE = 3000;

/** A random step; each number is taken modulo the number of choices. */
const step = fc.record({
  what: fc.nat({ max: 9 }),
  waitMs: fc.integer({ min: 1, max: 5000 }),
  isBuy: fc.boolean(),
  away: fc.integer({ min: -MOVE, max: MOVE }),
  beyond: fc.integer({ min: 1, max: MOVE }),
  lots: fc.integer({ min: 100, max: 30_000 }),
  delta: fc.integer({ min: 10, max: 40 }),
  pick: fc.nat({ max: 20 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Market trades by time in ms from the start. */
const path = fc.array(fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: -MOVE, max: MOVE })), {
  maxLength: 150,
  size: 'max',
});

function requestOf({ what, isBuy, away, beyond, lots, delta, pick }: Step): [string, string, Params] {
  const price = (ticks: number) => (ticks / 100).toFixed(2);
  const sized = { symbol: 'BTCUSDT', side: isBuy ? 'BUY' : 'SELL', quantity: (lots / 100_000).toFixed(5) };
  const towards = isBuy ? 1 : -1;
  const limited = { ...sized, price: price(LAST + away), timeInForce: 'GTC' };
  if (what === 0)
    return [
      'POST',
      'order',
      { ...limited, type: 'STOP_LOSS_LIMIT', stopPrice: price(LAST + towards * beyond) },
    ];
  if (what === 1) return ['POST', 'order', { ...sized, type: 'STOP_LOSS', trailingDelta: delta }];
  if (what === 2)
    return [
      'POST',
      'order',
      { ...sized, type: 'TAKE_PROFIT', stopPrice: price(LAST - towards * beyond), trailingDelta: delta },
    ];
  if (what === 3) {
    const prices = { price: price(LAST - towards * beyond), stopPrice: price(LAST + towards * beyond) };
    return ['POST', 'order/oco', { ...sized, ...prices }];
  }
  if (what === 4) return ['DELETE', 'order', { symbol: 'BTCUSDT', orderId: pick }];
  if (what === 5) {
    const newQty = (Math.ceil(lots / 3) / 100_000).toFixed(5);
    return ['PUT', 'order/amend/keepPriority', { symbol: 'BTCUSDT', orderId: pick, newQty }];
  }
  if (what === 6) return ['POST', 'order', { ...sized, type: 'MARKET' }];
  if (what === 7)
    return [
      'POST',
      'order',
      { ...limited, type: 'LIMIT', icebergQty: (Math.ceil(lots / 4) / 100_000).toFixed(5) },
    ];
  return ['POST', 'order', { ...limited, type: 'LIMIT' }];
}

/** Runs the steps on an exchange with scripted market trades, and reads it at intervals between them. */
function run(
  open: (options: Parameters<typeof createExchange>[0]) => SandboxExchange,
  steps: readonly Step[],
  prints: readonly (readonly [number, number])[],
  lookMs: number,
): { readonly answers: readonly string[]; readonly end: readonly string[] } {
  const [clock, venue] = [manualClock(), createScriptedMarket(LAST)];
  for (const step of [1, 2, 3, 4]) {
    venue.asks.push({ price: LAST + step * 50, lots: 5000 });
    venue.bids.push({ price: LAST - step * 50, lots: 5000 });
  }
  const start = clock.now();
  for (const [at, away] of prints) venue.prints.set(start + at, LAST + away);
  const exchange = open({ clock, liquiditySource: venue, seed: 1, orderLimits: MANY });
  const wait = (ms: number) => {
    for (let passed = 0; passed < ms; passed += lookMs) {
      clock.move(Math.min(lookMs, ms - passed));
      runDueEvents(exchange, clock.now());
    }
  };
  const answers = steps.map((one) => {
    wait(one.waitMs);
    const [method, where, params] = requestOf(one);
    return sendSigned(exchange, method, `/api/v3/${where}`, params).body;
  });
  wait(100_000);
  const read = (where: string, params: Params = {}) =>
    sendSigned(exchange, 'GET', `/api/v3/${where}`, params).body;
  const symbol = { symbol: 'BTCUSDT' };
  const end = [
    read('allOrders', symbol),
    read('myTrades', symbol),
    read('account'),
    read('allOrderList', { fromId: 0 }),
  ];
  for (const sum of exchange.accounts.ledger.totals().values()) expect(sum).toBe(0n);
  return { answers, end };
}

const statuses = (end: readonly string[]) =>
  (JSON.parse(end[0]!) as { type: string; status: string; isWorking: boolean }[]).map(
    ({ type, status, isWorking }) => `${type} ${status} ${isWorking}`,
  );

describe('open orders', () => {
  it('close at the same time however often the exchange is read', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), path, (steps, prints) => {
        const once = run(createExchange, steps, prints, 1_000_000);
        for (const one of statuses(once.end)) seen.add(one);
        expect(run(createExchange, steps, prints, 7)).toEqual(once);
        expect(run(createExchange, steps, prints, 1300)).toEqual(once);
      }),
      // These steps reach every expected status, which random ones may not in few runs.
      { seed: 1, numRuns: 25 },
    );
    for (const one of [
      'STOP_LOSS_LIMIT FILLED true',
      'TAKE_PROFIT FILLED true',
      'LIMIT_MAKER EXPIRED true',
    ]) {
      expect([...seen]).toContain(one);
    }
  });

  it('are restored when the journal is replayed', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), path, (steps, prints) => {
        const folder = mkdtempSync(join(tmpdir(), 'bourse-steps-'));
        try {
          const openExchanges: { close(): void }[] = [];
          const durable = (options: Parameters<typeof createExchange>[0]) => {
            const one = openDurableExchange(folder, options);
            openExchanges.push(one);
            return one.exchange;
          };
          const first = run(durable, steps, prints, 1_000_000);
          openExchanges.pop()!.close();
          const replayed = run(durable, [], prints, 1_000_000);
          openExchanges.pop()!.close();
          expect(replayed.end).toEqual(first.end);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 10, interruptAfterTimeLimit: 15_000 },
    );
  });
});
