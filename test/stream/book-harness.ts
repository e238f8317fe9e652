/**
 * Generates depth events of a simulated market and delivers them with faults: lost, duplicate, swapped, merged and
 * stale events. Compares the book of a client with the true book after every event.
 */
import { type Random, seededRandom } from '../../src/core/clock.ts';
import type { DepthEvent, Snapshot } from '../../src/stream/book/book.ts';
import type { PriceLevel } from '../../src/stream/book/book-side.ts';
import { DepthSync, type JoinRule } from '../../src/stream/book/depth-sync.ts';

export type Protocol = 'spot' | 'futures';

export interface HarnessOptions {
  readonly protocol: Protocol;
  readonly seed: number;
  readonly events: number;
  readonly joinRule: JoinRule;
  /** Creates the client under test, DepthSync if omitted; `staleSnapshot` returns a snapshot of some time ago. */
  readonly createSync?: (staleSnapshot: () => Snapshot) => BookSync;
}

export type BookSync = Pick<DepthSync, 'book' | 'state' | 'event' | 'snapshot' | 'interrupt'>;

export interface Findings {
  readonly events: number;
  /** The number of events after which a book with state synced differed from the true book. */
  readonly divergences: number;
  /** The number of events that were applied although an event before them was missing. */
  readonly missedGaps: number;
  /** The number of gaps that were reported although no event was missing. */
  readonly falseGaps: number;
  readonly gaps: number;
  readonly snapshots: number;
  /** The share of events after which the book was synced. */
  readonly syncedShare: number;
}

const PRICES = 24;
/** Formats of a price: half of the events write another number of decimals than the snapshots. */
const priceFormats = [
  (price: number) => `${price}.00`,
  (price: number) => `${price}.00`,
  (price: number) => `${price}.0`,
  (price: number) => `${price}`,
];

/** Delivers the events of a simulated market to a book and returns the counts of faults. */
export function runHarness(options: HarnessOptions): Findings {
  const random = seededRandom(options.seed);
  const market = new Market(options.protocol, random);
  const trueBook = new TrueBook();
  const client = new ClientRun(options, trueBook, random);
  for (const delivery of deliver(market, trueBook, random, options.events)) client.receive(delivery);
  return client.findings();
}

/** The client under test: passes deliveries and snapshots to the book and counts the faults. */
class ClientRun {
  readonly #counts = { divergences: 0, missedGaps: 0, falseGaps: 0, gaps: 0, snapshots: 0 };
  readonly #trueBook: TrueBook;
  readonly #random: Random;
  readonly #sync: BookSync;
  /** The number of deliveries before the next snapshot. */
  #snapshotDue = 3;
  #staleSnapshot: Snapshot | undefined;
  #delivered = 0;
  #synced = 0;

  constructor({ createSync, joinRule }: HarnessOptions, trueBook: TrueBook, random: Random) {
    this.#trueBook = trueBook;
    this.#random = random;
    this.#sync = createSync?.(() => this.#staleSnapshot ?? trueBook.snapshot()) ?? new DepthSync(joinRule);
  }

