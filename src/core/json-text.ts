/** Reads and re-indents JSON text token by token, so that digits, spelling and key order are preserved. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** The depth above which text is not indented: the indentation would grow with the square of the depth. */
const INDENT_DEPTH_MAX = 1000;

/**
 * Returns the nesting depth of arrays and objects in JSON text; `[]` has depth 1. Stops at the first depth
 * above `limit` and returns that depth. For text that is not JSON the result is meaningless; nothing is
 * thrown.
 */
export function scanDepth(text: string, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (isOpening(code)) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > limit) return deepest;
    } else if (isClosing(code)) depth -= 1;
  }
  return deepest;
}

/**
 * Returns valid JSON text laid out with `indent` spaces for each level, like `JSON.stringify(value, null,
 * indent)`, but with the original spelling of every number and string. With `indent` 0 all white space is
 * removed. Text nested deeper than 1000 levels is returned unchanged.
 */
export function indentJson(text: string, indent = 2): string {
  if (scanDepth(text, INDENT_DEPTH_MAX) > INDENT_DEPTH_MAX) return text;
  return new JsonIndenter(text, indent).run();
}

class JsonIndenter {
  readonly #text: string;
  readonly #step: string;
  readonly #colon: string;
  /** The line break and indentation before an element, by depth. */
  readonly #breaks: string[];
  #depth = 0;
  #out = '';

  constructor(text: string, indent: number) {
    this.#text = text;
    this.#step = ' '.repeat(indent);
    this.#colon = indent === 0 ? ':' : ': ';
    this.#breaks = [indent === 0 ? '' : '\n'];
  }

  run(): string {
    for (let at = 0; at < this.#text.length; ) at = this.#writeToken(at);
    return this.#out;
  }

  /** Writes the token at an index and returns the index after the token. */
  #writeToken(at: number): number {
    const code = this.#text.charCodeAt(at);
    switch (code) {
      case OPENING_BRACE:
      case OPENING_BRACKET:
        return this.#writeOpening(at);
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (this.#depth > 0) this.#depth -= 1;
        this.#out += this.#breaks[this.#depth]! + this.#text[at]!;
        return at + 1;
      case COMMA:
        this.#out += `,${this.#breaks[this.#depth]!}`;
        return at + 1;
      case COLON:
        this.#out += this.#colon;
        return at + 1;
    }
    if (isSpace(code)) return at + 1;
    const end = code === QUOTE ? endOfString(this.#text, at) : endOfWord(this.#text, at);
    this.#out += this.#text.slice(at, end);
    return end;
  }

  /** Writes an opening brace or bracket, and the closing one as well if nothing is between them. */
  #writeOpening(at: number): number {
    const inside = skipSpace(this.#text, at + 1);
    if (isClosing(this.#text.charCodeAt(inside))) {
      this.#out += this.#text[at]! + this.#text[inside]!;
      return inside + 1;
    }
    this.#depth += 1;
    this.#breaks[this.#depth] ??= this.#breaks[this.#depth - 1]! + this.#step;
    this.#out += this.#text[at]! + this.#breaks[this.#depth]!;
    return at + 1;
  }
}

/**
 * Returns the text of the value of a key of the top-level object in valid JSON text; undefined when the
 * object has no such key or the text is not an object. Of a duplicate key the last value counts, as in
 * `JSON.parse`.
 */
export function memberText(text: string, name: string): string | undefined {
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== OPENING_BRACE) return undefined;
  let found: string | undefined;
  at = skipSpace(text, at + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(text, at);
    const key = keyOf(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (key === name) found = text.slice(start, end);
    at = skipSpace(text, end);
    if (text.charCodeAt(at) !== COMMA) break;
    at = skipSpace(text, at + 1);
  }
  return found;
}

/** Returns the index after the value that begins at `start` in valid JSON text. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpening(code)) {
      depth += 1;
      at += 1;
    } else if (isClosing(code)) {
      depth -= 1;
      at += 1;
    } else if (depth > 0) at += 1;
    else at = endOfWord(text, at);
    if (depth === 0) return at;
  }
  return at;
}

function keyOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/**
 * Returns the index after the string that begins at `start`; the length of the text when it is not closed.
 */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even number of backslashes before a quote escapes only themselves, not the quote.
    if ((quote - before) % 2 === 1) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) at += 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isOpening(code: number): boolean {
  return code === OPENING_BRACE || code === OPENING_BRACKET;
}

function isClosing(code: number): boolean {
  return code === CLOSING_BRACE || code === CLOSING_BRACKET;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDelimiter(code: number): boolean {
  return (
    isSpace(code) || code === COMMA || code === COLON || code === QUOTE || isOpening(code) || isClosing(code)
  );
}
