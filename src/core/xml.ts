/** Writes XML. */

/** The characters that XML 1.0 allows nowhere, and those that it changes in an attribute or reads as markup. */
const UNSAFE = /[\0-\x1f<>&"\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes text for an element or an attribute; a character that XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(UNSAFE, (found) => {
    if (found === '\t' || found === '\n' || found === '\r') return `&#${found.charCodeAt(0)};`;
    return ENTITIES[found] ?? '\ufffd';
  });
}
