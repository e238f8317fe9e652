/** A feed and a scripted server: each message is emitted once and each loss is reported, whatever connections do. */
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { type Following, follow, idsOf, STEP, trades } from './followed-feed.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';
import { type StreamServer, startStreamServer, trade } from './scripted-stream-server.ts';

describe('a feed of one stream', () => {
  it('opens the path of the stream and emits messages byte for byte', async () => {
    const server = await startStreamServer();
    const { untilMessages, messages, untilRecord, stop, done } = follow(server, trades);
    await untilRecord('hello');
    const connection = await server.connection(1);
    expect(connection.target).toBe('/ws/btcusdt@trade');
    const odd = ' {"e":"trade", "t":7,"p":"1e-7","x":9007199254740993} ';
    connection.send(odd);
    await untilMessages(1);
    expect(messages).toEqual([odd]);
    stop();
    await done;
  });

  it('reports a gap at the next message, drops duplicates and emits late messages', async () => {
    const server = await startStreamServer();
    const { feed, untilMessages, messages, records, untilRecord } = follow(server, trades);
    await untilRecord('hello');
    const connection = await server.connection(1);
    for (const id of [1, 2, 2, 5, 3, 4, 4, 6]) connection.send(trade(id));
    await untilMessages(6);
    expect(idsOf(messages)).toEqual([1, 2, 5, 3, 4, 6]);
    const gaps = records.filter(({ bourse }) => bourse === 'gap');
    expect(gaps).toMatchObject([
      { stream: 'btcusdt@trade', reason: 'numbers', after: 2, before: 5, missing: 2 },
    ]);
    expect(feed.counts()).toMatchObject([
      { messages: 6, doubles: 2, late: 2, gaps: 1, firstId: 1, lastId: 6 },
    ]);
  });

  it('keeps ids above 2^53 exact', async () => {
    const server = await startStreamServer();
    const { untilMessages, records, untilRecord } = follow(server, trades);
    await untilRecord('hello');
    const connection = await server.connection(1);
    for (const id of ['9007199254740993', '9007199254740994', '9007199254740996'])
      connection.send(`{"e":"trade","t":${id}}`);
    await untilMessages(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { after: 9007199254740994n, before: 9007199254740996n, missing: 1 },
    ]);
  });
});

describe('a feed of several streams', () => {
  const two = [...trades, { name: 'ethusdt@trade', sequence: STEP }];

  it('receives combined streams over one connection and tracks the numbers of each stream separately', async () => {
    const server = await startStreamServer();
    const { untilMessages, feed, untilRecord } = follow(server, two);
    await untilRecord('hello');
    const connection = await server.connection(1);
    expect(connection.target).toBe('/stream?streams=btcusdt@trade/ethusdt@trade');
    connection.send(trade(1, 'BTCUSDT', true));
    connection.send(trade(9, 'ETHUSDT', true));
    connection.send(trade(2, 'BTCUSDT', true));
    connection.send(trade(11, 'ETHUSDT', true));
    await untilMessages(4);
    expect(feed.counts().map(({ gaps }) => gaps)).toEqual([0, 1]);
  });

  it('reports streams that the exchange still does not list after a second subscription', async () => {
    const server = await startStreamServer({ unlisted: ['ethusdt@trade'] });
    const { untilRecord, records, clock } = follow(server, two);
    await server.connection(1);
    for (let step = 0; step < 20; step += 1) await clock.advance(250);
    await untilRecord('unproved');
    expect(records.map(({ bourse }) => bourse)).toEqual(['hello', 'unproved']);
    expect(records[1]).toMatchObject({ streams: ['ethusdt@trade'] });
  });
});

