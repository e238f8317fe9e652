/** Checks the path, query and headers of every request before it is sent. */
import { usageError } from '../core/errors.ts';

/**
 * Throws a usage error unless path and query are printable ASCII without a fragment, and the path has no dot
 * segments that a server could resolve to another path.
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
 * Throws a usage error unless every header is one line of Latin-1, because a line break in a pasted key would
 * begin another header. The error does not contain the value, which may be secret.
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
