/**
 * Text for terminals and spreadsheets: escaping, display width, wrapping, CSV cells, plurals, nearest words.
 */

/**
 * Returns the text on one line, safe to print on a terminal. Control, escape and C1 characters, direction
 * marks, zero-width and other invisible characters, line and paragraph separators, tag characters and lone
 * surrogates are written as `\u{1b}`; so is every combining mark after the fourth on one character.
 */
export function safeText(text: string): string {
  return PLAIN_LINE.test(text) ? text : text.replace(unsafe(), showEscape).replace(piledMarks(), showPile);
}

/** Escapes like `safeText` but keeps line feeds. */
export function safeLines(text: string): string {
  return PLAIN_LINE.test(text) ? text : text.split('\n').map(safeText).join('\n');
}

/**
 * Returns equivalent JSON text that is safe to print on a terminal: characters that `safeText` escapes become
 * JSON escapes such as `\u001b`. Line feeds of the layout stay.
 */
export function safeJson(json: string): string {
  return PLAIN_LINES.test(json)
    ? json
    : json.replace(unsafe(), (found) => (found === '\n' ? found : jsonEscape(found)));
}

/**
 * Returns the number of terminal columns of a text: 2 for each East Asian wide character and emoji, 0 for
 * combining marks and invisible characters. Expects text that was escaped by `safeText`.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Returns the text cut to at most `width` columns; a cut text ends with "…". */
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

/** Returns the text padded at the end with spaces to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Returns the text padded at the start with spaces to `width` columns. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/**
 * Returns the text wrapped at spaces into lines of at most `width` columns; a longer word gets its own line.
 * Every line but the first is indented by `indent` spaces; the caller indents the first. Line feeds in the
 * text stay.
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
 * Returns a message wrapped at spaces into lines of at most `width` columns. An aligned line, and a command at the end
 * of a line, which people copy, stay whole.
 */
export function wrapMessage(text: string, width: number): string {
  const lines = text.split('\n').map((line) => {
    if (displayWidth(line) <= width || /\S {2}|^ /.test(line)) return line;
    const [, words = '', command] = /^(.*: )?(bourse .*)$/.exec(line) ?? [];
    if (command === undefined) return wrap(line, width);
    return words === '' ? command : `${wrap(words, width)}\n${command}`;
  });
  return lines.join('\n');
}

/**
 * Returns a CSV cell, quoted as RFC 4180 requires. Text that a spreadsheet would evaluate as a formula (it
 * begins with = + - @, their full-width forms, a tab or a line break) is prefixed with an apostrophe; plain
 * numbers never are.
 */
export function csvCell(value: string, kind: 'text' | 'number' = 'text'): string {
  if (kind === 'number' && PLAIN_NUMBER.test(value)) return value;
  const isFormula = FORMULA.test(value) && !PLAIN_NUMBER.test(value);
  const cell = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns words as a list of prose: "a", "a and b", "a, b and c". */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Returns a count with its noun, such as "1 row" or "2 rows"; `many` is the plural when it is irregular. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns words that are joined by hyphens as one word: "page-size" becomes "pageSize". */
export function camelCase(words: string): string {
  return words.replace(/-(\w)/g, (_hyphen, letter: string) => letter.toUpperCase());
}

/**
 * Returns the candidate with the smallest edit distance to the word, ignoring case; undefined when none is
 * near. One edit (a letter changed, missing, added, or two swapped) is allowed for each three letters of the
 * word, three at most. Of equally near candidates the first wins.
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
    // Every two one-letter words differ by one edit, so such words are never suggested for each other.
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

// Regular expressions with Unicode properties take most of a millisecond to compile, so they are created only
// for text that is not plain ASCII.

/**
 * Matches control characters, line and paragraph separators, lone surrogates, interlinear marks and
 * characters that Unicode defines as invisible, except the variation selector that turns a character into an
 * emoji.
 */
const unsafe = () =>
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u{fff9}-\u{fffb}]|(?!(?<=\p{Extended_Pictographic})\u{fe0f})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Matches combining marks after the fourth on one character; more would overprint other lines, and no
 * language needs more.
 */
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

/** Returns the grapheme clusters of a text: a letter with its combining marks, or a whole emoji, is one. */
function graphemesOf(text: string): readonly string[] {
  if (ASCII.test(text)) return [...text];
  // The segmenter is created on first use: most text is ASCII and does not need it.
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

/** Vowels and finals of a decomposed Hangul syllable are drawn inside its first character. */
function isJoiningJamo(sign: string): boolean {
  return (sign >= '\u1160' && sign <= '\u11ff') || (sign >= '\ud7b0' && sign <= '\ud7fb');
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  return WIDE.some(([first, last]) => code >= first && code <= last);
}

/**
 * The characters that are two terminal columns wide: Unicode's East Asian Width W and F (UAX 11). Ranges are
 * joined if only unassigned codes lie between them.
 */
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

/**
 * The longest word that is compared with known words: longer ones are no typing errors, and the cost grows
 * with the square of the length.
 */
const WORD_LENGTH_MAX = 64;

/** Returns the edit distance of two words, where a swap of neighbours counts as one edit. */
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
