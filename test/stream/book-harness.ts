/**
 * A made-up market whose book is known at every moment, and a road on which its events are lost, doubled, swapped,
 * joined and late. Whoever keeps a book from what arrives is compared with the truth after every event.
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
  readonly judge: JoinRule;
  /** Another way of keeping a book than ours; `lately` returns a snapshot that was taken some time ago. */
  readonly keeper?: (lately: () => Snapshot) => Keeper;
}

export type Keeper = Pick<DepthSync, 'book' | 'state' | 'event' | 'snapshot' | 'interrupt'>;

export interface Findings {
  readonly events: number;
  /** The book said that it was in step and was not. */
  readonly divergences: number;
  /** Something was missing before an event, and it was taken all the same. */
  readonly unnoticed: number;
  /** A double or an overlap led to a new snapshot though nothing was missing. */
  readonly needless: number;
  readonly gaps: number;
  readonly snapshots: number;
  /** Share of events after which the book was in step. */
  readonly inStep: number;
}

const PRICES = 24;
/** The book's way of writing; half of the events leave zeros out or add some. */
const spellings = [
  (price: number) => `${price}.00`,
  (price: number) => `${price}.00`,
  (price: number) => `${price}.0`,
  (price: number) => `${price}`,
];

/** Runs the market past a book and returns what was found. */
export function runHarness(options: HarnessOptions): Findings {
  const random = seededRandom(options.seed);
  const market = new Market(options.protocol, random);
  const truth = new Truth();
  const found = { divergences: 0, unnoticed: 0, needless: 0, gaps: 0, snapshots: 0, inStep: 0 };
  let snapshotDue = 3;
  let stale: Snapshot | undefined;
  const sync: Keeper = options.keeper?.(() => stale ?? truth.snapshot()) ?? new DepthSync(options.judge);
  let delivered = 0;
  for (const arrival of road(market, truth, random, options.events)) {
    delivered += 1;
    if (arrival === 'reconnect') {
      sync.interrupt();
      snapshotDue = 2;
    } else {
      const before = sync.book.lastId;
      const wasSynced = sync.state === 'synced';
      const isMissing = truth.hasBetween(before, arrival);
      const outcome = sync.event(arrival);
      if (wasSynced && outcome === 'applied' && isMissing) found.unnoticed += 1;
      if (outcome === 'gap') {
        found.gaps += 1;
        if (!isMissing) found.needless += 1;
        snapshotDue = 1 + Math.floor(random.next() * 4);
      }
    }
    if (sync.state !== 'synced' && snapshotDue <= 0) {
      // Every third snapshot was taken long before it arrives.
      const fresh = truth.snapshot();
      const taken = random.next() < 0.3 ? (stale ?? fresh) : fresh;
      found.snapshots += 1;
      if (!sync.snapshot(taken)) snapshotDue = 1 + Math.floor(random.next() * 3);
      stale = fresh;
    }
    snapshotDue -= 1;
    if (sync.state !== 'synced') continue;
    found.inStep += 1;
    if (!truth.agrees(sync)) found.divergences += 1;
  }
  return { ...found, events: delivered, inStep: found.inStep / delivered };
}

