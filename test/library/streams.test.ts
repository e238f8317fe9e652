/** Streams of the library on a served sandbox: typed events, records, kept books, the account, and slow readers. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import type { StreamRecord } from '../../src/library/types.ts';
import { openLibrary } from './test-library.ts';

/** Returns the first events of a stream; leaving the loop ends it. */
async function first<Event>(events: AsyncIterable<Event>, count: number): Promise<Event[]> {
  const found: Event[] = [];
  for await (const event of events) if (found.push(event) === count) break;
  return found;
}

const open = () => openLibrary({}, systemClock() as never);

describe('a stream of the library', () => {
  it('yields typed events whose fields have names in words', async () => {
    const { x } = open();
    const [trade] = await first(x.stream.trades({ symbol: 'BTCUSDT' }), 1);
    expect(trade).toMatchObject({ eventType: 'trade', symbol: 'BTCUSDT' });
    expect([typeof trade!.tradeId, typeof trade!.price, typeof trade!.eventTime]).toEqual([
      'bigint',
      'string',
      'number',
    ]);
    await x.close();
  });

  it('follows several symbols, and other products', async () => {
    const { x } = open();
    const trades = await first(x.stream.bookTicker({ symbol: ['BTCUSDT', 'ETHUSDT'] }), 20);
    expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSDT', 'ETHUSDT']));
    const [candle] = await first(x.usdm.stream.klines({ symbol: 'BTCUSDT', interval: '1m' }), 1);
    expect(typeof candle!.candle.close).toBe('string');
    await x.close();
  });

  it('yields records between the events if they are asked for', async () => {
    const { x } = open();
    const found = await first(x.stream.trades({ symbol: 'BTCUSDT' }, { records: true }), 2);
    expect((found[0] as StreamRecord).bourse).toBe('hello');
    expect(found[1]).toMatchObject({ eventType: 'trade' });
    await x.close();
  });

  it('keeps an order book', async () => {
    const { x } = open();
    const [book] = await first(x.stream.book({ symbol: 'BTCUSDT', levels: 3 }), 1);
    expect(book).toMatchObject({ symbol: 'BTCUSDT', state: 'synced' });
    expect([book!.bids.length, typeof book!.lastUpdateId]).toEqual([3, 'bigint']);
    await x.close();
  });

  it('of the account yields the events of an order', async () => {
    const { x } = open();
    const events = x.stream.user({}, { records: true });
    const reports: unknown[] = [];
    for await (const event of events) {
      if ('bourse' in event && event.bourse === 'hello')
        void x.trade.placeOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' });
      if ('eventType' in event && event.eventType === 'executionReport') reports.push(event.side);
      if (reports.length === 2) break;
    }
    expect(reports).toEqual(['BUY', 'BUY']);
    await x.close();
  });

  it('of the account is no unresolved write while it is followed', async () => {
    const { x } = open();
    for await (const event of x.stream.user({}, { records: true })) {
      if (!('bourse' in event)) continue;
      expect(await x.orders.list({ unresolved: true })).toEqual([]);
      break;
    }
    await x.close();
  });

  it('ends when the library is closed, also from inside its loop', async () => {
    const { x } = open();
    let count = 0;
    for await (const _trade of x.stream.trades({ symbol: 'BTCUSDT' })) {
      count += 1;
      await x.close();
    }
    expect(count).toBeGreaterThan(0);
  });

  it('ends when its signal aborts', async () => {
    const { x } = open();
    const stop = new AbortController();
    let count = 0;
    const follow = async () => {
      for await (const _trade of x.stream.trades({ symbol: 'BTCUSDT' }, { signal: stop.signal })) {
        count += 1;
        stop.abort();
      }
    };
    await follow().catch(() => undefined);
    expect(count).toBeGreaterThan(0);
    await x.close();
  });

  it('ends on its own signal while the account stream that was opened before it goes on', async () => {
    const { x } = open();
    const [stopUser, stopPrices] = [new AbortController(), new AbortController()];
    const found: string[] = [];
    const followUser = async () => {
      for await (const event of x.stream.user({}, { records: true, signal: stopUser.signal }))
        found.push(String('bourse' in event ? event.bourse : event.eventType));
    };
    const user = followUser();
    for await (const _price of x.stream.bookTicker({ symbol: 'BTCUSDT' }, { signal: stopPrices.signal }))
      if (found.includes('hello')) stopPrices.abort();
    await x.trade.placeOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' });
    await expect.poll(() => found).toContain('executionReport');
    stopUser.abort();
    await user;
    expect(found).not.toContain('stale');
    await x.close();
  });

  it('goes on at the next host of the sandbox if the program that served it ends', async () => {
    const { x: host, home } = open();
    await first(host.stream.bookTicker({ symbol: 'BTCUSDT' }), 1);
    const { x } = openLibrary({ home }, systemClock() as never);
    let closedAt = Number.POSITIVE_INFINITY;
    const closing = () => host.close().then(() => (closedAt = Date.now()));
    let closed: Promise<number> | undefined;
    for await (const { eventTime } of x.stream.depth({ symbol: 'BTCUSDT', speed: '100ms' })) {
      closed ??= closing();
      if (eventTime > closedAt) break;
    }
    expect(await closed).toBeLessThan(Number.POSITIVE_INFINITY);
    await x.close();
  });

  it.each([
    [{ symbol: '--force' }],
    [{ symbol: 'BTC USDT' }],
    [{ symbol: 'BTCUSDT', tempo: '1s' }],
    [{ symbol: '' }],
    [[]],
    ['BTCUSDT'],
  ])('refuses arguments %j', async (given) => {
    const { x } = open();
    const loop = first(x.stream.trades(given as unknown as { symbol: string }), 1);
    await expect(loop).rejects.toMatchObject({ name: 'BourseError', kind: 'usage' });
  });
});

