/**
 * Combines market streams into one feed over several connections. Delivers each message as the exchange sent
 * it, reports gaps, and hides reconnects, renewals and duplicates.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Clock, Random } from '../core/clock.ts';
import type { JsonValue } from '../core/words.ts';
import type { TakeAttempt } from './attempts.ts';
import { FeedConnection, type FeedStream, type LinesListener } from './feed-connection.ts';
import type { ControlMethodName } from './link.ts';
import { isComplete, type StreamRecord } from './recording/records.ts';
import type { OpenSocket } from './socket.ts';
import type { StreamCounts, Tracker } from './tracker.ts';

export interface FeedOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly open: OpenSocket;
  readonly takeAttempt: TakeAttempt;
  readonly base: URL;
  readonly streams: readonly FeedStream[];
  /** Whether the messages of a single stream are wrapped as `{stream, data}` too. */
  readonly isCombined?: boolean;
  /** A query that is added to the address, such as timeUnit=MICROSECOND. */
  readonly query?: string;
  readonly signal: AbortSignal;
  /** Receives each message as sent; it is wrapped as `{stream, data}` if the feed is combined. */
  readonly onMessage: (bytes: Buffer, tracker: Tracker | undefined) => void;
  /** Receives messages that arrived together, instead of `onMessage` one by one. */
  readonly lines?: LinesListener;
  readonly onRecord: (record: StreamRecord) => void;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #connections: FeedConnection[] = [];
  readonly #failed = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #isCombined: boolean;
  #isPaused = false;
  #fail: (error: unknown) => void = () => {};

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#isCombined = options.isCombined === true || options.streams.length > 1;
    for (const streams of splitByConnection(options.streams))
      this.#connections.push(this.#createConnection(streams));
  }

  /**
   * Runs until the signal aborts or the streams have ended. Throws a ToolError if no connection succeeded.
   */
  async run(): Promise<void> {
    const failure = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    for (const connection of this.#connections) this.#start(connection);
    while (this.#running.size > 0) await Promise.race([Promise.all(this.#running), failure]);
  }

  pause(): void {
    this.#isPaused = true;
    for (const { channel } of this.#connections) channel.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const { channel } of this.#connections) channel.resume();
  }

  get reconnects(): number {
    return this.#connections.reduce((sum, connection) => sum + connection.reconnects, 0);
  }

  /** Whether all connections are open, so that control messages are sent immediately. */
  get isOpen(): boolean {
    return this.#connections.every(({ channel }) => channel.isOpen);
  }

  /** The current streams. */
  get names(): readonly string[] {
    return this.#connections.flatMap(({ names }) => names);
  }

  counts(): readonly (StreamCounts & { readonly name: string; readonly isComplete: boolean | null })[] {
    return this.#connections
      .flatMap(({ trackers }) => [...trackers.values()])
      .map((tracker) => {
        const counts = tracker.counts();
        const isCounted = tracker.sequence !== undefined && tracker.sequence.by !== 'ascent';
        return { name: tracker.name, ...counts, isComplete: isComplete(counts, isCounted) };
      });
  }

  /**
   * Subscribes to more streams, on connections with room or on a new one. Resolves with the exchange's
   * answers; without an open connection there are none, and the next connection carries the streams.
   */
  async subscribe(streams: readonly FeedStream[]): Promise<readonly JsonValue[]> {
    const known = new Set(this.names);
    const answers: JsonValue[] = [];
    for (const wanted of splitByConnection(streams.filter(({ name }) => !known.has(name)))) {
      const left = [...wanted];
      for (const connection of this.#connections.filter(({ route }) => route === wanted[0]?.route)) {
        const room = LIMITS.streamsPerConnection.value - connection.names.length;
        const some = left.splice(0, Math.max(0, room));
        if (some.length > 0) answers.push(...(await connection.subscribe(some)));
      }
      if (left.length > 0) this.#addConnection(left);
    }
    return answers;
  }

  /** Unsubscribes from streams; resolves with the exchange's answers. */
  async unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    const answers: JsonValue[] = [];
    for (const connection of this.#connections) {
      const own = names.filter((name) => connection.names.includes(name));
      if (own.length > 0) answers.push(...(await connection.unsubscribe(own)));
    }
    return answers;
  }

  /** Sets whether messages are wrapped as {stream, data}. */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    return (
      await Promise.all(this.#connections.map((connection) => connection.setCombined(isCombined)))
    ).flat();
  }

  /** Sends a control message on each connection; resolves with the answers. */
  async ask(method: ControlMethodName, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
    return (await Promise.all(this.#connections.map((connection) => connection.ask(method, params)))).flat();
  }

  #addConnection(streams: readonly FeedStream[]): void {
    const connection = this.#createConnection(streams);
    this.#connections.push(connection);
    if (this.#isPaused) connection.channel.pause();
    this.#start(connection);
  }

  #start({ channel }: FeedConnection): void {
    const running = channel.run().catch((error: unknown) => {
      // A connection that cannot be opened ends the whole feed, which would otherwise be incomplete.
      this.#failed.abort();
      this.#fail(error);
    });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  #createConnection(streams: readonly FeedStream[]): FeedConnection {
    return new FeedConnection({
      ...this.#options,
      streams,
      isCombined: this.#isCombined,
      signal: AbortSignal.any([this.#options.signal, this.#failed.signal]),
    });
  }
}

/** Groups streams by route and splits the groups by the limit of streams per connection. */
function splitByConnection(streams: readonly FeedStream[]): readonly (readonly FeedStream[])[] {
  const byRoute = new Map<string | undefined, FeedStream[]>();
  for (const stream of streams) byRoute.set(stream.route, [...(byRoute.get(stream.route) ?? []), stream]);
  return [...byRoute.values()].flatMap((all) => {
    const groups: FeedStream[][] = [];
    for (let at = 0; at < all.length; at += LIMITS.streamsPerConnection.value) {
      groups.push(all.slice(at, at + LIMITS.streamsPerConnection.value));
    }
    return groups;
  });
}
