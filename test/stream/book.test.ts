/** Order books built from depth streams: a book is either right or reported as stale, whatever arrives. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Book, type DepthEvent, type Snapshot } from '../../src/stream/book/book.ts';
import {
  BUFFERED_MAX,
  DepthSync,
  type JoinRule,
  joinFuturesEvent,
  joinSpotEvent,
} from '../../src/stream/book/depth-sync.ts';
import { nextId } from '../../src/stream/ids.ts';
import { type BookSync, runHarness } from './book-harness.ts';

const JOIN_RULES = { spot: joinSpotEvent, futures: joinFuturesEvent } as const;
/** The number of events of a long run: `npm run fuzz:books` delivers 10,000,000. */
const LONG = process.env['BOOK_EVENTS'];
const EVENTS = 20_000;

describe.each(['spot', 'futures'] as const)('an order book of %s', (protocol) => {
  it('is right whenever it is synced, and reports each gap at the next event', () => {
    const findings = runHarness({
      protocol,
      seed: 4,
      events: Number(LONG ?? EVENTS),
      joinRule: JOIN_RULES[protocol],
    });
    expect(findings).toMatchObject({ divergences: 0, missedGaps: 0 });
    expect(findings.gaps).toBeGreaterThan(100);
    expect(findings.syncedShare).toBeGreaterThan(0.9);
    if (LONG !== undefined) console.log(protocol, JSON.stringify(findings));
  }, 600_000);
});

it('applies duplicate and overlapping events of spot without another snapshot', () => {
  expect(runHarness({ protocol: 'spot', seed: 5, events: EVENTS, joinRule: joinSpotEvent }).falseGaps).toBe(
    0,
  );
});

/** A faulty client: after a gap it loads a stale snapshot and applies the current event without buffering. */
class UnbufferedSync implements BookSync {
  readonly book = new Book();
  readonly #staleSnapshot: () => Snapshot;
  state: BookSync['state'] = 'init';

  constructor(staleSnapshot: () => Snapshot) {
    this.#staleSnapshot = staleSnapshot;
  }

