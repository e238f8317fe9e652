/** Follows a user data stream over listen keys of a scripted server. */
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { ListenKeyFeed, type ListenKeyFeedOptions } from '../../src/stream/user/listen-key-feed.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';
import type { StreamServer } from './scripted-stream-server.ts';

export const noKey = () =>
  new ToolError({ kind: 'rejected', code: -1125, message: 'This listenKey does not exist.' });
export const down = () => new ToolError({ kind: 'unavailable', message: 'The exchange is away.' });

interface KeyCalls {
  /** The errors of the next keep-alive calls; undefined for a success. */
  readonly refusals: (ToolError | undefined)[];
  readonly created: string[];
  readonly keepAliveMinutes: number[];
  readonly closed: string[];
}

/** Follows a user data stream until the test has finished or `stop` is called. */
export function followKeys(server: StreamServer, more: Partial<ListenKeyFeedOptions> = {}) {
  const clock = manualClock();
  const keyCalls: KeyCalls = { refusals: [], created: [], keepAliveMinutes: [], closed: [] };
  const messages: string[] = [];
  const notes: string[] = [];
  const firstFlags: boolean[] = [];
  const stopped = new AbortController();
  const feed = new ListenKeyFeed({
    clock,
    random: seededRandom(5),
    open: socketOpener({
      connector: createConnector({ connectTimeoutMs: 60_000 }),
      userAgent: 'bourse/test',
      now: clock.now,
    }),
    takeAttempt: async () => {},
    base: server.url,
    keys: {
      async create() {
        keyCalls.created.push(`key${keyCalls.created.length + 1}`.repeat(12));
        return keyCalls.created.at(-1)!;
      },
      async keepAlive(key) {
        keyCalls.keepAliveMinutes.push(clock.monotonicMs() / MINUTE_MS);
        const refusal = keyCalls.refusals.shift();
        if (refusal !== undefined) throw refusal;
        return key;
      },
      async close(key) {
        keyCalls.closed.push(key);
      },
    },
    signal: stopped.signal,
    onConnected: async (isFirst) => {
      firstFlags.push(isFirst);
    },
    onMessage: (bytes) => messages.push(bytes.toString()),
    onLost: (why) => notes.push(`lost: ${why}`),
    onNote: (text) => notes.push(text),
    ...more,
  });
  const done = feed.run();
  onTestFinished(() => stopped.abort());
  const connection = async (number: number) => {
    const found = await server.connection(number);
    await runPendingTasks();
    return found;
  };
  return {
    feed,
    clock,
    keyCalls,
    messages,
    notes,
    firstFlags,
    done,
    connection,
    stop: () => stopped.abort(),
  };
}
