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
  const tally = tallyOf(value);
  return tally !== undefined && hasColons(text, tally.namesAndColons + elsewhere);
}

/** What a list or object holds, and all within it. */
export interface Tally {
  /** The number of names of members, and of the colons in names and strings. */
  readonly namesAndColons: number;
  /**
   * Whether a number is 0, 1 or infinite. Rounding keeps the order of numbers, and 0 and 1 are floats: so any other float
   * was read from a number on the same side of 0 and of 1, and from one that is neither too large nor too small.
   */
  readonly hasEdgeNumber: boolean;
}

/** Counts what a list or object holds; undefined if it is nested too deeply. */
export function tallyOf(value: object): Tally | undefined {
  const counter = new Counter();
  return counter.add(value, 0) ? counter : undefined;
}

/** Returns whether a text certainly has so many colons, each of them as a colon. */
export function hasColons(text: string, expected: number): boolean {
  return expected === colonsIn(text) && !(text.includes('\\u003') && /\\u003a/i.test(text));
}

/** Returns the number of colons in a text. */
export function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

class Counter implements Tally {
  namesAndColons = 0;
  hasEdgeNumber = false;

  /** Adds the members of a list or object; returns false if it is nested too deeply. */
  add(value: object, depth: number): boolean {
    if (depth > PROOF_DEPTH_MAX) return false;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.addMember(item, depth)) return false;
      return true;
    }
    for (const name in value) {
      this.namesAndColons += 1 + colonsIn(name);
      if (!this.addMember((value as Record<string, unknown>)[name], depth)) return false;
    }
    return true;
  }

  /** A number that keeps its spelling is an object without names. */
  private addMember(member: unknown, depth: number): boolean {
    if (typeof member === 'string') this.namesAndColons += colonsIn(member);
    else if (typeof member === 'number') this.hasEdgeNumber ||= isEdge(member);
    else if (typeof member === 'object' && member !== null && !(member instanceof ExactNumber))
      return this.add(member, depth + 1);
    return true;
  }
}

function isEdge(number: number): boolean {
  return number === 0 || number === 1 || !Number.isFinite(number);
}
