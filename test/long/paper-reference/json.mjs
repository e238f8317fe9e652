// A plain JSON reader that keeps numbers exactly and notices a member name written twice, and canonical text.
import { createHash } from 'node:crypto';
import { decimal, text } from './numbers.mjs';

/** The text cannot be read. */
export class NotJson extends Error {}

/** A JSON number as it was written. */
export class JsonNumber {
  constructor(written) {
    this.written = written;
  }

  /** Whether d × 10^e, with d from 1 to below 10, has e from −1000 to 1000; zero always. */
  get inReach() {
    const [, whole, part = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
      this.written,
    );
    const digits = whole + part;
    const first = digits.search(/[1-9]/);
    if (first < 0) return true;
    return Math.abs(Number(exponent) + whole.length - 1 - first) <= 1000;
  }

  get value() {
    return decimal(this.written);
  }
}

/** A JSON object: its members by name, and whether a name came twice in this very object. */
export class JsonObject extends Map {
  twice = false;
}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

function* tokens(source) {
  const end = source.trimEnd().length;
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (found === null) throw new NotJson(`unexpected text at ${at}`);
    at = TOKEN.lastIndex;
    yield found;
  }
}

/** Reads one JSON value from text. */
export function readJson(source) {
  const list = [...tokens(source)];
  let at = 0;
  const next = () => {
    const token = list[at];
    if (token === undefined) throw new NotJson('the text ends too early');
    at += 1;
    return token;
  };
  const sign = (wanted) => {
    const found = next()[1];
    if (found === undefined || !wanted.includes(found)) throw new NotJson(`expected one of ${wanted}`);
    return found;
  };
  const object = () => {
    const result = new JsonObject();
    if (list[at]?.[1] === '}') return next() && result;
    do {
      const name = next()[2];
      if (name === undefined) throw new NotJson('expected the name of a member');
      sign(':');
      const key = JSON.parse(name);
      if (result.has(key)) result.twice = true;
      result.set(key, value());
    } while (sign(',}') === ',');
    return result;
  };
  const array = () => {
    const result = [];
    if (list[at]?.[1] === ']') return next() && result;
    do result.push(value());
    while (sign(',]') === ',');
    return result;
  };
  const value = () => {
    const [, mark, string, number, word] = next();
    if (mark === '{') return object();
    if (mark === '[') return array();
    if (string !== undefined) return JSON.parse(string);
    if (number !== undefined) return new JsonNumber(number);
    if (word !== undefined) return JSON.parse(word);
    throw new NotJson(`unexpected ${mark}`);
  };
  const result = value();
  if (at !== list.length) throw new NotJson('something follows the value');
  return result;
}

/** Whether an object at any depth of the value holds a member name twice. */
export function holdsNameTwice(value) {
  if (value instanceof JsonObject) return value.twice || [...value.values()].some(holdsNameTwice);
  return Array.isArray(value) && value.some(holdsNameTwice);
}

/** Every number of a value, at any depth. */
export function numbersOf(value) {
  if (value instanceof JsonNumber) return [value];
  if (value instanceof Map) return [...value.values()].flatMap(numbersOf);
  return Array.isArray(value) ? value.flatMap(numbersOf) : [];
}

/** Orders strings by UTF-16 code units. */
export const byCodeUnits = (a, b) => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Canonical text: no white space, members sorted by name, plain numbers. */
export function canonical(value) {
  if (value instanceof JsonNumber) return text(value.value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  members.sort(([a], [b]) => byCodeUnits(a, b));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** The SHA-256 of text in UTF-8, in small hex digits. */
export const sha256 = (content) => createHash('sha256').update(content, 'utf8').digest('hex');
