/** Times of answers in other forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { type TimeStyle, timeCell, withTimes } from '../../src/cli/output/times.ts';
import { stringifyJson } from '../../src/core/json.ts';
import { parseTime } from '../../src/core/time.ts';
import { TIME_FORMS } from '../../src/core/time-units.ts';
import { findTimeZone, UTC } from '../../src/core/time-zone.ts';
import { unixMs } from '../../src/core/words.ts';

const MS = 1_706_706_000_007;
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns'].map((name) => findTimeZone(name)!);
const STYLES: readonly TimeStyle[] = ZONES.flatMap((zone) =>
  [undefined, ...TIME_FORMS].map((form) => ({ form, zone })),
);

describe('a printed time', () => {
  it('reads back, in every form and zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1e12, max: 4_102_444_800_000 }),
        fc.constantFrom(...STYLES),
        (ms, style) => {
          for (const text of [timeCell(ms, style)!, plain(withTimes({ time: ms }, undefined, style))])
            expect(parseTime(text, unixMs(0))).toBe(ms);
        },
      ),
    );
  });

  it.each([
    ['iso', '"2024-01-31T13:00:00.007000Z"'],
    ['ms', '1706706000007'],
    ['s', '1706706000.007'],
  ] as const)('of microseconds in the form %s keeps its digits', (form, text) => {
    const style = { form, zone: UTC };
    expect(stringifyJson(withTimes({ time: MS * 1000 }, undefined, style))).toBe(`{"time":${text}}`);
    expect(stringifyJson(withTimes({ time: MS * 1000 + 5 }, undefined, style))).toBe(
      `{"time":${text.replace('007000', '007005').replace(/7$/, form === 'ms' ? '7.005' : '7005')}}`,
    );
  });
});

function plain(answer: unknown): string {
  return String((answer as { time: unknown }).time);
}

describe('the times of an answer', () => {
  const view: View = {
    shape: 'rows',
    rowsAt: 'data.rows',
    columns: [
      { name: 'day', is: 'time' },
      { name: 'legs.0.at', is: 'time' },
      { name: 'buildTime', is: 'integer' },
    ],
    headerFields: [{ name: 'asOf', is: 'time' }],
  };
  const iso = (value: Parameters<typeof withTimes>[0], of: View = view) =>
    withTimes(value, of, { form: 'iso', zone: UTC });

  it('are those that the view names, and those that have the name of a time', () => {
    const row = {
      day: '2024-01-31 13:00:00',
      legs: [{ at: MS }, { at: MS }],
      buildTime: MS,
      updateTime: MS,
      id: MS,
    };
    expect(iso({ asOf: MS, id: MS, data: { rows: [row] } })).toEqual({
      asOf: '2024-01-31T13:00:00.007Z',
      id: MS,
      data: {
        rows: [
          {
            ...row,
            day: '2024-01-31T13:00:00.000Z',
            legs: [{ at: '2024-01-31T13:00:00.007Z' }, { at: MS }],
            updateTime: '2024-01-31T13:00:00.007Z',
          },
        ],
      },
    });
  });

  it('are null if they are not set, but for ms', () => {
    expect(withTimes([{ updateTime: 0, workingTime: -1 }], undefined, { form: 'iso', zone: UTC })).toEqual([
      { updateTime: null, workingTime: null },
    ]);
    const ms = { form: 'ms', zone: UTC } as const;
    expect(withTimes([{ updateTime: 0 }], undefined, ms)).toEqual([{ updateTime: 0 }]);
  });

  it('stand beside the sides of an order book', () => {
    const book: View = { shape: 'book', columns: [], timesAround: [{ name: 'E', is: 'time' }] };
    expect(iso({ lastUpdateId: MS, E: MS, bids: [['1', '2']], asks: [] }, book)).toEqual({
      lastUpdateId: MS,
      E: '2024-01-31T13:00:00.007Z',
      bids: [['1', '2']],
      asks: [],
    });
  });
});
