/**
 * The exchange sends -1 or 0 for a time that is not set, such as the `workingTime` of a stop order that was not
 * triggered. Shown as a time, that reads as the end of 1969.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Column, View } from '../../src/catalogue/types.ts';
import { csvHeader, csvLines, ndjson } from '../../src/cli/output/lines.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { drawRecord } from '../../src/cli/output/record.ts';
import { rowsOf } from '../../src/cli/output/rows.ts';
import { drawTable } from '../../src/cli/output/table.ts';
import type { JsonObject, JsonValue } from '../../src/core/words.ts';

const options = { width: undefined, paint: PLAIN_PAINT, showsHidden: true };

const VIEWS = ENDPOINTS.flatMap(({ id, view }) =>
  view === undefined || view.shape === 'book' ? [] : [{ id, view }],
);

/** Names under which the exchange sends a point in time. */
const TIME_NAME = /(?:^t|T)ime(?:stamp)?$/;

/** Returns the columns whose values are points in time, by their type or their name. */
function timeColumns({ columns, headerFields = [] }: View): readonly Column[] {
  return [...columns, ...headerFields].filter(({ is }) => is === 'time');
}

/** Returns a row in which every time is `time` and every other field is "x". */
function rowWith(columns: readonly Column[], time: JsonValue): JsonValue {
  if (columns.some(({ at }) => at !== undefined)) {
    const row: JsonValue[] = [];
    for (const { at, is } of columns) row[at!] = is === 'time' ? time : 'x';
    return row;
  }
  const row: Record<string, JsonValue> = {};
  for (const { name, is } of columns) row[name] = is === 'time' ? time : 'x';
  return row;
}

async function drawn(value: JsonValue, columns: readonly Column[], draw: typeof drawTable): Promise<string> {
  const rows = rowsOf(value, { shape: 'rows', columns });
  return [...(await draw(rows, options)).blocks].join('');
}

describe.each([-1, 0])('a time of %i', (time) => {
  const sweep = VIEWS.filter(({ view }) => timeColumns(view).length > 0);

  it.each(sweep)('is blank in the table, record and csv of $id', async ({ view }) => {
    for (const columns of [view.columns, view.headerFields ?? []]) {
      if (columns.length === 0) continue;
      const row = rowWith(columns, time);
      for (const draw of [drawTable, drawRecord]) {
        const text = await drawn([row], columns, draw);
        expect(text).not.toMatch(/19(?:69|70)-|-1/);
        expect(text.replace(/\n/g, ' ')).not.toMatch(/ 0 /);
      }
      const rows = rowsOf([row], { shape: 'rows', columns });
      expect([...csvLines(rows)].join('').trimEnd().split(',')).toEqual(
        rows.columns.map(({ is }) => (is === 'time' ? '' : 'x')),
      );
      expect(csvHeader(rows).trimEnd().split(',')).toEqual(rows.columns.map(({ name }) => name));
    }
  });

  it('is blank under a name that no view lists, alone, in a list and in a cell', async () => {
    const order: JsonObject = {
      orderId: 7,
      workingTime: time,
      fills: [
        { tradeId: 1, transactTime: time },
        { tradeId: 2, transactTime: time },
      ],
      last: { triggerTime: time, side: 'BUY' },
    };
    const view: View = { shape: 'record', columns: [{ name: 'orderId', is: 'integer' }] };
    const rows = rowsOf(order, view);
    const text = [...(await drawRecord(rows, options)).blocks].join('');
    expect(text).not.toMatch(/19(?:69|70)-|-1|Time 0/);
    expect([...csvLines(rowsOf({ orderId: 7, workingTime: time }, view))].join('')).toBe('7,\n');
  });

  it('stays as received in ndjson', () => {
    const row = `{"workingTime":${time}}`;
    expect([...ndjson(`[${row}]`, undefined, () => [{ workingTime: time }])].join('')).toBe(`${row}\n`);
  });
});

describe('the views', () => {
  it.each(VIEWS)('of $id declare points in time as times', ({ view }) => {
    const others = [...view.columns, ...(view.headerFields ?? [])].filter(
      ({ name, is }) => TIME_NAME.test(name) && is !== 'time',
    );
    // A duration, and times that the wallet service sends as text.
    const allowed = ['countdownTime', 'applyTime', 'completeTime'];
    expect(others.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
