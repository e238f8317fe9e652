/** How the faults of arguments are worded: expected, found, next step. */
import type { Fault } from '../core/errors.ts';
import { couldBeSecret } from '../core/key-detection.ts';
import { safeText } from '../core/text.ts';
import { isSecretParam } from './names.ts';
import type { ArgumentRule } from './types.ts';

/** Longer values are cut in messages: a fault must fit a line, whatever was typed. */
const FOUND_LENGTH_MAX = 60;

/** The parts of a fault; the message is made of them. */
interface FaultParts {
  readonly param: string;
  readonly rule: ArgumentRule;
  readonly expected: string;
  /** The value as typed or sent; it is made safe and cut here. */
  readonly value: string;
  /** The next step, a whole sentence. */
  readonly next: string;
}

/** Returns a fault about the value of one parameter. A hidden parameter's value is not repeated. */
export function valueFault({ param, rule, expected, value, next }: FaultParts): Fault {
  const found = displayValue(param, value);
  return { param, rule, expected, found, message: `${param} must be ${expected}, was ${found}. ${next}` };
}

/** Returns a fault in words of its own; `param` is left out where it concerns no single parameter. */
export function createFault(
  param: string | undefined,
  rule: ArgumentRule,
  parts: { readonly expected: string; readonly found: string; readonly message: string },
): Fault {
  return { ...(param === undefined ? {} : { param }), rule, ...parts };
}

/** Returns the fault of one element of an ARRAY: the whole list is one parameter, the place is told in words. */
export function elementFault(name: string, index: number, found: Fault): Fault {
  return { ...found, param: name, message: `In ${name}, element ${index + 1}: ${found.message}` };
}

/** Returns a value as it may stand in a message: safe on a terminal, cut, never a secret. */
export function displayValue(param: string, value: string): string {
  const name = /[A-Za-z]\w*$/.exec(param)?.[0] ?? param;
  if (isSecretParam(name) || couldBeSecret(value)) return 'a value that is not shown';
  if (value === '') return 'empty';
  const letters = Array.from(value);
  if (letters.length <= FOUND_LENGTH_MAX) return safeText(value);
  return `${safeText(letters.slice(0, FOUND_LENGTH_MAX).join(''))}…`;
}

/** Returns words as a list people read: "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
