/** Checks the addresses that users give for hosts. */
import type { Host } from '../catalogue/hosts.ts';
import { type ToolError, usageError } from '../core/errors.ts';

/**
 * Returns whether the host name of a parsed URL is this machine: 127.0.0.0/8, ::1 or localhost. The URL
 * parser has already normalized other spellings, such as 2130706433.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** What of an address a call needs. */
export interface AddressFacts {
  readonly origin: string;
  readonly isLoopback: boolean;
}

const knownFacts = new WeakMap<URL, AddressFacts>();

/** Returns the origin of an address and whether it is this machine; a URL works them out at each access. */
export function addressFacts(address: URL): AddressFacts {
  let facts = knownFacts.get(address);
  if (facts === undefined) {
    facts = { origin: address.origin, isLoopback: isLoopback(address.hostname) };
    knownFacts.set(address, facts);
  }
  return facts;
}

/**
 * Parses the address that a user gave for a host. `source` names the option or variable, such as "--host
 * spot". Throws a usage error for plain http to another machine, and for a user name, query or path, any of
 * which could send keys or signatures to another place than the user expects.
 */
export function parseAddress(host: Host, text: string, source: string): URL {
  const example = host.protocol === 'https' ? 'https://example.com' : 'wss://example.com';
  if (!URL.canParse(text)) {
    throw usageError(`${source} must be an address such as ${example}.`, hintFor(host));
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw usageError(`${source} must not hold a user name or a password.`, hintFor(host));
  }
  // The parsed URL does not show an empty query or fragment, so the text itself is checked.
  if (text.includes('?') || text.includes('#')) {
    throw usageError(`${source} must not hold a query or a fragment.`, hintFor(host));
  }
  checkProtocol(host, url, source);
  return withPath(host, url, source);
}

function checkProtocol(host: Host, url: URL, source: string): void {
  const safe = `${host.protocol}:`;
  const plain = host.protocol === 'https' ? 'http:' : 'ws:';
  if (url.protocol === safe) return;
  if (url.protocol !== plain) {
    throw usageError(`${source} must start with ${safe}//, found ${url.protocol}//.`, hintFor(host));
  }
  if (!isLoopback(url.hostname)) throw plainOffMachine(source, safe, plain);
}

function plainOffMachine(source: string, safe: string, plain: string): ToolError {
  return usageError(
    `${source} must start with ${safe}//: ${plain}// is unencrypted and allowed to this machine only.`,
    `Use ${safe}//, or ${plain}// with 127.0.0.1, [::1] or localhost.`,
  );
}

function withPath(host: Host, url: URL, source: string): URL {
  const paths = declaredPaths(host);
  if (url.pathname === '/') {
    // A path that all declared addresses of the host share is part of the address and is added to the given one.
    const only = paths.length === 1 ? paths[0] : undefined;
    if (only !== undefined && only !== '/') url.pathname = only;
    return url;
  }
  const path = url.pathname.replace(/\/$/, '');
  if (paths.includes(path)) {
    url.pathname = path;
    return url;
  }
  throw usageError(
    `${source} must not hold a path, found one of ${url.pathname.length} characters: requests bring their own.`,
    hintFor(host),
  );
}

/** Returns the distinct paths of the declared addresses of a host; "/" for an address without a path. */
function declaredPaths(host: Host): readonly string[] {
  return [...new Set([...host.live, ...host.testnet].map((address) => new URL(address).pathname))];
}

function hintFor(host: Host): string {
  const live = host.live[0];
  return live === undefined
    ? 'Give scheme, host and port only.'
    : `Give scheme, host and port only, as in ${live}.`;
}