describe('a lost connection', () => {
  it('is replaced, and the numbers of the next messages prove whether messages were missed', async () => {
    const server = await startStreamServer();
    const { untilMessages, untilRecord, records, clock, messages, feed } = follow(server, trades);
    await untilRecord('hello');
    (await server.connection(1)).send(trade(1));
    await untilMessages(1);
    server.connections[0]!.socket.terminate();
    await untilRecord('stale');
    await clock.advance(1000);
    const second = await server.connection(2);
    await untilRecord('resync');
    second.send(trade(2));
    second.send(trade(3));
    await untilMessages(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
    second.socket.terminate();
    await untilRecord('stale', 2);
    await clock.advance(2000);
    const third = await server.connection(3);
    await untilRecord('resync', 2);
    third.send(trade(7));
    await untilMessages(4);
    expect(idsOf(messages)).toEqual([1, 2, 3, 7]);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { after: 3, before: 7, missing: 3 },
    ]);
    expect(feed.reconnects).toBe(2);
  });

  it('is a gap of unknown size for a stream without consecutive numbers', async () => {
    const server = await startStreamServer();
    const { untilMessages, untilRecord, records, clock } = follow(server, [
      { name: 'btcusdt@miniTicker', sequence: { by: 'ascent', at: 'E' } },
    ]);
    await untilRecord('hello');
    (await server.connection(1)).send('{"e":"24hrMiniTicker","E":1000}');
    await untilMessages(1);
    server.connections[0]!.socket.terminate();
    await untilRecord('stale');
    await clock.advance(1000);
    (await server.connection(2)).send('{"e":"24hrMiniTicker","E":3000}');
    await untilMessages(2);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { reason: 'reconnect', missing: null },
    ]);
  });
});

describe('the first connection', () => {
  it('ends the feed with an error where the handshake is refused', async () => {
    const server = await startStreamServer({ upgradeStatus: () => 501 });
    const { done } = follow(server, trades);
    await expect(done).rejects.toMatchObject({ facts: { kind: 'unavailable', httpStatus: 501 } });
  });

  it('ends the feed with a rate limit error where the handshake is answered with 429', async () => {
    const server = await startStreamServer({ upgradeStatus: () => 429 });
    await expect(follow(server, trades).done).rejects.toMatchObject({ facts: { kind: 'rate-limited' } });
  });
});

describe('the renewal before 24 hours', () => {
  /** Advances the clock until both connections are open. */
  async function renewal(server: StreamServer, clock: Following['clock']) {
    await clock.advance(23 * HOUR_MS);
    while (server.connections.length < 2) await clock.advance(1000);
    await runPendingTasks();
    return server.connection(2);
  }

  it('omits a stream that was unsubscribed while the next connection was still subscribing', async () => {
    let answer = () => {};
    let isHeld = false;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = await startStreamServer({
      delayAnswer: (method) => (isHeld && method === 'SUBSCRIBE' ? held : undefined),
    });
    const names = Array.from({ length: 450 }, (_, at) => `s${at}@trade`);
    const streams = names.map((name) => ({ name, sequence: STEP }));
    const { untilRecord, clock, feed } = follow(server, streams);
    await untilRecord('hello');
    const advanceClock = async () => {
      for (let turn = 0; turn < 30; turn += 1) await clock.advance(300);
    };
    await advanceClock();
    isHeld = true;
    const second = await renewal(server, clock);
    await clock.advance(300);
    const left = feed.unsubscribe([names[449]!]);
    const more = feed.subscribe([{ name: 'late@trade', sequence: STEP }]);
    await clock.advance(1000);
    answer();
    await advanceClock();
    await Promise.all([left, more]);
    expect(second.requests.some((text) => text.includes('"UNSUBSCRIBE"'))).toBe(true);
    expect([...second.names].sort()).toEqual([...names.slice(0, 449), 'late@trade'].sort());
    expect(feed.names).toHaveLength(450);
  });

  it('drops the duplicates of both connections for a stream without consecutive numbers', async () => {
    const server = await startStreamServer();
    const { untilMessages, untilRecord, clock, messages } = follow(server, [
      { name: 'btcusdt@bookTicker', sequence: { by: 'ascent', at: 'u' } },
    ]);
    await untilRecord('hello');
    const first = await server.connection(1);
    const second = await renewal(server, clock);
    for (const u of [1, 2]) for (const socket of [first, second]) socket.send(`{"u":${u},"s":"BTCUSDT"}`);
    await untilMessages(2);
    await clock.advance(6000);
    second.send('{"u":3,"s":"BTCUSDT"}');
    await untilMessages(3);
    expect(messages.map((text) => /"u":(\d)/.exec(text)?.[1])).toEqual(['1', '2', '3']);
  });
});

