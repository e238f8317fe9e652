/** Reads one typed value into the text that is sent. */
import type { Param, Params, Product } from '../catalogue/types.ts';
import { compare, decimalOf, formatDecimal, toPlain } from '../core/decimal.ts';
import type { Fault } from '../core/errors.ts';
import { nearestWord } from '../core/text.ts';
import { parseDuration, parsePeriod, parseTime } from '../core/time.ts';
import type { UnixMs } from '../core/words.ts';
import { narrowestMax, widestMax } from './bounds.ts';
import { arrayElements, arrayText, type ElementFields, itemOf, itemsOf, listElements } from './elements.ts';
import { elementFault, valueFault } from './faults.ts';
import { paramNameOf } from './names.ts';

/** The context in which values are read. */
export interface ReadingContext {
  readonly now: UnixMs;
  readonly product: Product;
}

/** The result of reading a value; if there are faults, `text` is what was typed and cannot be sent. */
export interface ValueReading {
  readonly text: string;
  readonly notes: readonly string[];
  readonly faults: readonly Fault[];
}

/**
 * Separators that people type between the assets of a pair, by product, without characters allowed in
 * symbols.
 */
const PAIR_SIGNS: Readonly<Partial<Record<Product, RegExp>>> = {
  options: /[/:\s]/,
  usdm: /[/:\s-]/,
  coinm: /[/:\s-]/,
  portfolio: /[/:\s-]/,
};
const PAIR_SIGN = /[/:\s_-]/;

/**
 * Returns the text to send for a typed value. Text that cannot be converted is returned unchanged, and the
 * later check reports it.
 */
export function readValue(context: ReadingContext, name: string, param: Param, typed: string): ValueReading {
  const text = valueOfMeaning(param, typed.trim());
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return param.unit === 'ms' ? readTime(context, name, param, text) : readInteger(name, param, text);
    case 'DECIMAL':
      return readDecimal(name, text);
    case 'BOOLEAN':
      return read(/^(true|false)$/i.test(text) ? text.toLowerCase() : text);
    case 'ARRAY':
      return readArray(context, name, param, text);
    case 'LIST':
      return readList(context, name, param, text);
    default:
      return readText(context, name, param, text === typed.trim() ? typed : text);
  }
}

/**
 * Returns the code whose meaning was typed, such as 0 for "deposit", with hyphens or spaces; other text is
 * returned unchanged.
 */
function valueOfMeaning({ meanings }: Param, text: string): string {
  if (meanings === undefined) return text;
  const sought = meaningWord(text);
  return Object.keys(meanings).find((value) => meaningWord(meanings[value]!) === sought) ?? text;
}

function meaningWord(text: string): string {
  return text.toLowerCase().replace(/[\s_]+/g, '-');
}

/** Returns the fault of a word that is none of the meanings of a parameter's codes. */
function meaningFault(name: string, { values = [], meanings }: Param, text: string): Fault | undefined {
  if (meanings === undefined || !/[a-z]/i.test(text)) return undefined;
  const words = values.flatMap((value) =>
    meanings[value] === undefined ? [] : [meaningWord(meanings[value])],
  );
  const close = nearestWord(text, words);
  const expected = values.map((value) => `${meaningWord(meanings[value] ?? '')} (${value})`).join(' or ');
  const next = close === undefined ? 'Choose one of them.' : `Did you mean ${close}?`;
  return valueFault({ param: name, rule: 'values', expected, value: text, next });
}

function read(text: string, ...notes: string[]): ValueReading {
  return { text, notes, faults: [] };
}

function unreadable(text: string, ...faults: Fault[]): ValueReading {
  return { text, notes: [], faults };
}

function readTime({ now }: ReadingContext, name: string, param: Param, text: string): ValueReading {
  if (text === '') return read(text);
  if (param.liesAhead && parseDuration(text) !== undefined && text !== '0') {
    const next = `Write +${text} for a time after now.`;
    const expected = 'a time in the future';
    return unreadable(text, valueFault({ param: name, rule: 'type', expected, value: text, next }));
  }
  const time = parseTime(text, now);
  if (time !== undefined) return read(String(time));
  const next =
    parsePeriod(text, now) === undefined
      ? 'Write 2024-01-31, 2024-01-31T13:00Z, 1706706000000 (ms), yesterday, 3d (3 days ago), 2months or now-1h.'
      : `It takes one time; --during ${text} takes a range.`;
  return unreadable(text, valueFault({ param: name, rule: 'type', expected: 'a time', value: text, next }));
}

function readInteger(name: string, param: Param, text: string): ValueReading {
  if (!/^-?\d{1,20}$/.test(text)) {
    const fault = meaningFault(name, param, text);
    return fault === undefined ? read(text) : unreadable(text, fault);
  }
  const digits = BigInt(text).toString();
  const widest = widestMax(param);
  if (widest !== undefined && compare(decimalOf(digits), widest) > 0) {
    if (!param.clamps) return read(digits);
    const largest = formatDecimal(widest);
    return read(
      largest,
      `${name} ${digits} is above ${largest}; the exchange answers with ${largest}, so ${largest} is sent.`,
    );
  }
  const narrowest = narrowestMax(param);
  if (narrowest === undefined || compare(decimalOf(digits), narrowest) <= 0) return read(digits);
  const listed = formatDecimal(narrowest);
  const note = `${name} ${digits} is above ${listed}, which one listing of the interface gives as the maximum.`;
  return read(digits, note);
}

