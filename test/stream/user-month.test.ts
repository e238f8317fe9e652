/**
 * An account followed for virtual days while connections break, keys expire and answers are lost: nothing is missing,
 * nothing is told twice, and nothing goes back. `npm run soak:user` runs 30 days of several seeds.
 */
import { describe, expect, it } from 'vitest';
import { followMonth, type MonthOptions } from './user-month.ts';

const env = process.env as Record<string, string | undefined>;
const DAYS = Number(env['USER_DAYS'] ?? 4);
const SEEDS = Number(env['USER_SEEDS'] ?? 2);
const TIMEOUT_MS = 1_800_000;

const WAYS = [
  { product: 'spot', transport: undefined },
  { product: 'usdm', transport: undefined },
  { product: 'spot', transport: 'ws-api' },
] as const;
const runs = WAYS.flatMap((way) => Array.from({ length: SEEDS }, (_, at) => ({ ...way, seed: 1 + at })));

describe('an account followed for virtual days', () => {
  it.each(runs)(
    'knows every fill once, of $product $transport by seed $seed',
    async ({ product, transport, seed }) => {
      const report = await followMonth({ product, transport, seed, days: DAYS });
      expect(report.faults).toEqual([]);
      expect(report.checks).toBe(DAYS * 24 * 60);
      // What it was tried with did happen.
      const { renewed, expired, refused, ...each } = report.events;
      for (const count of Object.values(each)) expect(count).toBeGreaterThan(0);
      // These need days.
      if (DAYS >= 30) expect(Math.min(renewed, refused)).toBeGreaterThan(3);
      if (DAYS >= 30 && transport === undefined) expect(expired).toBeGreaterThan(3);
      if (DAYS > 4) console.log(JSON.stringify({ product, transport, seed, days: DAYS, ...report }));
    },
    TIMEOUT_MS,
  );

  it.each(['reconcile', 'keep-alive', 'dedupe'] as const)(
    'is caught where a client goes without %s',
    async (without) => {
      for (const product of ['spot', 'usdm'] as const) {
        const wish: MonthOptions = { product, seed: 7, days: 6, without };
        expect((await followMonth(wish)).faults.length).toBeGreaterThan(0);
      }
    },
    TIMEOUT_MS,
  );
});
