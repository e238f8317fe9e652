/** An account's events over listen keys that fail, end and expire. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { ListenKeyFeed, type ListenKeyFeedOptions } from '../../src/stream/user/listen-key-feed.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { handClock, settled } from './manual-clock.ts';
import { startVenue, type Venue } from './scripted-stream-server.ts';

const noKey = () =>
  new ToolError({ kind: 'rejected', code: -1125, message: 'This listenKey does not exist.' });
const down = () => new ToolError({ kind: 'unavailable', message: 'The exchange is away.' });

interface Account {
  /** What is said of the next calls to keep a key alive; none is no failure. */
  readonly refusals: (ToolError | undefined)[];
  readonly created: string[];
  readonly kept: number[];
  readonly closed: string[];
}

function follow(venue: Venue, more: Partial<ListenKeyFeedOptions> = {}) {
  const clock = handClock();
  const account: Account = { refusals: [], created: [], kept: [], closed: [] };
  const messages: string[] = [];
  const notes: string[] = [];
  const connections: boolean[] = [];
  const ends = new AbortController();
  const feed = new ListenKeyFeed({
    clock,
    random: seededRandom(5),
    open: socketOpener({
      connector: createConnector({ connectTimeoutMs: 2000 }),
      userAgent: 'bourse/test',
      now: clock.now,
    }),
    takeAttempt: async () => {},
    base: venue.url,
    keys: {
      async create() {
        account.created.push(`key${account.created.length + 1}`.repeat(12));
        return account.created.at(-1)!;
      },
      async keepAlive(key) {
        account.kept.push(clock.monotonicMs() / MINUTE_MS);
        const refusal = account.refusals.shift();
        if (refusal !== undefined) throw refusal;
        return key;
      },
      async close(key) {
        account.closed.push(key);
      },
    },
    signal: ends.signal,
    onConnected: async (isFirst) => {
      connections.push(isFirst);
    },
    onMessage: (bytes) => messages.push(bytes.toString()),
    onLost: (why) => notes.push(`lost: ${why}`),
    onNote: (text) => notes.push(text),
    ...more,
  });
  const done = feed.run();
  onTestFinished(() => ends.abort());
  const visit = async (number: number) => {
    const found = await venue.visit(number);
    await settled();
    return found;
  };
  return { feed, clock, account, messages, notes, connections, done, visit, stop: () => ends.abort() };
}

