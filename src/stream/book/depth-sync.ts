/**
 * Synchronizes a book with its stream (public facts, Spot market streams and USD-M streams): events are
 * buffered until a fitting snapshot arrives, then each must continue the previous one. A gap is detected at
 * the next event, and the book stays stale until another snapshot has been loaded.
 */

import { nextId } from '../ids.ts';
import { Book, type DepthEvent, type Snapshot } from './book.ts';

export type BookState = 'init' | 'buffering' | 'synced' | 'stale';

/** The outcome of an event. */
export type EventOutcome = 'applied' | 'ignored' | 'buffered' | 'gap';

/** Decides whether an event continues the book, is already contained in it, or follows a gap. */
export type JoinRule = (
  book: Pick<Book, 'lastId'>,
  event: DepthEvent,
  isFirst: boolean,
) => 'apply' | 'ignore' | 'gap';

/**
 * The rule of spot: update ids are consecutive, so an event continues the book if it begins at or before the
 * next id.
 */
export const joinSpotEvent: JoinRule = ({ lastId }, { first, last }) => {
  if (last <= lastId) return 'ignore';
  return first > nextId(lastId) ? 'gap' : 'apply';
};

/**
 * The rule of futures: ids are not consecutive, and each event names the last id of the previous one. The
 * first event after a snapshot must span its id: the event covers all ids from `before`, exclusive, to
 * `last`.
 */
export const joinFuturesEvent: JoinRule = ({ lastId }, { last, before }, isFirst) => {
  if (last < lastId || (last === lastId && !isFirst)) return 'ignore';
  if (before === undefined) return 'gap';
  return before === lastId || (isFirst && before < lastId) ? 'apply' : 'gap';
};

/**
 * The largest number of buffered events, about a minute of the fastest streams; if there are more, they are
 * discarded.
 */
export const BUFFERED_MAX = 10_000;

export class DepthSync {
  readonly book = new Book();
  readonly #joinRule: JoinRule;
  #state: BookState = 'init';
  #buffered: DepthEvent[] = [];
  /** Whether no event was applied since the last snapshot. */
  #isFirst = true;
  #gaps = 0;

  constructor(judge: JoinRule) {
    this.#joinRule = judge;
  }

  get state(): BookState {
    return this.#state;
  }

  get gaps(): number {
    return this.#gaps;
  }

  /** Applies or buffers the next event of the stream. The outcome `gap` means that a snapshot is needed. */
  event(event: DepthEvent): EventOutcome {
    if (this.#state !== 'synced') {
      this.#buffer(event);
      return 'buffered';
    }
    const verdict = this.#joinRule(this.book, event, this.#isFirst);
    if (verdict === 'ignore') return 'ignored';
    if (verdict === 'apply') {
      this.book.apply(event);
      this.#isFirst = false;
      if (!this.book.isCrossed()) return 'applied';
    }
    this.#becomeStale();
    this.#buffer(event);
    return 'gap';
  }

  /** Marks the stream as interrupted: the next event may not continue the previous one. */
  interrupt(): void {
    if (this.#state === 'synced') this.#becomeStale();
    this.#buffered = [];
  }

  /**
   * Loads a snapshot and returns whether the book is now synced; false if the snapshot is too old for the
   * buffered events.
   */
  snapshot(snapshot: Snapshot): boolean {
    if (this.#state === 'synced') return true;
    const trial = { lastId: snapshot.lastId };
    let isFirst = true;
    const fitting: DepthEvent[] = [];
    for (const event of this.#buffered) {
      const verdict = this.#joinRule(trial, event, isFirst);
      if (verdict === 'gap') {
        this.#state = this.#state === 'init' ? 'buffering' : this.#state;
        return false;
      }
      if (verdict === 'ignore') continue;
      fitting.push(event);
      trial.lastId = event.last;
      isFirst = false;
    }
    this.book.load(snapshot);
    for (const event of fitting) this.book.apply(event);
    this.#isFirst = isFirst;
    this.#buffered = [];
    if (this.book.isCrossed()) return false;
    this.#state = 'synced';
    return true;
  }

  #becomeStale(): void {
    this.#gaps += 1;
    this.#state = 'stale';
    this.#buffered = [];
  }

  /** Buffers an event; discards the earlier buffered events if this one does not continue them. */
  #buffer(event: DepthEvent): void {
    if (this.#state === 'init') this.#state = 'buffering';
    const before = this.#buffered.at(-1);
    if (before !== undefined) {
      const verdict = this.#joinRule({ lastId: before.last }, event, false);
      if (verdict === 'ignore') return;
      if (verdict === 'gap') this.#buffered = [];
    }
    if (this.#buffered.length >= BUFFERED_MAX) this.#buffered = [];
    this.#buffered.push(event);
  }
}
