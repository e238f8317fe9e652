/**
 * Market streams as one feed: split over connections, each message judged by its stream's numbers and passed on as
 * the exchange sent it, each loss told. Connections, doubles and renewals don't show.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Clock, Random } from '../core/clock.ts';
import type { JsonValue } from '../core/words.ts';
import type { TakeAttempt } from './attempts.ts';
import { FeedPart, type FeedStream } from './feed-part.ts';
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
  readonly #parts: FeedPart[] = [];
  readonly #failed = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #isCombined: boolean;
  #isPaused = false;
  #fail: (error: unknown) => void = () => {};

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#isCombined = options.isCombined === true || options.streams.length > 1;
    for (const streams of partsOf(options.streams)) this.#parts.push(this.#partOf(streams));
  }

  /** Runs until the signal is aborted, or the streams are over. Throws a ToolError where there never was a connection. */
  async run(): Promise<void> {
    const failure = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    for (const part of this.#parts) this.#start(part);
    while (this.#running.size > 0) await Promise.race([Promise.all(this.#running), failure]);
  }

  pause(): void {
    this.#isPaused = true;
    for (const { channel } of this.#parts) channel.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const { channel } of this.#parts) channel.resume();
  }

  get reconnects(): number {
    return this.#parts.reduce((sum, part) => sum + part.reconnects, 0);
  }

  /** Whether all connections are open: control messages are sent now. */
  get isOpen(): boolean {
    return this.#parts.every(({ channel }) => channel.isOpen);
  }

  /** The streams that are followed now. */
  get names(): readonly string[] {
    return this.#parts.flatMap(({ names }) => names);
  }

  counts(): readonly (StreamCounts & { readonly name: string; readonly isComplete: boolean | null })[] {
    return this.#parts
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
    for (const wanted of partsOf(streams.filter(({ name }) => !known.has(name)))) {
      const left = [...wanted];
      for (const part of this.#parts.filter(({ route }) => route === wanted[0]?.route)) {
        const room = LIMITS.streamsPerConnection.value - part.names.length;
        const some = left.splice(0, Math.max(0, room));
        if (some.length > 0) answers.push(...(await part.subscribe(some)));
      }
      if (left.length > 0) this.#begin(left);
    }
    return answers;
  }

  /** Follows these streams no more. */
  async unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    const answers: JsonValue[] = [];
    for (const part of this.#parts) {
      const own = names.filter((name) => part.names.includes(name));
      if (own.length > 0) answers.push(...(await part.unsubscribe(own)));
    }
    return answers;
  }

  /** Wraps messages from now on, or leaves the wrapping out. */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    return (await Promise.all(this.#parts.map((part) => part.setCombined(isCombined)))).flat();
  }

  /** Asks the exchange on each connection. */
  async ask(method: ControlMethod, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
    return (await Promise.all(this.#parts.map((part) => part.ask(method, params)))).flat();
  }

  #begin(streams: readonly FeedStream[]): void {
    const part = this.#partOf(streams);
    this.#parts.push(part);
    if (this.#isPaused) part.channel.pause();
    this.#start(part);
  }

  #start({ channel }: FeedPart): void {
    const running = channel.run().catch((error: unknown) => {
      // One that can't be had ends the others: half of what was asked for is not what was asked for.
      this.#failed.abort();
      this.#fail(error);
    });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  #partOf(streams: readonly FeedStream[]): FeedPart {
    return new FeedPart({
      ...this.#options,
      streams,
      isCombined: this.#isCombined,
      signal: AbortSignal.any([this.#options.signal, this.#failed.signal]),
    });
  }
}

/** Streams of one route fill connections up to the limit of streams each. */
function partsOf(streams: readonly FeedStream[]): readonly (readonly FeedStream[])[] {
  const byRoute = new Map<string | undefined, FeedStream[]>();
  for (const stream of streams) byRoute.set(stream.route, [...(byRoute.get(stream.route) ?? []), stream]);
  return [...byRoute.values()].flatMap((all) => {
    const parts: FeedStream[][] = [];
    for (let at = 0; at < all.length; at += LIMITS.streamsPerConnection.value) {
      parts.push(all.slice(at, at + LIMITS.streamsPerConnection.value));
    }
    return parts;
  });
}
