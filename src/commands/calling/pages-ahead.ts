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
  /** Whether it is known where the history ends, so that no request is sent beyond its end. */
  readonly isEndKnown: boolean;
}

/** A page whose request was sent. */
interface StartedPage {
  readonly cursor: PageCursor;
  readonly answer: Promise<Answer>;
}

/** One request more is under way for each so many pages of a history whose end is not known. */
const PAGES_PER_REQUEST = 4;

/**
 * The requests of one paged run. Where the end of the history is known, two requests are under way at first and one more
 * with every page that was predicted rightly. Where it is not known, so few are under way that a fifth of the requests at
 * most is sent beyond the end.
 */
export class PagesAhead {
  readonly #options: PagesAheadOptions;
  /** Requests that were sent, in the order in which their pages are expected. */
  #started: StartedPage[] = [];
  /** Pages that were received since a prediction last proved wrong. */
  #received = 0;
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
    const { expected } = this.#options;
    const most = this.#underWayMax();
    while (this.#started.length < most) {
      const next = expected(this.#started.at(-1)!.cursor);
      if (next === undefined) return;
      this.#start(next);
    }
  }

  /** Returns the answer with a page, whose request is sent now unless it is under way. */
  answerTo(cursor: PageCursor): Promise<Answer> {
    this.begin(cursor);
    const { answer } = this.#started.shift()!;
    this.#received += 1;
    return answer;
  }

  /** Aborts the requests under way. */
  close(): void {
    this.#abortAll();
  }

  #underWayMax(): number {
    const { parallel, isEndKnown } = this.#options;
    const useful = isEndKnown ? 2 + this.#received : 1 + Math.floor(this.#received / PAGES_PER_REQUEST);
    return Math.min(parallel, useful);
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
    this.#received = 0;
  }
}

function isSameRequest({ wire: one }: PageCursor, { wire: other }: PageCursor): boolean {
  if (one.size !== other.size) return false;
  const others = other.entries();
  for (const [name, text] of one) {
    const [otherName, otherText] = others.next().value!;
    if (name !== otherName || text !== otherText) return false;
  }
  return true;
}
