/** The connection of one client to a stream host. */
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { SERVER_SHUTDOWN } from '../../catalogue/streams.ts';
import { notSimulatedRefusal } from '../gate/refusals.ts';
import { answerControlMessage, type ControlError, type ControlledConnection } from './control.ts';
import type { KeepAlive } from './keep-alive.ts';
import { POLICY_VIOLATION } from './keep-alive.ts';
import { Batch, type TimeUnit } from './message.ts';
import { closeGracefully, shutdownNotice } from './shutdown-notice.ts';
import type { StreamFaults } from './stream-faults.ts';
import type { EventKinds, UserStreamReader } from './user-streams.ts';

/** Opens and closes the streams of a connection. */
export interface StreamRegistry {
  /** Whether a name is a stream that the sandbox simulates, or a listen key. */
  simulates(name: string): boolean;
  /**
   * Adds a stream to the connection. `kinds` are the kinds of events that a user data stream sends; if
   * absent, every kind.
   */
  open(name: string, reader: UserStreamReader, kinds?: EventKinds): void;
  close(name: string, reader: UserStreamReader): void;
  /** Lets a listen key expire that is the name of a stream. */
  expire(name: string): void;
  /** Called when the output of a connection is corked until the end of the tick. */
  onCorked(connection: StreamConnection): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** The stream under the WebSocket, to which complete frames are written. */
  readonly output: Duplex;
  readonly keepAlive: KeepAlive;
  readonly registry: StreamRegistry;
  readonly faults: StreamFaults;
  readonly unit: TimeUnit;
  readonly isCombined: boolean;
  readonly streamsMax: number;
  /** The exchange time, and below it the machine's monotonic time. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** The maximum bytes buffered for a slow client; above it the connection is terminated. */
const BACKLOG_MAX_BYTES = 16 * 1024 * 1024;

/** The number of refused stream names that the answer quotes. */
const NAMES_SHOWN_MAX = 10;
const NAME_LENGTH_MAX = 60;

export class StreamConnection implements ControlledConnection, UserStreamReader {
  isCombined: boolean;
  readonly #options: ConnectionOptions;
  readonly #streamNames = new Set<string>();
  #isCorked = false;
  /** When the connection closes after a shutdown notice, by the machine's time. */
  #closesAt: number | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.isCombined = options.isCombined;
    const { socket, keepAlive } = options;
    socket.on('message', (data, isBinary) => this.#handleMessage(data, isBinary));
    socket.on('ping', () => void this.#isTooMany());
    socket.on('pong', (payload) => {
      if (!this.#isTooMany()) keepAlive.pong(payload.toString('utf8'));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.unsubscribe([...this.#streamNames]));
  }

  names(): readonly string[] {
    return [...this.#streamNames];
  }

  subscribe(names: readonly string[]): ControlError | undefined {
    const { registry, streamsMax } = this.#options;
    const added = names.filter((name) => !this.#streamNames.has(name));
    if (this.#streamNames.size + new Set(added).size > streamsMax) {
      return { code: 2, msg: `Invalid request: a connection has at most ${streamsMax} streams` };
    }
    const unknown = added.filter((name) => !registry.simulates(name));
    for (const name of added) {
      if (unknown.includes(name)) continue;
      this.#streamNames.add(name);
      registry.open(name, this);
    }
    if (unknown.length === 0) return undefined;
    const shown = unknown.slice(0, NAMES_SHOWN_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX));
    const { code, message } = notSimulatedRefusal(`the stream ${shown.join(', ')}`);
    return { code: Number(code), msg: message };
  }

  unsubscribe(names: readonly string[]): void {
    for (const name of names) if (this.#streamNames.delete(name)) this.#options.registry.close(name, this);
  }

  receive(batch: Batch): void {
    const { socket, faults, unit, registry, monotonicMs } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    const form = { unit, isCombined: this.isCombined };
    const now = monotonicMs();
    const { frames, closes, closesInMs, expires } = faults.apply(batch, form, now);
    for (const frame of frames) this.#write(frame);
    if (closesInMs !== undefined && this.#closesAt === undefined) {
      this.#closesAt = now + closesInMs;
      this.#sendShutdownNotice();
    }
    if (expires) registry.expire(batch.name);
    if (closes) socket.terminate();
  }

  #write(frames: Buffer): void {
    const { socket, output, registry } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    if (output.writableLength > BACKLOG_MAX_BYTES) {
      socket.terminate();
      return;
    }
    if (!this.#isCorked) {
      this.#isCorked = true;
      output.cork();
      registry.onCorked(this);
    }
    output.write(frames);
  }

  /** Uncorks the output. */
  release(): void {
    this.#isCorked = false;
    this.#options.output.uncork();
  }

  onKeyExpired(listenKey: string): void {
    this.#streamNames.delete(listenKey);
    if (this.#streamNames.size === 0) this.#options.socket.close(1000, 'Listen key expired');
  }

  tick(now: number, payload: string): void {
    const { socket, keepAlive, faults } = this.#options;
    for (const frame of faults.takeStalled(now)) this.#write(frame);
    if (this.#closesAt !== undefined && now >= this.#closesAt) {
      this.#closesAt = Number.POSITIVE_INFINITY;
      void closeGracefully(socket);
    }
    keepAlive.tick(now, payload);
  }

  /** Closes the connection after all messages were sent. */
  finish(reason: string): void {
    this.#options.socket.close(1000, reason);
  }

  /** Sends a shutdown notice and closes the connection; resolves when it is closed. */
  shutDown(): Promise<void> {
    this.#sendShutdownNotice();
    this.release();
    return closeGracefully(this.#options.socket);
  }

  #sendShutdownNotice(): void {
    const { unit, now } = this.#options;
    const notice = new Batch(SERVER_SHUTDOWN.stream, [shutdownNotice(now())]);
    this.#write(notice.frames({ unit, isCombined: this.isCombined }));
  }

  #handleMessage(data: RawData, isBinary: boolean): void {
    if (this.#isTooMany()) return;
    const { socket } = this.#options;
    if (isBinary) socket.close(1003, 'Text frames only');
    else socket.send(answerControlMessage(String(data), this));
  }

  #isTooMany(): boolean {
    const { socket, keepAlive, monotonicMs } = this.#options;
    if (!keepAlive.isTooMany(monotonicMs())) return false;
    socket.close(POLICY_VIOLATION, 'Too many requests');
    return true;
  }
}
