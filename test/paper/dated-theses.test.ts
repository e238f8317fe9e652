/** Theses that state when they were decided (section 19: an ISO time with a zone, else refused). */
import { describe, expect, it } from 'vitest';
import { readDatedTheses, refuseEarly } from '../../src/paper/scenario/dated-theses.ts';
import { hold, START } from './scenarios.ts';

const dated = (generatedAt: unknown) =>
  JSON.stringify(hold({ provenance: { source: 'test', generated_at: generatedAt } }));
const timeOf = (generatedAt: unknown) =>
  readDatedTheses(dated(generatedAt), 'theses', false)[0]!.time - START;

describe('the time of a thesis', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 0],
    ['2026-01-01T00:01Z', 60_000],
    ['2026-01-01T01:00:00.5+01:00', 500],
    ['2025-12-31T19:00:00-0500', 0],
    ['2026-01-01 00:00:00z', 0],
    ['2026-01-01T00:00:00.1239999Z', 123],
  ])('is read from %s, finer parts of a millisecond cut down', (text, ms) => {
    expect(timeOf(text)).toBe(ms);
  });

  it.each([
    ['2026-01-01T00:00:00'],
    ['2026-01-01'],
    ['2026-01-01Z'],
    ['1767225600000'],
    ['now'],
    ['2026-02-30T00:00:00Z'],
    [1_767_225_600_000],
    [undefined],
    [null],
  ])('is refused without a zone or as no time: %s', (text) => {
    expect(() => timeOf(text)).toThrow('Line 1, /provenance/generated_at: expected a time with a zone');
  });

  it('is compared with the start of the replay, by line', () => {
    const theses = readDatedTheses(
      `${dated('2026-01-01T00:00:00Z')}\n\n${dated('2025-12-31T23:59:59Z')}\n`,
      'a',
      true,
    );
    expect(theses.map(({ line, isAgain }) => [line, isAgain])).toEqual([
      [1, true],
      [3, true],
    ]);
    expect(() => refuseEarly(theses, START, 'a')).toThrow(
      `Line 3, /provenance/generated_at: expected a time at`,
    );
    refuseEarly(theses, START - 1000, 'a');
  });

  it('is that of an invalid thesis too, which is refused when it arrives; what is no object has no time', () => {
    const invalid = readDatedTheses(
      '{"provenance":{"generated_at":"2026-01-01T00:00:00Z"},"a":1,"a":2}',
      'a',
      false,
    );
    expect(invalid).toMatchObject([{ time: START, thesis: null }]);
    for (const text of ['[]', '5', 'x', '{"a":1e2000,"provenance":{}}']) {
      expect(() => readDatedTheses(text, 'a', false)).toThrow('Line 1: expected');
    }
  });
});
