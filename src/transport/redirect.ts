/** The error of a redirect. Redirects are not followed: they would take key and body to another host. */
import { ToolError } from '../core/errors.ts';
import type { PreparedRequest } from '../request/types.ts';
import { endpointName, isWrite } from './failures.ts';

/** Returns the error of an answer with a redirect status. */
export function redirectError(
  request: PreparedRequest,
  address: URL,
  status: number,
  location: string | undefined,
): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `${address.origin} answered ${status} and points to ${targetOf(address, location)}; bourse follows no redirect.`,
    hint: 'Nothing was sent there. If you trust it, name it with --host; a login page of the network is another cause.',
    retryable: false,
    // The server that redirects may have executed the request before it redirected.
    execution: isWrite(request) ? 'unknown' : 'none',
    endpoint: endpointName(request),
    httpStatus: status,
  });
}

/**
 * Describes the target of a redirect without its path and query, which may repeat the signed query of the
 * request.
 */
function targetOf(address: URL, location: string | undefined): string {
  if (location === undefined || location === '') return 'nowhere';
  if (!URL.canParse(location, address.href)) return 'something that is no address';
  const url = new URL(location, address.href);
  if (url.origin === address.origin) return 'another of its own paths';
  // A parsed host is ASCII of at most 253 characters; schemes such as file: and data: have none.
  return url.host === '' ? `a ${url.protocol} address` : `${url.protocol}//${url.host.slice(0, 253)}`;
}
