/**
 * Many processes behind one address keep to its limits: random schedules with wrong clocks, slow answers, kills, a
 * server that charges more than listed, and other programs that use up weight at once. `npm run chaos:limits` runs
 * 24 virtual hours.
 */
import { describe, expect, it } from 'vitest';
import { type SimulationResult, simulateLimits } from './limit-simulation.ts';

const HOURS = Number(process.env['LIMIT_HOURS'] ?? '0');
const SEEDS = (process.env['LIMIT_SEEDS'] ?? '1').split(',').map(Number);
const MINUTES = HOURS > 0 ? HOURS * 60 : 15;
const COUNTS = HOURS > 0 ? [16] : [1, 4, 16];
const DISTURBED_EVERY_MS = 20 * 60_000;

function report(facts: Readonly<Record<string, number>>, result: SimulationResult): void {
  if (HOURS > 0) process.stdout.write(`${JSON.stringify({ ...facts, ...result })}\n`);
}

describe('processes that share the limits of an address', () => {
  it.each(SEEDS.flatMap((seed) => COUNTS.map((processes) => [processes, seed] as const)))(
    'are never banned and are refused only after a disturbance: %i processes, seed %i',
    async (processes, seed) => {
      const result = await simulateLimits({
        seed,
        minutes: MINUTES,
        processes,
        isShared: true,
        disturbedEveryMs: DISTURBED_EVERY_MS,
      });
      report({ seed, processes, minutes: MINUTES }, result);
      expect(result.banned).toBe(0);
      expect(result.refused).toBeLessThanOrEqual(result.disturbances);
      // Once a refusal was answered, nobody sends anything in its window.
      expect(result.ignoredRefusals).toBe(0);
      if (processes === 16) expect(result.usedShare).toBeGreaterThan(0.85);
    },
    3_600_000,
  );

  it('are banned if each counts alone', async () => {
    const minutes = 5;
    const result = await simulateLimits({
      seed: 1,
      minutes,
      processes: 16,
      isShared: false,
      disturbedEveryMs: DISTURBED_EVERY_MS,
    });
    report({ seed: 1, processes: 16, minutes }, result);
    expect(result.banned).toBeGreaterThan(0);
  }, 600_000);
});