describe('a feed whose streams change while it runs', () => {
  const more = (name: string) => [{ name, sequence: STEP }];
  const combined = { isCombined: true } as const;

  it('subscribes and unsubscribes on the open connection and on later connections', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilMessages, messages, records, untilRecord } = follow(server, trades, combined);
    await untilRecord('hello');
    const first = await server.connection(1);
    const added = feed.subscribe(more('ethusdt@trade'));
    await clock.advance(1000);
    expect(await added).toEqual([{ result: null, id: expect.any(Number) }]);
    first.send(trade(1, 'BTCUSDT', true));
    first.send(trade(5, 'ETHUSDT', true));
    const removed = feed.unsubscribe(['btcusdt@trade']);
    await clock.advance(1000);
    await removed;
    await untilMessages(2);
    first.socket.terminate();
    await untilRecord('stale');
    await clock.advance(31_000);
    const second = await server.connection(2);
    await untilRecord('resync');
    expect([...second.names]).toEqual(['ethusdt@trade']);
    second.send(trade(7, 'ETHUSDT', true));
    await untilMessages(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([{ missing: 1 }]);
    expect(messages).toHaveLength(3);
  });

  it('reports no gap for the time in which a stream was unsubscribed', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilMessages, records, untilRecord } = follow(server, trades, combined);
    await untilRecord('hello');
    const connection = await server.connection(1);
    connection.send(trade(1, 'BTCUSDT', true));
    await untilMessages(1);
    for (const change of [() => feed.unsubscribe(['btcusdt@trade']), () => feed.subscribe(trades)]) {
      const done = change();
      await clock.advance(1000);
      await done;
    }
    connection.send(trade(90, 'BTCUSDT', true));
    await untilMessages(2);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
    expect(feed.counts()).toMatchObject([{ messages: 2, missing: 0, firstId: 1, lastId: 90 }]);
  });

  it('sends at most 5 control messages in any second, also directly after a reconnect', async () => {
    const asked: number[] = [];
    const clock = manualClock();
    const server = await startStreamServer({
      onConnection: ({ socket }) => socket.on('message', () => asked.push(clock.monotonicMs())),
    });
    const { feed, untilRecord } = follow(server, trades, { ...combined, clock });
    await untilRecord('hello');
    const changes = (from: number) =>
      Promise.all(Array.from({ length: 15 }, (_, at) => feed.subscribe(more(`s${from + at}usdt@trade`))));
    let done = changes(0);
    await clock.advance(2000);
    (await server.connection(1)).socket.terminate();
    await untilRecord('stale');
    await clock.advance(31_000);
    await done;
    await untilRecord('resync');
    done = changes(15);
    for (let second = 0; second < 20; second += 1) await clock.advance(1000);
    await done;
    for (const at of asked) {
      const within = asked.filter((other) => other >= at && other < at + 1000);
      expect(within.length).toBeLessThanOrEqual(5);
    }
    const second = await server.connection(2);
    expect(second.names.size).toBe(31);
  });

  it('fills the open connection to 1024 streams before it opens another one', async () => {
    const server = await startStreamServer();
    const full = Array.from({ length: 1020 }, (_, at) => ({ name: `s${at}usdt@trade`, sequence: STEP }));
    const { feed, clock, untilRecord } = follow(server, full);
    await clock.advance(5000);
    await untilRecord('hello');
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    const done = feed.subscribe(Array.from({ length: 10 }, (_, at) => more(`n${at}usdt@trade`)[0]!));
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    await done;
    await untilRecord('hello', 2);
    expect((await server.connection(1)).names.size).toBe(1024);
    expect((await server.connection(2)).names.size).toBe(6);
    expect(feed.names).toHaveLength(1030);
  });

  it('switches combined payloads off on the open connection and on later connections', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilMessages, messages, untilRecord } = follow(server, trades, combined);
    await untilRecord('hello');
    const bare = feed.setCombined(false);
    await clock.advance(1000);
    await bare;
    const first = await server.connection(1);
    expect(JSON.parse(first.requests.at(-1)!)).toMatchObject({
      method: 'SET_PROPERTY',
      params: ['combined', false],
    });
    first.send(trade(1));
    await untilMessages(1);
    expect(messages).toEqual([trade(1)]);
    first.socket.terminate();
    await untilRecord('stale');
    await clock.advance(31_000);
    expect((await server.connection(2)).target).toBe('/ws/btcusdt@trade');
  });

  it('applies a change to the next connection while no connection is open', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilRecord } = follow(server, trades, combined);
    await untilRecord('hello');
    (await server.connection(1)).socket.terminate();
    await untilRecord('stale');
    expect(await feed.subscribe(more('ethusdt@trade'))).toEqual([]);
    await clock.advance(31_000);
    expect([...(await server.connection(2)).names]).toEqual(['btcusdt@trade', 'ethusdt@trade']);
  });
});

