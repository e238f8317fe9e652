/** The few forms of Markdown that derived pages need. */

/** Says on every derived page where it comes from. */
export const DERIVED =
  'Derived from the catalogue by `npm run docs`; change the declarations, not this page.';

/** Returns a table; nothing where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

/** Returns text as code; a backtick in it is kept. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Returns the lines as one page, with blank lines joined to one and one newline at the end. */
export function page(blocks: readonly (readonly string[])[]): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Returns a list with a dash before each entry. */
export function list(entries: readonly string[]): string[] {
  return entries.map((entry) => `- ${entry}`);
}

/** A bar would end the cell; what stands in code already is left alone but for it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
