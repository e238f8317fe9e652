/** Checks the text of one parameter, independently of other parameters. */
import type { Paging, Param } from '../catalogue/types.ts';
import { decimalOf, parseDecimal } from '../core/decimal.ts';
import type { Fault } from '../core/errors.ts';
import { nearestWord } from '../core/text.ts';
import { parseDuration } from '../core/time.ts';
import { boundsText, brokenBound, isBounded, maxText } from './bounds.ts';
import { arrayElements, itemOf } from './elements.ts';
import { isWellFormed } from './encode.ts';
import { createFault, elementFault, joinWords, valueFault } from './faults.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX, FORMATS } from './formats.ts';
import { optionOf } from './names.ts';

/** Matches at most as many digits as a 64-bit integer has, so that longer text is never parsed. */
const INTEGER = /^-?\d{1,20}$/;
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
const INTEGER_MIN = -(2n ** 63n);
const INTEGER_MAX = 2n ** 63n - 1n;

/** The paging of an endpoint; the message about a page size that is too large mentions it. */
export interface PagedEndpoint {
  readonly pages?: Paging | undefined;
}

/** Returns the first fault in the text of a plain or list parameter. */
export function scalarFault(
  endpoint: PagedEndpoint,
  name: string,
  param: Param,
  text: string,
): Fault | undefined {
  if (text === '') return emptyFault(name, param);
  if (!isWellFormed(text)) {
    const next = 'It contains half of a character: type it again.';
    return valueFault({ param: name, rule: 'type', expected: 'well-formed Unicode text', value: '', next });
  }
  if (param.type === 'ARRAY') return arrayFault(endpoint, name, param, text);
  return typeFault(name, param, text) ?? contentFault(endpoint, name, param, text);
}

/** Returns the fault of a list that has too few or too many elements. */
export function countFault(name: string, param: Param, count: number): Fault | undefined {
  const broken = brokenBound(param, decimalOf(String(count)));
  if (broken === undefined) return undefined;
  const expected = `a list of ${boundsText(param)} elements`;
  const next = broken === 'maximum' ? `Send at most ${maxText(param)} at a time.` : 'Add elements.';
  return valueFault({ param: name, rule: broken, expected, value: String(count), next });
}

/** Returns the fault to report for a parameter whose value or list is empty. */
export function emptyFault(name: string, param: Param): Fault {
  const next = param.required
    ? `Give it with ${optionOf(name)}.`
    : `Give one with ${optionOf(name)}, or omit it.`;
  return createFault(name, 'empty', {
    expected: 'a value',
    found: 'empty',
    message: `${name} must have a value, was empty. ${next}`,
  });
}

function typeFault(name: string, param: Param, value: string): Fault | undefined {
  const broken = (expected: string, next: string) =>
    valueFault({ param: name, rule: 'type', expected, value, next });
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return isInteger(value) ? undefined : broken(integerText(param), 'Write digits only.');
    case 'DECIMAL':
      if (PLAIN_DECIMAL.test(value) && parseDecimal(value) !== undefined) return undefined;
      return broken('a decimal number', 'Write it such as 0.0015.');
    case 'BOOLEAN':
      return value === 'true' || value === 'false'
        ? undefined
        : broken('true or false', 'Write one of the two.');
    default:
      return undefined;
  }
}

function contentFault(endpoint: PagedEndpoint, name: string, param: Param, text: string): Fault | undefined {
  const isNumber = param.type === 'INT' || param.type === 'LONG' || param.type === 'DECIMAL';
  if (isNumber && isBounded(param)) {
    const broken = brokenBound(param, decimalOf(text));
    // The exchange replaces a larger value by the maximum, so the value is allowed.
    if (broken === 'maximum' && param.clamps) return undefined;
    if (broken !== undefined && (broken === 'maximum' || param.values === undefined)) {
      const next = boundNext(endpoint, name, param, broken);
      return valueFault({ param: name, rule: broken, expected: boundsText(param), value: text, next });
    }
  }
  return valuesFault(name, param, text) ?? formFault(name, param, text);
}

