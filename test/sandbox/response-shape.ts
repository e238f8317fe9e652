/** Describes responses by their fields and JSON types, and compares responses with such a description. */

/**
 * The shape of a JSON value. A text is one type: `s` text, `d` a decimal as text, `d8` a decimal with eight
 * decimals, `i` an integer, `t` a time in ms, `n` a number, `b` a boolean, `0` null, `*` anything,
 * `=BUY|SELL` one of these texts. Types with spaces between them are the slots of an array. In a record,
 * `name?` may be absent, `*` means one or more fields of any name, and `*?` zero or more. A list has at least
 * one row, unless a reason why it may be empty follows. A function returns the shape that belongs to the
 * value.
 */
export type Shape =
  | string
  | readonly [Shape]
  | readonly [row: Shape, emptyBecause: string]
  | ShapeByValue
  | Fields;
export type Fields = { readonly [field: string]: Shape };
// biome-ignore lint/suspicious/noExplicitAny: the form of a response is unknown.
type ShapeByValue = (value: any) => Shape;

const isDecimal = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);
const WORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === 'string',
  d: (value) => isDecimal(value, /^-?\d+(\.\d+)?$/),
  d8: (value) => isDecimal(value, /^-?\d+\.\d{8}$/),
  i: Number.isInteger,
  t: (value) => Number.isInteger(value) && /^\d{13}$/.test(String(value)),
  n: (value) => typeof value === 'number',
  b: (value) => typeof value === 'boolean',
  0: (value) => value === null,
  '*': () => true,
};

/**
 * The result of a comparison: the differences of a response from its shape, and the number of fields checked.
 */
export interface ShapeComparison {
  readonly faults: readonly string[];
  /** The number of fields of the response, counted once for all rows of a list. */
  readonly fields: number;
  /** The number of fields whose type is known. */
  readonly checked: number;
  /** The paths of the points in time, such as "answer[0].time"; a field of any name is `*`. */
  readonly times: readonly string[];
}

/** Compares a response with its shape: reports fields that are missing, unexpected or of another type. */
export function compareWithShape(shape: Shape, value: unknown): ShapeComparison {
  const comparison = new Comparison();
  comparison.visit(shape, value, 'answer');
  const { faults, found, checked, times } = comparison;
  return { faults, fields: found.size, checked: checked.size, times };
}

class Comparison {
  readonly faults: string[] = [];
  readonly found = new Set<string>();
  readonly checked = new Set<string>();
  readonly times: string[] = [];

  visit(shape: Shape, value: unknown, path: string): void {
    if (typeof shape === 'function') this.visit(shape(value), value, path);
    else if (typeof shape === 'string') {
      if (shape.includes(' ') && !shape.startsWith('=')) this.#slots(shape.split(' '), value, path);
      else this.#word(shape, value, path);
    } else if (Array.isArray(shape)) this.#rows(shape as readonly [Shape, string?], value, path);
    else this.#record(shape as Fields, value, path);
  }

  #word(shape: string, value: unknown, path: string): void {
    const isRight = shape.startsWith('=')
      ? typeof value === 'string' && shape.slice(1).split('|').includes(value)
      : WORDS[shape]!(value);
    this.found.add(fieldPath(path));
    if (shape !== '*') this.checked.add(fieldPath(path));
    if (shape === 't') this.times.push(path);
    if (!isRight) this.#fault(path, `is no "${shape}": ${JSON.stringify(value)}`);
  }

  #slots(words: readonly string[], value: unknown, path: string): void {
    if (!Array.isArray(value) || value.length !== words.length)
      this.#fault(path, `has not ${words.length} slots`);
    else for (const [index, one] of words.entries()) this.#word(one, value[index], `${path}.${index}`);
  }

  #rows([row, emptyBecause]: readonly [Shape, string?], value: unknown, path: string): void {
    if (!Array.isArray(value)) this.#fault(path, 'is no list');
    else if (value.length === 0 && emptyBecause === undefined) this.#fault(path, 'has no rows');
    else for (const [index, one] of value.entries()) this.visit(row, one, `${path}[${index}]`);
  }

  #record(shape: Fields, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#fault(path, `is no object: ${JSON.stringify(value)}`);
      return;
    }
    const fieldValues = new Map(Object.entries(value));
    const any = shape['*'] ?? shape['*?'];
    if (any !== undefined) {
      if (fieldValues.size === 0 && '*' in shape) this.#fault(path, 'has no fields');
      for (const one of fieldValues.values()) this.visit(any, one, `${path}.*`);
      return;
    }
    const names = new Set(Object.keys(shape).map((name) => name.replace(/\?$/, '')));
    for (const name of fieldValues.keys())
      if (!names.has(name)) this.#fault(`${path}.${name}`, 'is too much');
    for (const [name, one] of Object.entries(shape)) {
      const fieldName = name.replace(/\?$/, '');
      if (fieldValues.has(fieldName)) this.visit(one, fieldValues.get(fieldName), `${path}.${fieldName}`);
      else if (fieldName === name) this.#fault(`${path}.${name}`, 'is missing');
    }
  }

  #fault(path: string, text: string): void {
    this.faults.push(`${path} ${text}`);
  }
}

/** Returns the shape of a record from a text such as `symbol:s price:d time?:t`. */
export function record(text: string): Fields {
  return Object.fromEntries(text.split(' ').map((field) => field.split(':') as [string, string]));
}

/** Returns the path of a field without the index of its row. */
function fieldPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
