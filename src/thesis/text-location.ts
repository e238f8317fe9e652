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
  const cursor = new LocationCursor(text);
  for (const offset of [...offsets].sort((first, second) => first - second)) {
    cursor.moveTo(offset);
    locations.set(offset, { line: cursor.line, column: cursor.column });
  }
  return locations;
}

/** The line and column of an offset that only moves forward, from `start` on. A line ends with a line feed. */
export class LocationCursor implements TextLocation {
  line = 1;
  column = 1;
  readonly #text: string;
  #at: number;

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#at = start;
  }

  /** Moves to an offset that is not before the last one. */
  moveTo(offset: number): void {
    const text = this.#text;
    let { line, column } = this;
    for (let at = this.#at; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a) {
        line++;
        column = 1;
      } else if (!isLowSurrogate(text, at, code)) column++;
    }
    this.#at = offset;
    this.line = line;
    this.column = column;
  }
}

/** Returns whether the code unit is the low half of a surrogate pair, whose high half was already counted. */
function isLowSurrogate(text: string, at: number, code: number): boolean {
  if (code < 0xdc00 || code > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