  event(event: DepthEvent) {
    if (this.state !== 'synced') return 'buffered' as const;
    const verdict = joinSpotEvent(this.book, event, false);
    if (verdict === 'ignore') return 'ignored' as const;
    if (verdict === 'gap') this.book.load(this.#staleSnapshot());
    this.book.apply(event);
    return verdict === 'gap' ? ('gap' as const) : ('applied' as const);
  }

  snapshot(snapshot: Snapshot) {
    this.book.load(snapshot);
    this.state = 'synced';
    return true;
  }

  interrupt() {
    this.state = 'init';
  }
}

describe('the book harness', () => {
  /** A faulty rule: an event applies only if it begins with exactly the next update id. */
  const strict: JoinRule = ({ lastId }, { first }) => (first === nextId(lastId) ? 'apply' : 'gap');
  /** A faulty rule: an event applies whenever it is newer, even after a gap. */
  const careless: JoinRule = ({ lastId }, { last }) => (last <= lastId ? 'ignore' : 'apply');

  it('reports false gaps of a client that rejects overlapping events', () => {
    expect(
      runHarness({ protocol: 'spot', seed: 6, events: EVENTS, joinRule: strict }).falseGaps,
    ).toBeGreaterThan(0);
  });

  it('reports a wrong book of a futures client that ignores the previous update id', () => {
    const findings = runHarness({ protocol: 'futures', seed: 7, events: EVENTS, joinRule: careless });
    expect(findings.missedGaps).toBeGreaterThan(0);
    expect(findings.divergences).toBeGreaterThan(0);
  });

  it('reports a wrong book of a client that applies events to a stale snapshot without buffering', () => {
    const findings = runHarness({
      protocol: 'spot',
      seed: 8,
      events: EVENTS,
      joinRule: joinSpotEvent,
      createSync: (staleSnapshot) => new UnbufferedSync(staleSnapshot),
    });
    expect(findings.divergences).toBeGreaterThan(0);
  });
});

describe('all histories of five events', () => {
  /** A snapshot arrives after the second delivery; it is older than, within or newer than the events. */
  const SNAPSHOT_IDS = [0, 20, 50];
  const FAULTS = ['none', 'drop', 'duplicate', 'swap'] as const;
  type Fault = (typeof FAULTS)[number];
  const histories = Array.from({ length: FAULTS.length ** 5 }, (_, number) =>
    Array.from(
      { length: 5 },
      (_, index) => FAULTS[Math.floor(number / FAULTS.length ** index) % FAULTS.length]!,
    ),
  );
  const eventOf = (index: number, protocol: 'spot' | 'futures'): DepthEvent => ({
    first: protocol === 'spot' ? 10 * index + 1 : 10 * index + 4,
    last: 10 * index + 10,
    ...(protocol === 'futures' ? { before: 10 * index } : {}),
    bids: [[`${100 + index}`, `${index + 1}`]],
    asks: [['500', `${index + 1}`]],
  });

  function deliver(events: readonly DepthEvent[], history: readonly Fault[]): DepthEvent[] {
    const deliveries: DepthEvent[] = [];
    for (const [index, fault] of history.entries()) {
      const event = events[index]!;
      if (fault === 'swap') deliveries.splice(Math.max(0, deliveries.length - 1), 0, event);
      else if (fault !== 'drop') deliveries.push(event);
      if (fault === 'duplicate') deliveries.push(event);
    }
    return deliveries;
  }

  function expectRightOrStale(protocol: 'spot' | 'futures', history: readonly Fault[], snapshotId: number) {
    const events = [0, 1, 2, 3, 4].map((index) => eventOf(index, protocol));
    const sync = new DepthSync(JOIN_RULES[protocol]);
    const bids = events.filter(({ last }) => last <= snapshotId).flatMap((event) => event.bids);
    for (const [index, event] of deliver(events, history).entries()) {
      sync.event(event);
      if (index === 1) sync.snapshot({ lastId: snapshotId, bids, asks: [] });
    }
    if (sync.state !== 'synced') return;
    const applied = events.filter(({ last }) => last <= sync.book.lastId);
    expect(sync.book.bids.size, history.join(' ')).toBe(applied.length);
  }

  test.each(['spot', 'futures'] as const)('of %s end in the true book or in a stale one', (protocol) => {
    for (const history of histories) {
      for (const snapshotId of SNAPSHOT_IDS) expectRightOrStale(protocol, history, snapshotId);
    }
  });
});

function bestOf(levels: ReadonlyMap<number, string>, side: 'bids' | 'asks'): string | undefined {
  if (levels.size === 0) return undefined;
  return `${Math[side === 'bids' ? 'max' : 'min'](...levels.keys())}.50`;
}

describe('an order book', () => {
  it('treats prices with different numbers of decimals as one price level', () => {
    const book = new Book();
    book.load({ lastId: 1, bids: [['1.10', '5']], asks: [['2', '1']] });
    book.apply({ first: 2, last: 2, bids: [['1.1', '6']], asks: [['2.000', '2']] });
    book.apply({ first: 3, last: 3, bids: [['01.1000', '7']], asks: [['2.0005', '3']] });
    expect(book.bids.top(5)).toEqual([['1.1000', '7']]);
    expect(book.asks.top(5)).toEqual([
      ['2.0000', '2'],
      ['2.0005', '3'],
    ]);
  });

  it('has one level for a price, however many zeros it is written with', () => {
    const change = fc.record({
      side: fc.constantFrom('bids' as const, 'asks' as const),
      thousandths: fc.integer({ min: 1, max: 60 }),
      quantity: fc.constantFrom('0', '0.000', '1', '2.5'),
      leading: fc.constantFrom('', '', '', '0', '00'),
      trailing: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const book = new Book();
        const expected = { bids: new Map<number, string>(), asks: new Map<number, string>() };
        for (const [index, { side, thousandths, quantity, leading, trailing }] of changes.entries()) {
          const shortest = String(thousandths / 1000);
          const price = `${leading}${shortest}${'0'.repeat(shortest.includes('.') ? trailing : 0)}`;
          book.apply({ first: index, last: index, bids: [], asks: [], [side]: [[price, quantity]] });
          if (Number(quantity) === 0) expected[side].delete(thousandths);
          else expected[side].set(thousandths, quantity);
        }
        for (const side of ['bids', 'asks'] as const) {
          const levels = book[side].top(100).map(([price, quantity]) => [Number(price) * 1000, quantity]);
          const sorted = [...expected[side]].sort(([a], [b]) => (side === 'bids' ? b - a : a - b));
          expect(levels.map(([price, quantity]) => [Math.round(Number(price)), quantity])).toEqual(sorted);
        }
        const prices = [...book.bids.top(100), ...book.asks.top(100)].map(([price]) => price.split('.')[1]);
        expect(new Set(prices.map((decimals) => decimals?.length)).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200, seed: 98 },
    );
  });

  it('keeps digits of a price that a float would lose', () => {
    const book = new Book();
    const one = '90071992547409930.00000001';
    const other = '90071992547409930.00000002';
    book.load({
      lastId: 1,
      bids: [
        [one, '1'],
        [other, '2'],
      ],
      asks: [],
    });
    expect(book.bids.top(2).map(([price]) => price)).toEqual([other, one]);
  });

  it('sorts price levels from the best price after any changes, as a sorted list does', () => {
    const change = fc.tuple(
      fc.constantFrom('bids' as const, 'asks' as const),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 800 }), (changes) => {
        const book = new Book();
        const expected = { bids: new Map<number, string>(), asks: new Map<number, string>() };
        for (const [index, [side, price, quantity]] of changes.entries()) {
          const level = [`${price}.50`, `${quantity}.0`] as const;
          book.apply({ first: index, last: index, bids: [], asks: [], [side]: [level] });
          if (quantity === 0) expected[side].delete(price);
          else expected[side].set(price, `${quantity}.0`);
          expect(book[side].best()).toBe(bestOf(expected[side], side));
        }
        const sorted = [...expected.bids].sort(([a], [b]) => b - a).slice(0, 200);
        expect(book.bids.top(200)).toEqual(sorted.map(([price, quantity]) => [`${price}.50`, quantity]));
      }),
      { numRuns: 60, seed: 99 },
    );
  });

  it('is stale when it is crossed after a complete event', () => {
    const sync = new DepthSync(joinSpotEvent);
    sync.snapshot({ lastId: 1, bids: [['10', '1']], asks: [['11', '1']] });
    expect(sync.event({ first: 2, last: 2, bids: [['11', '1']], asks: [] })).toBe('gap');
    expect(sync.state).toBe('stale');
  });

  it('buffers a bounded number of events while no snapshot comes', () => {
    const sync = new DepthSync(joinSpotEvent);
    for (let id = 1; id <= BUFFERED_MAX + 5; id += 1) sync.event({ first: id, last: id, bids: [], asks: [] });
    expect(sync.state).toBe('buffering');
    // The first events were discarded, so an old snapshot is rejected and a recent one is accepted.
    expect(sync.snapshot({ lastId: 3, bids: [], asks: [] })).toBe(false);
    expect(sync.snapshot({ lastId: BUFFERED_MAX + 1, bids: [], asks: [] })).toBe(true);
    expect(sync.book.lastId).toBe(BUFFERED_MAX + 5);
  });
});