  receive(delivery: DepthEvent | 'reconnect'): void {
    this.#delivered += 1;
    if (delivery === 'reconnect') {
      this.#sync.interrupt();
      this.#snapshotDue = 2;
    } else this.#receiveEvent(delivery);
    if (this.#sync.state !== 'synced' && this.#snapshotDue <= 0) this.#receiveSnapshot();
    this.#snapshotDue -= 1;
    if (this.#sync.state !== 'synced') return;
    this.#synced += 1;
    if (!this.#trueBook.agrees(this.#sync)) this.#counts.divergences += 1;
  }

  findings(): Findings {
    return { ...this.#counts, events: this.#delivered, syncedShare: this.#synced / this.#delivered };
  }

  #receiveEvent(event: DepthEvent): void {
    const wasSynced = this.#sync.state === 'synced';
    const isMissing = this.#trueBook.isMissingBefore(this.#sync.book.lastId, event);
    const outcome = this.#sync.event(event);
    if (wasSynced && outcome === 'applied' && isMissing) this.#counts.missedGaps += 1;
    if (outcome !== 'gap') return;
    this.#counts.gaps += 1;
    if (!isMissing) this.#counts.falseGaps += 1;
    this.#snapshotDue = 1 + Math.floor(this.#random.next() * 4);
  }

  /** Loads a snapshot; about a third of the snapshots are older than the buffered events. */
  #receiveSnapshot(): void {
    const latest = this.#trueBook.snapshot();
    const snapshot = this.#random.next() < 0.3 ? (this.#staleSnapshot ?? latest) : latest;
    this.#counts.snapshots += 1;
    if (!this.#sync.snapshot(snapshot)) this.#snapshotDue = 1 + Math.floor(this.#random.next() * 3);
    this.#staleSnapshot = latest;
  }
}

/** Generates random depth events in the order of the exchange. */
class Market {
  readonly #protocol: Protocol;
  readonly #random: Random;
  #id = 1000;
  #last = 1000;
  #middle = 500;

  constructor(protocol: Protocol, random: Random) {
    this.#protocol = protocol;
    this.#random = random;
  }

  next(): DepthEvent {
    const { next } = this.#random;
    const before = this.#last;
    // Symbols of futures share one sequence of update ids, so the ids of one symbol have holes.
    if (this.#protocol === 'futures') this.#id += Math.floor(next() * 3);
    const first = this.#id + 1;
    this.#id += 1 + Math.floor(next() * 3);
    this.#last = this.#id;
    if (next() < 0.05) this.#middle += next() < 0.5 ? -1 : 1;
    const bids: PriceLevel[] = [];
    const asks: PriceLevel[] = [];
    for (let count = 1 + Math.floor(next() * 4); count > 0; count -= 1) {
      const distance = Math.floor(next() * PRICES);
      const format = priceFormats[Math.floor(next() * priceFormats.length)]!;
      const quantity = next() < 0.4 ? '0.000' : `${1 + Math.floor(next() * 9)}.${Math.floor(next() * 10)}00`;
      if (next() < 0.5) bids.push([format(this.#middle - 1 - distance), quantity]);
      else asks.push([format(this.#middle + distance), quantity]);
    }
    // Removes the price levels that would cross the book after the middle price moved.
    for (let distance = 0; distance < 3; distance += 1) {
      bids.push([`${this.#middle + distance}.00`, '0.000']);
      asks.push([`${this.#middle - 1 - distance}.00`, '0.000']);
    }
    return { first, last: this.#last, bids, asks, ...(this.#protocol === 'futures' ? { before } : {}) };
  }
}

/** The true book, at the latest event of the market and at the latest event that the client has applied. */
class TrueBook {
  readonly #latest = new PlainBook();
  readonly #applied = new PlainBook();
  readonly #log: DepthEvent[] = [];
  #at = 0;
  #lastId: number | bigint = 1000;

  add(event: DepthEvent): void {
    this.#log.push(event);
    this.#latest.apply(event);
    this.#lastId = event.last;
  }

  snapshot(): Snapshot {
    return { lastId: this.#lastId, ...this.#latest.levels() };
  }

  /** Returns whether the market had an event after an id that ended before this event begins. */
  isMissingBefore(id: number | bigint, event: DepthEvent): boolean {
    for (let at = this.#log.length - 1; at >= 0; at -= 1) {
      const one = this.#log[at]!;
      if (one.last <= id) return false;
      if (one.last < event.first) return true;
    }
    return false;
  }

  agrees({ book }: BookSync): boolean {
    while (this.#at < this.#log.length && this.#log[this.#at]!.last <= book.lastId) {
      this.#applied.apply(this.#log[this.#at]!);
      this.#at += 1;
    }
    if (this.#at > 4096) {
      this.#log.splice(0, this.#at - 64);
      this.#at = 64;
    }
    return (
      this.#applied.agrees(book.bids.top(1000), 'bids') && this.#applied.agrees(book.asks.top(1000), 'asks')
    );
  }
}

/** A book as two maps of quantity by price. */
class PlainBook {
  readonly bids = new Map<number, string>();
  readonly asks = new Map<number, string>();

  apply({ bids, asks }: DepthEvent): void {
    for (const [side, levels] of [
      [this.bids, bids],
      [this.asks, asks],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (Number(quantity) === 0) side.delete(Number(price));
        else side.set(Number(price), quantity);
      }
    }
  }

  levels(): { bids: PriceLevel[]; asks: PriceLevel[] } {
    const levelsOf = (side: Map<number, string>): PriceLevel[] =>
      [...side].map(([price, quantity]) => [`${price}.00`, quantity]);
    return { bids: levelsOf(this.bids), asks: levelsOf(this.asks) };
  }

  /** Returns whether levels equal this side of the book and are sorted from the best price. */
  agrees(levels: readonly PriceLevel[], name: 'bids' | 'asks'): boolean {
    const side = this[name];
    if (levels.length !== side.size) return false;
    let last = name === 'bids' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    for (const [text, quantity] of levels) {
      const price = Number(text);
      if (side.get(price) !== quantity || (name === 'bids' ? price >= last : price <= last)) return false;
      last = price;
    }
    return true;
  }
}

/** Delivers most events unchanged; the others are lost, duplicate, swapped or merged, or follow a reconnect. */
function* deliver(
  market: Market,
  trueBook: TrueBook,
  random: Random,
  count: number,
): Generator<DepthEvent | 'reconnect'> {
  let previous: DepthEvent | undefined;
  const emit = () => {
    const event = market.next();
    trueBook.add(event);
    return event;
  };
  for (let made = 0; made < count; made += 1) {
    const event = emit();
    const draw = random.next();
    if (draw < 0.004) {
      previous = undefined;
      continue;
    }
    if (draw < 0.014 && previous !== undefined) yield previous;
    if (draw < 0.018) {
      const second = emit();
      yield second;
      yield event;
      previous = second;
      continue;
    }
    if (draw < 0.03 && previous !== undefined) {
      yield mergeEvents(previous, event);
      previous = event;
      continue;
    }
    if (draw < 0.031) {
      // The connection breaks; events until the reconnect are lost.
      for (let lost = Math.floor(random.next() * 6); lost > 0; lost -= 1) emit();
      previous = undefined;
      yield 'reconnect';
      continue;
    }
    yield event;
    previous = event;
  }
}

/** Returns one event with the changes of two consecutive events. */
function mergeEvents(one: DepthEvent, other: DepthEvent): DepthEvent {
  return {
    first: one.first,
    last: other.last,
    bids: [...one.bids, ...other.bids],
    asks: [...one.asks, ...other.asks],
    ...(one.before === undefined ? {} : { before: one.before }),
  };
}
