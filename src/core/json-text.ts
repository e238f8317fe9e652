/** Work on JSON as text, token by token: what isn't parsed keeps its digits, its spelling and its key order. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Deeper text is passed through without indentation, which would grow with the square of its depth. */
const INDENT_DEPTH_MAX = 1000;

/**
 * Returns how deep arrays and objects nest in JSON text, `[]` being 1; stops looking as soon as it is more than
 * `limit`, and returns that depth. Text that is no JSON gives a depth of no meaning and no error.
 */
export function scanDepth(text: string, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > limit) return deepest;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
  }
  return deepest;
}

/**
 * Returns valid JSON text laid out with `indent` spaces for each level, as `JSON.stringify(value, null, indent)`
 * lays it out, but with every number and string spelled as it was. With `indent` 0 all white space goes. Text
 * nested deeper than 1000 levels keeps its own layout.
 */
export function indentJson(text: string, indent = 2): string {
  if (scanDepth(text, INDENT_DEPTH_MAX) > INDENT_DEPTH_MAX) return text;
  const step = ' '.repeat(indent);
  const breaks: string[] = [indent === 0 ? '' : '\n'];
  let out = '';
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at += 1;
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      const inside = skipSpace(text, at + 1);
      const next = text.charCodeAt(inside);
      if (next === CLOSING_BRACE || next === CLOSING_BRACKET) {
        out += text[at]! + text[inside]!;
        at = inside + 1;
        continue;
      }
      depth += 1;
      breaks[depth] ??= breaks[depth - 1]! + step;
      out += text[at]! + breaks[depth]!;
      at += 1;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      if (depth > 0) depth -= 1;
      out += breaks[depth]! + text[at]!;
      at += 1;
    } else if (code === COMMA) {
      out += `,${breaks[depth]!}`;
      at += 1;
    } else if (code === COLON) {
      out += indent === 0 ? ':' : ': ';
      at += 1;
    } else {
      const end = code === QUOTE ? endOfString(text, at) : endOfWord(text, at);
      out += text.slice(at, end);
      at = end;
    }
  }
  return out;
}

/**
 * Returns the first key that stands twice in one object of valid JSON text, as a path such as
 * "paper_intent.side" or "orders[2].price", or undefined when none does. Keys are compared as the strings they
 * mean, so that "a" and "\u0061" are the same.
 */
export function findDuplicateKey(text: string): string | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const level = levels[levels.length - 1];
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (level?.keys !== undefined && level.expectsKey) {
        const key = keyOf(text.slice(at, end));
        level.key = key;
        level.expectsKey = false;
        if (level.keys.has(key)) return pathOf(levels);
        level.keys.add(key);
      }
      at = end - 1;
    } else if (code === OPENING_BRACE) levels.push({ keys: new Set(), expectsKey: true, key: '', index: 0 });
    else if (code === OPENING_BRACKET) levels.push({ keys: undefined, expectsKey: false, key: '', index: 0 });
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) levels.pop();
    else if (code === COMMA && level !== undefined) {
      level.index += 1;
      level.expectsKey = true;
    }
  }
  return undefined;
}

/**
 * Returns the value of a key of the object that valid JSON text holds, spelled as it stands there; undefined where the
 * object has no such key or the text is no object. Of a key that stands twice the last counts, as for any reader.
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

/** The index after the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      at += 1;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      depth -= 1;
      at += 1;
    } else if (depth > 0) at += 1;
    else at = endOfWord(text, at);
    if (depth === 0) return at;
  }
  return at;
}

interface Level {
  /** The keys seen in an object; undefined in an array. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
  key: string;
  index: number;
}

function pathOf(levels: readonly Level[]): string {
  const steps = levels.map((level) => (level.keys === undefined ? `[${level.index}]` : `.${level.key}`));
  return steps.join('').replace(/^\./, '');
}

function keyOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** The index after the string that begins at `start`; the end of the text where it isn't closed. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even run of backslashes escapes only itself.
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

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDelimiter(code: number): boolean {
  return (
    isSpace(code) ||
    code === COMMA ||
    code === COLON ||
    code === QUOTE ||
    code === OPENING_BRACE ||
    code === CLOSING_BRACE ||
    code === OPENING_BRACKET ||
    code === CLOSING_BRACKET
  );
}
