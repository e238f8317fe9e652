/** Finds members that a JSON object has twice, of which a parser would silently drop one. */

/** A string that names a member, any other string, or the start or end of an object or list. */
const TOKEN = /[{}[\]]|"((?:[^"\\]|\\.)*)"(?=\s*:)|"(?:[^"\\]|\\.)*"/g;

/** Returns the first member name that one object of a valid JSON text has twice; undefined if none has. */
export function repeatedMember(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, name] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined) {
      // The same name can be spelled with and without escapes.
      const key = JSON.parse(`"${name}"`) as string;
      if (open.at(-1)?.has(key) === true) return key;
      open.at(-1)?.add(key);
    }
  }
  return undefined;
}
