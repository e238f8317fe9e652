/** Wires streams to the environment: public hosts, a sandbox that runs, or one that this command serves meanwhile. */
import type { HostName } from '../catalogue/hosts.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Silences } from '../store/cooldowns.ts';
import { attemptGate, type TakeAttempt } from '../stream/attempts.ts';
import type { Ending } from '../stream/close-reason.ts';
import { type OpenSocket, socketOpener } from '../stream/socket.ts';
import { BAN, bannedError } from '../transport/bans.ts';
import { createConnector } from '../transport/connection.ts';
import { HTTP_LIMITS } from '../transport/limits.ts';
import { addressBook } from './address-book.ts';
import { openCooldowns } from './cooldowns.ts';
import type { SharedSandbox } from './sandbox-host.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface StreamAddress {
  readonly url: URL;
  /** One of the exchange's own addresses, which speak today's interface. */
  readonly isPublic: boolean;
}

export interface Streaming {
  readonly open: OpenSocket;
  /** Returns where a stream host is reached, for the keys' environment and hosts where keys are given. */
  addressOf(host: HostName, keys?: ResolvedSigner): Promise<StreamAddress>;
  /** Returns the gate that each new connection to a host passes, shared by the processes of this machine. */
  attemptGateOf(place: StreamAddress): TakeAttempt;
  close(): Promise<void>;
}

export interface StreamingOptions {
  readonly world: World;
  readonly settings: Settings;
  readonly sandboxFolder: string;
  readonly note: (text: string) => void;
}

/** The scope of a host that takes no more connections for now. */
const CONNECTIONS = 'connections';

/** Returns the streams of a run. Nothing is opened before a place is asked for. */
export async function openStreaming(wish: StreamingOptions): Promise<Streaming> {
  const { world, settings, note } = wish;
  const connector = createConnector({
    connectTimeoutMs: HTTP_LIMITS.connectTimeoutMs,
    ...(settings.proxy === undefined
      ? {}
      : { proxy: (await import('../transport/tunnel.ts')).parseProxy(settings.proxy) }),
  });
  let sandbox: Promise<SharedSandbox | undefined> = Promise.resolve(undefined);
  /** One that another command serves may have ended with it: it is looked for each time. */
  const openedSandbox = () => {
    const opened = sandbox
      .catch(() => undefined)
      .then((last) => (last?.isOurs === true ? last : openSandbox(wish)));
    sandbox = opened;
    return opened;
  };
  const limits = new Map<string, Silences>();
  /** What was told at a refused handshake holds for REST too, and for all processes of this machine. */
  const tell = ({ host }: URL, { status, retryAfterMs }: Ending) => {
    if (retryAfterMs !== undefined) limits.get(host)?.begin(status === 429 ? CONNECTIONS : BAN, retryAfterMs);
  };
  const heed = ({ host }: URL) => {
    const leftMs = Math.max(limits.get(host)?.leftMs(BAN) ?? 0, limits.get(host)?.leftMs(CONNECTIONS) ?? 0);
    if (leftMs > 0) throw bannedError('no connection was opened', leftMs);
  };
  const open = socketOpener({ connector, userAgent: `bourse/${world.version}`, now: world.clock.now });
  return {
    open: (address, listener) =>
      open(address, {
        ...listener,
        onClose(ending) {
          tell(address, ending);
          listener.onClose(ending);
        },
      }),
    async addressOf(host, keys) {
      const environment = keys?.environment ?? settings.environment;
      const book = addressBook(world, { ...settings, environment }, keys, LOOPBACK);
      if (environment === 'sandbox' && !book.isOverridden(host)) {
        return { url: new URL((await openedSandbox()).hosts[host]), isPublic: false };
      }
      const url = book.addressesOf(host)[0]!;
      const place = book.isOverridden(host) ? url.host : environment;
      limits.set(url.host, openCooldowns(world, place));
      return { url, isPublic: environment === 'live' && !book.isOverridden(host) };
    },
    attemptGateOf({ url }) {
      const take = attemptGate({
        clock: world.clock,
        random: world.random,
        folder: world.folders.state,
        scope: url.hostname.replace(/[^A-Za-z0-9.-]/g, '_'),
        onWait: (waitMs) => note(turnText(waitMs)),
      });
      return async (signal) => {
        heed(url);
        await take(signal);
        // The turn may have come late.
        heed(url);
      };
    },
    async close() {
      await (await sandbox.catch(() => undefined))?.close();
    },
  };
}

/** Returns how it is said that an attempt to connect waits. */
function turnText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  return `Waiting ${seconds} s for a turn to connect: this machine has opened nearly 300 connections in 5 minutes.`;
}

/** Stands for the sandbox in an address book whose sandbox addresses nobody asks for. */
const LOOPBACK = 'http://127.0.0.1';

/** The sandbox that runs; without one this command serves it as long as it lasts, and others find it. */
async function openSandbox({ world, sandboxFolder, note }: StreamingOptions): Promise<SharedSandbox> {
  const { joinOrServe } = await import('./sandbox-host.ts');
  const onError = (error: unknown) => note(error instanceof Error ? error.message : String(error));
  return joinOrServe(world, sandboxFolder, onError);
}
