import { describe, expect, it } from 'vitest';
import { PagesAhead } from '../../src/commands/calling/pages-ahead.ts';
import type { PageCursor } from '../../src/request/paging/cursor.ts';
import type { Answer } from '../../src/request/types.ts';

const at = (page: number) => ({ wire: new Map([['page', String(page)]]) }) as unknown as PageCursor;
const pageOf = ({ wire }: PageCursor) => Number(wire.get('page'));

/** Returns a run over numbered pages that records what was sent and what was aborted. */
function runOf({ parallel = 16, last = 100, failing = -1, isEndKnown = true } = {}) {
  const sent: number[] = [];
  const signals: AbortSignal[] = [];
  const pages = new PagesAhead({
    send: async (cursor, signal) => {
      const page = pageOf(cursor);
      sent.push(page);
      signals.push(signal);
      if (page === failing) throw new Error(`page ${page} failed`);
      return { body: String(page) } as Answer;
    },
    expected: (cursor) => (pageOf(cursor) < last ? at(pageOf(cursor) + 1) : undefined),
    parallel,
    isEndKnown,
  });
  return { pages, sent, abortedPages: () => sent.filter((_page, index) => signals[index]!.aborted) };
}

describe('the requests of a paged run', () => {
  it('begin with two and grow by one with every page that was predicted rightly', async () => {
    const { pages, sent } = runOf();
    const ahead: number[] = [];
    for (let page = 1; page <= 6; page += 1) {
      expect((await pages.answerTo(at(page))).body).toBe(String(page));
      ahead.push(sent.length - page);
    }
    expect(ahead).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are one at a time in a short history whose end is not known, and few more in a long one', async () => {
    const { pages, sent } = runOf({ isEndKnown: false });
    const ahead: number[] = [];
    for (let page = 1; page <= 20; page += 1) {
      await pages.answerTo(at(page));
      ahead.push(sent.length - page);
    }
    expect(ahead.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(ahead.at(-1)).toBe(4);
  });

  it('are never more at once than is allowed, nor beyond the last page', async () => {
    const { pages, sent } = runOf({ parallel: 3, last: 8 });
    for (let page = 1; page <= 8; page += 1) {
      await pages.answerTo(at(page));
      expect(sent.length - page).toBeLessThan(3);
    }
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are sent once each, one by one, if only one may be under way', async () => {
    const { pages, sent } = runOf({ parallel: 1 });
    pages.begin(at(1));
    await pages.answerTo(at(1));
    expect(sent).toEqual([1]);
  });

  it('are aborted if another page is asked for, and when the run ends', async () => {
    const { pages, sent, abortedPages } = runOf();
    await pages.answerTo(at(1));
    expect((await pages.answerTo(at(50))).body).toBe('50');
    expect([sent, abortedPages()]).toEqual([
      [1, 2, 50, 51],
      [1, 2],
    ]);
    pages.close();
    expect(abortedPages()).toEqual([1, 2, 50, 51]);
  });

  it('fail when their page is asked for, not before and not if it never is', async () => {
    const { pages } = runOf({ failing: 2 });
    await pages.answerTo(at(1));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(pages.answerTo(at(2))).rejects.toThrow('page 2 failed');
    const unasked = runOf({ failing: 2 });
    await unasked.pages.answerTo(at(1));
    unasked.pages.close();
  });
});
