/**
 * Checks arguments in the form in which they are sent against an endpoint and collects every fault; changes
 * nothing.
 */
import type { Endpoint, Paging, Param, Params, Rule } from '../catalogue/types.ts';
import type { Fault } from '../core/errors.ts';
import { nearestWord } from '../core/text.ts';
import { itemsOf, listElements } from './elements.ts';
import { createFault, displayValue, joinWords, valueFault } from './faults.ts';
import { optionOf, toWireNames } from './names.ts';
import { ruleFaults } from './rules.ts';
import type { WireArguments } from './types.ts';
import { countFault, emptyFault, scalarFault } from './values.ts';

export interface CheckOptions {
  /** Further parameter names that are allowed, such as timestamp, recvWindow and signature. */
  readonly extraNames?: readonly string[];
}

/** Faults found while reading typed text, which the check inserts in its own order. */
export interface ReadingFaults {
  /**
   * The faults by parameter; the text of such a parameter cannot be used, but the parameter counts as sent.
   */
  readonly byParam: ReadonlyMap<string, readonly Fault[]>;
}

/** The part of an endpoint, or of an object in a LIST, that a check reads. */
interface Scope {
  readonly id: string;
  readonly params: Params;
  readonly rules?: readonly Rule[];
  readonly pages?: Paging;
}

const NOTHING_READ: ReadingFaults = { byParam: new Map() };
/** The parameters that are added on signing and never typed. */
const SIGNING = new Set(['timestamp', 'recvWindow', 'signature']);
const NAMES_SHOWN_MAX = 12;

/**
 * Returns all faults of wire arguments: unknown names in the order sent, missing and invalid parameters in
 * declared order, then violated rules in the order of the endpoint. One cause gives one fault: rules ignore
 * malformed values.
 */
export function checkArguments(endpoint: Endpoint, wire: WireArguments, options: CheckOptions = {}): Fault[] {
  return checkReadArguments(endpoint, wire, NOTHING_READ, options);
}

/** Checks like `checkArguments` and inserts the faults that reading typed text has found. */
export function checkReadArguments(
  endpoint: Endpoint,
  wire: WireArguments,
  read: ReadingFaults,
  { extraNames }: CheckOptions = {},
): Fault[] {
  return checkScope(endpoint, wire, read, extraNames === undefined ? NO_NAMES : new Set(extraNames));
}

const NO_NAMES: ReadonlySet<string> = new Set();

function checkScope(
  scope: Scope,
  wire: WireArguments,
  read: ReadingFaults,
  extraNames: ReadonlySet<string>,
): Fault[] {
  const { params } = scope;
  const names = Object.keys(params);
  const faults: Fault[] = [];
  const faulted = new Set<string>();
  for (const name of wire.keys())
    if (!Object.hasOwn(params, name) && !extraNames.has(name)) faults.push(unknownFault(scope, name));
  for (const name of names) {
    const param = params[name]!;
    if (!param.required || wire.has(name)) continue;
    faults.push(missingFault(name, param));
    faulted.add(name);
  }
  for (const name of names) {
    const text = wire.get(name);
    const readingFaults = read.byParam.get(name) ?? NO_FAULTS;
    const found = text === undefined ? readingFaults : valueOrReadingFaults(scope, name, text, readingFaults);
    if (found.length === 0) continue;
    faulted.add(name);
    faults.push(...found);
  }
  for (const rule of scope.rules ?? []) faults.push(...ruleFaults(rule, { params, wire, faulted }));
  return faults;
}

const NO_FAULTS: readonly Fault[] = [];

/**
 * Replaces the check of a value that could not be read by the faults of reading it; of a LIST, the elements
 * that could be read are checked.
 */
