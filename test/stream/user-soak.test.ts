/**
 * Follows an account for virtual days while connections break, keys expire and answers are lost: no event is missing
 * or reported twice, and no order goes back to an earlier state. `npm run soak:user` runs 30 days for several seeds.
 */
import { describe, expect, it } from 'vitest';
import { followAccount, type SoakOptions } from './user-soak.ts';

const env = process.env as Record<string, string | undefined>;
const DAYS = Number(env['USER_DAYS'] ?? 2);
const SEEDS = Number(env['USER_SEEDS'] ?? 2);
const TIMEOUT_MS = 1_800_000;

const TRANSPORTS = [
  { product: 'spot', transport: undefined },
  { product: 'usdm', transport: undefined },
  { product: 'spot', transport: 'ws-api' },
] as const;
const runs = TRANSPORTS.flatMap((transport) =>
  Array.from({ length: SEEDS }, (_, at) => ({ ...transport, seed: 1 + at })),
);

describe('an account followed for virtual days', () => {
  it.each(runs)(
    'reports every fill once, of $product over $transport with seed $seed',
    async ({ product, transport, seed }) => {
      const report = await followAccount({ product, transport, seed, days: DAYS });
      expect(report.faults).toEqual([]);
      expect(report.checks).toBe(DAYS * 24 * 60);
      // Each kind of fault happened at least once.
      const { renewed, expired, refused, ...each } = report.events;
      for (const count of Object.values(each)) expect(count).toBeGreaterThan(0);
      // These faults are rare, so only a long run checks that they happened.
      if (DAYS >= 30) expect(Math.min(renewed, refused)).toBeGreaterThan(3);
      if (DAYS >= 30 && transport === undefined) expect(expired).toBeGreaterThan(3);
      if (DAYS > 2) console.log(JSON.stringify({ product, transport, seed, days: DAYS, ...report }));
    },
    TIMEOUT_MS,
  );

  it.each(['reconcile', 'keep-alive', 'dedupe'] as const)(
    'has faults where the client works without %s',
    async (without) => {
      for (const product of ['spot', 'usdm'] as const) {
        const options: SoakOptions = { product, seed: 7, days: 6, without };
        expect((await followAccount(options)).faults.length).toBeGreaterThan(0);
      }
    },
    TIMEOUT_MS,
  );
});
