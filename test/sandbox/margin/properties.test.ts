import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { createExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { replayEntry } from '../../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { balancesText, overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { manualClock } from '../manual-clock.ts';
import { type Params, sendSigned } from '../signed-calls.ts';
import { LOAN, lentAndOwed, ORDER, REPAY, setUpMargin, TRANSFER } from './setup.ts';

type Step = readonly [path: string, params: Params, waitMs: number];

const asset = fc.constantFrom('USDT', 'BTC', 'ETH');
const symbol = fc.constantFrom('BTCUSDT', 'ETHUSDT', 'ETHBTC');
const wait = fc.integer({ min: 60_000, max: 9 * HOUR_MS });
const amount = fc.constantFrom('0.05', '1.5', '20', '400', '9000', '120000');
const effects = fc.constantFrom('NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY');
const money = (path: string) =>
  fc.tuple(fc.constant(path), fc.record({ asset, amount, type: fc.constantFrom('1', '2') }), wait);
const step: fc.Arbitrary<Step> = fc.oneof(
  money(LOAN).map(([path, { type: _, ...params }, waitMs]): Step => [path, params, waitMs]),
  money(REPAY).map(([path, { type: _, ...params }, waitMs]): Step => [path, params, waitMs]),
  money(TRANSFER).map(([path, params, waitMs]): Step => [path, params, waitMs]),
  fc
    .tuple(
      fc.record({
        symbol,
        side: fc.constantFrom('BUY', 'SELL'),
        type: fc.constant('MARKET'),
        quantity: fc.constantFrom('0.01', '0.2', '1.1', '9'),
        sideEffectType: effects,
      }),
      wait,
    )
    .map(([params, waitMs]): Step => [ORDER, params, waitMs]),
  fc
    .tuple(
      fc.record({
        symbol: fc.constantFrom('BTCUSDT'),
        side: fc.constantFrom('BUY', 'SELL'),
        type: fc.constant('LIMIT'),
        timeInForce: fc.constant('GTC'),
        quantity: fc.constantFrom('0.01', '0.2', '1.1'),
        price: fc.constantFrom('98000', '101000', '102000', '103000', '105000'),
        sideEffectType: effects,
        autoRepayAtCancel: fc.constantFrom('true', 'false'),
      }),
      wait,
    )
    .map(([params, waitMs]): Step => [ORDER, params, waitMs]),
);
const steps = fc.array(step, { minLength: 1, maxLength: 20 });

function run(plan: readonly Step[], queries: number) {
  const setup = setUpMargin();
  const entries: JournalEntry[] = [];
  setup.exchange.appendEntry = (entry) => void entries.push(entry);
  for (const [path, params, waitMs] of plan) {
    sendSigned(setup.exchange, 'POST', path, params);
    const share = Math.floor(waitMs / queries);
    for (let query = 1; query < queries; query += 1) {
      setup.clock.move(share);
      setup.account();
    }
    setup.clock.move(waitMs - share * (queries - 1));
  }
  setup.clock.move(10 * 24 * HOUR_MS);
  const account = setup.account();
  return { ...setup, account, entries };
}

describe('any sequence of margin operations', () => {
  it('conserves all balances, overdraws no account, and keeps loans equal to debts', () => {
    let done = 0;
    fc.assert(
      fc.property(steps, (plan) => {
        const { exchange, engine, entries } = run(plan, 1);
        done += entries.length;
        expect([
          unbalancedAssets(exchange),
          overdrawnAccounts(exchange),
          lentAndOwed({ exchange, engine }),
        ]).toEqual([[], [], []]);
      }),
      { numRuns: 30, seed: 1, interruptAfterTimeLimit: 20_000 },
    );
    expect(done).toBeGreaterThan(30);
  });

  it('does not depend on the number of queries, and has the same result when replayed', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const once = run(plan, 1);
        const often = run(plan, 4);
        expect(often.account).toEqual(once.account);
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
