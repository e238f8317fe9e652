import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { createExchange, repeat } from '../../../src/sandbox/exchange/create-exchange.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { stillClock } from '../clock.ts';
import { holdingsOf, overdrawn, unbalanced } from '../ledgers.ts';
import { call, type Params } from '../signed-calls.ts';
import { LOAN, lentAndOwed, marginDesk, ORDER, REPAY, TRANSFER } from './desk.ts';

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

function run(plan: readonly Step[], looks: number) {
  const desk = marginDesk();
  const deeds: JournalEntry[] = [];
  desk.exchange.appendEntry = (deed) => void deeds.push(deed);
  for (const [path, params, waitMs] of plan) {
    call(desk.exchange, 'POST', path, params);
    const share = Math.floor(waitMs / looks);
    for (let look = 1; look < looks; look += 1) {
      desk.clock.move(share);
      desk.account();
    }
    desk.clock.move(waitMs - share * (looks - 1));
  }
  desk.clock.move(10 * 24 * HOUR_MS);
  const account = desk.account();
  return { ...desk, account, deeds };
}

describe('whatever is done on margin', () => {
  it('no money is made or lost, nobody is overdrawn, and what is lent is what is owed', () => {
    let done = 0;
    fc.assert(
      fc.property(steps, (plan) => {
        const { exchange, engine, deeds } = run(plan, 1);
        done += deeds.length;
        expect([unbalanced(exchange), overdrawn(exchange), lentAndOwed({ exchange, engine })]).toEqual([
          [],
          [],
          [],
        ]);
      }),
      { numRuns: 30, seed: 1, interruptAfterTimeLimit: 20_000 },
    );
    expect(done).toBeGreaterThan(30);
  });

  it('it does not matter how often anybody looks, and a replay comes to the same', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const once = run(plan, 1);
        const often = run(plan, 4);
        expect(often.account).toEqual(once.account);
        expect(holdingsOf(often.exchange)).toBe(holdingsOf(once.exchange));
        const replayed = createExchange({ clock: stillClock(), seed: 1 });
        for (const deed of once.deeds) repeat(replayed, deed);
        replayed.engines.runDueEvents(once.clock.now());
        expect(holdingsOf(replayed)).toBe(holdingsOf(once.exchange));
      }),
      { numRuns: 15, seed: 2, interruptAfterTimeLimit: 20_000 },
    );
  });
});
