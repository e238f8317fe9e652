/** Books drawn on a terminal: how they are arranged, and what is said of a book that lost updates. */
import { describe, expect, it } from 'vitest';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { BookScreen, layoutOf } from '../../src/commands/stream/book-screen.ts';
import { ladderHeight, type ShownBook } from '../../src/commands/stream/book-view.ts';
import { unixMs } from '../../src/core/words.ts';
import { Book } from '../../src/stream/book/book.ts';

function shownBook(symbol: string, more: Partial<ShownBook> = {}): ShownBook {
  const book = new Book();
  book.load({
    lastId: 11_816_270_812,
    bids: [['118430.87000000', '0.12803000']],
    asks: [['118430.88000000', '0.55468000']],
  });
  return { symbol, book, state: 'synced', gaps: 0, ...more };
}

/** Returns the lines that a screen of this size drew last. */
function drawn(
  books: readonly ShownBook[],
  columns: number,
  rows?: number,
  note?: string,
): readonly string[] {
  let text = '';
  const write = async (written: string | Uint8Array) => {
    text = String(written);
  };
  const sink = { isTerminal: true, columns, rows, write, writeInBackground: write };
  const screen = new BookScreen(sink, PLAIN_PAINT, 10);
  if (note !== undefined) screen.note(note, unixMs(0));
  screen.draw(books);
  return text.replace(/\u001b\[[?\d;]*[A-Za-z]/g, '').split('\n');
}

describe('books on a terminal', () => {
  it.each([
    [60, 1],
    [80, 2],
    [120, 3],
    [200, 3],
  ])('stand beside each other as far as %i columns allow', (columns, across) => {
    const books = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((symbol) => shownBook(symbol));
    const lines = drawn(books, columns);
    expect(lines[0]!.match(/synced/g)).toHaveLength(across);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n').match(/spread 0\.01/g)).toHaveLength(3);
  });

  it('never draw more lines than the terminal has, because the screen would scroll', () => {
    for (const rows of [6, 10, 24, 40, 100])
      for (const count of [1, 2, 5, 12])
        for (const columns of [40, 80, 200]) {
          const { across, width, levels, count: shown } = layoutOf(count, 10, { columns, rows });
          const size = { rows, count, columns };
          expect(
            Math.ceil(shown / across) * ladderHeight(levels) + 3,
            JSON.stringify(size),
          ).toBeLessThanOrEqual(Math.max(rows, ladderHeight(1) + 3));
          expect(across * (width + 2) - 2, JSON.stringify(size)).toBeLessThanOrEqual(columns);
        }
  });

  it('say which of them do not fit, which lost updates, and what went wrong last', () => {
    const books = [shownBook('BTCUSDT', { gaps: 2, state: 'stale' }), shownBook('ETHUSDT')];
    const both = drawn(books, 80, 40, 'BTCUSDT: an update is missing.');
    expect(both[0]).toMatch(/^BTCUSDT {2}STALE {2}2 gaps .* ETHUSDT {2}synced {2}update 11816270812$/);
    expect(both.slice(-2)).toEqual(['1970-01-01 00:00:00Z  BTCUSDT: an update is missing.', '']);
    const [, , hidden] = drawn(books, 60, 8).slice(-4);
    expect(hidden).toBe('1 more book: make the terminal larger to see more');
  });
});
