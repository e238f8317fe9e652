import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { createExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, replayEntry } from '../../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { balancesText, overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { manualClock } from '../manual-clock.ts';
import { type Params, sendSigned } from '../signed-calls.ts';
import { atTheMoney, type OptionsSetup, setUpOptions } from './setup.ts';

const { exchange: sample } = setUpOptions();
const SYMBOLS = [
  atTheMoney(sample, 'BTC-240201', 'C'),
  atTheMoney(sample, 'BTC-240202', 'P'),
  atTheMoney(sample, 'ETH-240202', 'C'),
];

interface Step {
  readonly symbol: string;
  readonly isBuy: boolean;
  readonly lots: number;
  /** Price in per mille of the mark price; 0 for a MARKET order. */
  readonly price: number;
  readonly cancels: boolean;
  readonly waitMs: number;
}

const steps = fc.array(
  fc.record<Step>({
    symbol: fc.constantFrom(...SYMBOLS),
    isBuy: fc.boolean(),
    lots: fc.integer({ min: 1, max: 400 }),
    price: fc.oneof(fc.constant(0), fc.integer({ min: 900, max: 1100 })),
    cancels: fc.boolean(),
    waitMs: fc.integer({ min: 0, max: 2 * HOUR_MS }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Runs steps; `queries` is the number of times that due events are run in every wait. */
function run(plan: readonly Step[], queries: number) {
  const setup = setUpOptions();
  const entries: JournalEntry[] = [];
  setup.exchange.appendEntry = (entry) => void entries.push(entry);
  for (const { symbol, isBuy, lots, price, cancels, waitMs } of plan) {
    const quantity = (lots / 100).toFixed(2);
    const side = isBuy ? 'BUY' : 'SELL';
    const mark = price === 0 ? 0 : markOf(setup, symbol);
    const order: Params =
      mark === 0
        ? { symbol, side, type: 'MARKET', quantity }
        : { symbol, side, type: 'LIMIT', quantity, price: ((mark * price) / 1000).toFixed(1) };
    sendSigned(setup.exchange, 'POST', '/eapi/v1/order', order);
    if (cancels) sendSigned(setup.exchange, 'DELETE', '/eapi/v1/allOpenOrders', { symbol });
    const share = Math.floor(waitMs / queries);
    for (let query = 1; query < queries; query += 1) {
      setup.clock.move(share);
      setup.account();
    }
    setup.clock.move(waitMs - share * (queries - 1));
  }
  setup.clock.move(3 * 24 * HOUR_MS);
  setup.account();
  return { ...setup, entries };
}

/** Returns 0 for an option that has expired. */
function markOf({ exchange }: OptionsSetup, symbol: string): number {
  const request = {
    method: 'GET',
    target: `/eapi/v1/mark?symbol=${symbol}`,
    headers: {},
    body: '',
    client: 'test',
  };
  const { status, body } = answerRequest(exchange, request);
  return status === 200 ? Number(JSON.parse(body)[0].markPrice) : 0;
}

describe('any sequence of options operations', () => {
  it('conserves all balances, overdraws no account, and leaves nothing reserved after the last expiry', () => {
    let traded = 0;
    fc.assert(
      fc.property(steps, (plan) => {
        const { exchange, entries } = run(plan, 1);
        traded += entries.length;
        expect([unbalancedAssets(exchange), overdrawnAccounts(exchange)]).toEqual([[], []]);
        const wallet = exchange.accounts.walletOf(exchange.accounts.findUser('demo')!, 'OPTION');
        expect(wallet.balances.get('USDT')!.locked).toBe(0n);
      }),
      { numRuns: 25, seed: 1, interruptAfterTimeLimit: 20_000 },
    );
    expect(traded).toBeGreaterThan(25);
  });

  it('does not depend on the number of queries, and has the same result when replayed', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const once = run(plan, 1);
        const often = run(plan, 3);
        expect(balancesText(often.exchange)).toBe(balancesText(once.exchange));
        const replayed = createExchange({ clock: manualClock(), seed: 1, marketModel: 1 });
        for (const entry of once.entries) replayEntry(replayed, entry);
        replayed.engines.runDueEvents(once.clock.now());
        expect(balancesText(replayed)).toBe(balancesText(once.exchange));
      }),
      { numRuns: 15, seed: 2, interruptAfterTimeLimit: 20_000 },
    );
  });
});
