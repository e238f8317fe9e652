/**
 * Market streams as one feed: split over connections, each message judged by its stream's numbers and passed on as
 * the exchange sent it, each loss told. Connections, doubles and renewals don't show.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Clock, Random } from '../core/clock.ts';
import type { JsonValue } from '../core/words.ts';
import type { TakeAttempt } from './attempts.ts';
import { FeedConnection, type FeedStream } from './feed-connection.ts';
import type { ControlMethod } from './link.ts';
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
  /** Whether messages come wrapped even where one stream alone is asked for. */
  readonly isCombined?: boolean;
  /** Added to the address, such as timeUnit=MICROSECOND. */
  readonly query?: string;
  readonly signal: AbortSignal;
  /** Takes each message as it came, wrapped where the feed is combined. */
  readonly onMessage: (bytes: Buffer, tracker: Tracker | undefined) => void;
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

  /** Runs until the signal is aborted, or the streams are over. Throws a ToolError where there never was a connection. */
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

  /** Whether all connections are open: control messages are sent now. */
  get isOpen(): boolean {
    return this.#connections.every(({ channel }) => channel.isOpen);
  }

  /** The streams that are followed now. */
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
   * Follows more streams from now on, on connections that have room and on another where none has. Resolves with the
   * exchange's answers; where no connection is open there is none, and the next one carries them.
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

  /** Follows these streams no more. */
  async unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    const answers: JsonValue[] = [];
    for (const connection of this.#connections) {
      const own = names.filter((name) => connection.names.includes(name));
      if (own.length > 0) answers.push(...(await connection.unsubscribe(own)));
    }
    return answers;
  }

  /** Wraps messages from now on, or leaves the wrapping out. */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    return (
      await Promise.all(this.#connections.map((connection) => connection.setCombined(isCombined)))
    ).flat();
  }

  /** Asks the exchange on each connection. */
  async ask(method: ControlMethod, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
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
      // One that can't be had ends the others: half of what was asked for is not what was asked for.
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

/** Streams of one route fill connections up to the limit of streams each. */
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
