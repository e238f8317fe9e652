/** Writes HTML. Texts of theses are of anybody's making, so every text passes through `escapeHtml`. */
import { safeText } from '../../core/text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text as HTML, for elements and quoted attributes. Control characters become visible. */
export function escapeHtml(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (one) => ENTITIES[one]!);
}

/** Returns a table with a header row. `rows` are cells of HTML; a cell that is a number aligns to the right. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map((title) => `<th>${escapeHtml(title)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map(cellOf).join('')}</tr>`).join('\n');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** A cell with at most this many characters is never broken into lines. */
const SHORT_LENGTH = 26;

function cellOf(cell: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(cell)) return `<td class="number">${cell}</td>`;
  const isShort = cell.replace(/<[^>]*>/g, '').length <= SHORT_LENGTH;
  return `<td class="${isShort ? 'short' : 'long'}">${cell}</td>`;
}
