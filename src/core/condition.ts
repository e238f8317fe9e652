/**
 * The conditions of `--where`: comparisons of a field with a value, joined by `and`, `or`, `not` and parentheses.
 * Numbers are compared exactly, digit by digit, as the exchange sent them.
 */

import { isTimeName, plainCell } from './cells.ts';
import { compare, type Decimal, parseDecimal } from './decimal.ts';
import { type ToolError, usageError } from './errors.ts';
import { plural, safeText } from './text.ts';
import { parseTime } from './time.ts';
import type { TimeZone } from './time-zone.ts';
import type { JsonValue, UnixMs } from './words.ts';

/** Returns the cell of a row by the name of its field. */
export type CellOf = (field: string) => JsonValue;

/** A condition of `--where`. */
export interface Condition {
  /** The fields that the condition names, each once. */
  readonly fields: readonly string[];
  /** Returns whether a row meets the condition. A comparison with a missing or empty value is not met, `!=` is. */
  readonly isMet: (cellOf: CellOf) => boolean;
}

type Test = Condition['isMet'];

/** What a cell is compared with. */
interface Operand {
  readonly text: string;
  /** The number such as 1e6 or 10k, or the Unix time in ms of a time such as 2024-01-01 or -7d; undefined for other text. */
  readonly number: Decimal | undefined;
  readonly isQuoted: boolean;
}

/** The comparisons of numbers, by operator; `=` and `!=` also compare text. */
const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The deepest nesting of parentheses and `not`, far above any that a person types. */
const DEPTH_MAX = 50;

/** A number with separators of thousands, a suffix, or both. */
const TYPED_NUMBER = /^(-?)(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:_\d{3})+)(\.\d+)?(k|m|bn?)?$/i;

const SUFFIX_EXPONENTS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, bn: 9 };

const EXAMPLE = `Example: --where 'quoteVolume > 1e6 and symbol ~ USDT'`;

/**
 * Reads a condition such as `quoteVolume > 1e6 and (side = BUY or not isMaker = true)`. The operators are =, !=, <,
 * <=, >, >= and ~ (contains, whatever the case); values with blanks stand in quotes. Numbers may have separators of
 * thousands and a suffix: 10,000,000 or 10m (million; minutes before now if the field is a time). Times such as 2024-01-01 (in
 * `zone`) or 7d (7 days before `now`) are compared as Unix ms; `close > open` compares two fields. Throws a usage error for anything
 * else.
 */
export function parseCondition(text: string, now: UnixMs, zone?: TimeZone): Condition {
  const tokens = tokensOf(text);
  const parser = new ConditionParser(tokens, (word) => parseTime(word, now, zone));
  return parser.parse();
}

/** A word, an operator or a parenthesis of a condition. */
interface Token {
  readonly text: string;
  /** A quoted word is a value even if it reads "and". */
  readonly isQuoted: boolean;
}

const TOKEN = /\s*(?:"([^"]*)"|'([^']*)'|(<=|>=|!=|==|[=<>~()])|([^\s"'<>=!~()]+))/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const [, double, single, operator, word] = pattern.exec(text) ?? [];
    const quoted = double ?? single;
    if (quoted !== undefined) tokens.push({ text: quoted, isQuoted: true });
    else if (operator !== undefined)
      tokens.push({ text: operator === '==' ? '=' : operator, isQuoted: false });
    else if (word !== undefined) tokens.push({ text: word, isQuoted: false });
    else throw faultAt(`a field, an operator or a value`, text.slice(at).trim());
  }
  return tokens;
}

function faultAt(expected: string, found: string): ToolError {
  const what = found === '' ? 'the end' : `"${safeText(found.slice(0, 40))}"`;
  return usageError(`--where: expected ${expected}, found ${what}.`, EXAMPLE);
}

