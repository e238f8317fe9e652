/** A feed against a scripted server: nothing lost without being told, nothing twice, whatever connections do. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { Feed, type FeedOptions } from '../../src/stream/feed.ts';
import type { StreamRecord } from '../../src/stream/recording/records.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { handClock, settled } from './manual-clock.ts';
import { startVenue, trade, type Venue } from './scripted-stream-server.ts';

const STEP = { by: 'step', at: 't' } as const;
/** Turns of the event loop that something is waited for. */
const TURNS_MAX = 4000;

interface Following {
  readonly feed: Feed;
  readonly messages: string[];
  readonly records: StreamRecord[];
  readonly clock: ReturnType<typeof handClock>;
  readonly done: Promise<void>;
  readonly stop: () => void;
  /** Resolves when so many messages were passed on. */
  got(count: number): Promise<void>;
  /** Resolves when there are so many records of a kind. */
  told(kind: StreamRecord['bourse'], count?: number): Promise<void>;
}

function follow(venue: Venue, streams: FeedOptions['streams'], more: Partial<FeedOptions> = {}): Following {
  const clock = handClock();
  const messages: string[] = [];
  const records: StreamRecord[] = [];
  const ends = new AbortController();
  const feed = new Feed({
    clock,
    random: seededRandom(11),
    open: socketOpener({
      connector: createConnector({ connectTimeoutMs: 2000 }),
      userAgent: 'bourse/test',
      now: clock.now,
    }),
    takeAttempt: async () => {},
    base: venue.url,
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
  const until = async (isSo: () => boolean) => {
    for (let turn = 0; turn < TURNS_MAX && !isSo(); turn += 1) await settled();
    expect(isSo()).toBe(true);
  };
  return {
    feed,
    messages,
    records,
    clock,
    done,
    stop: () => ends.abort(),
    got: (count) => until(() => messages.length >= count),
    told: (kind, count = 1) => until(() => records.filter(({ bourse }) => bourse === kind).length >= count),
  };
}

const trades = [{ name: 'btcusdt@trade', sequence: STEP }];
const idsOf = (messages: readonly string[]) => messages.map((text) => Number(/"t":(\d+)/.exec(text)?.[1]));

describe('a feed of one stream', () => {
  it('is opened by its name alone and passes messages on byte for byte', async () => {
    const venue = await startVenue();
    const { got, messages, told, stop, done } = follow(venue, trades);
    await told('hello');
    const visit = await venue.visit(1);
    expect(visit.target).toBe('/ws/btcusdt@trade');
    const odd = ' {"e":"trade", "t":7,"p":"1e-7","x":9007199254740993} ';
    visit.send(odd);
    await got(1);
    expect(messages).toEqual([odd]);
    stop();
    await done;
  });

  it('tells a lost message at the next one, leaves doubles out and lets late ones through', async () => {
    const venue = await startVenue();
    const { feed, got, messages, records, told } = follow(venue, trades);
    await told('hello');
    const visit = await venue.visit(1);
    for (const id of [1, 2, 2, 5, 3, 4, 4, 6]) visit.send(trade(id));
    await got(6);
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
    const venue = await startVenue();
    const { got, records, told } = follow(venue, trades);
    await told('hello');
    const visit = await venue.visit(1);
    for (const id of ['9007199254740993', '9007199254740994', '9007199254740996'])
      visit.send(`{"e":"trade","t":${id}}`);
    await got(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { after: 9007199254740994n, before: 9007199254740996n, missing: 1 },
    ]);
  });

  it('answers each ping with its payload', async () => {
    const venue = await startVenue();
    const { told } = follow(venue, trades);
    await told('hello');
    const visit = await venue.visit(1);
    for (const payload of ['1710506096789', 'x']) {
      visit.socket.ping(payload);
      while (!visit.pongs.includes(payload)) await settled();
    }
    expect(visit.pongs).toEqual(['1710506096789', 'x']);
  });
});

describe('a feed of several streams', () => {
  const two = [...trades, { name: 'ethusdt@trade', sequence: STEP }];

  it('comes wrapped over one connection, each stream with numbers of its own', async () => {
    const venue = await startVenue();
    const { got, feed, told } = follow(venue, two);
    await told('hello');
    const visit = await venue.visit(1);
    expect(visit.target).toBe('/stream?streams=btcusdt@trade/ethusdt@trade');
    visit.send(trade(1, 'BTCUSDT', true));
    visit.send(trade(9, 'ETHUSDT', true));
    visit.send(trade(2, 'BTCUSDT', true));
    visit.send(trade(11, 'ETHUSDT', true));
    await got(4);
    expect(feed.counts().map(({ gaps }) => gaps)).toEqual([0, 1]);
  });

  it('takes more than 1024 streams over several connections and subscribes within 5 messages a second', async () => {
    const venue = await startVenue();
    const many = Array.from({ length: 1025 }, (_, index) => ({
      name: `s${index}usdt@trade`,
      sequence: STEP,
    }));
    const { told, clock } = follow(venue, many);
    await Promise.all([venue.visit(1), venue.visit(2)]);
    for (let second = 0; second < 20; second += 1) await clock.advance(250);
    await told('hello', 2);
    await settled();
    const counts = venue.visits.map(({ names }) => names.size).sort((a, b) => b - a);
    expect(counts).toEqual([1024, 1]);
    const big = venue.visits.find(({ names }) => names.size === 1024)!;
    // Six subscriptions and the question what is sent: more than a second's five.
    expect(big.asked).toHaveLength(7);
  });

  it('tells streams that the exchange does not list even when asked again', async () => {
    const venue = await startVenue({ refuses: ['ethusdt@trade'] });
    const { told, records, clock } = follow(venue, two);
    await venue.visit(1);
    for (let step = 0; step < 20; step += 1) await clock.advance(250);
    await told('unproved');
    expect(records.map(({ bourse }) => bourse)).toEqual(['hello', 'unproved']);
    expect(records[1]).toMatchObject({ streams: ['ethusdt@trade'] });
  });
});

describe('a lost connection', () => {
  it('is made anew, and numbers prove whether anything was missed meanwhile', async () => {
    const venue = await startVenue();
    const { got, told, records, clock, messages, feed } = follow(venue, trades);
    await told('hello');
    (await venue.visit(1)).send(trade(1));
    await got(1);
    venue.visits[0]!.socket.terminate();
    await told('stale');
    await clock.advance(1000);
    const second = await venue.visit(2);
    await told('resync');
    second.send(trade(2));
    second.send(trade(3));
    await got(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
    second.socket.terminate();
    await told('stale', 2);
    await clock.advance(2000);
    const third = await venue.visit(3);
    await told('resync', 2);
    third.send(trade(7));
    await got(4);
    expect(idsOf(messages)).toEqual([1, 2, 3, 7]);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { after: 3, before: 7, missing: 3 },
    ]);
    expect(feed.reconnects).toBe(2);
  });

  it('is a gap of unknown size for a stream whose messages are not counted', async () => {
    const venue = await startVenue();
    const { got, told, records, clock } = follow(venue, [
      { name: 'btcusdt@miniTicker', sequence: { by: 'ascent', at: 'E' } },
    ]);
    await told('hello');
    (await venue.visit(1)).send('{"e":"24hrMiniTicker","E":1000}');
    await got(1);
    venue.visits[0]!.socket.terminate();
    await told('stale');
    await clock.advance(1000);
    (await venue.visit(2)).send('{"e":"24hrMiniTicker","E":3000}');
    await got(2);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([
      { reason: 'reconnect', missing: null },
    ]);
  });

  it('that the server only stops sending on is noticed: a ping asks, silence ends it', async () => {
    const venue = await startVenue();
    const { told, clock } = follow(venue, trades);
    await told('hello');
    const visit = await venue.visit(1);
    const pinged = new Promise((resolve) => visit.socket.once('ping', resolve));
    await clock.advance(60_000);
    await pinged;
    // The server's pong keeps the connection: silence alone is no reason to leave.
    await settled();
    await clock.advance(60_000);
    expect(venue.visits).toHaveLength(1);
    visit.socket.pause();
    await clock.advance(90_000);
    await told('stale');
    await clock.advance(1000);
    await venue.visit(2);
  });

  it('is tried again ever more slowly, far below the 300 connections in 5 minutes', async () => {
    const venue = await startVenue({ onVisit: ({ socket, number }) => number > 1 && socket.close(1001) });
    const { told, clock } = follow(venue, trades);
    await told('hello');
    venue.visits[0]!.socket.terminate();
    for (let second = 0; second < 300; second += 1) {
      await clock.advance(1000);
      await settled();
    }
    expect(venue.visits.length).toBeGreaterThan(5);
    expect(venue.visits.length).toBeLessThan(60);
  });
});

