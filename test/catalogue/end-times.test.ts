/** `--end 2024-12-31` once ended at the first millisecond of the day: 8,761 hours of a year instead of 8,784. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { describeParam } from '../../src/commands/command-text.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { NOW } from '../acceptance/world.ts';

const times = ENDPOINTS.flatMap((endpoint) =>
  Object.entries(endpoint.params)
    .filter(([, { unit }]) => unit === 'ms')
    .map(([name, param]) => ({ endpoint, name, param })),
);
const isEnd = (name: string) => /^end[A-Z]|till|until/i.test(name);

describe('a parameter that is an end', () => {
  it('is marked as one on every endpoint, and no other time is', () => {
    expect(times.length).toBeGreaterThan(100);
    expect(
      times.filter(({ name, param }) => isEnd(name) !== (param.isEnd === true)).map(({ name }) => name),
    ).toEqual([]);
    for (const { pages, params } of ENDPOINTS)
      if (pages?.by === 'time')
        expect([params[pages.to]?.isEnd, params[pages.from]?.isEnd]).toEqual([true, undefined]);
    for (const { rules = [], params } of ENDPOINTS)
      for (const rule of rules)
        if (rule.rule === 'max-span' || rule.rule === 'not-after')
          expect([params[rule.to]?.isEnd, params[rule.from]?.isEnd]).toEqual([true, undefined]);
  });

  it.each([
    ['2024-12-31', Date.UTC(2025, 0, 1) - 1],
    ['2024-12-31T00:00Z', Date.UTC(2024, 11, 31)],
    ['2024-12-31 00:00', Date.UTC(2024, 11, 31)],
    [String(Date.UTC(2024, 11, 31)), Date.UTC(2024, 11, 31)],
    [String(Date.UTC(2024, 11, 31) / 1000), Date.UTC(2024, 11, 31)],
    ['now', NOW],
    ['-1d', NOW - 86_400_000],
    ['now-1h', NOW - 3_600_000],
  ])('reads %s on every endpoint as %i', (text, expected) => {
    for (const { endpoint, name, param } of times) {
      const { wire, notes } = readArguments(endpoint, [{ name, text }], { now: NOW });
      const isWholeDay = text === '2024-12-31' && param.isEnd === true;
      const time = text === '2024-12-31' && !isWholeDay ? Date.UTC(2024, 11, 31) : expected;
      expect([endpoint.id, name, wire.get(name)]).toEqual([endpoint.id, name, String(time)]);
      expect(notes).toEqual(
        isWholeDay ? [`${name} 2024-12-31 includes the whole day: 2024-12-31 23:59:59.999Z is sent.`] : [],
      );
    }
  });

  it('says in help that a date includes its day', () => {
    for (const { param } of times)
      expect([param.about, describeParam(param).includes('a date includes its whole day')]).toEqual([
        param.about,
        param.isEnd === true,
      ]);
  });
});
