/** Follows streams of a scripted server, on a clock that the test advances. */
import { expect, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { Feed, type FeedOptions } from '../../src/stream/feed.ts';
import type { StreamRecord } from '../../src/stream/recording/records.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';
import type { StreamServer } from './scripted-stream-server.ts';

export const STEP = { by: 'step', at: 't' } as const;
/** The most turns of the event loop that a test waits for a condition. */
const TURNS_MAX = 4000;

export interface Following {
  readonly feed: Feed;
  readonly messages: string[];
  readonly records: StreamRecord[];
  readonly clock: ReturnType<typeof manualClock>;
  readonly done: Promise<void>;
  readonly stop: () => void;
  /** Resolves when this many messages have been emitted. */
  untilMessages(count: number): Promise<void>;
  /** Resolves when there are this many records of a kind. */
  untilRecord(kind: StreamRecord['bourse'], count?: number): Promise<void>;
}

/** Follows streams until the test has finished or `stop` is called. */
export function follow(
  server: StreamServer,
  streams: FeedOptions['streams'],
  more: Partial<FeedOptions> = {},
): Following {
  const clock = manualClock();
  const messages: string[] = [];
  const records: StreamRecord[] = [];
  const ends = new AbortController();
  const feed = new Feed({
    clock,
    random: seededRandom(11),
    open: socketOpener({
      connector: createConnector({ connectTimeoutMs: 60_000 }),
      userAgent: 'bourse/test',
      now: clock.now,
    }),
    takeAttempt: async () => {},
    base: server.url,
    streams,
    signal: ends.signal,
    onMessage: (bytes) => messages.push(bytes.toString()),
    onRecord: (record) => records.push(record),
    ...more,
  });
  const done = feed.run();
  onTestFinished(() => {
    ends.abort();
  });
  const until = async (condition: () => boolean) => {
    for (let turn = 0; turn < TURNS_MAX && !condition(); turn += 1) await runPendingTasks();
    expect(condition()).toBe(true);
  };
  return {
    feed,
    messages,
    records,
    clock,
    done,
    stop: () => ends.abort(),
    untilMessages: (count) => until(() => messages.length >= count),
    untilRecord: (kind, count = 1) =>
      until(() => records.filter(({ bourse }) => bourse === kind).length >= count),
  };
}

export const trades = [{ name: 'btcusdt@trade', sequence: STEP }];
export const idsOf = (messages: readonly string[]) =>
  messages.map((text) => Number(/"t":(\d+)/.exec(text)?.[1]));