describe('a loop that is slower than its stream', () => {
  it('gets the newest state of each book with whenSlow latest', async () => {
    const { x } = open();
    const stream = x.stream.book({ symbol: ['BTCUSDT', 'ETHUSDT'], levels: 1 }, { whenSlow: 'latest' });
    const newest = new Map<string, number>();
    const skipped = new Set<string>();
    // States that wait in line would be read with the 100 ms between them that they had, however late they are read.
    const readSlowly = async () => {
      for (const { symbol, eventTime } of await nextOf(stream, 2)) {
        if (eventTime! - (newest.get(symbol) ?? eventTime!) >= 500) skipped.add(symbol);
        newest.set(symbol, eventTime!);
      }
      return [...skipped].sort();
    };
    await expect.poll(readSlowly, { interval: 1000 }).toEqual(['BTCUSDT', 'ETHUSDT']);
    await stream.return?.();
    await x.close();
  });

  it('ends at its signal, without the events that wait', async () => {
    const { x } = open();
    const stop = new AbortController();
    let after = 0;
    for await (const _price of x.stream.bookTicker({ symbol: 'BTCUSDT' }, { signal: stop.signal })) {
      if (stop.signal.aborted) after += 1;
      await new Promise((resolve) => setTimeout(resolve, 400));
      stop.abort();
    }
    expect(after).toBe(0);
    await x.close();
  });

  it('is refused latest for a stream whose events are not states of a book', async () => {
    const { x } = open();
    const wrong = { whenSlow: 'latest' } as unknown as { whenSlow: 'pause' };
    await expect(x.stream.trades({ symbol: 'BTCUSDT' }, wrong).next()).rejects.toMatchObject({
      kind: 'usage',
      message: 'whenSlow of stream.trades must be pause or drop, was "latest".',
    });
    await x.close();
  });
});

/** Returns the next events of a stream that stays open. */
async function nextOf<Event>(events: AsyncIterator<Event>, count: number): Promise<Event[]> {
  const found: Event[] = [];
  while (found.length < count) found.push((await events.next()).value as Event);
  return found;
}
