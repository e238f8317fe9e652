import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  RETRY_AFTER_MAX_MS,
  RETRY_AFTER_MIN_MS,
  retryAfterOf,
  statedRetryAfter,
} from '../../src/transport/retry-after.ts';
import { answer, START } from './requests.ts';

/** START is 2024-07-03T07:00:00Z, the beginning of a minute. */
const inSeconds = (seconds: number) => new Date(START + seconds * 1000).toUTCString();

describe('the wait after a 429', () => {
  it.each([
    ['seconds', '7', 7_000],
    ['a fraction', '1.5', 1_500],
    ['zero, as the shortest wait', '0', 1_000],
    ['a negative number, as the shortest wait', '-5', 1_000],
    ['a huge number, as the longest ban', '1000000000', 259_200_000],
    ['the larger of two', '5, 7', 7_000],
    ['the valid one of two values', '7, soon', 7_000],
    ['a date', inSeconds(30), 30_000],
    ['a date in the past, as the shortest wait', inSeconds(-30), 1_000],
    ['the larger of two dates', `${inSeconds(10)}, ${inSeconds(20)}`, 20_000],
    ['a date and seconds', `${inSeconds(10)}, 20`, 20_000],
  ])('is %s', (_name, header, expected) => {
    expect(retryAfterOf(answer(429, '', { 'retry-after': header }))).toBe(expected);
  });

  it('lasts until the next minute where Retry-After is missing or invalid', () => {
    for (const headers of [{}, { 'retry-after': '' }, { 'retry-after': 'soon' }] as Record<
      string,
      string
    >[]) {
      const given = { ...answer(429, '', headers), receivedAt: (START + 15_000) as typeof START };
      expect(retryAfterOf(given)).toBe(45_100);
      expect(statedRetryAfter(given)).toBeUndefined();
    }
  });

  it('lasts until the end of the ban in the error text, where that is later', () => {
    const body = `{"code":-1003,"msg":"Way too much request weight used; IP banned until ${START + 120_000}. Please"}`;
    expect(retryAfterOf(answer(418, body, { 'retry-after': '5' }))).toBe(120_000);
  });

  it('is read from the beginning of the error text only', () => {
    const banned = (before: number) => answer(418, `${' '.repeat(before)}banned until ${START + 150_000}`);
    for (const before of [0, 1_974]) expect(retryAfterOf(banned(before))).toBe(150_000);
    expect(retryAfterOf(banned(1_975))).toBe(120_000);
  });

  it('is the shortest ban after a 418 without a time', () => {
    expect(retryAfterOf(answer(418))).toBe(120_000);
  });

  it.each(['0', '-5', '1', '119', inSeconds(5)])(
    'of a ban is never below two minutes: Retry-After %s',
    (after) => {
      expect(retryAfterOf(answer(418, '', { 'retry-after': after }))).toBe(120_000);
      expect(retryAfterOf(answer(418, '', { 'retry-after': '121' }))).toBe(121_000);
    },
  );

  it('stays within its bounds for any header', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.double().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const wait = retryAfterOf(answer(429, '', { 'retry-after': header }));
          expect(wait).toBeGreaterThanOrEqual(RETRY_AFTER_MIN_MS);
          expect(wait).toBeLessThanOrEqual(RETRY_AFTER_MAX_MS);
        },
      ),
      { seed: 7 },
    );
  });
});
