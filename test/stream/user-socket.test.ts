/** A user data stream over the WebSocket API: lost connections, the renewal within a day, and dead connections. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { WsApiUserFeed, type WsApiUserFeedOptions } from '../../src/stream/user/ws-api-feed.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';
import { type StreamServer, startStreamServer } from './scripted-stream-server.ts';

function follow(server: StreamServer, more: Partial<WsApiUserFeedOptions> = {}) {
  const clock = manualClock();
  const log: string[] = [];
  const ends = new AbortController();
  const feed = new WsApiUserFeed({
    clock,
    random: seededRandom(5),
    open: socketOpener({
      connector: createConnector({ connectTimeoutMs: 60_000 }),
      userAgent: 'bourse/test',
      now: clock.now,
    }),
    takeAttempt: async () => {},
    url: new URL('/ws-api/v3', server.url),
    timeoutMs: 5000,
    signal: ends.signal,
    subscribe: async (api) => {
      await api.ready();
      return {};
    },
    onConnected: async (isFirst) => {
      log.push(isFirst ? 'first' : 'again');
    },
    onMessage: (bytes) => log.push(bytes.toString()),
    onLost: (why) => log.push(`lost: ${why}`),
    onNote: (text) => log.push(text),
    ...more,
  });
  const done = feed.run();
  onTestFinished(() => ends.abort());
  const until = async (condition: () => boolean) => {
    for (let turn = 0; turn < 2000 && !condition(); turn += 1) await runPendingTasks();
    expect(condition()).toBe(true);
  };
  return { feed, clock, log, done, until, stop: () => ends.abort() };
}

const wrapped = (event: string) => `{"subscriptionId":0,"event":${event}}`;

describe('a user feed over the WebSocket API', () => {
  it('emits events byte for byte, and subscribes again and reconciles after a lost connection', async () => {
    const server = await startStreamServer({ isSilent: true });
    const { log, clock, until, stop, done, feed } = follow(server);
    await until(() => log.includes('first'));
    const odd = '{"e":"balanceUpdate", "d":"1.10" }';
    server.connections[0]!.send(wrapped(odd));
    await until(() => log.includes(odd));
    server.connections[0]!.socket.terminate();
    await until(() => log.some((text) => text.startsWith('lost')));
    await clock.advance(1000);
    await until(() => log.includes('again'));
    expect(server.connections.map(({ target }) => target)).toEqual(['/ws-api/v3', '/ws-api/v3']);
    expect(feed.lives).toBe(2);
    stop();
    await done;
  });

  it('opens the next connection before a day is over and then closes the old one', async () => {
    const server = await startStreamServer({ isSilent: true });
    const { log, clock, until } = follow(server);
    await until(() => log.includes('first'));
    for (let hour = 0; hour < 24 && server.connections.length < 2; hour += 0.01) {
      server.connections[0]!.socket.ping();
      await runPendingTasks();
      await clock.advance(HOUR_MS / 100);
    }
    const [first, second] = [await server.connection(1), await server.connection(2)];
    await until(() => first.socket.readyState > 1);
    second.send(wrapped('{"e":"x"}'));
    await until(() => log.includes('{"e":"x"}'));
    expect(log.filter((text) => text.startsWith('lost'))).toEqual([]);
  });

  it('closes a connection on which not even pings arrive', async () => {
    const server = await startStreamServer({ isSilent: true });
    const { log, clock, until } = follow(server);
    await until(() => log.includes('first'));
    await clock.advance(121_000);
    await until(() => log.some((text) => text.startsWith('lost')));
  });

  it('reconnects with growing delays where each connection is lost at once', async () => {
    const server = await startStreamServer({
      isSilent: true,
      onConnection: ({ socket }) => socket.close(1001),
    });
    const { log, clock, until } = follow(server);
    const losses = () => log.filter((text) => text.startsWith('lost')).length;
    for (let count = 1; count <= 12; count += 1) {
      await until(() => losses() >= count);
      await clock.advance(30_000);
    }
    // The delay grows to 30 s; with a constant 0.5 s there would be hundreds of connections.
    expect(server.connections.length).toBeLessThan(40);
  });

  it('subscribes again on the same connection before a subscription with an end is over', async () => {
    const server = await startStreamServer({ isSilent: true });
    let ids = 0;
    const { log, clock, until } = follow(server, {
      subscribe: async (api) => {
        await api.ready();
        ids += 1;
        return { id: ids, lifetimeMs: HOUR_MS };
      },
    });
    await until(() => log.includes('first'));
    for (let minute = 0; minute < 44; minute += 1) {
      server.connections[0]!.socket.ping();
      await runPendingTasks();
      await clock.advance(HOUR_MS / 60);
    }
    expect(ids).toBe(1);
    for (let minute = 0; minute < 60; minute += 1) {
      server.connections[0]!.socket.ping();
      await runPendingTasks();
      await clock.advance(HOUR_MS / 60);
    }
    expect([ids, server.connections.length]).toEqual([3, 1]);
    // The end of a subscription that was replaced ends nothing else.
    server.connections[0]!.send('{"subscriptionId":1,"event":{"e":"eventStreamTerminated","E":1}}');
    await until(() => log.some((text) => text.includes('eventStreamTerminated')));
    await runPendingTasks();
    expect(server.connections[0]!.socket.readyState).toBe(1);
  });

  it('ends a connection whose subscription cannot be renewed, and opens another', async () => {
    const server = await startStreamServer({ isSilent: true });
    let calls = 0;
    const { log, clock, until } = follow(server, {
      subscribe: async (api) => {
        await api.ready();
        calls += 1;
        if (calls > 1 && server.connections.length < 2)
          throw new ToolError({ kind: 'unavailable', message: 'no token' });
        return { id: 0, lifetimeMs: HOUR_MS };
      },
    });
    await until(() => log.includes('first'));
    for (let minute = 0; minute < 60 && server.connections.length < 2; minute += 1) {
      server.connections[0]!.socket.ping();
      await runPendingTasks();
      await clock.advance(HOUR_MS / 60);
    }
    await until(() => log.includes('again'));
    expect(log.filter((text) => text.includes('not renewed yet: no token'))).toHaveLength(4);
  });

  it('subscribes on another connection if the exchange ends the subscription', async () => {
    const server = await startStreamServer({ isSilent: true });
    const { log, clock, until } = follow(server, {
      subscribe: async (api) => {
        await api.ready();
        return { id: 0 };
      },
    });
    await until(() => log.includes('first'));
    server.connections[0]!.send(wrapped('{"e":"eventStreamTerminated","E":1}'));
    await until(() => log.some((text) => text.startsWith('lost')));
    await clock.advance(1000);
    await until(() => log.includes('again'));
    expect(log).toContain('{"e":"eventStreamTerminated","E":1}');
  });

  it('ends with the error where the first subscription is refused', async () => {
    const server = await startStreamServer({ isSilent: true });
    const refused = new ToolError({ kind: 'credentials', message: 'no' });
    await expect(follow(server, { subscribe: () => Promise.reject(refused) }).done).rejects.toBe(refused);
  });
});
