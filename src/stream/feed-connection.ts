/**
 * The streams of one connection: a tracker for each, and the channel that keeps them alive. What is changed while it
 * runs holds for this connection and for those that come after it.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Sequence } from '../catalogue/stream-types.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonValue } from '../core/words.ts';
import { Channel } from './channel.ts';
import type { ChannelOptions } from './channel-options.ts';
import type { ControlMethod } from './link.ts';
import type { StreamRecord } from './recording/records.ts';
import { Router } from './router.ts';
import { Tracker } from './tracker.ts';

/** A stream that is wanted. */
export interface FeedStream {
  readonly name: string;
  /** Absent for names that the catalogue does not know: nothing can be proved of them. */
  readonly sequence?: Sequence;
  /** Path in front of /ws and /stream, where the host has several. */
  readonly route?: string;
}

export interface FeedConnectionOptions extends Omit<ChannelOptions, 'names' | 'listener' | 'base'> {
  /** Scheme, host and port; the route of the streams is added. */
  readonly base: URL;
  readonly streams: readonly FeedStream[];
  /** Takes a message that is no double, with the tracker of its stream where that is known. */
  readonly onMessage: (bytes: Buffer, tracker: Tracker | undefined) => void;
  readonly onRecord: (record: StreamRecord) => void;
}

/** Streams whose counts are kept once they are followed no more: as many as a connection carries. */
const UNFOLLOWED_MAX = LIMITS.streamsPerConnection.value;

export class FeedConnection {
  readonly route: string | undefined;
  /** Of the streams it carries, and of those it carried last. */
  readonly trackers = new Map<string, Tracker>();
  readonly channel: Channel;
  readonly #names = new Set<string>();
  /** Followed once and no more, the longest ago first. */
  readonly #unfollowed = new Set<string>();
  readonly #router = new Router();
  readonly #options: FeedConnectionOptions;
  readonly #deliver: FeedConnectionOptions['onMessage'];
  #isCombined: boolean;
  /** The one stream that bare messages can belong to. */
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
    const address = new URL(base);
    if (this.route !== undefined) address.pathname = `${address.pathname.replace(/\/$/, '')}/${this.route}`;
    this.channel = new Channel({
      ...options,
      base: address,
      names: this.names,
      listener: {
        onMessage: (bytes) => this.#onMessage(bytes),
        onOpen: (isFirst) => {
          const at = clock.now();
          if (isFirst) onRecord({ bourse: 'hello', at, host: base.host, streams: this.names });
          else onRecord({ bourse: 'resync', at, streams: this.names });
        },
        onUnlisted: (missing) => onRecord({ bourse: 'unproved', at: clock.now(), streams: missing }),
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

  /** The streams it carries now. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  get reconnects(): number {
    return this.#reconnects;
  }

  /** Carries more streams from now on; resolves with what the exchange answered, nothing where no connection is open. */
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

  /** Wraps messages from now on, or leaves the wrapping out. */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    // Bare messages of several streams can't be told apart: what is lost meanwhile can't be counted.
    if (!isCombined && this.#names.size > 1)
      for (const tracker of this.trackers.values()) tracker.startOver();
    this.#isCombined = isCombined;
    this.#setOnlyTracker();
    return this.channel.setCombined(isCombined);
  }

  /** Asks the exchange; resolves with nothing where no connection is open. */
  ask(method: ControlMethod, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
    return this.channel.ask(method, params);
  }

  /** What is followed no more is counted to the end, but not without end. */
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
