/** Reads typed arguments into the text that is sent and collects every fault. */
import type { Endpoint, Params } from '../catalogue/types.ts';
import type { Fault } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import { checkReadArguments } from './check.ts';
import type { Entry } from './encode.ts';
import { displayValue, valueFault } from './faults.ts';
import { paramNameOf } from './names.ts';
import { type ReadingContext, readValue, type ValueReading } from './reading.ts';
import { asEitherInterface } from './today.ts';
import type { TypedArgument } from './typed-arguments.ts';
import type { WireArguments } from './types.ts';

/**
 * The result of reading arguments: the text to send in the order typed, notes about changed values, and all
 * faults.
 */
export interface ArgumentsResult {
  readonly wire: WireArguments;
  /** Sentences about values that are sent differently than typed. */
  readonly notes: readonly string[];
  /**
   * Every fault of reading and checking, in the order of the check; if there is any, the request is not sent.
   */
  readonly faults: readonly Fault[];
}

/**
 * Returns typed arguments as wire text. Names may be spelled as in the interface or in kebab-case. Symbols
 * become uppercase, times become milliseconds, exponents are written out, lists may be separated by commas,
 * and enumerated words get their declared spelling. A required parameter with a default is sent with the
 * default (holdings document: offset).
 */
export function readArguments(
  declared: Endpoint,
  typedArguments: readonly TypedArgument[],
  { now }: { readonly now: UnixMs },
): ArgumentsResult {
  const endpoint = asEitherInterface(declared);
  const context: ReadingContext = { now, product: endpoint.product };
  const wire = new Map<string, string>();
  const notes: string[] = [];
  const byParam = new Map<string, readonly Fault[]>();
  for (const [name, texts] of textsByName(endpoint, typedArguments)) {
    const reading = readTexts(context, endpoint, name, texts);
    wire.set(name, reading.text);
    notes.push(...reading.notes);
    if (reading.faults.length > 0) byParam.set(name, reading.faults);
  }
  for (const [name, text] of defaultsOf(endpoint.params)) if (!wire.has(name)) wire.set(name, text);
  return { wire, notes, faults: checkReadArguments(endpoint, wire, { byParam }) };
}

/** Returns the defaults of the required parameters, which are the same for all calls of an endpoint. */
function defaultsOf(params: Params): readonly Entry[] {
  let defaults = known.get(params);
  if (defaults === undefined) {
    defaults = Object.entries(params).flatMap(([name, param]) =>
      param.required && param.default !== undefined ? [[name, String(param.default)] as const] : [],
    );
    known.set(params, defaults);
  }
  return defaults;
}

const known = new WeakMap<Params, readonly Entry[]>();

/** Returns the typed texts by parameter name; an unknown name stays as typed. */
function textsByName(endpoint: Endpoint, typedArguments: readonly TypedArgument[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { name: typed, text } of typedArguments) {
    const name = paramNameOf(endpoint, typed) ?? typed;
    const before = texts.get(name);
    if (before === undefined) texts.set(name, [text]);
    else before.push(text);
  }
  return texts;
}

/**
 * Reads the texts that were typed for one parameter. A list may be given in parts: `--symbols BTCUSDT
 * --symbols ETHUSDT`.
 */
function readTexts(
  context: ReadingContext,
  endpoint: Endpoint,
  name: string,
  texts: readonly string[],
): ValueReading {
  const [text = ''] = texts;
  const param = Object.hasOwn(endpoint.params, name) ? endpoint.params[name] : undefined;
  const isSingle = texts.length === 1;
  if (param?.type === 'ARRAY' && (isSingle || texts.every((piece) => !piece.trim().startsWith('[')))) {
    return readValue(context, name, param, texts.join(','));
  }
  if (isSingle)
    return param === undefined ? { text, notes: [], faults: [] } : readValue(context, name, param, text);
  const expected = 'given once';
  const value = texts.map((one) => displayValue(name, one)).join(' and ');
  const found = valueFault({
    param: name,
    rule: 'repeated',
    expected,
    value,
    next: 'Keep only one.',
  });
  return { text, notes: [], faults: [found] };
}