describe('a user feed', () => {
  it('opens the key by its path, keeps it alive at half its life and closes it at the end', async () => {
    const venue = await startVenue();
    const { clock, account, visit, stop, done } = follow(venue);
    const { target } = await visit(1);
    expect(target).toBe(`/ws/${account.created[0]}`);
    await clock.advance(61 * MINUTE_MS);
    expect(account.kept).toEqual([30, 60]);
    stop();
    await done;
    expect(account.closed).toEqual(account.created);
  });

  it('tries again after 10 minutes where the key is not kept alive, says so, and makes a new one in time', async () => {
    const venue = await startVenue();
    const { clock, account, notes, visit, connections } = follow(venue);
    await visit(1);
    account.refusals.push(down(), undefined);
    await clock.advance(41 * MINUTE_MS);
    expect(account.kept).toEqual([30, 40]);
    expect(account.created).toHaveLength(1);
    account.refusals.push(down(), down(), down());
    await clock.advance(51 * MINUTE_MS);
    expect(account.kept).toEqual([30, 40, 70, 80, 90]);
    await visit(2);
    expect(account.created).toHaveLength(2);
    expect(connections).toEqual([true, false]);
    expect(notes.filter((text) => text.includes('away'))).toHaveLength(3);
  });

  it('makes a new key when the exchange says that it ended, tells what was missed, and shows the key to nobody', async () => {
    const venue = await startVenue();
    const { account, messages, notes, visit, connections } = follow(venue);
    const first = await visit(1);
    first.send({ e: 'listenKeyExpired', E: 1, listenKey: account.created[0] });
    await visit(2);
    await settled();
    expect(connections).toEqual([true, false]);
    expect(messages).toEqual(['{"e":"listenKeyExpired","E":1,"listenKey":"***"}']);
    expect([...messages, ...notes].join()).not.toContain(account.created[0]);
  });

  it('makes new keys ever more slowly where each ends as soon as it is there', async () => {
    let latest = () => '';
    const venue = await startVenue({
      onVisit: (visit) => visit.send({ e: 'listenKeyExpired', E: 1, listenKey: latest() }),
    });
    const { clock, account } = follow(venue);
    latest = () => account.created.at(-1)!;
    for (let minute = 0; minute < 5; minute += 1) {
      for (let turn = 0; turn < 40; turn += 1) await settled();
      await clock.advance(MINUTE_MS);
    }
    expect(account.created.length).toBeGreaterThan(2);
    expect(account.created.length).toBeLessThan(30);
  });

  it('asks for a new key no sooner than the exchange wants', async () => {
    const venue = await startVenue();
    let tries = 0;
    const banned = new ToolError({ kind: 'rate-limited', message: 'Banned.', retryAfterMs: 120_000 });
    const { clock, notes, visit } = follow(venue, {
      keys: {
        create: async () => {
          tries += 1;
          if (tries === 2) throw banned;
          return `key${tries}`.repeat(12);
        },
        keepAlive: async (key) => key,
        close: async () => {},
      },
    });
    const first = await visit(1);
    first.send({ e: 'listenKeyExpired', E: 1, listenKey: 'key1'.repeat(12) });
    for (let turn = 0; turn < 40; turn += 1) await settled();
    await clock.advance(100_000);
    expect(tries).toBe(2);
    await clock.advance(30_000);
    await visit(2);
    expect(notes.filter((text) => text.includes('Banned'))).toHaveLength(1);
  });

  it('lets events wait for the last look at the account where its key expires during the one before', async () => {
    const venue = await startVenue();
    const looks: (() => void)[] = [];
    const { clock, messages, visit, account } = follow(venue, {
      onConnected: () => new Promise((resolve) => looks.push(resolve)),
    });
    const first = await visit(1);
    first.send({ e: 'balanceUpdate', E: 1 });
    first.send({ e: 'listenKeyExpired', E: 2, listenKey: account.created[0] });
    for (let turn = 0; turn < 40; turn += 1) await settled();
    await clock.advance(1000);
    const second = await visit(2);
    second.send({ e: 'balanceUpdate', E: 3 });
    for (let turn = 0; turn < 40; turn += 1) await settled();
    looks[0]!();
    for (let turn = 0; turn < 40; turn += 1) await settled();
    expect(messages).toEqual([]);
    looks[1]!();
    for (let turn = 0; turn < 40; turn += 1) await settled();
    expect(messages.map((text) => JSON.parse(text).E)).toEqual([1, 2, 3]);
  });

  it('finds out after a loss that the key ended without a word', async () => {
    const venue = await startVenue();
    const { clock, account, visit } = follow(venue);
    const first = await visit(1);
    account.refusals.push(noKey());
    first.socket.terminate();
    await settled();
    await clock.advance(2000);
    await visit(2);
    expect(venue.visits[1]!.target).toBe(`/ws/${account.created[1]}`);
  });

  it('keeps events back until it is known what was missed before them', async () => {
    const venue = await startVenue();
    const order: string[] = [];
    let known = () => {};
    const { visit } = follow(venue, {
      onConnected: () =>
        new Promise((resolve) => {
          known = () => {
            order.push('missed');
            resolve();
          };
        }),
      onMessage: (bytes) => order.push(bytes.toString()),
    });
    const first = await visit(1);
    first.send('{"e":"balanceUpdate"}');
    for (let turn = 0; turn < 10; turn += 1) await settled();
    expect(order).toEqual([]);
    known();
    await settled();
    expect(order).toEqual(['missed', '{"e":"balanceUpdate"}']);
  });

  it('ends with the error where the first key is refused', async () => {
    const venue = await startVenue();
    const refused = new ToolError({ kind: 'credentials', message: 'no' });
    const keys = {
      create: () => Promise.reject(refused),
      keepAlive: async (key: string) => key,
      close: async () => {},
    };
    await expect(follow(venue, { keys }).done).rejects.toBe(refused);
  });
});