function readDecimal(name: string, text: string): ValueReading {
  const plain = toPlain(text.startsWith('.') ? `0${text}` : text);
  if (plain !== undefined) return read(plain);
  if (text === '') return read(text);
  // A single comma may be a decimal point, so no correction is suggested that could be a thousand times too
  // large.
  const isSeparated = /^-?(\d[\d_ ]*|\d{1,3}(,\d{3})+(?=\.))(\.\d+)?$/.test(text);
  const next = isSeparated
    ? `Write it without separators: ${text.replace(/[,_ ]/g, '')}.`
    : `Write it such as 0.0015 or 1e-7${text.includes(',') ? ', with a point instead of a comma' : ''}.`;
  return unreadable(
    text,
    valueFault({ param: name, rule: 'type', expected: 'a decimal number', value: text, next }),
  );
}

/** Reads text, enumerated words and formats; free text keeps its spaces. */
function readText(context: ReadingContext, name: string, param: Param, typed: string): ValueReading {
  const text = typed.trim();
  if (param.values !== undefined) return read(declaredWord(param.values.map(String), text));
  switch (param.format) {
    case 'symbol':
      return readSymbol(context, name, text);
    case 'window-size':
      // "1M" means a month in intervals, so only the unambiguous letters become lowercase.
      return read(text.replace(/[HD]$/, (unit) => unit.toLowerCase()));
    case 'time-zone':
      return read(text.replace(/^\+/, ''));
    case undefined:
      return read(typed);
    default:
      return read(text);
  }
}

/** Returns the declared spelling of a word: an exact match, or the only match ignoring case. */
function declaredWord(values: readonly string[], text: string): string {
  if (values.includes(text)) return text;
  const alike = values.filter((value) => value.toLowerCase() === text.toLowerCase());
  return alike.length === 1 ? (alike[0] ?? text) : text;
}

function readSymbol({ product }: ReadingContext, name: string, text: string): ValueReading {
  const upper = text.toUpperCase();
  const parts = upper.split(PAIR_SIGNS[product] ?? PAIR_SIGN).filter((part) => part !== '');
  if (parts.length !== 2 || parts.some((part) => !/^[\p{L}\p{N}]+$/u.test(part))) return read(upper);
  const next = `Write it ${parts.join('')}.`;
  const expected = 'a symbol without a separator between its assets';
  return unreadable(text, valueFault({ param: name, rule: 'format', expected, value: text, next }));
}

/** Reads a list parameter that was typed with commas or as JSON, each element by its declaration. */
function readArray(context: ReadingContext, name: string, param: Param, text: string): ValueReading {
  if (text === '') return read(text);
  const isJson = text.startsWith('[');
  const typed = isJson ? arrayElements(param, text) : text.split(',');
  if (typed === undefined) {
    const next = 'Separate the elements with commas, or write ["A","B"].';
    return unreadable(text, valueFault({ param: name, rule: 'type', expected: 'a list', value: text, next }));
  }
  const elements = typed.map((element) => readValue(context, name, itemOf(param), element));
  const bad = elements.findIndex((element) => element.faults.length > 0);
  const first = elements[bad]?.faults[0];
  if (first !== undefined) return unreadable(text, elementFault(name, bad, first));
  return read(
    arrayText(
      param,
      elements.map((element) => element.text),
    ),
  );
}

/**
 * Reads a list of objects, such as the orders of a batch; every value of an object is sent as text. Values
 * that cannot be read stay as typed, so that the check finds the faults of all other values as well.
 */
function readList(context: ReadingContext, name: string, param: Param, text: string): ValueReading {
  const elements = text === '' ? undefined : listElements(text);
  if (elements === undefined || elements.some((fields) => [...fields.values()].includes(undefined))) {
    return read(text);
  }
  const params = itemsOf(param) ?? {};
  const readings = elements.map((fields, index) => readObject(context, `${name}[${index}]`, params, fields));
  return {
    text: `[${readings.map((one) => one.text).join(',')}]`,
    notes: readings.flatMap((one) => one.notes),
    faults: readings.flatMap((one) => one.faults),
  };
}

function readObject(
  context: ReadingContext,
  place: string,
  params: Params,
  fields: ElementFields,
): ValueReading {
  const pairs = new Map<string, string>();
  const notes: string[] = [];
  const faults: Fault[] = [];
  for (const [typed, value = ''] of fields) {
    const field = paramNameOf({ params }, typed) ?? typed;
    const param = `${place}.${field}`;
    const declared = params[field];
    const reading = declared === undefined ? read(value) : readValue(context, param, declared, value);
    notes.push(...reading.notes);
    faults.push(...reading.faults);
    if (pairs.has(field)) {
      const next = 'Keep one of the two spellings.';
      faults.push(valueFault({ param, rule: 'repeated', expected: 'given once', value: typed, next }));
    }
    pairs.set(field, reading.text);
  }
  const written = [...pairs].map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`);
  return { text: `{${written.join(',')}}`, notes, faults };
}
