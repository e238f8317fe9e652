import Table from 'cli-table3';
import type { Paint } from '../../commands/types.ts';
import { type ColumnText, paintCell } from './column-text.ts';

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

/** Draws a short table with cli-table3, without borders. */
export function drawWithLibrary(columns: readonly ColumnText[], paint: Paint): string {
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: columns.map(({ title }) => paint.bold(title)),
    colAligns: columns.map(({ alignsRight }) => (alignsRight ? 'right' : 'left')),
  });
  const count = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    table.push(columns.map((column) => paintCell(column.cells[row]!, column, paint)));
  }
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
