/** How tables and records write numbers: the same digits in both, and never a small number as zero. */
import { expect, it, test } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { drawRecord } from '../../src/cli/output/record.ts';
import { rowsOf } from '../../src/cli/output/rows.ts';
import { columnCells } from '../../src/cli/output/table.ts';

const options = { paint: PLAIN_PAINT, showsHidden: false };

test.each([
  ['0.004', '<0.01'],
  ['-0.004', '>-0.01'],
  ['0.000', '0'],
  ['-12.345', '-12.34'],
])('%s is shown with two decimals as %s', (text, shown) => {
  const column = { name: 'roe', is: 'decimal', places: 2 } as const;
  expect(columnCells(column, [text], { ...options, width: undefined }).cells[0]).toBe(shown);
});

it('a record at a terminal groups thousands as a table does, and in a pipe neither does', async () => {
  const view: View = { shape: 'record', columns: [{ name: 'worth', is: 'decimal' }] };
  const shown = async (width: number | undefined) =>
    [...(await drawRecord(rowsOf({ worth: '14005699.4321' }, view), { ...options, width })).blocks].join('');
  expect(await shown(80)).toBe('worth  14,005,699.4321\n');
  expect(await shown(undefined)).toBe('worth  14005699.4321\n');
});
