import Table from 'cli-table3';
import type { Paint } from '../../commands/types.ts';
import type { DrawnColumns } from './table.ts';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Draws a table that is not long with cli-table3, without lines. */
export function drawWithLibrary({ titles, cells, alignsRight }: DrawnColumns, paint: Paint): string {
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: titles.map((title) => paint.bold(title)),
    colAligns: alignsRight.map((right) => (right ? 'right' : 'left')),
  });
  for (let row = 0; row < (cells[0]?.length ?? 0); row += 1) table.push(cells.map((column) => column[row]!));
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
