/**
 * A short notation for the fields of messages: names with a type each, `s` by default. `E:t` is a time,
 * `k{…}` an object, `B[…]` a list of objects, `N?` is optional, `r:d-` may also be empty, null or 0,
 * `e=trade` is a fixed value.
 *
 * d decimal text, i whole number, t time in ms, b boolean, n number, l levels of a book, s text
 */
interface Expected {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly value?: string;
  readonly inner?: readonly Expected[];
}

const isDecimal = (value: unknown) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);

const FORMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === 'string',
  d: isDecimal,
  i: Number.isSafeInteger,
  t: (value) => /^\d{13}$/.test(String(value)) && typeof value === 'number',
  b: (value) => typeof value === 'boolean',
  n: (value) => typeof value === 'number',
  l: (value) => Array.isArray(value) && value.every((row) => row.length === 2 && row.every(isDecimal)),
};

const FIELD = /\s*(?:([A-Za-z]+)(\?)?(?::([sditbnl]-?)|=(\S+))?([{[])?|([}\]]))/y;

/** The result of checking a message. */
export interface Checked {
  /** The number of fields checked, including those of inner objects. */
  readonly fields: number;
  readonly faults: readonly string[];
}

/** Checks that a message has exactly its fields, each of its type. */
export function checkFields(notation: string, message: unknown): Checked {
  return check(fieldsOf(notation), message, '');
}

/** Returns the number of fields in a notation. */
export function countFields(notation: string): number {
  const count = (fields: readonly Expected[]): number =>
    fields.reduce((sum, { inner }) => sum + 1 + count(inner ?? []), 0);
  return count(fieldsOf(notation));
}

function fieldsOf(notation: string): readonly Expected[] {
  FIELD.lastIndex = 0;
  return readFields(notation);
}

function readFields(notation: string): readonly Expected[] {
  const fields: Expected[] = [];
  while (FIELD.lastIndex < notation.trimEnd().length) {
    const at = FIELD.lastIndex;
    const found = FIELD.exec(notation);
    if (found === null) throw new Error(`${notation} cannot be read from ${at} on`);
    const [, name, optional, type = 's', value, opens, closes] = found;
    if (closes !== undefined) return fields;
    const inner = opens === undefined ? {} : { inner: readFields(notation) };
    fields.push({
      name: name!,
      type: opens ?? type,
      isOptional: optional !== undefined,
      ...(value === undefined ? {} : { value }),
      ...inner,
    });
  }
  return fields;
}

function check(fields: readonly Expected[], message: unknown, at: string): Checked {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { fields: 0, faults: [`${at || 'it'} is no object`] };
  const values = message as Readonly<Record<string, unknown>>;
  const results = fields.map((field) => checkOne(field, values[field.name], `${at}${field.name}`));
  const known = new Set(fields.map(({ name }) => name));
  const extra = Object.keys(values).filter((name) => !known.has(name));
  return {
    fields: results.reduce((sum, one) => sum + one.fields, 0),
    faults: [...results.flatMap((one) => one.faults), ...extra.map((name) => `${at}${name} is not known`)],
  };
}

function checkOne({ type, isOptional, value, inner }: Expected, found: unknown, at: string): Checked {
  if (found === undefined) return { fields: 0, faults: isOptional ? [] : [`${at} is missing`] };
  const wrong = { fields: 1, faults: [`${at} is ${JSON.stringify(found)}`] };
  if (type === '{') return check(inner!, found, `${at}.`);
  if (type === '[') {
    if (!Array.isArray(found)) return wrong;
    const rows = found.map((row, place) => check(inner!, row, `${at}[${place}].`));
    return {
      fields: 1 + rows.reduce((sum, one) => sum + one.fields, 0),
      faults: rows.flatMap((one) => one.faults),
    };
  }
  if (value !== undefined) return found === value ? { fields: 1, faults: [] } : wrong;
  const mayBeEmpty = type.endsWith('-') && (found === '' || found === null || found === 0);
  return mayBeEmpty || FORMS[type[0]!]!(found) ? { fields: 1, faults: [] } : wrong;
}
