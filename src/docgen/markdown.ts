/** Writes the few forms of Markdown that generated pages need. */

/** The sentence on every generated page that says where its content comes from. */
export const DERIVED =
  'This page is derived from the catalogue by `npm run docs`; to change the page, change the declarations in `src/`.';

/** Returns the lines of a table; no lines if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

/** Returns text as code; a backtick in it is kept. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Returns the lines of a page as text, with several blank lines joined to one and one newline at the end. */
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

/**
 * Returns the text of a table cell; a vertical bar would end the cell, so it is escaped, and code spans need
 * no other escape.
 */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
