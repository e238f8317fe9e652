/** Text that is safe and straight on a terminal, and in a spreadsheet; and words near to a word. */

/**
 * Returns the text on one line with nothing in it that a terminal would obey or hide: control, escape and C1
 * characters, direction marks, zero-width and other invisible characters, line and paragraph separators, tag
 * characters and lone surrogates are shown as `\u{1b}`, as is every mark of a pile of more than four.
 */
export function safeText(text: string): string {
  return PLAIN_LINE.test(text) ? text : text.replace(unsafe(), showEscape).replace(piledMarks(), showPile);
}

/** Does what `safeText` does and keeps line feeds, for text of several lines. */
export function safeLines(text: string): string {
  return PLAIN_LINE.test(text) ? text : text.split('\n').map(safeText).join('\n');
}

/**
 * Returns JSON text that means the same and is safe on a terminal: what `safeText` would show as `\u{1b}` inside
 * a string becomes the JSON escape `\u001b`. Line feeds of the layout stay.
 */
export function safeJson(json: string): string {
  return PLAIN_LINES.test(json)
    ? json
    : json.replace(unsafe(), (found) => (found === '\n' ? found : jsonEscape(found)));
}

/**
 * Returns the columns that the text takes: 2 for East Asian wide signs and emoji, 0 for marks that stand on
 * another sign and for characters drawn as nothing. Meant for text that `safeText` has passed.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Returns the text cut to at most `width` columns, the last of them "…" where something was cut. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += displayWidth(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** Returns the text with spaces behind it up to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Returns the text with spaces before it up to `width` columns. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/**
 * Returns the text broken at spaces into lines of at most `width` columns, a longer word on a line of its own.
 * Each line begins at column `indent`: the spaces stand before all lines but the first, which the caller begins.
 * Line feeds in the text stay.
 */
export function wrap(text: string, width: number, indent = 0): string {
  const room = Math.max(1, width - indent);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/ +/).filter((one) => one !== '')) {
      if (line === '') line = word;
      else if (displayWidth(line) + 1 + displayWidth(word) <= room) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines.join(`\n${' '.repeat(indent)}`).replace(/ +$/gm, '');
}

/**
 * Returns the cell as RFC 4180 writes it, quoted where it has to be. Text that a spreadsheet would run as a
 * formula (it begins with = + - @, their full-width forms, a tab or a line break) gets an apostrophe before it;
 * numbers stay numbers, whatever `kind` says of the column.
 */
export function csvCell(value: string, kind: 'text' | 'number' = 'text'): string {
  if (kind === 'number' && PLAIN_NUMBER.test(value)) return value;
  const isRun = FORMULA.test(value) && !PLAIN_NUMBER.test(value);
  const cell = isRun ? `'${value}` : value;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns "1 row", "2 rows"; `many` where the plural isn't the word and an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Returns the candidate most like the word, letter case aside, or undefined when none is near: at most one slip
 * (a letter wrong, missing, added, or two swapped) for each three letters of the word, three at most. Of equally
 * near ones the first wins.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  if (word === '' || word.length > WORD_LENGTH_MAX) return undefined;
  const sought = word.toLowerCase();
  let slips = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  let found: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > slips) continue;
    const distance = editDistance(sought, candidate.toLowerCase());
    if (distance > slips || (distance === slips && found !== undefined)) continue;
    // A one-letter word is one slip away from every other one-letter word.
    if (distance >= Math.max(word.length, candidate.length)) continue;
    found = candidate;
    slips = distance;
    if (distance === 0) break;
  }
  return found;
}

const PLAIN_LINE = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\x20-\x7e\n]*$/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

// Expressions that ask Unicode for properties take most of a millisecond to make, so they are made where text is
// not plain.

/**
 * Control characters, line and paragraph separators, surrogates without their other half, interlinear marks, and
 * all that Unicode says is drawn as nothing; but for the variation selector that makes a sign an emoji.
 */
const unsafe = () =>
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u{fff9}-\u{fffb}]|(?!(?<=\p{Extended_Pictographic})\u{fe0f})\p{Default_Ignorable_Code_Point}/gu;

/** Marks piled on one letter run over the lines above and below; languages need four at most. */
const piledMarks = () => /(?<=\p{M}{4})\p{M}+/gu;

function showEscape(found: string): string {
  return `\\u{${found.codePointAt(0)!.toString(16)}}`;
}

function showPile(found: string): string {
  return Array.from(found, showEscape).join('');
}

function jsonEscape(found: string): string {
  let out = '';
  for (let at = 0; at < found.length; at += 1) {
    out += `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return out;
}

/** Returns the signs of a text as a reader sees them: a letter with its marks, or a whole emoji, is one. */
function graphemesOf(text: string): readonly string[] {
  if (ASCII.test(text)) return [...text];
  // Made on first use: most text is ASCII and should not pay for it.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

let segmenter: Intl.Segmenter | undefined;

const ASCII = /^[\x20-\x7e]*$/;
const emoji = () => /\p{Emoji_Presentation}|\p{Emoji}\u{fe0f}/u;
const drawnAsNothing = () => /^[\p{Mn}\p{Me}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;

function graphemeWidth(grapheme: string): number {
  if (emoji().test(grapheme)) return 2;
  let width = 0;
  for (const sign of grapheme) {
    if (!drawnAsNothing().test(sign) && !isJoiningJamo(sign)) width += isWide(sign.codePointAt(0)!) ? 2 : 1;
  }
  return width;
}

/** Vowels and finals of a Hangul syllable written in parts are drawn inside its first sign. */
function isJoiningJamo(sign: string): boolean {
  return (sign >= '\u1160' && sign <= '\u11ff') || (sign >= '\ud7b0' && sign <= '\ud7fb');
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  return WIDE.some(([first, last]) => code >= first && code <= last);
}

/** Unicode's East Asian Width W and F (UAX 11), joined where only unassigned codes lie between. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/** Longer words are no slips of the finger, and comparing them would cost the square of their length. */
const WORD_LENGTH_MAX = 64;

/** The number of letters to change, add, drop or swap with their neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}
