/**
 * The stream hosts and the WebSocket API. Each has an address of its own, because clients append fixed paths to
 * it. Streams are not simulated: an upgrade, like any request, is answered with HTTP 501 and a sentence.
 */
import { HOSTS, type Host, type HostName } from '../catalogue/hosts.ts';
import { notSimulated, refusalAnswer } from './refusals.ts';
import { type RunningServer, type ServerLimits, startServer } from './server.ts';

export interface RunningStreamHost {
  readonly name: HostName;
  /** Such as "ws://127.0.0.1:40001", with the path where the path belongs to the address. */
  readonly url: string;
  close(): Promise<void>;
}

/** The declarations of all stream hosts, the WebSocket API among them. */
const STREAM_HOSTS = HOSTS.filter((host) => host.protocol === 'wss');

/** Starts a server for each stream host, on free ports. Closes those already open when one can't be opened. */
export async function startStreamHosts(
  limits: Partial<ServerLimits> = {},
): Promise<readonly RunningStreamHost[]> {
  const started = await Promise.allSettled(STREAM_HOSTS.map((host) => startStreamHost(host, limits)));
  const failed = started.find((one) => one.status === 'rejected');
  const open = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failed === undefined) return open;
  await Promise.all(open.map((one) => one.close()));
  throw failed.reason;
}

async function startStreamHost(
  host: Host & { readonly name: HostName },
  limits: Partial<ServerLimits>,
): Promise<RunningStreamHost> {
  const refused = refusalAnswer(notSimulated(`${host.about.split(';')[0]} (${host.name}) yet`, 501));
  // Nothing listens for upgrades, so node hands them on as plain requests and the sentence gets through.
  const server: RunningServer = await startServer({ port: 0, respond: () => refused, limits });
  return {
    name: host.name,
    url: `ws://127.0.0.1:${server.port}${host.name === 'ws-api' ? '/ws-api/v3' : ''}`,
    close: server.close,
  };
}