describe('the first connection', () => {
  it('ends the feed with what is wrong where there can be none', async () => {
    const venue = await startVenue({ refuse: () => 501 });
    const { done } = follow(venue, trades);
    await expect(done).rejects.toMatchObject({ facts: { kind: 'unavailable', httpStatus: 501 } });
  });

  it('says that the address is shut out', async () => {
    const venue = await startVenue({ refuse: () => 429 });
    await expect(follow(venue, trades).done).rejects.toMatchObject({ facts: { kind: 'rate-limited' } });
  });
});

describe('the renewal before 24 hours', () => {
  /** Moves on to the moment when both connections are open. */
  async function renewal(venue: Venue, clock: Following['clock']) {
    await clock.advance(23 * HOUR_MS);
    while (venue.visits.length < 2) await clock.advance(1000);
    await settled();
    return venue.visit(2);
  }

  it('opens the next connection first, passes each message on once and none is missed', async () => {
    const venue = await startVenue();
    const { got, told, records, clock, messages, feed } = follow(venue, trades);
    await told('hello');
    const first = await venue.visit(1);
    for (const id of [1, 2, 3]) first.send(trade(id));
    await got(3);
    const second = await renewal(venue, clock);
    // Both bring what happens meanwhile; the new one is ahead.
    for (const id of [4, 5, 6]) second.send(trade(id));
    first.send(trade(4));
    await got(4);
    first.send(trade(5));
    await got(5);
    await clock.advance(6000);
    await got(6);
    second.send(trade(7));
    await got(7);
    expect(idsOf(messages)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(records.map(({ bourse }) => bourse)).toEqual(['hello']);
    expect(feed.counts()[0]).toMatchObject({ gaps: 0, doubles: 2 });
  });

  it('comes early when the server says that it goes down', async () => {
    const venue = await startVenue();
    const { got, told, clock, messages } = follow(venue, trades);
    await told('hello');
    const first = await venue.visit(1);
    first.send(trade(1));
    first.send('{"e":"serverShutdown","E":1710506096789}');
    const second = await venue.visit(2);
    await settled();
    second.send(trade(2));
    first.socket.close(1001);
    await clock.advance(6000);
    await got(2);
    expect(idsOf(messages)).toEqual([1, 2]);
  });

  it('carries no stream that was left while the next connection subscribed to it part by part', async () => {
    let answer = () => {};
    let isHeld = false;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const venue = await startVenue({
      answers: (method) => (isHeld && method === 'SUBSCRIBE' ? held : undefined),
    });
    const names = Array.from({ length: 450 }, (_, at) => `s${at}@trade`);
    const streams = names.map((name) => ({ name, sequence: STEP }));
    const { told, clock, feed } = follow(venue, streams);
    await told('hello');
    const settle = async () => {
      for (let turn = 0; turn < 30; turn += 1) await clock.advance(300);
    };
    await settle();
    isHeld = true;
    const second = await renewal(venue, clock);
    await clock.advance(300);
    const left = feed.unsubscribe([names[449]!]);
    const more = feed.subscribe([{ name: 'late@trade', sequence: STEP }]);
    await clock.advance(1000);
    answer();
    await settle();
    await Promise.all([left, more]);
    expect(second.asked.some((text) => text.includes('"UNSUBSCRIBE"'))).toBe(true);
    expect([...second.names].sort()).toEqual([...names.slice(0, 449), 'late@trade'].sort());
    expect(feed.names).toHaveLength(450);
  });

  it('leaves out what both brought of a stream without counted numbers', async () => {
    const venue = await startVenue();
    const { got, told, clock, messages } = follow(venue, [
      { name: 'btcusdt@bookTicker', sequence: { by: 'ascent', at: 'u' } },
    ]);
    await told('hello');
    const first = await venue.visit(1);
    const second = await renewal(venue, clock);
    for (const u of [1, 2]) for (const socket of [first, second]) socket.send(`{"u":${u},"s":"BTCUSDT"}`);
    await got(2);
    await clock.advance(6000);
    second.send('{"u":3,"s":"BTCUSDT"}');
    await got(3);
    expect(messages.map((text) => /"u":(\d)/.exec(text)?.[1])).toEqual(['1', '2', '3']);
  });
});

describe('frames that should not be', () => {
  it('end the connection and are told, and the next one goes on', async () => {
    const venue = await startVenue({
      onVisit: ({ socket, number }) => {
        if (number === 2) setImmediate(() => socket.send(Buffer.alloc(17 * 1024 * 1024), { binary: false }));
      },
    });
    const { told, clock, records } = follow(venue, trades);
    await told('hello');
    const first = await venue.visit(1);
    // Text that is no UTF-8.
    first.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
    await told('stale');
    await clock.advance(1000);
    await told('stale', 2);
    await clock.advance(2000);
    await told('resync');
    expect(records.filter(({ bourse }) => bourse === 'stale')).toMatchObject([
      { why: expect.stringContaining('UTF-8') },
      { why: expect.stringContaining('payload') },
    ]);
  });
});

describe('a feed that is changed while it runs', () => {
  const more = (name: string) => [{ name, sequence: STEP }];
  const combined = { isCombined: true } as const;

  it('subscribes and unsubscribes on the connection there is, and on those that follow', async () => {
    const venue = await startVenue();
    const { feed, clock, got, messages, records, told } = follow(venue, trades, combined);
    await told('hello');
    const first = await venue.visit(1);
    const added = feed.subscribe(more('ethusdt@trade'));
    await clock.advance(1000);
    expect(await added).toEqual([{ result: null, id: expect.any(Number) }]);
    first.send(trade(1, 'BTCUSDT', true));
    first.send(trade(5, 'ETHUSDT', true));
    const removed = feed.unsubscribe(['btcusdt@trade']);
    await clock.advance(1000);
    await removed;
    await got(2);
    first.socket.terminate();
    await told('stale');
    await clock.advance(31_000);
    const second = await venue.visit(2);
    await told('resync');
    expect([...second.names]).toEqual(['ethusdt@trade']);
    second.send(trade(7, 'ETHUSDT', true));
    await got(3);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toMatchObject([{ missing: 1 }]);
    expect(messages).toHaveLength(3);
  });

  it('takes what came while a stream was not followed by wish for no loss', async () => {
    const venue = await startVenue();
    const { feed, clock, got, records, told } = follow(venue, trades, combined);
    await told('hello');
    const visit = await venue.visit(1);
    visit.send(trade(1, 'BTCUSDT', true));
    await got(1);
    for (const change of [() => feed.unsubscribe(['btcusdt@trade']), () => feed.subscribe(trades)]) {
      const done = change();
      await clock.advance(1000);
      await done;
    }
    visit.send(trade(90, 'BTCUSDT', true));
    await got(2);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
    expect(feed.counts()).toMatchObject([{ messages: 2, missing: 0, firstId: 1, lastId: 90 }]);
  });

  it('keeps to 5 control messages in any second, also right after a connection was made anew', async () => {
    const asked: number[] = [];
    const clock = handClock();
    const venue = await startVenue({
      onVisit: ({ socket }) => socket.on('message', () => asked.push(clock.monotonicMs())),
    });
    const { feed, told } = follow(venue, trades, { ...combined, clock });
    await told('hello');
    const changes = (from: number) =>
      Promise.all(Array.from({ length: 15 }, (_, at) => feed.subscribe(more(`s${from + at}usdt@trade`))));
    let done = changes(0);
    await clock.advance(2000);
    (await venue.visit(1)).socket.terminate();
    await told('stale');
    await clock.advance(31_000);
    await done;
    await told('resync');
    done = changes(15);
    for (let second = 0; second < 20; second += 1) await clock.advance(1000);
    await done;
    for (const at of asked) {
      const within = asked.filter((other) => other >= at && other < at + 1000);
      expect(within.length).toBeLessThanOrEqual(5);
    }
    const second = await venue.visit(2);
    expect(second.names.size).toBe(31);
  });

  it('opens another connection where none has room, and fills the room that is left first', async () => {
    const venue = await startVenue();
    const full = Array.from({ length: 1020 }, (_, at) => ({ name: `s${at}usdt@trade`, sequence: STEP }));
    const { feed, clock, told } = follow(venue, full);
    await clock.advance(5000);
    await told('hello');
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    const done = feed.subscribe(Array.from({ length: 10 }, (_, at) => more(`n${at}usdt@trade`)[0]!));
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    await done;
    await told('hello', 2);
    expect((await venue.visit(1)).names.size).toBe(1024);
    expect((await venue.visit(2)).names.size).toBe(6);
    expect(feed.names).toHaveLength(1030);
  });

  it('leaves the wrapping out and puts it on again, on each connection that follows', async () => {
    const venue = await startVenue();
    const { feed, clock, got, messages, told } = follow(venue, trades, combined);
    await told('hello');
    const bare = feed.setCombined(false);
    await clock.advance(1000);
    await bare;
    const first = await venue.visit(1);
    expect(JSON.parse(first.asked.at(-1)!)).toMatchObject({
      method: 'SET_PROPERTY',
      params: ['combined', false],
    });
    first.send(trade(1));
    await got(1);
    expect(messages).toEqual([trade(1)]);
    first.socket.terminate();
    await told('stale');
    await clock.advance(31_000);
    expect((await venue.visit(2)).target).toBe('/ws/btcusdt@trade');
  });

  it('remembers a change for the next connection where none is open', async () => {
    const venue = await startVenue();
    const { feed, clock, told } = follow(venue, trades, combined);
    await told('hello');
    (await venue.visit(1)).socket.terminate();
    await told('stale');
    expect(await feed.subscribe(more('ethusdt@trade'))).toEqual([]);
    await clock.advance(31_000);
    expect([...(await venue.visit(2)).names]).toEqual(['btcusdt@trade', 'ethusdt@trade']);
  });
});

describe('what is changed while a connection is being opened', () => {
  it('holds once it is open: streams that its address still names, and the wrapping', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const venue = await startVenue({ opens: (number) => (number === 1 ? Promise.resolve() : opened) });
    const two = ['btcusdt@trade', 'ethusdt@trade'].map((name) => ({ name, sequence: STEP }));
    const { feed, clock, told } = follow(venue, two);
    await told('hello');
    (await venue.visit(1)).socket.terminate();
    await told('stale');
    await clock.advance(1000);
    expect(await feed.unsubscribe(['ethusdt@trade'])).toEqual([]);
    expect(await feed.setCombined(false)).toEqual([]);
    expect(feed.isOpen).toBe(false);
    open();
    const visit = await venue.visit(2);
    await told('resync');
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(250);
    expect(visit.target).toContain('ethusdt@trade');
    expect([...visit.names]).toEqual(['btcusdt@trade']);
    expect(visit.asked.map((text) => JSON.parse(text))).toMatchObject([
      { method: 'SET_PROPERTY', params: ['combined', false] },
      { method: 'UNSUBSCRIBE', params: ['ethusdt@trade'] },
      { method: 'LIST_SUBSCRIPTIONS' },
    ]);
    expect(feed.isOpen).toBe(true);
  });
});

