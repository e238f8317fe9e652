/** The quick proof that no object of a JSON text has the same name twice. */

/** How deep the proof looks; theses are three deep, and what is deeper is left to the scanner. */
const PROOF_DEPTH_MAX = 32;

/**
 * Returns whether it is certain that the text, of which `value` was parsed, repeats no name in any object.
 * False means "look closely", not "repeats".
 *
 * Every member of the text has its colon, and every other colon stands inside a string. `JSON.parse` drops a
 * repeated member: its colon is in the text, but its name is not in the value. So the colons of the text are
 * as many as the names of the value and the colons inside its strings exactly when nothing was dropped. Only
 * a colon written as an escape upsets the count, and then the answer is false.
 */
export function hasUniqueNames(text: string, value: object): boolean {
  if (text.includes('\\u003') && /\\u003a/i.test(text)) return false;
  const expectedColons = namesAndColons(value, 0);
  return expectedColons >= 0 && expectedColons === colonsIn(text);
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

/** Returns how many names and colons in strings the value holds; below zero when it is too deep to tell. */
function namesAndColons(value: object, depth: number): number {
  if (depth > PROOF_DEPTH_MAX) return Number.NEGATIVE_INFINITY;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string') count += colonsIn(item);
      else if (typeof item === 'object' && item !== null) count += namesAndColons(item, depth + 1);
    }
    return count;
  }
  for (const name in value) {
    count += 1 + colonsIn(name);
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'string') count += colonsIn(member);
    else if (typeof member === 'object' && member !== null) count += namesAndColons(member, depth + 1);
  }
  return count;
}
