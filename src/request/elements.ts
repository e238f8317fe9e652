/** Converts between the wire text of an ARRAY or LIST and its elements. */
import type { Param, Params } from '../catalogue/types.ts';
import { parseJson } from '../core/json.ts';
import { ExactNumber, isObject, type JsonValue } from '../core/words.ts';

/** The depth limit of lists, whose objects contain only plain values. */
const DEPTH_MAX = 4;

/** One object of a LIST: wire text by name; undefined for a value that is a list, an object or null. */
export type ElementFields = ReadonlyMap<string, string | undefined>;

/** Returns the declaration of an ARRAY's elements; plain text when the catalogue declares none. */
export function itemOf(param: Param): Param {
  return isParam(param.items) ? param.items : { type: 'STRING', about: 'Element' };
}

/** Returns the declared fields of a LIST's objects, or undefined when the catalogue declares none. */
export function itemsOf(param: Param): Params | undefined {
  return param.items === undefined || isParam(param.items) ? undefined : param.items;
}

/**
 * Returns the elements of an ARRAY's wire text, such as `["BTCUSDT","ETHUSDT"]`, or undefined for other text.
 * A single word counts as an array of one element when the elements are enumerated: the exchange accepts
 * `permissions=SPOT` (public facts, Request rules). A list separated by commas is accepted when the parameter
 * is declared that way.
 */
export function arrayElements(param: Param, text: string): string[] | undefined {
  const parsed = parsedArray(text);
  if (parsed === undefined && param.separatedBy === 'commas') return text.split(',');
  if (parsed === undefined) return itemOf(param).values?.includes(text) ? [text] : undefined;
  const elements: string[] = [];
  for (const value of parsed) {
    const element = plainText(value);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return elements;
}

/** Returns the objects of a LIST's wire text, or undefined when the text is not a JSON array of objects. */
export function listElements(text: string): ElementFields[] | undefined {
  const parsed = parsedArray(text);
  if (parsed === undefined) return undefined;
  const elements: ElementFields[] = [];
  for (const value of parsed) {
    if (!isObject(value)) return undefined;
    elements.push(new Map(Object.entries(value).map(([name, field]) => [name, plainText(field)])));
  }
  return elements;
}

/** Returns the wire text of an ARRAY: a JSON array of integers and strings, or words separated by commas. */
export function arrayText(param: Param, elements: readonly string[]): string {
  if (param.separatedBy === 'commas') return elements.join(',');
  const { type } = itemOf(param);
  const isNumber = type === 'INT' || type === 'LONG';
  const written = elements.map((element) =>
    isNumber && /^-?\d+$/.test(element) ? element : JSON.stringify(element),
  );
  return `[${written.join(',')}]`;
}

function parsedArray(text: string): readonly JsonValue[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const parsed = parseJson(text, { maxDepth: DEPTH_MAX });
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function plainText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}

/**
 * Returns whether the declaration is one parameter; a field named "type" of a LIST is an object, not a
 * string.
 */
function isParam(items: Param | Params | undefined): items is Param {
  return items !== undefined && typeof items['type' as keyof typeof items] === 'string';
}
