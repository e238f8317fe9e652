/** Histories that are each ordered by time, merged into one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExportRow } from '../../../src/commands/account/export-rows.ts';
import { mergedByTime } from '../../../src/commands/account/merged-rows.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** Yields the rows of a history in pages of at most `size` rows, with an empty page before each. */
async function* pagesOf(rows: readonly ExportRow[], size: number): AsyncGenerator<readonly ExportRow[]> {
  for (let at = 0; at < rows.length; at += size) {
    yield [];
    yield rows.slice(at, at + size);
  }
}

it('are the rows of all in the order of time, and of the histories where times are equal', async () => {
  const histories = fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 5 }), async (minutes, size) => {
      const rows = minutes.map((times, history) =>
        times
          .toSorted((one, other) => one - other)
          .map((minute, at) => ({ time: time(minute), id: `${history}-${at}` })),
      );
      const begun: number[] = [];
      const found: ExportRow[] = [];
      const merged = mergedByTime(
        rows.map((one) => pagesOf(one, size)),
        (at) => begun.push(at),
      );
      for await (const page of merged) found.push(...page);
      const expected = rows
        .flat()
        .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
      expect(found).toEqual(expected);
      expect(begun).toEqual(rows.map((_, at) => at));
    }),
    { seed: 20261123, numRuns: 300 },
  );
});

it('are given back when the reader of the merged rows stops', async () => {
  let closed = 0;
  async function* endless(minute: number): AsyncGenerator<readonly ExportRow[]> {
    try {
      for (;;) yield [{ time: time(minute) }];
    } finally {
      closed += 1;
    }
  }
  for await (const _ of mergedByTime([endless(1), endless(2)], () => {})) break;
  expect(closed).toBe(2);
});
