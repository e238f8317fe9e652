import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { answer, createExchange, repeat } from '../../../src/sandbox/exchange/create-exchange.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { stillClock } from '../clock.ts';
import { holdingsOf, overdrawn, unbalanced } from '../ledgers.ts';
import { call, type Params } from '../signed-calls.ts';
import { atTheMoney, type OptionsDesk, optionsDesk } from './desk.ts';

const { exchange: sample } = optionsDesk();
const SYMBOLS = [
  atTheMoney(sample, 'BTC-240201', 'C'),
  atTheMoney(sample, 'BTC-240202', 'P'),
  atTheMoney(sample, 'ETH-240202', 'C'),
];

interface Step {
  readonly symbol: string;
  readonly isBuy: boolean;
  readonly lots: number;
  /** Per mille of the mark; 0 for a MARKET order. */
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

/** Carries steps out; `looks` settles the exchange so many times in every wait. */
function run(plan: readonly Step[], looks: number) {
  const desk = optionsDesk();
  const deeds: JournalEntry[] = [];
  desk.exchange.appendEntry = (deed) => void deeds.push(deed);
  for (const { symbol, isBuy, lots, price, cancels, waitMs } of plan) {
    const quantity = (lots / 100).toFixed(2);
    const side = isBuy ? 'BUY' : 'SELL';
    const mark = price === 0 ? 0 : markOf(desk, symbol);
    const order: Params =
      mark === 0
        ? { symbol, side, type: 'MARKET', quantity }
        : { symbol, side, type: 'LIMIT', quantity, price: ((mark * price) / 1000).toFixed(1) };
    call(desk.exchange, 'POST', '/eapi/v1/order', order);
    if (cancels) call(desk.exchange, 'DELETE', '/eapi/v1/allOpenOrders', { symbol });
    const share = Math.floor(waitMs / looks);
    for (let look = 1; look < looks; look += 1) {
      desk.clock.move(share);
      desk.account();
    }
    desk.clock.move(waitMs - share * (looks - 1));
  }
  desk.clock.move(3 * 24 * HOUR_MS);
  desk.account();
  return { ...desk, deeds };
}

/** Returns 0 for an option that has expired. */
function markOf({ exchange }: OptionsDesk, symbol: string): number {
  const request = {
    method: 'GET',
    target: `/eapi/v1/mark?symbol=${symbol}`,
    headers: {},
    body: '',
    client: 'test',
  };
  const { status, body } = answer(exchange, request);
  return status === 200 ? Number(JSON.parse(body)[0].markPrice) : 0;
}

describe('whatever is done with options', () => {
  it('no money is made or lost, nobody is overdrawn, and nothing stays set aside after the last expiry', () => {
    let traded = 0;
    fc.assert(
      fc.property(steps, (plan) => {
        const { exchange, deeds } = run(plan, 1);
        traded += deeds.length;
        expect([unbalanced(exchange), overdrawn(exchange)]).toEqual([[], []]);
        const wallet = exchange.accounts.walletOf(exchange.accounts.findUser('demo')!, 'OPTION');
        expect(wallet.balances.get('USDT')!.locked).toBe(0n);
      }),
      { numRuns: 25, seed: 1, interruptAfterTimeLimit: 20_000 },
    );
    expect(traded).toBeGreaterThan(25);
  });

  it('it does not matter how often anybody looks, and a replay comes to the same', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const once = run(plan, 1);
        const often = run(plan, 3);
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