describe('a change while a connection is being opened', () => {
  it('is applied once the connection is open, to its streams and its payload format', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const server = await startStreamServer({
      delayUpgrade: (number) => (number === 1 ? Promise.resolve() : opened),
    });
    const two = ['btcusdt@trade', 'ethusdt@trade'].map((name) => ({ name, sequence: STEP }));
    const { feed, clock, untilRecord } = follow(server, two);
    await untilRecord('hello');
    (await server.connection(1)).socket.terminate();
    await untilRecord('stale');
    await clock.advance(1000);
    expect(await feed.unsubscribe(['ethusdt@trade'])).toEqual([]);
    expect(await feed.setCombined(false)).toEqual([]);
    expect(feed.isOpen).toBe(false);
    open();
    const connection = await server.connection(2);
    await untilRecord('resync');
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(250);
    expect(connection.target).toContain('ethusdt@trade');
    expect([...connection.names]).toEqual(['btcusdt@trade']);
    expect(connection.requests.map((text) => JSON.parse(text))).toMatchObject([
      { method: 'SET_PROPERTY', params: ['combined', false] },
      { method: 'UNSUBSCRIBE', params: ['ethusdt@trade'] },
      { method: 'LIST_SUBSCRIPTIONS' },
    ]);
    expect(feed.isOpen).toBe(true);
  });
});

describe('a pause', () => {
  it('that begins while a connection is being opened applies to that connection', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const server = await startStreamServer({
      delayUpgrade: (number) => (number === 1 ? Promise.resolve() : opened),
    });
    const { feed, clock, untilRecord, messages, untilMessages } = follow(server, trades);
    await untilRecord('hello');
    (await server.connection(1)).socket.terminate();
    await untilRecord('stale');
    await clock.advance(1000);
    feed.pause();
    open();
    const connection = await server.connection(2);
    for (let turn = 0; turn < 20 && connection.requests.length === 0; turn += 1) await clock.advance(10);
    for (let turn = 0; turn < 20; turn += 1) await runPendingTasks();
    for (const id of [1, 2, 3]) connection.send(trade(id));
    for (let turn = 0; turn < 50; turn += 1) await runPendingTasks();
    expect(messages).toEqual([]);
    feed.resume();
    await untilMessages(3);
    expect(idsOf(messages)).toEqual([1, 2, 3]);
  });

  it('is part of the reason where a connection ends after a pause longer than the ping timeout', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilRecord, records } = follow(server, trades);
    await untilRecord('hello');
    feed.pause();
    await clock.advance(75_000);
    (await server.connection(1)).socket.terminate();
    feed.resume();
    await untilRecord('stale');
    const why = () => records.flatMap((one) => (one.bourse === 'stale' ? [one.why] : []));
    expect(why()[0]).toMatch(/, after 75 s without reading$/);
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(10_000);
    (await server.connection(2)).socket.terminate();
    await untilRecord('stale', 2);
    expect(why()[1]).not.toContain('reading');
  });

  it('at the time of a renewal loses no unread message', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilRecord, untilMessages, messages, records } = follow(server, trades);
    await untilRecord('hello');
    const first = await server.connection(1);
    for (let turn = 0; turn < 20 && first.requests.length === 0; turn += 1) await clock.advance(300);
    await clock.advance(22 * HOUR_MS);
    feed.pause();
    for (const id of [1, 2, 3]) first.send(trade(id));
    await clock.advance(2 * HOUR_MS);
    expect(server.connections).toHaveLength(1);
    feed.resume();
    const second = await server.connection(2);
    for (let turn = 0; turn < 20 && second.requests.length === 0; turn += 1) await clock.advance(10);
    await untilMessages(3);
    // A second pause, while both connections are open.
    feed.pause();
    first.send(trade(4));
    for (const id of [4, 5]) second.send(trade(id));
    for (let step = 0; step < 20; step += 1) await clock.advance(1000);
    expect(first.socket.readyState).toBe(first.socket.OPEN);
    feed.resume();
    await untilMessages(4);
    for (let step = 0; step < 20; step += 1) await clock.advance(1000);
    await untilMessages(5);
    expect(idsOf(messages)).toEqual([1, 2, 3, 4, 5]);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
  });

  it('that begins while a renewal connects keeps the connection that has unread messages', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const server = await startStreamServer({
      delayUpgrade: (number) => (number === 1 ? Promise.resolve() : opened),
    });
    const { feed, clock, untilRecord, untilMessages, messages } = follow(server, [
      { name: 'btcusdt@kline_1m' },
    ]);
    await untilRecord('hello');
    const first = await server.connection(1);
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await runPendingTasks();
    };
    for (let turn = 0; turn < 20 && first.requests.length === 0; turn += 1) await clock.advance(300);
    await clock.advance(23.4 * HOUR_MS);
    await clock.advance(0.2 * HOUR_MS);
    await turns(50);
    feed.pause();
    for (const id of [1, 2, 3]) first.send(trade(id));
    await turns(50);
    open();
    const second = await server.connection(2);
    for (let turn = 0; turn < 50 && second.requests.length === 0; turn += 1) await clock.advance(10);
    await turns(100);
    feed.resume();
    await untilMessages(3);
    expect(idsOf(messages)).toEqual([1, 2, 3]);
  });

  it('ends with the feed, also where the connection was lost during the pause', async () => {
    const server = await startStreamServer();
    const { feed, clock, untilRecord, stop, done } = follow(server, trades);
    await untilRecord('hello');
    feed.pause();
    (await server.connection(1)).socket.terminate();
    feed.resume();
    await untilRecord('stale');
    feed.pause();
    await clock.advance(40_000);
    expect(server.connections).toHaveLength(1);
    stop();
    await done;
  });
});

