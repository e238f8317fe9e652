/** Builds the faults of arguments: what was expected, what was found, and the next step. */
import type { Fault } from '../core/errors.ts';
import { couldBeSecret } from '../core/key-detection.ts';
import { safeText } from '../core/text.ts';
import { isSecretParam } from './names.ts';
import type { ArgumentRule } from './types.ts';

/** The number of characters above which a value is cut in messages, so that a fault fits on a line. */
const FOUND_LENGTH_MAX = 60;

/** The parts from which the message of a fault is built. */
interface FaultParts {
  readonly param: string;
  readonly rule: ArgumentRule;
  readonly expected: string;
  /** The value as typed or sent, not yet escaped or cut. */
  readonly value: string;
  /** What to do next, a full sentence. */
  readonly next: string;
}

/** Returns a fault about the value of one parameter. The value of a secret parameter is not quoted. */
export function valueFault({ param, rule, expected, value, next }: FaultParts): Fault {
  const found = displayValue(param, value);
  return { param, rule, expected, found, message: `${param} must be ${expected}, was ${found}. ${next}` };
}

/** Returns a fault with a given message; `param` is undefined when the fault concerns several parameters. */
export function createFault(
  param: string | undefined,
  rule: ArgumentRule,
  parts: { readonly expected: string; readonly found: string; readonly message: string },
): Fault {
  return { ...(param === undefined ? {} : { param }), rule, ...parts };
}

/** Returns the fault of one element of an ARRAY; the message names the position of the element. */
export function elementFault(name: string, index: number, found: Fault): Fault {
  return { ...found, param: name, message: `In ${name}, element ${index + 1}: ${found.message}` };
}

/** Returns a value for a message: escaped, cut, and replaced when it could be a secret. */
export function displayValue(param: string, value: string): string {
  const name = /[A-Za-z]\w*$/.exec(param)?.[0] ?? param;
  if (isSecretParam(name) || couldBeSecret(value)) return 'a value that is not shown';
  if (value === '') return 'empty';
  const letters = Array.from(value);
  if (letters.length <= FOUND_LENGTH_MAX) return safeText(value);
  return `${safeText(letters.slice(0, FOUND_LENGTH_MAX).join(''))}…`;
}

/** Returns words as an enumeration: "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