function valuesFault(name: string, param: Param, text: string): Fault | undefined {
  if (param.values === undefined) return undefined;
  const words = param.values.map(String);
  const canonical = param.type === 'INT' || param.type === 'LONG' ? BigInt(text).toString() : text;
  if (words.includes(canonical)) return undefined;
  // "60m" is corrected to 1h by its length, and not to 30m, which is spelled more similarly.
  const spanMs = parseDuration(text);
  const same = spanMs === undefined ? undefined : words.find((word) => parseDuration(word) === spanMs);
  const near = same ?? nearestWord(text, words);
  const next = near === undefined ? 'Choose one of them.' : `Did you mean ${near}?`;
  return valueFault({ param: name, rule: 'values', expected: joinWords(words, 'or'), value: text, next });
}

function formFault(name: string, param: Param, value: string): Fault | undefined {
  const longest =
    param.maxLength ?? (param.format === 'client-order-id' ? CLIENT_ORDER_ID_LENGTH_MAX : undefined);
  if (longest !== undefined && Array.from(value).length > longest) {
    const expected = `at most ${longest} characters`;
    const next = `It has ${Array.from(value).length}: shorten it.`;
    return valueFault({ param: name, rule: 'length', expected, value, next });
  }
  if (param.format === undefined) return undefined;
  const format = FORMATS[param.format];
  if (format.matches(value)) return undefined;
  return valueFault({ param: name, rule: 'format', expected: format.expected, value, next: format.next });
}

function arrayFault(endpoint: PagedEndpoint, name: string, param: Param, text: string): Fault | undefined {
  const elements = arrayElements(param, text);
  if (elements === undefined) {
    const next = 'Separate the elements with commas, or write ["A","B"].';
    return valueFault({ param: name, rule: 'type', expected: 'a list', value: text, next });
  }
  if (elements.length === 0) return emptyFault(name, param);
  const item = itemOf(param);
  for (const [index, element] of elements.entries()) {
    const found = scalarFault(endpoint, name, item, element);
    if (found !== undefined) return elementFault(name, index, found);
  }
  return countFault(name, param, elements.length) ?? repeatedFault(name, item, elements);
}

/** Returns the fault of a list with a duplicate symbol, which the exchange rejects (public facts, -1151). */
function repeatedFault(name: string, item: Param, elements: readonly string[]): Fault | undefined {
  if (item.format !== 'symbol') return undefined;
  const twice = elements.find((element, index) => elements.indexOf(element) !== index);
  if (twice === undefined) return undefined;
  const expected = 'a list without duplicates';
  return valueFault({ param: name, rule: 'repeated', expected, value: twice, next: `Name ${twice} once.` });
}

function isInteger(text: string): boolean {
  if (!INTEGER.test(text)) return false;
  const number = BigInt(text);
  return number >= INTEGER_MIN && number <= INTEGER_MAX;
}

function integerText(param: Param): string {
  return param.unit === 'ms' ? 'a time in Unix milliseconds' : 'a whole number of at most 64 bits';
}

/**
 * Returns the next step that a message recommends for a violated bound; for a page size that is too large,
 * how to page.
 */
function boundNext(
  { pages }: PagedEndpoint,
  name: string,
  param: Param,
  broken: 'minimum' | 'above' | 'maximum',
): string {
  if (broken !== 'maximum') {
    return param.above === undefined ? `Give ${param.min} or more.` : `Give more than ${param.above}.`;
  }
  if (pages !== undefined) {
    if ((pages.by === 'time' || pages.by === 'id') && pages.limit === name)
      return `Use ${optionOf(pages.from)} to page.`;
    if (pages.by === 'page' && pages.size === name) return `Use ${optionOf(pages.page)} to page.`;
    if (pages.by === 'offset' && pages.size === name) return `Use ${optionOf(pages.offset)} to page.`;
  }
  return `Give ${maxText(param)} or less.`;
}
