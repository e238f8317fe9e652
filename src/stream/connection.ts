/**
 * One connection of a channel: a link with its watchdog, its time to be renewed, and messages that may be held back until
 * the connection before it is heard out.
 */

import * as LIMITS from '../catalogue/limits/connections.ts';
import { SERVER_SHUTDOWN } from '../catalogue/streams.ts';
import type { Clock } from '../core/clock.ts';
import { HOUR_MS } from '../core/time-units.ts';
import type { ChannelListener, ChannelOptions } from './channel-options.ts';
import type { CloseReason } from './close-reason.ts';
import { Link } from './link.ts';

/** A day less half an hour, and up to a quarter of an hour earlier so that many connections don't renew as one. */
const RENEW_AFTER_MS = LIMITS.connectionLifetime.value - HOUR_MS / 2;
const RENEW_JITTER_MS = HOUR_MS / 4;
/** Messages of the new connection that wait meanwhile; more end the overlap early. */
const BUFFERED_BYTES_MAX = 32 * 1024 * 1024;
/** The watchdog's step: silence for one asks the server with a ping, silence for the next ends the connection. */
const IDLE_MS = 30_000;

/** A link with its watchdog, whose messages may be held back until the connection before it is heard out. */
export class Connection {
  readonly link: Link;
  readonly renewAtMs: number;
  readonly #listener: ChannelListener;
  /** Resolves when the streams are proved. */
  readonly ready: Promise<undefined>;
  readonly ended: Promise<CloseReason>;
  /** Resolves when the server said that it is going down. */
  readonly shutdown: Promise<void>;
  /** Resolves when no more can wait. */
  readonly bufferFull: Promise<void>;
  #buffered: Buffer[] | undefined;
  #bufferedBytes = 0;
  #isRetired = false;
  #onBufferFull: () => void = () => {};

  constructor(options: ChannelOptions, isWaiting: boolean, onOpen: () => void) {
    const { listener, signal, clock, random } = options;
    this.#listener = listener;
    this.renewAtMs = clock.monotonicMs() + RENEW_AFTER_MS - random.next() * RENEW_JITTER_MS;
    this.#buffered = isWaiting ? [] : undefined;
    this.bufferFull = new Promise((resolve) => {
      this.#onBufferFull = resolve;
    });
    let onReady = (_: undefined) => {};
    let onEnded = (_: CloseReason) => {};
    let onShutdown = () => {};
    this.ready = new Promise((resolve) => {
      onReady = resolve;
    });
    this.ended = new Promise((resolve) => {
      onEnded = resolve;
    });
    this.shutdown = new Promise((resolve) => {
      onShutdown = resolve;
    });
    const stop = () => this.link.close();
    const watch = new AbortController();
    this.link = new Link({
      clock: options.clock,
      open: options.open,
      base: options.base,
      isCombined: options.isCombined,
      names: options.names,
      isTrusted: options.isTrusted === true,
      ...(options.query === undefined ? {} : { query: options.query }),
      listener: {
        onOpen,
        onReady: (missing) => {
          if (missing.length > 0) listener.onUnlisted(missing);
          onReady(undefined);
        },
        onMessage: (bytes) => {
          if (isShutdown(bytes)) onShutdown();
          else this.#onMessage(bytes);
        },
        onClose: (reason) => {
          watch.abort();
          signal.removeEventListener('abort', stop);
          onEnded(reason);
        },
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void watchForIdle(this.link, options.clock, watch.signal);
  }

  /** Passes on what has waited, and from now on everything at once. */
  release(): void {
    const waiting = this.#buffered ?? [];
    this.#buffered = undefined;
    for (const bytes of waiting) this.#listener.onMessage(bytes);
  }

  /** Says goodbye; nothing it still brings is passed on. */
  retire(): void {
    this.#isRetired = true;
    this.link.close();
  }

  #onMessage(bytes: Buffer): void {
    if (this.#isRetired) return;
    if (this.#buffered === undefined) {
      this.#listener.onMessage(bytes);
      return;
    }
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes > BUFFERED_BYTES_MAX) this.#onBufferFull();
  }
}

/** Asks a silent server with a ping; ends a connection that stays silent. */
async function watchForIdle(link: Link, clock: Clock, signal: AbortSignal): Promise<void> {
  let isPinged = false;
  while (!signal.aborted) {
    link.isAlive = false;
    await clock.sleep(IDLE_MS, signal).catch(() => {});
    if (signal.aborted) return;
    // Nothing is heard while nothing is read.
    if (link.isAlive || link.isPaused) isPinged = false;
    else if (isPinged) return link.terminate();
    else {
      isPinged = true;
      link.ping();
    }
  }
}

const SHUTDOWN_STARTS = [`{"e":"${SERVER_SHUTDOWN.event}"`, `{"stream":"${SERVER_SHUTDOWN.stream}"`].map(
  (text) => Buffer.from(text),
);
const LETTER_S = SERVER_SHUTDOWN.event.charCodeAt(0);
const MARK = SERVER_SHUTDOWN.stream.charCodeAt(0);

/** Two bytes tell nearly all messages from the notice. */
function isShutdown(bytes: Buffer): boolean {
  if (bytes[6] !== LETTER_S && bytes[11] !== MARK) return false;
  return SHUTDOWN_STARTS.some((start) => bytes.subarray(0, start.length).equals(start));
}
