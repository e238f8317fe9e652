/** Lines and columns. */

export interface TextLocation {
  /** From 1. */
  readonly line: number;
  /** The column, counted from 1 in characters (code points). */
  readonly column: number;
}

/** Returns the line and column of each offset, in one pass over the text. A line ends with a line feed. */
export function locateOffsets(text: string, offsets: readonly number[]): ReadonlyMap<number, TextLocation> {
  const locations = new Map<number, TextLocation>();
  let at = 0;
  let line = 1;
  let column = 1;
  for (const offset of [...offsets].sort((first, second) => first - second)) {
    for (; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a) {
        line++;
        column = 1;
      } else if (!isLowSurrogate(text, at, code)) column++;
    }
    locations.set(offset, { line, column });
  }
  return locations;
}

/** Returns whether the code unit is the low half of a surrogate pair, whose high half was already counted. */
function isLowSurrogate(text: string, at: number, code: number): boolean {
  if (code < 0xdc00 || code > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
