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

/** Matches a character that takes two code units. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** The line and column of an offset that only moves forward. A line ends with a line feed. */
export class LocationCursor implements TextLocation {
  line = 1;
  column = 1;
  readonly #text: string;
  readonly #hasPairs: boolean;
  #at = 0;
  /** The offset of the next line feed, or behind the text. */
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#hasPairs = PAIR.test(text);
    this.#lineEnd = lineEndFrom(text, 0);
  }

  /** Moves to an offset that is not before the last one. */
  moveTo(offset: number): void {
    while (this.#lineEnd < offset) {
      this.line++;
      this.column = 1;
      this.#at = this.#lineEnd + 1;
      this.#lineEnd = lineEndFrom(this.#text, this.#at);
    }
    this.column += offset - this.#at - (this.#hasPairs ? pairsIn(this.#text, this.#at, offset) : 0);
    this.#at = offset;
  }
}

function lineEndFrom(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? Number.POSITIVE_INFINITY : end;
}

/** Returns how many code units from `from` to `to` are the low half of a surrogate pair, whose high half is counted. */
function pairsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (isLowSurrogate(text, at, text.charCodeAt(at))) count++;
  return count;
}

/** Returns whether the code unit is the low half of a surrogate pair. */
function isLowSurrogate(text: string, at: number, code: number): boolean {
  if (code < 0xdc00 || code > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
