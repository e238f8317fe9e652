/** Draws what commands printed on a terminal as an SVG picture, for documents. */
import { displayWidth } from '../core/text.ts';
import { escapeXml } from '../core/xml.ts';

/** Text of one style within a line. */
interface Run {
  readonly text: string;
  /** The terminal column of its first character, from 0. */
  readonly column: number;
  readonly style: Style;
}

interface Style {
  readonly colour: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const PLAIN: Style = { colour: undefined, isBold: false, isDim: false };

/** Colours by the last digit of their code, 30 to 37 and 90 to 97. */
const COLOURS = [
  '#6e7681',
  '#ff7b72',
  '#56d364',
  '#e3b341',
  '#79c0ff',
  '#d2a8ff',
  '#56d4dd',
  '#e6edf3',
] as const;

const CHARACTER_WIDTH = 8;
const LINE_HEIGHT = 18;
const MARGIN = 16;
/** The height above the first line, with the three marks of a window. */
const BAR = 32;

/**
 * Returns an SVG picture of terminal output that is `columns` wide. Colours, bold and dim text are drawn; the parts of a
 * line stand at their columns in any font, and a line that is too long goes on in the next one. Throws for another escape
 * sequence, such as one that moves the cursor.
 */
export function terminalPicture(output: string, columns: number, title: string): string {
  const typed = output.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  // Text before a carriage return was progress, which was written over.
  const left = typed.map((line) => line.slice(line.lastIndexOf('\r') + 1));
  const lines = left.flatMap((line) => brokenAt(line, columns));
  const width = columns * CHARACTER_WIDTH + 2 * MARGIN;
  const height = lines.length * LINE_HEIGHT + BAR + MARGIN;
  let style = PLAIN;
  const texts = lines.map((line, at) => {
    const read = runsOf(line, style);
    style = read.style;
    const y = BAR + at * LINE_HEIGHT + 13;
    return read.runs.map((run) => `${drawRun(run, y)}\n`).join('');
  });
  const marks = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
    (fill, at) => `<circle cx="${MARGIN + 4 + at * 18}" cy="16" r="5" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${marks.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3" xml:space="preserve">
${texts.join('')}</g>
</svg>
`;
}

function drawRun({ text, column, style }: Run, y: number): string {
  const fill = style.colour === undefined ? '' : ` fill="${style.colour}"`;
  const weight = style.isBold ? ' font-weight="bold"' : '';
  const opacity = style.isDim ? ' opacity="0.6"' : '';
  const x = MARGIN + column * CHARACTER_WIDTH;
  const length = displayWidth(text) * CHARACTER_WIDTH;
  return `<text x="${x}" y="${y}" textLength="${length}"${fill}${weight}${opacity}>${escapeXml(text)}</text>`;
}

/** Breaks a line where the terminal is full; escape sequences take no room. */
function brokenAt(line: string, columns: number): readonly string[] {
  const lines: string[] = [''];
  let width = 0;
  for (const [part] of line.matchAll(/\u001b\[[\d;]*m|./gu)) {
    const size = part.startsWith('\u001b[') ? 0 : displayWidth(part);
    if (width + size > columns) {
      lines.push('');
      width = 0;
    }
    lines[lines.length - 1] += part;
    width += size;
  }
  return lines;
}

/** Returns the runs of a line without blank ones, and the style in which the next line begins. */
function runsOf(line: string, before: Style): { readonly runs: readonly Run[]; readonly style: Style } {
  const runs: Run[] = [];
  let style = before;
  let column = 0;
  // Every second part is the codes of an escape sequence that sets the style.
  for (const [at, part] of line.split(/\u001b\[([\d;]*)m/).entries()) {
    if (at % 2 === 1) {
      for (const code of part.split(';')) style = styledBy(style, Number(code));
      continue;
    }
    if (part.includes('\u001b')) throw new RangeError('an escape sequence other than a style');
    for (const [text] of part.matchAll(/\s+|\S+(?: \S+)*/g)) {
      if (text.trim() !== '') runs.push({ text, column, style });
      column += displayWidth(text);
    }
  }
  return { runs, style };
}

/** Returns the style after a code of ECMA-48 (SGR). Throws for a code that is not drawn. */
function styledBy(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 39) return { ...style, colour: undefined };
  const isColour = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  if (!isColour) throw new RangeError(`style ${code} is not drawn`);
  return { ...style, colour: COLOURS[code % 10] };
}
