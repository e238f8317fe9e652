/** One client's connection to a stream host. */
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { SERVER_SHUTDOWN } from '../../catalogue/streams.ts';
import { control, type Steered } from './control.ts';
import type { KeepAlive } from './keep-alive.ts';
import { POLICY_VIOLATION } from './keep-alive.ts';
import { Batch, type TimeUnit } from './message.ts';
import { shutdownNotice, takeLeave } from './shutdown-notice.ts';
import type { Mishaps } from './stream-faults.ts';
import type { UserReader } from './user-streams.ts';

/** Opens and closes streams for a connection. */
export interface Streams {
  open(name: string, reader: UserReader): void;
  close(name: string, reader: UserReader): void;
  /** Ends the listen key that a stream is named by. */
  expire(name: string): void;
  /** Notes a connection whose output is held back until the end of the tick. */
  touched(connection: StreamConnection): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** What lies under the socket; whole frames are written to it between the socket's own. */
  readonly output: Duplex;
  readonly keepAlive: KeepAlive;
  readonly streams: Streams;
  readonly mishaps: Mishaps;
  readonly unit: TimeUnit;
  readonly isCombined: boolean;
  readonly streamsMax: number;
  /** The exchange's time, and the machine's. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** Bytes that wait for a client that reads too slowly; above that it is cut off, as memory must stay flat. */
const BACKLOG_MAX_BYTES = 16 * 1024 * 1024;

export class StreamConnection implements Steered, UserReader {
  isCombined: boolean;
  readonly #options: ConnectionOptions;
  readonly #names = new Set<string>();
  #isHeld = false;
  /** When a connection that said so ends, by the machine's time. */
  #leavesAt: number | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.isCombined = options.isCombined;
    const { socket, keepAlive } = options;
    socket.on('message', (data, isBinary) => this.#obey(data, isBinary));
    socket.on('ping', () => void this.#isTooMany());
    socket.on('pong', (payload) => {
      if (!this.#isTooMany()) keepAlive.pong(payload.toString('utf8'));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.unsubscribe([...this.#names]));
  }

  names(): readonly string[] {
    return [...this.#names];
  }

  subscribe(names: readonly string[]): string | undefined {
    const { streams, streamsMax } = this.#options;
    const fresh = names.filter((name) => !this.#names.has(name));
    if (this.#names.size + new Set(fresh).size > streamsMax) {
      return `a connection has at most ${streamsMax} streams`;
    }
    for (const name of fresh) {
      this.#names.add(name);
      streams.open(name, this);
    }
    return undefined;
  }

  unsubscribe(names: readonly string[]): void {
    for (const name of names) if (this.#names.delete(name)) this.#options.streams.close(name, this);
  }

  receive(batch: Batch): void {
    const { socket, mishaps, unit, streams, monotonicMs } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    const form = { unit, isCombined: this.isCombined };
    const now = monotonicMs();
    const { frames, closes, leavesInMs, expires } = mishaps.pass(batch, form, now);
    for (const frame of frames) this.#write(frame);
    if (leavesInMs !== undefined && this.#leavesAt === undefined) {
      this.#leavesAt = now + leavesInMs;
      this.#announceEnd();
    }
    if (expires) streams.expire(batch.name);
    if (closes) socket.terminate();
  }

  #write(frames: Buffer): void {
    const { socket, output, streams } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    if (output.writableLength > BACKLOG_MAX_BYTES) {
      socket.terminate();
      return;
    }
    if (!this.#isHeld) {
      this.#isHeld = true;
      output.cork();
      streams.touched(this);
    }
    output.write(frames);
  }

  /** Lets out what was held back. */
  release(): void {
    this.#isHeld = false;
    this.#options.output.uncork();
  }

  ended(listenKey: string): void {
    this.#names.delete(listenKey);
    if (this.#names.size === 0) this.#options.socket.close(1000, 'Listen key expired');
  }

  tick(now: number, payload: string): void {
    const { socket, keepAlive, mishaps } = this.#options;
    for (const frame of mishaps.after(now)) this.#write(frame);
    if (this.#leavesAt !== undefined && now >= this.#leavesAt) {
      this.#leavesAt = Number.POSITIVE_INFINITY;
      void takeLeave(socket);
    }
    keepAlive.tick(now, payload);
  }

  /** Ends the connection when all is told, and says why. */
  finish(why: string): void {
    this.#options.socket.close(1000, why);
  }

  /** Tells that the server goes down, and ends the connection; resolves when it is closed. */
  end(): Promise<void> {
    this.#announceEnd();
    this.release();
    return takeLeave(this.#options.socket);
  }

  #announceEnd(): void {
    const { unit, now } = this.#options;
    const notice = new Batch(SERVER_SHUTDOWN.stream, [shutdownNotice(now())]);
    this.#write(notice.frames({ unit, isCombined: this.isCombined }));
  }

  #obey(data: RawData, isBinary: boolean): void {
    if (this.#isTooMany()) return;
    const { socket } = this.#options;
    if (isBinary) socket.close(1003, 'Text frames only');
    else socket.send(control(String(data), this));
  }

  #isTooMany(): boolean {
    const { socket, keepAlive, monotonicMs } = this.#options;
    if (!keepAlive.isTooMany(monotonicMs())) return false;
    socket.close(POLICY_VIOLATION, 'Too many requests');
    return true;
  }
}
