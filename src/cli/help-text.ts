/** Formats help pages. Runs without loading the program, so it imports nothing that would slow the start. */
import type { HelpPage } from './help-page.ts';

/** Returns the page as text, wrapped to `width` columns (at least 40). */
export function helpText(page: HelpPage, width: number): string {
  const columns = Math.max(40, Math.min(width, 110));
  const lines = [
    ...wrapWords(page.title, columns, ''),
    '',
    ...wrapWords(`Usage: ${page.usage}`, columns, '  '),
  ];
  for (const block of page.blocks) {
    lines.push('', `${block.heading}:`);
    const widest = Math.max(0, ...block.rows.map(([left]) => left.length));
    const left = Math.min(widest, Math.floor(columns * 0.42));
    for (const row of block.rows) lines.push(...rowLines(row, left, columns));
  }
  if (page.examples.length > 0) lines.push('', 'Examples:', ...page.examples.map((one) => `  ${one}`));
  for (const line of page.footer) lines.push('', ...wrapWords(line, columns, ''));
  return `${lines.join('\n')}\n`;
}

function rowLines([left, right]: readonly [string, string], leftWidth: number, columns: number): string[] {
  const indent = ' '.repeat(leftWidth + 4);
  const rightLines = wrapWords(right, columns - indent.length, '');
  if (left.length > leftWidth) return [`  ${left}`, ...rightLines.map((line) => indent + line)];
  return rightLines.map((line, index) =>
    index === 0 ? `  ${left.padEnd(leftWidth)}  ${line}` : indent + line,
  );
}

function wrapWords(text: string, columns: number, indent: string): string[] {
  if (text.length <= columns && !text.startsWith(' ')) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (next.length > columns && line.trim() !== '') {
      lines.push(line);
      line = indent + word;
    } else line = next;
    // A path that is longer than a line is broken after a slash.
    for (let at = line.lastIndexOf('/', columns - 1); line.length > columns && at > indent.length; ) {
      lines.push(line.slice(0, at + 1));
      line = indent + line.slice(at + 1);
      at = line.lastIndexOf('/', columns - 1);
    }
  }
  lines.push(line);
  return lines;
}
