/**
 * The stream connections of a run: to the exchange, a running sandbox, or a sandbox that this command serves.
 */
import type { Interface } from '../catalogue/environments.ts';
import type { HostName } from '../catalogue/hosts.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import { attemptGate, type TakeAttempt } from '../stream/attempts.ts';
import { type OpenSocket, socketOpener } from '../stream/socket.ts';
import { createConnector } from '../transport/connection.ts';
import { HTTP_LIMITS } from '../transport/limits.ts';
import { addressBook } from './address-book.ts';
import { ConnectionCooldowns } from './connection-cooldowns.ts';
import type { Settings } from './settings.ts';
import { type StreamSandbox, type StreamSandboxOptions, streamSandboxOf } from './stream-sandbox.ts';

export interface StreamAddress {
  readonly url: URL;
  /**
   * The interface (`document` or `today`) that the stream host serves: in today's interface some streams have
   * a prefix in their path or another name.
   */
  readonly interface: Interface;
}

export interface Streaming {
  readonly open: OpenSocket;
  /**
   * Returns the address of a stream host in the environment of the keys; without keys, in the environment of
   * the run.
   */
  addressOf(host: HostName, keys?: ResolvedSigner): Promise<StreamAddress>;
  /**
   * Returns the gate that each new connection to an address passes: it waits for the connection limit that
   * all processes of this machine share, and throws kind `rate-limited` during a ban.
   */
  attemptGateOf(address: StreamAddress): TakeAttempt;
  /** Closes the sandbox that this command serves, unless other commands of this process share it. */
  close(): Promise<void>;
}

export interface StreamingOptions extends StreamSandboxOptions {
  readonly settings: Settings;
}

/** Returns the stream connections of a run. Opens none. */
export async function openStreaming(options: StreamingOptions): Promise<Streaming> {
  const { world, settings } = options;
  const connector = createConnector({
    connectTimeoutMs: HTTP_LIMITS.connectTimeoutMs,
    ...(settings.proxy === undefined
      ? {}
      : { proxy: (await import('../transport/tunnel.ts')).parseProxy(settings.proxy) }),
  });
  const openSocket = socketOpener({
    connector,
    userAgent: `bourse/${world.version}`,
    now: world.clock.now,
  });
  return new RunStreaming(options, openSocket);
}

/** An address that stands for the sandbox in an address book; nothing is sent to it. */
const LOOPBACK = 'http://127.0.0.1';

class RunStreaming implements Streaming {
  readonly #options: StreamingOptions;
  readonly #openSocket: OpenSocket;
  readonly #sandbox: StreamSandbox;
  readonly #cooldowns: ConnectionCooldowns;
  /** The streams of a sandbox, by the host and port at which it was found. */
  readonly #sandboxStreams = new Map<string, SandboxStream>();

  constructor(options: StreamingOptions, openSocket: OpenSocket) {
    this.#options = options;
    this.#openSocket = openSocket;
    this.#sandbox = streamSandboxOf(options);
    this.#cooldowns = new ConnectionCooldowns(options.world);
  }

  /** Opens a socket; a refused handshake starts a cooldown before the listener is notified. */
  readonly open: OpenSocket = (address, listener) =>
    this.#openSocket(this.#present(address), {
      ...listener,
      onClose: (reason) => {
        this.#cooldowns.record(address, reason);
        listener.onClose(reason);
      },
    });

  async addressOf(host: HostName, keys?: ResolvedSigner): Promise<StreamAddress> {
    const { world, settings } = this.#options;
    const environment = keys?.environment ?? settings.environment;
    const book = addressBook(world, { ...settings, environment }, keys, { origin: LOOPBACK });
    if (environment === 'sandbox' && !book.isOverridden(host)) {
      const sandbox = await this.#sandbox.open();
      const url = new URL(sandbox.hosts[host]);
      this.#sandboxStreams.set(url.host, { name: host, host: url.host, attempts: 0 });
      return { url, interface: book.interfaceOf(host, sandbox.interface) };
    }
    const url = book.addressesOf(host)[0]!;
    this.#cooldowns.setScope(url, book.isOverridden(host) ? url.host : environment);
    return { url, interface: book.interfaceOf(host) };
  }

  attemptGateOf({ url }: StreamAddress): TakeAttempt {
    const { world, note } = this.#options;
    const take = attemptGate({
      clock: world.clock,
      random: world.random,
      folder: world.folders.state,
      scope: url.hostname.replace(/[^A-Za-z0-9.-]/g, '_'),
      onWait: (waitMs) => note(waitText(waitMs)),
    });
    return async (signal) => {
      this.#cooldowns.throwIfActive(url);
      await take(signal);
      // A ban may have begun while the connection waited for the connection limit.
      this.#cooldowns.throwIfActive(url);
      await this.#findSandboxAgain(url);
    };
  }

  /**
   * Looks for the sandbox of a stream before each connection but the first: the command that served it may have ended, and
   * the next one serves the same state at another address.
   */
  async #findSandboxAgain(url: URL): Promise<void> {
    const stream = this.#sandboxStreams.get(url.host);
    if (stream === undefined) return;
    stream.attempts += 1;
    if (stream.attempts > 1) stream.host = new URL((await this.#sandbox.open()).hosts[stream.name]).host;
  }

  /** Returns the address of a stream with the present host and port of its sandbox. */
  #present(address: URL): URL {
    const stream = this.#sandboxStreams.get(address.host);
    if (stream === undefined) return address;
    const present = new URL(address);
    present.host = stream.host;
    return present;
  }

  async close(): Promise<void> {
    if (this.#options.world.shared === undefined) await this.#sandbox.close();
  }
}

/** A stream host of a sandbox that may move to another process. */
interface SandboxStream {
  readonly name: HostName;
  /** The host and port at which it is served at present. */
  host: string;
  attempts: number;
}

function waitText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  return `Waiting ${seconds} s to connect: this machine has opened nearly 300 connections in 5 minutes.`;
}
