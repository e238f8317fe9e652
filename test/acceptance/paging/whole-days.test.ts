import { expect, it } from 'vitest';
import type { UnixMs } from '../../../src/core/words.ts';
import { csv } from '../outcomes.ts';
import { bourse } from '../world.ts';

it('brings all 8,784 hours of a leap year whose end is given as a date', async () => {
  const line =
    'market klines BTCUSDT 1h --start 2024-01-01 --end 2024-12-31 --all --complete --env sandbox -o csv';
  const outcome = await bourse(line, { now: Date.UTC(2025, 2, 1) as UnixMs });
  expect(csv(outcome.stdout).length).toBe(1 + 8784);
  expect(outcome.code).toBe(0);
  expect(outcome.stderr).toBe(
    'endTime 2024-12-31 includes the whole day: 2024-12-31 23:59:59.999Z is sent.\n',
  );
});
