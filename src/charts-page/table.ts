/** Tables of the page. On a narrow screen, each row of a table of many columns becomes a block of its own. */
import { escapeHtml } from './escape.ts';

/** A text with more characters than this is long. A shorter one is never broken into lines. */
const SHORT_LENGTH = 26;
/** A table with more columns than this has no room for long texts in its cells. */
const FEW_COLUMNS = 4;

/**
 * Returns a table with a header row. `rows` are cells of HTML; a column of numbers aligns to the right. In a table of many
 * columns, a long text stands in a row of its own below the row that it belongs to.
 */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const isWide = titles.length > FEW_COLUMNS;
  const columns = titles.map((title, index) => ({
    title: escapeHtml(title),
    isNumber: rows.every((cells) => isNumberOrNone(cells[index]!)),
  }));
  const head = columns.map(({ title, isNumber }) => `<th${isNumber ? ' class="number"' : ''}>${title}</th>`);
  const body = rows.map((cells) => rowOf(columns, cells, isWide)).join('\n');
  const kind = isWide ? ' class="wide"' : '';
  return `<div class="scroll"><table${kind}><thead><tr>${head.join('')}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** A column of a table; the title as HTML. */
interface Column {
  readonly title: string;
  readonly isNumber: boolean;
}

function rowOf(columns: readonly Column[], cells: readonly string[], isWide: boolean): string {
  let row = '';
  let below = '';
  for (const [index, cell] of cells.entries()) {
    const { title, isNumber } = columns[index]!;
    const isBelow = isWide && isLong(cell);
    const kind = isNumber ? 'number' : isLong(cell) && !isBelow ? 'long' : 'short';
    row += `<td class="${kind}" data-title="${title}">${isBelow ? '…' : cell}</td>`;
    if (isBelow) below += `<tr class="below"><td colspan="${cells.length}">${title}: ${cell}</td></tr>`;
  }
  return `<tr>${row}</tr>${below}`;
}

function isLong(cell: string): boolean {
  return shownText(cell).length > SHORT_LENGTH;
}

function isNumberOrNone(cell: string): boolean {
  return /^(?:[+-]?\d+(?:\.\d+)?|-)$/.test(shownText(cell));
}

/** Returns what a reader sees of a cell, apart from entities. */
function shownText(cell: string): string {
  return cell.replace(/<[^>]*>/g, '');
}
