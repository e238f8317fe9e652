/** The WebSocket servers of the exchange, by host and environment. */
import { findHost, HOSTS, type Host } from '../../catalogue/hosts.ts';
import type { Schema } from '../parameter-schema.ts';

/** A server with its id in the document. */
type NamedServer = readonly [id: string, server: Schema];

/** Returns all servers by id, such as "spot-ws-live". */
export function allServers(): Readonly<Record<string, Schema>> {
  const streaming = HOSTS.filter(({ protocol }) => protocol === 'wss');
  return Object.fromEntries(streaming.flatMap((host: Host) => serversOf(host)));
}

/** Returns references to the servers of a host. */
export function serverReferences(name: string): readonly Schema[] {
  return serversOf(findHost(name)!).map(([id]) => ({ $ref: `#/servers/${id}` }));
}

function serversOf({ name, about, live, testnet, demo = [] }: Host): readonly NamedServer[] {
  const addresses = { live, testnet, demo };
  return Object.entries(addresses).flatMap(([environment, [address]]): NamedServer[] => {
    if (address === undefined) return [];
    const { host, pathname } = new URL(address);
    const server = {
      host,
      protocol: 'wss',
      ...(pathname === '/' ? {} : { pathname }),
      description: `${about}, ${environment}`,
    };
    return [[`${name}-${environment}`, server]];
  });
}
