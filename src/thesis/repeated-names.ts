/** Proves quickly that no object of a JSON text has a duplicate name. */
import { ExactNumber } from '../core/words.ts';

/** The depth limit of the proof; a thesis has depth 3, and deeper documents are left to the scanner. */
const PROOF_DEPTH_MAX = 32;

/**
 * Returns whether the text, from which `value` was parsed, certainly has no duplicate name. False means that
 * the scanner must decide.
 *
 * Every member in the text has one colon, and all other colons are inside strings. `JSON.parse` drops a
 * duplicate member: its colon is in the text, but its name is not in the value. So the number of colons in
 * the text equals the number of names in the value plus the colons inside its strings exactly when nothing
 * was dropped. A colon written as an escape breaks the count, so the result is false then.
 */
export function hasUniqueNames(text: string, value: object): boolean {
  return hasUniqueNamesBeside(text, value, 0);
}

/** Like `hasUniqueNames`, where `value` lacks a part of the text of which the names and colons are known. */
export function hasUniqueNamesBeside(text: string, value: object, elsewhere: number): boolean {
  if (text.includes('\\u003') && /\\u003a/i.test(text)) return false;
  const expectedColons = namesAndColons(value, 0) + elsewhere;
  return expectedColons >= 0 && expectedColons === colonsIn(text);
}

/** Returns the number of colons in a text. */
export function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

/** Returns the number of names and of colons in strings of a list or object; negative when it is too deep. */
function namesAndColons(value: object, depth: number): number {
  if (depth > PROOF_DEPTH_MAX) return Number.NEGATIVE_INFINITY;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += colonsOfMember(item, depth);
    return count;
  }
  for (const name in value) {
    count += 1 + colonsIn(name) + colonsOfMember((value as Record<string, unknown>)[name], depth);
  }
  return count;
}

/** Returns the names and colons of a member; a number that keeps its spelling is an object without names. */
function colonsOfMember(member: unknown, depth: number): number {
  if (typeof member === 'string') return colonsIn(member);
  const hasMembers = typeof member === 'object' && member !== null && !(member instanceof ExactNumber);
  return hasMembers ? namesAndColons(member, depth + 1) : 0;
}
