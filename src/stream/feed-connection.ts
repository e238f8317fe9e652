/**
 * The streams of one connection of a feed: a tracker for each stream, and the channel that keeps them alive.
 * Changes of subscriptions apply to the open connection and to all later ones.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Sequence } from '../catalogue/stream-types.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonValue } from '../core/words.ts';
import { Channel } from './channel.ts';
import type { ChannelOptions } from './channel-options.ts';
import type { ControlMethodName } from './link.ts';
import type { MessageLines } from './message-lines.ts';
import type { StreamRecord } from './recording/records.ts';
import { Router } from './router.ts';
import { Tracker } from './tracker.ts';

/** Returns a stream address with the prefix before /ws and /stream that hosts with several prefixes need. */
export function withRoute(base: URL, route: string): URL {
  const address = new URL(base);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${route}`;
  return address;
}

/** A stream to subscribe to. */
export interface FeedStream {
  readonly name: string;
  /**
   * The sequence numbers of the stream's messages; absent for streams that the catalogue does not know, whose
   * gaps cannot be detected.
   */
  readonly sequence?: Sequence;
  /** The prefix before /ws and /stream, if the host has several. */
  readonly route?: string;
}

export interface FeedConnectionOptions extends Omit<ChannelOptions, 'names' | 'listener' | 'base'> {
  /** Scheme, host and port; the route of the streams is added. */
  readonly base: URL;
  readonly streams: readonly FeedStream[];
  /** Receives each message except duplicates, with the tracker of its stream if the stream is known. */
  readonly onMessage: (bytes: Buffer, tracker: Tracker | undefined) => void;
  /** Receives messages that arrived together, instead of `onMessage` one by one. */
  readonly lines?: LinesListener;
  readonly onRecord: (record: StreamRecord) => void;
}

/** Receives messages that arrived together. */
export interface LinesListener {
  /** Returns how many of the messages it takes together now; 0 if it needs each message on its own. */
  room(lines: MessageLines): number;
  /** Receives the messages from index `from` up to `to`, which is excluded; there are no duplicates among them. */
  onLines(lines: MessageLines, from: number, to: number): void;
}

/** The largest number of unsubscribed streams whose counts are kept: as many as one connection carries. */
const UNFOLLOWED_MAX = LIMITS.streamsPerConnection.value;

export class FeedConnection {
  readonly route: string | undefined;
  /** The trackers, by stream name, of the current streams and of those that were unsubscribed last. */
  readonly trackers = new Map<string, Tracker>();
  readonly channel: Channel;
  readonly #names = new Set<string>();
  /** The unsubscribed streams, the longest ago first. */
  readonly #unfollowed = new Set<string>();
  readonly #router = new Router();
  readonly #options: FeedConnectionOptions;
  readonly #deliver: FeedConnectionOptions['onMessage'];
  #isCombined: boolean;
  /** The tracker of the only stream, to which all messages without a wrapper then belong. */
  #onlyTracker: Tracker | undefined;
  #reconnects = 0;
  #isOver = false;

  constructor(options: FeedConnectionOptions) {
    const { base, streams, isCombined, onRecord, clock } = options;
    this.#options = options;
    this.#deliver = options.onMessage;
    options.signal.addEventListener('abort', () => {
      this.#isOver = true;
    });
    this.#isCombined = isCombined;
    this.route = streams[0]?.route;
    for (const stream of streams) this.#add(stream);
    const address = this.route === undefined ? base : withRoute(base, this.route);
    this.channel = new Channel({
      ...options,
      base: address,
      names: this.names,
      listener: {
        onMessage: (bytes) => this.#onMessage(bytes),
        onLines: (lines, from, to) => this.#onLines(lines, from, to),
        onOpen: (isFirst) => {
          const at = clock.now();
          if (isFirst) onRecord({ bourse: 'hello', at, host: base.host, streams: this.names });
          else onRecord({ bourse: 'resync', at, streams: this.names });
        },
        onUnlisted: (missing, why) =>
          onRecord({
            bourse: 'unproved',
            at: clock.now(),
            streams: missing,
            ...(why === undefined ? {} : { why }),
          }),
        onLost: (why, waitMs) => {
          this.#reconnects += 1;
          for (const tracker of this.trackers.values()) tracker.markBreak();
          onRecord({ bourse: 'stale', at: clock.now(), streams: this.names, why, retryInMs: waitMs });
        },
        onOverlap: (isOn) => {
          for (const tracker of this.trackers.values()) tracker.overlap(isOn);
        },
      },
    });
  }

  /** The current streams. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  get reconnects(): number {
    return this.#reconnects;
  }

  /** Subscribes to streams; resolves with the exchange's answers, or with none if no connection is open. */
  async subscribe(streams: readonly FeedStream[]): Promise<readonly JsonValue[]> {
    for (const stream of streams) this.#add(stream);
    return this.channel.subscribe(streams.map(({ name }) => name));
  }

  async unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) {
      this.#names.delete(name);
      this.#unfollowed.delete(name);
      this.#unfollowed.add(name);
    }
    this.#dropOldTrackers();
    this.#setOnlyTracker();
    return this.channel.unsubscribe(names);
  }

  /** Sets whether messages are wrapped as {stream, data}. */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    // Messages of several streams cannot be distinguished without wrappers, so losses cannot be counted.
    if (!isCombined && this.#names.size > 1)
      for (const tracker of this.trackers.values()) tracker.startOver();
    this.#isCombined = isCombined;
    this.#setOnlyTracker();
    return this.channel.setCombined(isCombined);
  }

  /** Sends a control message; resolves with the answer, or with none if no connection is open. */
  ask(method: ControlMethodName, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
    return this.channel.ask(method, params);
  }

  /** Drops the trackers of the streams that were unsubscribed the longest ago. */
  #dropOldTrackers(): void {
    for (const name of [...this.#unfollowed].slice(0, Math.max(0, this.#unfollowed.size - UNFOLLOWED_MAX))) {
      const tracker = this.trackers.get(name);
      if (tracker !== undefined) this.#router.remove(tracker);
      this.trackers.delete(name);
      this.#unfollowed.delete(name);
    }
  }

  #add({ name, sequence }: FeedStream): void {
    this.#names.add(name);
    this.#unfollowed.delete(name);
    const known = this.trackers.get(name);
    if (known === undefined) {
      const tracker = new Tracker(name, sequence);
      this.trackers.set(name, tracker);
      this.#router.add(tracker);
    } else known.startOver();
    this.#setOnlyTracker();
  }

  #setOnlyTracker(): void {
    const [name] = this.#names;
    const isOne = !this.#isCombined && this.#names.size === 1;
    this.#onlyTracker = isOne ? this.trackers.get(name!) : undefined;
  }

  #onMessage(bytes: Buffer): void {
    if (this.#isOver) return;
    const tracker = this.#onlyTracker ?? this.#router.find(bytes);
    const verdict = tracker === undefined ? 'new' : tracker.take(bytes);
    if (verdict === 'duplicate') return;
    if (verdict === 'gap') this.#options.onRecord(gapRecord(tracker!, this.#options.clock));
    this.#deliver(bytes, tracker);
  }

  /** Delivers messages in runs that end before each duplicate and each gap. */
  #onLines(lines: MessageLines, from: number, to: number): number {
    const { lines: listener, onRecord, clock } = this.#options;
    if (listener === undefined || this.#isOver) return from;
    const room = listener.room(lines);
    const { bytes, starts, ends } = lines;
    let runFrom = from;
    let duplicates = 0;
    let index = from;
    const deliver = () => {
      if (index > runFrom) listener.onLines(lines, runFrom, index);
      runFrom = index;
    };
    for (; index < to && index - from - duplicates < room; index += 1) {
      const start = starts[index]!;
      const end = ends[index]!;
      const tracker = this.#onlyTracker ?? this.#router.find(bytes, start, end);
      const verdict = tracker === undefined ? 'new' : tracker.take(bytes, start, end);
      if (verdict === 'new' || verdict === 'late') continue;
      deliver();
      if (verdict === 'gap') onRecord(gapRecord(tracker!, clock));
      else {
        duplicates += 1;
        runFrom += 1;
      }
    }
    deliver();
    return index;
  }
}

function gapRecord({ name, missing }: Tracker, clock: Clock): StreamRecord {
  return {
    bourse: 'gap',
    at: clock.now(),
    stream: name,
    reason: missing === undefined ? 'reconnect' : 'numbers',
    after: missing?.after ?? null,
    before: missing?.before ?? null,
    missing: missing?.count ?? null,
  };
}
