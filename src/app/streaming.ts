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
import { StreamSandbox, type StreamSandboxOptions } from './stream-sandbox.ts';

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
  /** Closes the sandbox that this command serves. */
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

  constructor(options: StreamingOptions, openSocket: OpenSocket) {
    this.#options = options;
    this.#openSocket = openSocket;
    this.#sandbox = new StreamSandbox(options);
    this.#cooldowns = new ConnectionCooldowns(options.world);
  }

  /** Opens a socket; a refused handshake starts a cooldown before the listener is notified. */
  readonly open: OpenSocket = (address, listener) =>
    this.#openSocket(address, {
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
      return { url: new URL(sandbox.hosts[host]), interface: book.interfaceOf(host, sandbox.interface) };
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
    };
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }
}

function waitText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  return `Waiting ${seconds} s to connect: this machine has opened nearly 300 connections in 5 minutes.`;
}