/** Events of a book that changes at random, in the exchange's order. */
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
    // Futures share their ids with other symbols, so that some are skipped.
    if (this.#protocol === 'futures') this.#id += Math.floor(next() * 3);
    const first = this.#id + 1;
    this.#id += 1 + Math.floor(next() * 3);
    this.#last = this.#id;
    if (next() < 0.05) this.#middle += next() < 0.5 ? -1 : 1;
    const bids: PriceLevel[] = [];
    const asks: PriceLevel[] = [];
    for (let count = 1 + Math.floor(next() * 4); count > 0; count -= 1) {
      const away = Math.floor(next() * PRICES);
      const spelled = spellings[Math.floor(next() * spellings.length)]!;
      const quantity = next() < 0.4 ? '0.000' : `${1 + Math.floor(next() * 9)}.${Math.floor(next() * 10)}00`;
      if (next() < 0.5) bids.push([spelled(this.#middle - 1 - away), quantity]);
      else asks.push([spelled(this.#middle + away), quantity]);
    }
    // Where the middle moved, nothing of the other side is left beyond it.
    for (let away = 0; away < 3; away += 1) {
      bids.push([`${this.#middle + away}.00`, '0.000']);
      asks.push([`${this.#middle - 1 - away}.00`, '0.000']);
    }
    return { first, last: this.#last, bids, asks, ...(this.#protocol === 'futures' ? { before } : {}) };
  }
}

/** The book as it really is: `ahead` is now, `behind` is where the reader has come to. */
class Truth {
  readonly #ahead = new Plain();
  readonly #behind = new Plain();
  readonly #log: DepthEvent[] = [];
  #at = 0;
  #lastId: number | bigint = 1000;

  add(event: DepthEvent): void {
    this.#log.push(event);
    this.#ahead.apply(event);
    this.#lastId = event.last;
  }

  snapshot(): Snapshot {
    return { lastId: this.#lastId, ...this.#ahead.levels() };
  }

  /** Whether an event of the exchange lies between an id and this event, neither told by it nor known. */
  hasBetween(id: number | bigint, event: DepthEvent): boolean {
    for (let at = this.#log.length - 1; at >= 0; at -= 1) {
      const one = this.#log[at]!;
      if (one.last <= id) return false;
      if (one.last < event.first) return true;
    }
    return false;
  }

  agrees({ book }: Keeper): boolean {
    while (this.#at < this.#log.length && this.#log[this.#at]!.last <= book.lastId) {
      this.#behind.apply(this.#log[this.#at]!);
      this.#at += 1;
    }
    if (this.#at > 4096) {
      this.#log.splice(0, this.#at - 64);
      this.#at = 64;
    }
    return (
      this.#behind.agrees(book.bids.top(1000), 'bids') && this.#behind.agrees(book.asks.top(1000), 'asks')
    );
  }
}

/** Two maps by whole price, as simple as can be. */
class Plain {
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
    const spelled = (side: Map<number, string>): PriceLevel[] =>
      [...side].map(([price, quantity]) => [`${price}.00`, quantity]);
    return { bids: spelled(this.bids), asks: spelled(this.asks) };
  }

  /** Compares levels that come best first. */
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

/** What arrives: most events as they are, some not at all, twice, swapped, joined with the one before, or late. */
function* road(
  market: Market,
  truth: Truth,
  random: Random,
  count: number,
): Generator<DepthEvent | 'reconnect'> {
  let previous: DepthEvent | undefined;
  const emit = () => {
    const event = market.next();
    truth.add(event);
    return event;
  };
  for (let made = 0; made < count; made += 1) {
    const event = emit();
    const luck = random.next();
    if (luck < 0.004) {
      previous = undefined;
      continue;
    }
    if (luck < 0.014 && previous !== undefined) yield previous;
    if (luck < 0.018) {
      const second = emit();
      yield second;
      yield event;
      previous = second;
      continue;
    }
    if (luck < 0.03 && previous !== undefined) {
      yield joined(previous, event);
      previous = event;
      continue;
    }
    if (luck < 0.031) {
      // The connection breaks and what happens meanwhile is lost.
      for (let lost = Math.floor(random.next() * 6); lost > 0; lost -= 1) emit();
      previous = undefined;
      yield 'reconnect';
      continue;
    }
    yield event;
    previous = event;
  }
}

/** One event for two: its first half is known already. */
function joined(one: DepthEvent, other: DepthEvent): DepthEvent {
  return {
    first: one.first,
    last: other.last,
    bids: [...one.bids, ...other.bids],
    asks: [...one.asks, ...other.asks],
    ...(one.before === undefined ? {} : { before: one.before }),
  };
}
