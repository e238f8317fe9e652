/** The servers of the exchange, by the product whose calls they take. */
import { findHost, type Host } from '../../catalogue/hosts.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { hostOf } from '../../request/prepare.ts';
import type { Schema } from '../parameter-schema.ts';

/** Where a call is described: its path in the document, and the servers to which the path belongs. */
interface CallLocation {
  readonly path: string;
  readonly servers: readonly Schema[];
}

/** The servers of spot, which are those of the document. */
export const DEFAULT_SERVERS = serversOf(findHost('spot')!, '/api/', '');

/**
 * Returns where a call is described. Several products have calls of the same path on different hosts, but a path can be in
 * a document only once: of all but the first, `isTaken`, the first part of the path belongs to the address of the server.
 */
export function locationOf(endpoint: Endpoint, isTaken: boolean): CallLocation {
  const host = findHost(hostOf(endpoint))!;
  const [, first = ''] = /^(\/[^/]+)\//.exec(endpoint.path) ?? [];
  const base = isTaken ? first : '';
  const path = endpoint.path.slice(base.length);
  if (host.name === 'spot' && endpoint.path.startsWith('/api/')) return { path, servers: DEFAULT_SERVERS };
  return { path, servers: serversOf(host, endpoint.path, base) };
}

function serversOf(host: Host, path: string, base: string): readonly Schema[] {
  const isLiveOnly = host.liveOnly?.some((prefix) => path.startsWith(prefix)) === true;
  const addresses: readonly (readonly [string, readonly string[]])[] = [
    ['live', host.live],
    ...(isLiveOnly
      ? []
      : ([
          ['testnet', host.testnet],
          ['demo', host.demo ?? []],
        ] as const)),
  ];
  return addresses.flatMap(([environment, [address]]) =>
    address === undefined ? [] : [{ url: `${address}${base}`, description: `${host.name} ${environment}` }],
  );
}
