/**
 * Market streams as one feed: split over connections, each message judged by its stream's numbers and passed on as
 * the exchange sent it, each loss told. Connections, doubles and renewals don't show.
 */
import { LIMITS } from '../catalogue/limits.ts';
import type { Sequence } from '../catalogue/stream-types.ts';
import type { Clock, Random } from '../core/clock.ts';
import type { TakeAttempt } from './attempts.ts';
import { Channel } from './channel.ts';
import { isComplete, type StreamRecord } from './records.ts';
import { Router } from './router.ts';
import type { OpenSocket } from './socket.ts';
import { type StreamCounts, Tracker } from './tracker.ts';

/** A stream that is wanted. */
export interface FeedStream {
  readonly name: string;
  /** Absent for names that the catalogue does not know: nothing can be proved of them. */
  readonly sequence?: Sequence;
  /** Path in front of /ws and /stream, where the host has several. */
  readonly route?: string;
}

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
  readonly onWait?: (waitMs: number) => void;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #trackers: readonly Tracker[];
  readonly #channels: readonly Channel[];
  readonly #reconnects = { count: 0 };
  readonly #failed = new AbortController();
  #isOver = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => {
      this.#isOver = true;
    });
    const parts = partsOf(options.streams);
    const isCombined = options.isCombined === true || options.streams.length > 1;
    const built = parts.map((streams) => this.#channelOf(streams, isCombined));
    this.#channels = built.map(({ channel }) => channel);
    this.#trackers = built.flatMap(({ trackers }) => trackers);
  }

  /** Runs until the signal is aborted. Throws a ToolError where there never was a connection. */
  async run(): Promise<void> {
    await Promise.all(
      this.#channels.map((channel) =>
        channel.run().catch((error: unknown) => {
          // One that can't be had ends the others: half of what was asked for is not what was asked for.
          this.#failed.abort();
          throw error;
        }),
      ),
    );
  }

  pause(): void {
    for (const channel of this.#channels) channel.pause();
  }

  resume(): void {
    for (const channel of this.#channels) channel.resume();
  }

  get reconnects(): number {
    return this.#reconnects.count;
  }

  counts(): readonly (StreamCounts & { readonly name: string; readonly isComplete: boolean | null })[] {
    return this.#trackers.map((tracker) => {
      const counts = tracker.counts();
      const isCounted = tracker.sequence !== undefined && tracker.sequence.by !== 'ascent';
      return { name: tracker.name, ...counts, isComplete: isComplete(counts, isCounted) };
    });
  }

  #channelOf(streams: readonly FeedStream[], isCombined: boolean) {
    const { clock, base, onMessage, onRecord } = this.#options;
    const names = streams.map(({ name }) => name);
    const trackers = streams.map(({ name, sequence }) => new Tracker(name, sequence));
    const router = new Router();
    for (const tracker of trackers) router.add(tracker);
    const only = isCombined ? undefined : trackers[0];
    const address = new URL(base);
    const route = streams[0]?.route;
    if (route !== undefined) address.pathname = `${address.pathname.replace(/\/$/, '')}/${route}`;
    const tell = (record: StreamRecord) => onRecord(record);
    const channel = new Channel({
      ...this.#options,
      base: address,
      names,
      isCombined,
      signal: AbortSignal.any([this.#options.signal, this.#failed.signal]),
      listener: {
        onMessage: (bytes) => {
          if (this.#isOver) return;
          const tracker = only ?? router.find(bytes);
          const verdict = tracker === undefined ? 'new' : tracker.take(bytes);
          if (verdict === 'double') return;
          if (verdict === 'gap') tell(gapRecord(tracker!, clock));
          onMessage(bytes, tracker);
        },
        onOpen: (isFirst) => {
          const at = clock.now();
          if (isFirst) tell({ bourse: 'hello', at, host: base.host, streams: names });
          else tell({ bourse: 'resync', at, streams: names });
        },
        onUnproved: (missing) => tell({ bourse: 'unproved', at: clock.now(), streams: missing }),
        onLost: (why, waitMs) => {
          this.#reconnects.count += 1;
          for (const tracker of trackers) tracker.markBreak();
          tell({ bourse: 'stale', at: clock.now(), streams: names, why, retryInMs: waitMs });
        },
        onOverlap: (isOn) => {
          for (const tracker of trackers) tracker.overlap(isOn);
        },
        onWait: (waitMs) => this.#options.onWait?.(waitMs),
      },
    });
    return { channel, trackers };
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