function valueOrReadingFaults(
  scope: Scope,
  name: string,
  text: string,
  readingFaults: readonly Fault[],
): readonly Fault[] {
  const param = scope.params[name]!;
  if (readingFaults.length === 0) return valueFaults(scope, name, param, text);
  if (param.type !== 'LIST') return readingFaults;
  return [
    ...readingFaults,
    ...valueFaults(scope, name, param, text).filter(
      (found) => !readingFaults.some((one) => one.param === found.param),
    ),
  ];
}

function valueFaults(scope: Scope, name: string, param: Param, text: string): readonly Fault[] {
  if (param.type === 'LIST' && text !== '') return listFaults(scope, name, param, text);
  const found = scalarFault(scope, name, param, text);
  return found === undefined ? NO_FAULTS : [found];
}

/**
 * Checks each object of a LIST like a request; a fault names the path of the element, such as
 * "orders[1].price".
 */
function listFaults(scope: Scope, name: string, param: Param, text: string): Fault[] {
  const elements = listElements(text);
  if (elements === undefined) {
    const expected = 'a JSON array of objects';
    const next = 'Write it such as [{"symbol":"BTCUSDT"}].';
    return [valueFault({ param: name, rule: 'type', expected, value: text, next })];
  }
  if (elements.length === 0) return [emptyFault(name, param)];
  const count = countFault(name, param, elements.length);
  if (count !== undefined) return [count];
  const params = itemsOf(param);
  if (params === undefined) return [];
  return elements.flatMap((fields, index) => {
    const elementPath = `${name}[${index}]`;
    const nested = [...fields].filter(([, value]) => value === undefined).map(([field]) => field);
    const wire = new Map([...fields].map(([field, value]) => [field, value ?? '']));
    const byParam = new Map(nested.map((field) => [field, [nestedFault(field)]]));
    const element: Scope = { id: `${scope.id} ${elementPath}`, params, ...rulesOf(param) };
    return checkScope(element, wire, { byParam }, new Set()).map((found) =>
      inListElement(elementPath, found),
    );
  });
}

function rulesOf({ itemRules }: Param): { readonly rules?: readonly Rule[] } {
  return itemRules === undefined ? {} : { rules: itemRules };
}

/** Returns the fault of a list element, with the path of the element in the list. */
function inListElement(elementPath: string, { param, message, ...rest }: Fault): Fault {
  return param === undefined
    ? { param: elementPath, ...rest, message: `In ${elementPath}: ${toWireNames(message)}` }
    : { param: `${elementPath}.${param}`, ...rest, message: `In ${elementPath}: ${toWireNames(message)}` };
}

function nestedFault(name: string): Fault {
  const next = 'Write it as text, a number, true or false.';
  return valueFault({
    param: name,
    rule: 'type',
    expected: 'a plain value',
    value: 'a list, object or null',
    next,
  });
}

function unknownFault({ id, params }: Scope, name: string): Fault {
  const names = Object.keys(params);
  const near = nearestWord(name.replaceAll('-', ''), names);
  const expected = names.length === 0 ? 'no parameters' : `a parameter of ${id}`;
  const found = displayValue('', name);
  const message = `${id} has no parameter ${found}. ${unknownNext(names, near, name)}`;
  return createFault(name, 'unknown-parameter', { expected, found, message });
}

function unknownNext(names: readonly string[], near: string | undefined, name: string): string {
  if (SIGNING.has(name)) return 'Omit it: timestamp, recvWindow and signature are added on signing.';
  if (near !== undefined) return `Did you mean ${near}?`;
  if (names.length === 0) return 'It has no parameters: omit it.';
  if (names.length > NAMES_SHOWN_MAX) return 'Omit it, or list the parameters with --help.';
  return `Its parameters are ${joinWords(names, 'and')}.`;
}

/** Returns the fault of a required parameter that is not sent; `by` says what requires it, such as " by the host". */
export function missingFault(name: string, param: Param, by = ''): Fault {
  return createFault(name, 'missing', {
    expected: param.about,
    found: 'nothing',
    message: `${name} is required${by} (${param.about}), found nothing. Add ${optionOf(name)}.`,
  });
}
