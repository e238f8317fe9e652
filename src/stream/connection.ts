/**
 * One connection of a channel: a link with its idle watchdog, its renewal time, and a buffer for messages
 * until the previous connection is closed.
 */

import * as LIMITS from '../catalogue/limits/connections.ts';
import { SERVER_SHUTDOWN } from '../catalogue/streams.ts';
import type { Clock } from '../core/clock.ts';
import { HOUR_MS } from '../core/time-units.ts';
import type { ChannelListener, ChannelOptions } from './channel-options.ts';
import type { CloseReason } from './close-reason.ts';
import { Link } from './link.ts';
import type { MessageLines } from './message-lines.ts';

/**
 * When a connection is renewed: 24 hours less half an hour; a random part of up to a quarter of an hour keeps
 * renewals from coinciding.
 */
const RENEW_AFTER_MS = LIMITS.connectionLifetime.value - HOUR_MS / 2;
const RENEW_JITTER_MS = HOUR_MS / 4;
/**
 * The largest number of buffered bytes of a new connection; reaching it ends the overlap of both connections
 * early.
 */
const BUFFERED_BYTES_MAX = 32 * 1024 * 1024;
/**
 * The idle time in ms after which the watchdog sends a ping; after the same time again it ends the
 * connection.
 */
const IDLE_MS = 30_000;

/** A link with an idle watchdog whose messages can be buffered until `release`. */
export class Connection {
  readonly link: Link;
  readonly renewAtMs: number;
  readonly #listener: ChannelListener;
  /** Resolves when the exchange has listed the streams. */
  readonly ready: Promise<undefined>;
  readonly ended: Promise<CloseReason>;
  /** Resolves when the server announces its shutdown. */
  readonly shutdown: Promise<void>;
  /** Resolves when the buffer is full. */
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
        onReady: (missing, why) => {
          if (missing.length > 0) listener.onUnlisted(missing, why);
          onReady(undefined);
        },
        onMessage: (bytes) => {
          if (isShutdown(bytes)) onShutdown();
          else this.#onMessage(bytes);
        },
        onLines: (lines, from, to) => this.#onLines(lines, from, to),
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

  /** Delivers the buffered messages, and from now on delivers every message immediately. */
  release(): void {
    const waiting = this.#buffered ?? [];
    this.#buffered = undefined;
    for (const bytes of waiting) this.#listener.onMessage(bytes);
  }

  /** Closes the connection and discards all further messages. */
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

  /** Passes messages on up to the first shutdown notice, which is delivered on its own. */
  #onLines(lines: MessageLines, from: number, to: number): number {
    if (this.#buffered !== undefined) return from;
    const end = firstNotice(lines, from, to);
    if (this.#isRetired) return end;
    return (end > from ? this.#listener.onLines?.(lines, from, end) : undefined) ?? from;
  }
}

/** Sends a ping on an idle connection, and ends the connection if it stays idle. */
async function watchForIdle(link: Link, clock: Clock, signal: AbortSignal): Promise<void> {
  let isPinged = false;
  while (!signal.aborted) {
    link.isAlive = false;
    await clock.sleep(IDLE_MS, signal).catch(() => {});
    if (signal.aborted) return;
    // A connection whose reading is paused counts as alive, because nothing can arrive on it.
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

/**
 * Returns whether the message that begins at `at` is a shutdown notice; two bytes distinguish nearly all other messages.
 */
function isShutdown(bytes: Buffer, at = 0): boolean {
  if (bytes[at + 6] !== LETTER_S && bytes[at + 11] !== MARK) return false;
  return SHUTDOWN_STARTS.some((start) => bytes.subarray(at, at + start.length).equals(start));
}

/** Returns the index of the first shutdown notice, or `to` if there is none. */
function firstNotice(lines: MessageLines, from: number, to: number): number {
  const { bytes, starts } = lines;
  for (let index = from; index < to; index += 1) if (isShutdown(bytes, starts[index])) return index;
  return to;
}