describe('a pause', () => {
  it('that begins while a connection is being made holds for that connection', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const venue = await startVenue({ opens: (number) => (number === 1 ? Promise.resolve() : opened) });
    const { feed, clock, told, messages, got } = follow(venue, trades);
    await told('hello');
    (await venue.visit(1)).socket.terminate();
    await told('stale');
    await clock.advance(1000);
    feed.pause();
    open();
    const visit = await venue.visit(2);
    for (let turn = 0; turn < 20 && visit.asked.length === 0; turn += 1) await clock.advance(10);
    for (let turn = 0; turn < 20; turn += 1) await settled();
    for (const id of [1, 2, 3]) visit.send(trade(id));
    for (let turn = 0; turn < 50; turn += 1) await settled();
    expect(messages).toEqual([]);
    feed.resume();
    await got(3);
    expect(idsOf(messages)).toEqual([1, 2, 3]);
  });

  it('is named where a connection ends after nothing was read for longer than pings may wait', async () => {
    const venue = await startVenue();
    const { feed, clock, told, records } = follow(venue, trades);
    await told('hello');
    feed.pause();
    await clock.advance(75_000);
    (await venue.visit(1)).socket.terminate();
    feed.resume();
    await told('stale');
    const why = () => records.flatMap((one) => (one.bourse === 'stale' ? [one.why] : []));
    expect(why()[0]).toMatch(/, after 75 s without reading$/);
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(10_000);
    (await venue.visit(2)).socket.terminate();
    await told('stale', 2);
    expect(why()[1]).not.toContain('reading');
  });

  it('at the time of a renewal loses nothing that was not read by then', async () => {
    const venue = await startVenue();
    const { feed, clock, told, got, messages, records } = follow(venue, trades);
    await told('hello');
    const first = await venue.visit(1);
    for (let turn = 0; turn < 20 && first.asked.length === 0; turn += 1) await clock.advance(300);
    await clock.advance(22 * HOUR_MS);
    feed.pause();
    for (const id of [1, 2, 3]) first.send(trade(id));
    await clock.advance(2 * HOUR_MS);
    expect(venue.visits).toHaveLength(1);
    feed.resume();
    const second = await venue.visit(2);
    for (let turn = 0; turn < 20 && second.asked.length === 0; turn += 1) await clock.advance(10);
    await got(3);
    // Another one, while both are open.
    feed.pause();
    first.send(trade(4));
    for (const id of [4, 5]) second.send(trade(id));
    for (let step = 0; step < 20; step += 1) await clock.advance(1000);
    expect(first.socket.readyState).toBe(first.socket.OPEN);
    feed.resume();
    await got(4);
    for (let step = 0; step < 20; step += 1) await clock.advance(1000);
    await got(5);
    expect(idsOf(messages)).toEqual([1, 2, 3, 4, 5]);
    expect(records.filter(({ bourse }) => bourse === 'gap')).toEqual([]);
  });

  it('that begins while a renewal connects keeps the connection whose messages were not read', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const venue = await startVenue({ opens: (number) => (number === 1 ? Promise.resolve() : opened) });
    const { feed, clock, told, got, messages } = follow(venue, [{ name: 'btcusdt@kline_1m' }]);
    await told('hello');
    const first = await venue.visit(1);
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await settled();
    };
    for (let turn = 0; turn < 20 && first.asked.length === 0; turn += 1) await clock.advance(300);
    await clock.advance(23.4 * HOUR_MS);
    await clock.advance(0.2 * HOUR_MS);
    await turns(50);
    feed.pause();
    for (const id of [1, 2, 3]) first.send(trade(id));
    await turns(50);
    open();
    const second = await venue.visit(2);
    for (let turn = 0; turn < 50 && second.asked.length === 0; turn += 1) await clock.advance(10);
    await turns(100);
    feed.resume();
    await got(3);
    expect(idsOf(messages)).toEqual([1, 2, 3]);
  });

  it('ends with the feed, also where the connection was lost meanwhile', async () => {
    const venue = await startVenue();
    const { feed, clock, told, stop, done } = follow(venue, trades);
    await told('hello');
    feed.pause();
    (await venue.visit(1)).socket.terminate();
    feed.resume();
    await told('stale');
    feed.pause();
    await clock.advance(40_000);
    expect(venue.visits).toHaveLength(1);
    stop();
    await done;
  });
});

it('an answer that comes after its time is up is no message of a stream', async () => {
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const venue = await startVenue({ answers: (method) => (method === 'GET_PROPERTY' ? late : undefined) });
  const { feed, clock, told, messages, got } = follow(venue, trades);
  await told('hello');
  const asked = feed.ask('GET_PROPERTY', ['combined']);
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(1000);
  expect(await asked).toEqual([]);
  answer();
  await settled();
  (await venue.visit(1)).send(trade(1));
  await got(1);
  expect(messages).toEqual([trade(1)]);
});

it('a feed whose streams are over ends instead of trying for ever', async () => {
  const venue = await startVenue({ refuse: (number) => (number === 1 ? undefined : 410) });
  const { clock, told, done } = follow(venue, trades);
  await told('hello');
  (await venue.visit(1)).socket.terminate();
  await told('stale');
  await clock.advance(1000);
  await done;
  expect(clock.sleepers).toBe(0);
});

it('a feed that follows ever other streams keeps counts of the last ones alone', async () => {
  const venue = await startVenue();
  const { feed, clock, told } = follow(venue, trades, { isCombined: true });
  await told('hello');
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