/** Reads tokens by recursive descent: `or` binds weaker than `and`, `and` weaker than `not`. */
class ConditionParser {
  readonly #tokens: readonly Token[];
  readonly #timeOf: (word: string) => UnixMs | undefined;
  readonly #fields = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], timeOf: (word: string) => UnixMs | undefined) {
    this.#tokens = tokens;
    this.#timeOf = timeOf;
  }

  parse(): Condition {
    const isMet = this.#either();
    if (this.#at < this.#tokens.length) throw faultAt('"and", "or" or the end', this.#nextText());
    return { fields: [...this.#fields], isMet };
  }

  #either(): Test {
    const tests = [this.#all()];
    while (this.#takes('or')) tests.push(this.#all());
    return tests.length === 1 ? tests[0]! : (cellOf) => tests.some((test) => test(cellOf));
  }

  #all(): Test {
    const tests = [this.#one()];
    while (this.#takes('and')) tests.push(this.#one());
    return tests.length === 1 ? tests[0]! : (cellOf) => tests.every((test) => test(cellOf));
  }

  #one(): Test {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX)
      throw usageError(`--where: expected at most ${DEPTH_MAX} nested conditions, found more.`, EXAMPLE);
    const test = this.#negated() ?? this.#grouped() ?? this.#comparison();
    this.#depth -= 1;
    return test;
  }

  #negated(): Test | undefined {
    if (!this.#takes('not')) return undefined;
    const test = this.#one();
    return (cellOf) => !test(cellOf);
  }

  #grouped(): Test | undefined {
    if (!this.#takes('(')) return undefined;
    const test = this.#either();
    if (!this.#takes(')')) throw faultAt('")"', this.#nextText());
    return test;
  }

  #comparison(): Test {
    const field = this.#word('a field');
    const operator = this.#tokens[this.#at];
    if (operator === undefined || operator.isQuoted || !/^(?:[<>!]?=|[<>~])$/.test(operator.text))
      throw faultAt(`one of = != < <= > >= ~ after ${field}`, this.#nextText());
    this.#at += 1;
    this.#fields.add(field);
    const operand = this.#operand(field, `a value after ${operator.text}`);
    const order = ORDERS[operator.text];
    if (order === undefined) {
      const test = textTest(operator.text, operand);
      return (cellOf) => test(cellOf(field));
    }
    const rightOf = this.#ordered(operand, operator.text);
    return (cellOf) => {
      const [left, right] = [numberOf(cellOf(field)), rightOf(cellOf)];
      return left !== undefined && right !== undefined && order(compare(left, right));
    };
  }

  /** Returns the function that gives the number to compare with: the typed one, or that of another field of the row. */
  #ordered({ text, number, isQuoted }: Operand, operator: string): (cellOf: CellOf) => Decimal | undefined {
    if (number !== undefined) return () => number;
    // A field begins with a letter, so that a number with a misspelt suffix is not taken for one.
    if (isQuoted || /^[-+.,\d]/.test(text))
      throw faultAt(`a number such as 1e6, 10m or 10,000,000, a time or a field after ${operator}`, text);
    this.#fields.add(text);
    return (cellOf) => numberOf(cellOf(text));
  }

  /** Reads what a field is compared with. 10m is ten minutes before now for a time, and ten million for other fields. */
  #operand(field: string, expected: string): Operand {
    const isQuoted = this.#tokens[this.#at]?.isQuoted === true;
    const text = this.#word(expected);
    if (isQuoted) return { text, number: parseDecimal(text), isQuoted };
    const number = isTimeName(field.slice(field.lastIndexOf('.') + 1))
      ? parseDecimal(text)
      : typedNumber(text);
    if (number !== undefined) return { text, number, isQuoted };
    const time = this.#timeOf(text);
    return { text, number: time === undefined ? undefined : { value: BigInt(time), scale: 0 }, isQuoted };
  }

  #word(expected: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined || (!token.isQuoted && /^[()<>=!~]/.test(token.text)))
      throw faultAt(expected, this.#nextText());
    this.#at += 1;
    return token.text;
  }

  /** Takes the next token if it is this keyword or parenthesis. */
  #takes(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.isQuoted || token.text.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #nextText(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }
}

/** How many rows or events a condition was tested on, and how many met it. */
export interface TestedCount {
  tested: number;
  met: number;
}

/** Says that no row met a condition; undefined if one did, or if there was none to test. `one` names a row. */
export function noMatchText(
  { tested, met }: Readonly<TestedCount>,
  one: string,
  where: string,
): string | undefined {
  if (tested === 0 || met > 0) return undefined;
  return `0 of ${plural(tested, one)} match --where "${safeText(where)}".`;
}

/** Returns the number that a person wrote: 1e6, 10m, 2.5bn, 10,000,000 or 10_000_000; undefined for other text. */
function typedNumber(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', suffix] = TYPED_NUMBER.exec(text) ?? [];
  if (whole === undefined) return parseDecimal(text);
  const exponent = suffix === undefined ? 0 : SUFFIX_EXPONENTS[suffix.toLowerCase()];
  return parseDecimal(`${sign}${whole.replaceAll(/[,_]/g, '')}${fraction}e${exponent}`);
}

/** Returns the test of `=`, `!=` or `~`, which compare text as well as numbers. */
function textTest(operator: string, operand: Operand): (cell: JsonValue) => boolean {
  if (operator === '=') return (cell) => isEqual(cell, operand);
  if (operator === '!=') return (cell) => !isEqual(cell, operand);
  const part = operand.text.toLowerCase();
  return (cell) => cell !== null && plainCell(cell).toLowerCase().includes(part);
}

/** Returns whether a cell equals a value: numbers by value, so that 1.50 is 1.5, other cells by their text. */
function isEqual(cell: JsonValue, { text, number }: Operand): boolean {
  if (cell === null) return false;
  const plain = plainCell(cell);
  if (plain === text) return true;
  const found = number === undefined ? undefined : parseDecimal(plain);
  return found !== undefined && compare(found, number!) === 0;
}

/** Returns the number that a cell holds, with every digit; undefined for a cell that holds none. */
export function numberOf(cell: JsonValue): Decimal | undefined {
  return cell === null || typeof cell === 'boolean' ? undefined : parseDecimal(plainCell(cell));
}
