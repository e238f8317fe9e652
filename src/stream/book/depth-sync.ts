/**
 * Keeps a book in step with its stream (public facts, Spot market streams and USD-M streams): changes are buffered
 * until a snapshot that fits comes, then each must join the one before. A gap is noticed at the very next event, and
 * from there on the book says that it is stale until another snapshot has made it whole.
 */

import { nextId } from '../ids.ts';
import { Book, type DepthEvent, type Snapshot } from './book.ts';

export type BookState = 'init' | 'buffering' | 'synced' | 'stale';

/** What became of an event. */
export type EventOutcome = 'applied' | 'ignored' | 'buffered' | 'gap';

/** How an event stands to the book: it joins, it is known already, or something between is missing. */
export type JoinRule = (
  book: Pick<Book, 'lastId'>,
  event: DepthEvent,
  isFirst: boolean,
) => 'apply' | 'ignore' | 'gap';

/** Update ids of a symbol follow each other without holes, so an event may begin anywhere up to the next one. */
export const joinSpotEvent: JoinRule = ({ lastId }, { first, last }) => {
  if (last <= lastId) return 'ignore';
  return first > nextId(lastId) ? 'gap' : 'apply';
};

/**
 * Ids have holes, and each event names the one before. The first after a snapshot must span it: the event covers all
 * from `before`, exclusive, to `last`, so what the snapshot holds beyond `before` is only said again.
 */
export const joinFuturesEvent: JoinRule = ({ lastId }, { last, before }, isFirst) => {
  if (last < lastId || (last === lastId && !isFirst)) return 'ignore';
  if (before === undefined) return 'gap';
  return before === lastId || (isFirst && before < lastId) ? 'apply' : 'gap';
};

/** A minute of the fastest streams; a snapshot that takes longer is asked for anew. */
export const BUFFERED_MAX = 10_000;

export class DepthSync {
  readonly book = new Book();
  readonly #joinRule: JoinRule;
  #state: BookState = 'init';
  #buffered: DepthEvent[] = [];
  /** No event was applied since the snapshot. */
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

  /** Takes the next event of the stream. `gap` asks for a snapshot. */
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

  /** The stream was broken off: what comes next may not join. */
  interrupt(): void {
    if (this.#state === 'synced') this.#becomeStale();
    this.#buffered = [];
  }

  /** Takes a snapshot; returns whether the book is whole now. Where not, it is too old for what is buffered. */
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

  /** What does not join the event before makes all before it useless. */
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
