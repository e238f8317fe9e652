/** The ratio of a row is that of its rounds, so that a machine that slows down meanwhile does not change it. */
import { expect, it } from 'vitest';
// @ts-expect-error: the benchmarks are scripts that run without a build.
import { line as untyped } from './measure.mjs';

interface Row {
  readonly subject: number;
  readonly limit: number;
  readonly ratio: number;
}

const line = untyped as (row: object) => Row;

const row = { name: 'a row', goal: 2, of: 'cpuMs' };

it('a machine that becomes slower in most rounds of one side does not change the ratio', () => {
  // Every round costs 1.5 times its limit.
  const { subject, limit, ratio } = line({ ...row, subject: [15, 30, 45, 60], limit: [10, 20, 30, 40] });
  expect([subject, limit, ratio]).toEqual([37.5, 25, 1.5]);
  expect(line({ ...row, subject: [15, 60, 60], limit: [10, 40, 30] }).ratio).toBe(1.5);
});

it('one disturbed round does not change the ratio', () => {
  expect(line({ ...row, subject: [15, 150, 15], limit: [10, 10, 10] }).ratio).toBe(1.5);
});

it('a limit that also ran after the last subject counts by the runs around each subject', () => {
  expect(line({ ...row, subject: [15, 30], limit: [5, 15, 25] }).ratio).toBe(1.5);
});

it('two numbers give their own ratio', () => {
  expect(line({ ...row, subject: 30, limit: 20 })).toEqual({ ...row, subject: 30, limit: 20, ratio: 1.5 });
});
