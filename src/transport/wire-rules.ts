/** What must hold of a request before it goes on the wire, whoever made it. */
import { usageError } from '../core/errors.ts';

/**
 * Throws a usage error unless path and query are plain ASCII as they go on the wire: no control
 * characters, no fragment, and no dot segments that a server could resolve to another path.
 */
export function checkTarget(path: string, query: string): void {
  const hint = 'Give the path as the interface writes it, and percent-encode values.';
  if (!/^\/[!-~]*$/.test(path) || path.startsWith('//') || /[?#\\]/.test(path)) {
    throw usageError('The path must be plain ASCII that starts with one "/".', hint);
  }
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) {
    throw usageError('The path must not hold "." or ".." segments.', hint);
  }
  if (!/^[!-~]*$/.test(query) || query.includes('#')) {
    throw usageError('The query must be percent-encoded ASCII.', hint);
  }
}

/**
 * Throws a usage error unless every header is one line of Latin-1: a line break in a key pasted into a profile
 * would otherwise become a header of its own. Values are not repeated in the error, since they may be secret.
 */
export function checkHeaders(headers: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of headers) {
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw usageError(
      `The header ${name.replace(/[^\w-]/g, '?')} holds characters that a header cannot hold.`,
      'Check the key for line breaks or letters that are not ASCII.',
    );
  }
}
