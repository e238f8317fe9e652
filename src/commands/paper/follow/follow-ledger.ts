/** Follows a ledger as time goes on: carries it on minute by minute, and reports what is written to it. */
import type { Clock } from '../../../core/clock.ts';
import { asToolError, type ErrorKind } from '../../../core/errors.ts';
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { LedgerEntry } from '../../../paper/ledger/entries.ts';
import type { MarketSource } from '../../../paper/live/market-source.ts';
import { minuteOf } from '../../../paper/market/path.ts';
import type { LedgerStore, LoadedLedger } from '../../../paper/storage/ledger-store.ts';
import { tickTo, writeStep } from '../carry-on.ts';
import type { LivePrice, LivePrices } from './live-prices.ts';
import { TouchedLevels, type TouchNotice } from './touched-levels.ts';

/** How long after its end a minute is carried out: the exchange completes its candle a moment later. */
const COMPLETE_MS = 2000;

/** The time between two looks at what other processes wrote to the ledger. */
const LOOK_MS = 1000;

/** The time after which market data are requested again that could not be had. */
const RETRY_MS = 5000;

/** Failures that end by themselves; what was missed is carried out afterwards. */
const PASSING: readonly ErrorKind[] = ['unavailable', 'rate-limited'];

export interface FollowOptions {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly sourceOf: (loaded: LoadedLedger) => Promise<MarketSource>;
  /** Opens the prices as they happen; `onPrice` receives them. */
  readonly openPrices: (loaded: LoadedLedger, onPrice: (price: LivePrice) => void) => LivePrices;
  /** The number of the last entry that is known already; undefined for the newest. */
  readonly after: number | undefined;
  /** Ends the following when aborted. */
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

/** What happened: entries in the order of the journal, or levels that were touched before an entry says so. */
export type FollowEvent =
  | { readonly entries: readonly LedgerEntry[] }
  | { readonly notices: readonly TouchNotice[] };

/**
 * Yields what happens in a ledger until the signal aborts, and carries the ledger on after each minute. Entries that
 * other processes write are yielded too.
 */
export async function* followLedger(options: FollowOptions): AsyncGenerator<FollowEvent> {
  const follower = new LedgerFollower(options);
  const onEnd = () => follower.wake();
  options.signal.addEventListener('abort', onEnd, { once: true });
  try {
    yield* follower.events();
  } finally {
    options.signal.removeEventListener('abort', onEnd);
    follower.close();
  }
}

class LedgerFollower {
  readonly #options: FollowOptions;
  readonly #levels = new TouchedLevels();
  #prices: LivePrices | undefined;
  #notices: TouchNotice[] = [];
  #sleep = new AbortController();
  /** The number of the last entry that was yielded. */
  #seen: number | undefined;
  #cursor = 0;
  /** The exchange's time less that of the clock, in ms. */
  #aheadMs = 0;
  /** The time of the clock before which no market data are requested again. */
  #pausedUntil = 0;
  #lastNote: string | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#seen = options.after;
  }

  async *events(): AsyncGenerator<FollowEvent> {
    const { store, signal } = this.#options;
    yield* this.#takeIn(await store.load());
    while (!signal.aborted) {
      const loaded = this.#isDue() ? await this.#tick() : await this.#loadIfMoved();
      if (loaded !== undefined) yield* this.#takeIn(loaded);
      if (this.#notices.length > 0) yield { notices: this.#notices.splice(0) };
      if (!signal.aborted) await this.#wait();
    }
  }

  /** Ends the wait for the next look. */
  wake(): void {
    this.#sleep.abort();
  }

  close(): void {
    this.#prices?.close();
  }

  /** Returns the new entries of a ledger, and follows the symbols that it now has positions in. */
  *#takeIn(loaded: LoadedLedger): Generator<FollowEvent> {
    const { live } = loaded;
    const { journal } = live.ledger;
    const entries = journal.entries.slice(this.#seen ?? journal.head.seq);
    this.#seen = journal.head.seq;
    this.#cursor = live.cursor;
    this.#levels.update(live);
    this.#prices ??= this.#options.openPrices(loaded, (price) => this.#receive(price));
    this.#prices.follow(live.followedSymbols());
    if (entries.length > 0) yield { entries };
  }

  #receive(price: LivePrice): void {
    this.#aheadMs = Math.max(this.#aheadMs, price.time - this.#options.clock.now());
    const notices = this.#levels.noticesOf(price);
    this.#notices.push(...notices);
    if (notices.length > 0 || this.#isDue()) this.wake();
  }

  /** Returns whether a minute is over that was not carried out. */
  #isDue(): boolean {
    const now = this.#options.clock.now();
    return (
      now >= this.#pausedUntil && now + this.#aheadMs >= minuteOf(this.#cursor) + MINUTE_MS + COMPLETE_MS
    );
  }

  /** Carries the ledger on to the last whole minute; returns undefined if its market data cannot be had now. */
  async #tick(): Promise<LoadedLedger | undefined> {
    const { store, clock, sourceOf, signal, note } = this.#options;
    try {
      const { loaded } = await writeStep(store, async (read) => {
        const source = await sourceOf(read);
        const now = await source.now();
        this.#aheadMs = now - clock.now();
        return tickTo(read, source, now - COMPLETE_MS);
      });
      this.#lastNote = undefined;
      return loaded;
    } catch (thrown) {
      const error = asToolError(thrown);
      if (signal.aborted && error.kind === 'interrupted') return undefined;
      if (!PASSING.includes(error.kind)) throw thrown;
      this.#pausedUntil = clock.now() + Math.max(RETRY_MS, error.facts.retryAfterMs ?? 0);
      if (error.message !== this.#lastNote)
        note(`${error.message} The ledger is carried on when that is over.`);
      this.#lastNote = error.message;
      return undefined;
    }
  }

  async #loadIfMoved(): Promise<LoadedLedger | undefined> {
    const { store } = this.#options;
    const { seq } = await store.file.read((rows) => rows.head());
    return seq === this.#seen ? undefined : store.load();
  }

  /** Waits until there may be something to do. */
  async #wait(): Promise<void> {
    if (this.#notices.length > 0) return;
    this.#sleep = new AbortController();
    await this.#options.clock.sleep(LOOK_MS, this.#sleep.signal).catch(() => {});
  }
}
