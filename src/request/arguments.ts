/** Arguments as a person types them, read into wire text, with every fault at once. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Fault } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import { checkReadArguments } from './check.ts';
import { displayValue, valueFault } from './faults.ts';
import { paramNameOf } from './names.ts';
import { type ReadingContext, readValue, type ValueReading } from './reading.ts';
import { asToday } from './today.ts';
import type { TypedArgument } from './typed-arguments.ts';
import type { WireArguments } from './types.ts';

/** Arguments read: wire text in the order given, what was changed on the way, and what is wrong with them. */
export interface ReadArguments {
  readonly wire: WireArguments;
  /** Sentences for people about values that are sent otherwise than typed. */
  readonly notes: readonly string[];
  /** Every fault of reading and of the check, in the check's order; with any of them nothing may be sent. */
  readonly faults: readonly Fault[];
}

/**
 * Returns typed arguments as wire text. Names may be spelled as the interface does or in kebab-case; symbols are
 * upper-cased, times and exponents written out, lists taken with commas, words of closed sets given their
 * declared spelling. A parameter that is required and has a default is sent with it (holdings document: offset).
 */
export function readArguments(
  declared: Endpoint,
  typedArguments: readonly TypedArgument[],
  { now }: { readonly now: UnixMs },
): ReadArguments {
  const endpoint = asToday(declared);
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
  for (const [name, param] of Object.entries(endpoint.params)) {
    if (param.required && param.default !== undefined && !wire.has(name))
      wire.set(name, String(param.default));
  }
  return { wire, notes, faults: checkReadArguments(endpoint, wire, { byParam }) };
}

/** Returns what was typed for each name, by the interface's spelling where it is a parameter's. */
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

/** Reads what was typed for one name; a list may come in pieces: `--symbols BTCUSDT --symbols ETHUSDT`. */
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
    next: 'Leave out all but one.',
  });
  return { text, notes: [], faults: [found] };
}
