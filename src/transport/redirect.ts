/** The rule that no redirect is followed: a POST that follows one takes key and body to another host. */
import { ToolError } from '../core/errors.ts';
import type { PreparedRequest } from '../request/types.ts';
import { endpointName, isWrite } from './failures.ts';

/** Returns the error of an answer that points elsewhere. */
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
    // A redirect is a refusal to answer, yet who says that the one who sent it did nothing before?
    execution: isWrite(request) ? 'unknown' : 'none',
    endpoint: endpointName(request),
    httpStatus: status,
  });
}

/** Says where without path and query: servers put the signed query of a request into them. */
function targetOf(address: URL, location: string | undefined): string {
  if (location === undefined || location === '') return 'nowhere';
  if (!URL.canParse(location, address.href)) return 'something that is no address';
  const url = new URL(location, address.href);
  if (url.origin === address.origin) return 'another of its own paths';
  // The parsed host is plain ASCII of at most 253 letters; schemes such as file: and data: have none.
  return url.host === '' ? `a ${url.protocol} address` : `${url.protocol}//${url.host.slice(0, 253)}`;
}
