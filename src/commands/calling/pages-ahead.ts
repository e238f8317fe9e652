/** Fetches the pages of a run ahead of their use: pages that are expected next are requested before they are asked for. */

import type { PageCursor } from '../../request/paging/cursor.ts';
import type { Answer } from '../../request/types.ts';

export interface PagesAheadOptions {
  /** Sends the request of a page. */
  readonly send: (cursor: PageCursor, signal: AbortSignal) => Promise<Answer>;
  /** Returns the request that follows if nothing unexpected is answered; undefined if that cannot be predicted. */
  readonly expected: (cursor: PageCursor) => PageCursor | undefined;
  /** The largest number of requests under way at once, 1 or more. */
  readonly parallel: number;
}

/** A page whose request was sent. */
interface StartedPage {
  readonly cursor: PageCursor;
  readonly answer: Promise<Answer>;
}

/** The number of requests under way while it is not known whether predictions come true. */
const UNDER_WAY_AT_FIRST = 2;

/**
 * The requests of one paged run. The number of requests under way grows by one with every page that was predicted
 * rightly, so that a short history costs few requests beyond its end.
 */
export class PagesAhead {
  readonly #options: PagesAheadOptions;
  /** Requests that were sent, in the order in which their pages are expected. */
  #started: StartedPage[] = [];
  #underWayMax = UNDER_WAY_AT_FIRST;
  #abort = new AbortController();

  constructor(options: PagesAheadOptions) {
    this.#options = options;
  }

  /**
   * Begins to fetch a page and the pages that are expected after it, unless they are under way. If another page was
   * expected, its request and those after it are aborted.
   */
  begin(cursor: PageCursor): void {
    const [first] = this.#started;
    if (first !== undefined && !isSameRequest(first.cursor, cursor)) this.#abortAll();
    if (this.#started.length === 0) this.#start(cursor);
    const { expected, parallel } = this.#options;
    while (this.#started.length < Math.min(this.#underWayMax, parallel)) {
      const next = expected(this.#started.at(-1)!.cursor);
      if (next === undefined) return;
      this.#start(next);
    }
  }

  /** Returns the answer with a page, whose request is sent now unless it is under way. */
  answerTo(cursor: PageCursor): Promise<Answer> {
    this.begin(cursor);
    const { answer } = this.#started.shift()!;
    const [next] = this.#started;
    if (next !== undefined) this.#underWayMax += 1;
    return answer;
  }

  /** Aborts the requests under way. */
  close(): void {
    this.#abortAll();
  }

  #start(cursor: PageCursor): void {
    const answer = this.#options.send(cursor, this.#abort.signal);
    // A request that fails is reported when its page is asked for, which may be later or never.
    answer.catch(() => {});
    this.#started.push({ cursor, answer });
  }

  #abortAll(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#started = [];
    this.#underWayMax = UNDER_WAY_AT_FIRST;
  }
}

function isSameRequest(one: PageCursor, other: PageCursor): boolean {
  const [names, others] = [[...one.wire], [...other.wire]];
  return (
    names.length === others.length &&
    names.every(([name, text], at) => others[at]![0] === name && others[at]![1] === text)
  );
}