it('emits no message for an answer that arrives after its timeout', async () => {
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = await startStreamServer({
    delayAnswer: (method) => (method === 'GET_PROPERTY' ? late : undefined),
  });
  const { feed, clock, untilRecord, messages, untilMessages } = follow(server, trades);
  await untilRecord('hello');
  const asked = feed.ask('GET_PROPERTY', ['combined']);
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(1000);
  expect(await asked).toEqual([]);
  answer();
  await runPendingTasks();
  (await server.connection(1)).send(trade(1));
  await untilMessages(1);
  expect(messages).toEqual([trade(1)]);
});

it('ends a feed whose streams are gone (410) instead of retrying', async () => {
  const server = await startStreamServer({ upgradeStatus: (number) => (number === 1 ? undefined : 410) });
  const { clock, untilRecord, done } = follow(server, trades);
  await untilRecord('hello');
  (await server.connection(1)).socket.terminate();
  await untilRecord('stale');
  await clock.advance(1000);
  await done;
  expect(clock.sleepers).toBe(0);
});

it('keeps the counts of the latest 1024 unsubscribed streams only', async () => {
  const server = await startStreamServer();
  const { feed, clock, untilRecord } = follow(server, trades, { isCombined: true });
  await untilRecord('hello');
  await clock.advance(1000);
  const change = async (act: () => Promise<unknown>) => {
    let isDone = false;
    void act().then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 200 && !isDone; turn += 1) await clock.advance(250);
    expect(isDone).toBe(true);
  };
  for (let round = 0; round < 3; round += 1) {
    const streams = Array.from({ length: 900 }, (_, at) => ({ name: `s${round}x${at}@trade` }));
    await change(() => feed.subscribe(streams));
    await change(() => feed.unsubscribe(streams.map(({ name }) => name)));
  }
  const counted = feed.counts().map(({ name }) => name);
  expect(counted).toHaveLength(1 + 1024);
  expect(counted).toContain('btcusdt@trade');
  expect(counted).toContain('s2x899@trade');
  expect(counted).not.toContain('s0x0@trade');
});
