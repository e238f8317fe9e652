/** Books kept from streams: never wrong without saying so, and the unsafe ways of others are caught. */
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
import { type Keeper, runHarness } from './book-harness.ts';

const JUDGES = { spot: joinSpotEvent, futures: joinFuturesEvent } as const;
/** A share in each run of the tests; `npm run fuzz:books` takes 10,000,000 in all. */
const LONG = process.env['BOOK_EVENTS'];
const EVENTS = 40_000;

describe.each(['spot', 'futures'] as const)('a book of %s', (protocol) => {
  it('is never wrong without saying so, and notices each gap at the next event', () => {
    const found = runHarness({ protocol, seed: 4, events: Number(LONG ?? EVENTS), judge: JUDGES[protocol] });
    expect(found).toMatchObject({ divergences: 0, unnoticed: 0 });
    expect(found.gaps).toBeGreaterThan(100);
    expect(found.inStep).toBeGreaterThan(0.9);
    if (LONG !== undefined) console.log(protocol, JSON.stringify(found));
  }, 600_000);
});

it('takes doubles and overlaps on spot without another snapshot', () => {
  expect(runHarness({ protocol: 'spot', seed: 5, events: EVENTS, judge: joinSpotEvent }).needless).toBe(0);
});

/** Loads whatever snapshot there is after a gap and applies the message in hand to it. */
class HastyKeeper implements Keeper {
  readonly book = new Book();
  readonly #lately: () => Snapshot;
  state: Keeper['state'] = 'init';

  constructor(lately: () => Snapshot) {
    this.#lately = lately;
  }

  event(event: DepthEvent) {
    if (this.state !== 'synced') return 'buffered' as const;
    const verdict = joinSpotEvent(this.book, event, false);
    if (verdict === 'ignore') return 'ignored' as const;
    if (verdict === 'gap') this.book.load(this.#lately());
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

describe('the harness sees', () => {
  /** Clients that ask for exactly the next number. */
  const strict: JoinRule = ({ lastId }, { first }) => (first === nextId(lastId) ? 'apply' : 'gap');
  const careless: JoinRule = ({ lastId }, { last }) => (last <= lastId ? 'ignore' : 'apply');

  it('needless snapshots of a client that takes nothing but the very next number', () => {
    expect(runHarness({ protocol: 'spot', seed: 6, events: EVENTS, judge: strict }).needless).toBeGreaterThan(
      0,
    );
  });

  it('wrong books of a client on futures that does not look at the event before', () => {
    const found = runHarness({ protocol: 'futures', seed: 7, events: EVENTS, judge: careless });
    expect(found.unnoticed).toBeGreaterThan(0);
    expect(found.divergences).toBeGreaterThan(0);
  });

  it('wrong books of a client that starts anew and goes on with the message in hand', () => {
    const found = runHarness({
      protocol: 'spot',
      seed: 8,
      events: EVENTS,
      judge: joinSpotEvent,
      keeper: (lately) => new HastyKeeper(lately),
    });
    expect(found.divergences).toBeGreaterThan(0);
  });
});

describe('all short histories', () => {
  /** Five events, each passed, lost, doubled or swapped with the next; a snapshot of before, within or after. */
  const mishaps = ['pass', 'drop', 'double', 'swap'] as const;
  const histories = Array.from({ length: mishaps.length ** 5 }, (_, number) =>
    Array.from(
      { length: 5 },
      (_, place) => mishaps[Math.floor(number / mishaps.length ** place) % mishaps.length]!,
    ),
  );
  const eventOf = (index: number, protocol: 'spot' | 'futures'): DepthEvent => ({
    first: protocol === 'spot' ? 10 * index + 1 : 10 * index + 4,
    last: 10 * index + 10,
    ...(protocol === 'futures' ? { before: 10 * index } : {}),
    bids: [[`${100 + index}`, `${index + 1}`]],
    asks: [['500', `${index + 1}`]],
  });

  test.each(['spot', 'futures'] as const)(
    'of %s end in the true book or in one that says it is stale',
    (protocol) => {
      for (const history of histories) {
        for (const snapshotAt of [0, 20, 50]) {
          const events = [0, 1, 2, 3, 4].map((index) => eventOf(index, protocol));
          const arriving: DepthEvent[] = [];
          for (const [index, what] of history.entries()) {
            const event = events[index]!;
            if (what === 'swap') arriving.splice(Math.max(0, arriving.length - 1), 0, event);
            else if (what !== 'drop') arriving.push(event);
            if (what === 'double') arriving.push(event);
          }
          const sync = new DepthSync(JUDGES[protocol]);
          const known = events.filter(({ last }) => last <= snapshotAt);
          for (const [index, event] of arriving.entries()) {
            sync.event(event);
            if (index === 1)
              sync.snapshot({ lastId: snapshotAt, bids: known.flatMap(({ bids }) => bids), asks: [] });
          }
          if (sync.state !== 'synced') continue;
          const held = events.filter(({ last }) => last <= sync.book.lastId);
          expect(sync.book.bids.size, history.join(' ')).toBe(held.length);
        }
      }
    },
  );
});

describe('a book', () => {
  it('treats prices that are spelled differently as one, however many decimals come', () => {
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

  it('keeps digits that a float would lose', () => {
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

  it('has the best prices first after any changes, like a sorted list', () => {
    const change = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 800 }), (changes) => {
        const book = new Book();
        const plain = { bids: new Map<number, string>(), asks: new Map<number, string>() };
        for (const [index, [isBid, price, quantity]] of changes.entries()) {
          const name = isBid ? 'bids' : 'asks';
          const level = [[`${price}.50`, `${quantity}.0`]] as const;
          book.apply({ first: index, last: index, bids: isBid ? level : [], asks: isBid ? [] : level });
          if (quantity === 0) plain[name].delete(price);
          else plain[name].set(price, `${quantity}.0`);
          const best = Math[isBid ? 'max' : 'min'](...plain[name].keys());
          expect(book[name].best()).toBe(plain[name].size === 0 ? undefined : `${best}.50`);
        }
        const sorted = [...plain.bids].sort(([a], [b]) => b - a).slice(0, 200);
        expect(book.bids.top(200)).toEqual(sorted.map(([price, quantity]) => [`${price}.50`, quantity]));
      }),
      { numRuns: 60, seed: 99 },
    );
  });

  it('that is crossed after a whole event is stale', () => {
    const sync = new DepthSync(joinSpotEvent);
    sync.snapshot({ lastId: 1, bids: [['10', '1']], asks: [['11', '1']] });
    expect(sync.event({ first: 2, last: 2, bids: [['11', '1']], asks: [] })).toBe('gap');
    expect(sync.state).toBe('stale');
  });

  it('buffers a bounded number of events while no snapshot comes', () => {
    const sync = new DepthSync(joinSpotEvent);
    for (let id = 1; id <= BUFFERED_MAX + 5; id += 1) sync.event({ first: id, last: id, bids: [], asks: [] });
    expect(sync.state).toBe('buffering');
    // What came first is gone, so a snapshot of then fits no more; one of now does.
    expect(sync.snapshot({ lastId: 3, bids: [], asks: [] })).toBe(false);
    expect(sync.snapshot({ lastId: BUFFERED_MAX + 1, bids: [], asks: [] })).toBe(true);
    expect(sync.book.lastId).toBe(BUFFERED_MAX + 5);
  });
});
