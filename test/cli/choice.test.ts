/** The rows that `--where`, `--sort`, `--desc` and `--top` leave of a list, in their order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { type ChoiceOptions, RowChoice } from '../../src/cli/output/choice.ts';
import type { Chunk } from '../../src/commands/types.ts';
import type { JsonValue, UnixMs } from '../../src/core/words.ts';

const NOW = Date.UTC(2024, 2, 15) as UnixMs;
const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time', at: 0 },
    { name: 'close', is: 'decimal', at: 1 },
  ],
};

/** Yields a list in pages of two rows, and counts the pages that were asked for. */
async function* pagesOf(rows: readonly JsonValue[], counts = { pages: 0 }): AsyncGenerator<Chunk> {
  for (let at = 0; at < rows.length; at += 2) {
    counts.pages += 1;
    const value = rows.slice(at, at + 2);
    yield { value, text: JSON.stringify(value) };
  }
}

async function chunked(rows: readonly JsonValue[], options: ChoiceOptions, view?: View) {
  const counts = { pages: 0 };
  const chosen: JsonValue[] = [];
  for await (const { value, text } of new RowChoice(options, NOW).chunks(pagesOf(rows, counts), view)) {
    expect(JSON.parse(text)).toEqual(value);
    chosen.push(...(value as readonly JsonValue[]));
  }
  return { rows: chosen, pages: counts.pages };
}

describe('chosen rows', () => {
  const rows = [
    { s: 'b', v: '9' },
    { s: 'a', v: '10' },
    { s: 'c' },
    { s: 'd', v: '10.0' },
    { s: 'e', v: 'n/a' },
  ];
  const namesOf = (options: ChoiceOptions) =>
    new RowChoice(options, NOW)
      .of(rows, undefined)
      ?.rows.map((row) => (row as { s: string }).s)
      .join('');

  it('are sorted by number, equal ones as they came, text after numbers, missing values last', () => {
    expect(namesOf({ sort: ['v'] })).toBe('badec');
    expect(namesOf({ sort: ['v'], isDescending: true })).toBe('eadbc');
    expect(namesOf({ sort: ['v', 's'], isDescending: true })).toBe('edabc');
    expect(namesOf({ sort: ['s'], isDescending: true, top: 2 })).toBe('ed');
  });

  it('are those that meet the condition, the first ones of them', () => {
    expect(namesOf({ where: 'v >= 9' })).toBe('bad');
    expect(namesOf({ where: 'v >= 9', top: 2 })).toBe('ba');
    expect(namesOf({ where: 'v > 99' })).toBe('');
  });

  it('that are none are counted, in a whole list and in pages', async () => {
    const whole = new RowChoice({ where: 'v > 99' }, NOW);
    whole.of(rows, undefined);
    expect(whole.noMatch).toBe('0 of 5 rows match --where "v > 99".');
    const paged = new RowChoice({ where: 'close > 99' }, NOW);
    for await (const _ of paged.chunks(pagesOf([[1, '5']]), VIEW)) expect.unreachable();
    expect(paged.noMatch).toBe('0 of 1 row match --where "close > 99".');
    const met = new RowChoice({ where: 'v >= 9' }, NOW);
    met.of(rows, undefined);
    expect(met.noMatch).toBeUndefined();
    const empty = new RowChoice({ where: 'close >= 9' }, NOW);
    empty.of([], VIEW);
    expect(empty.noMatch).toBeUndefined();
  });

  it('of an order book are its levels, asks from the highest price', () => {
    const book: View = {
      shape: 'book',
      columns: [
        { name: 'side', is: 'text' },
        { name: 'price', is: 'decimal' },
        { name: 'qty', is: 'decimal' },
      ],
    };
    const value = {
      asks: [
        ['11', '1'],
        ['12', '3'],
      ],
      bids: [['10', '2']],
    };
    const chosen = new RowChoice({ where: 'qty > 1' }, NOW).of(value, book);
    expect(chosen?.rows).toEqual([
      { side: 'ask', price: '12', qty: '3' },
      { side: 'bid', price: '10', qty: '2' },
    ]);
    expect(chosen?.of).toBe(3);
  });

  it('stand inside the answer where its view says', () => {
    const inside: View = { shape: 'rows', rowsAt: 'data.rows', columns: [{ name: 'v', is: 'integer' }] };
    const value = { data: { rows: [{ v: 1 }, { v: 2 }] }, total: 2 };
    const chosen = new RowChoice({ sort: ['v'], isDescending: true }, NOW).of(value, inside);
    expect(chosen?.rows).toEqual([{ v: 2 }, { v: 1 }]);
    expect(chosen?.view?.rowsAt).toBeUndefined();
    expect(chosen?.view?.columns[0]?.pinned).toBe(true);
  });

  it('are none of an answer that is no list', () => {
    const choice = new RowChoice({ top: 1 }, NOW);
    expect(choice.of({ price: '1' }, undefined)).toBeUndefined();
    expect(choice.isUsed).toBe(false);
  });

  it.each([{ where: 'vv > 1' }, { sort: ['vv'] }, { where: 'v > vv' }])(
    'need fields that exist: %j',
    (options) => {
      expect(() => new RowChoice(options, NOW).of(rows, undefined)).toThrow('Unknown field "vv"');
    },
  );

  it('of pages end with the last row that is shown: no further page is asked for', async () => {
    const list = Array.from({ length: 20 }, (_, at) => [at, `${at}`]);
    expect(await chunked(list, { top: 3 }, VIEW)).toEqual({ rows: list.slice(0, 3), pages: 2 });
    expect(await chunked(list, { where: 'close >= 4', top: 1 }, VIEW)).toEqual({ rows: [list[4]], pages: 3 });
  });

  it('of pages are those of the whole list', async () => {
    const cell = fc.oneof(fc.integer({ min: -3, max: 3 }).map(String), fc.constant(null), fc.constant('x'));
    const options = fc.record({
      where: fc.constantFrom(undefined, 'close > 0', 'close != 1'),
      sort: fc.constantFrom(undefined, ['close'], ['close', 'time']),
      isDescending: fc.boolean(),
      top: fc.constantFrom(undefined, 1, 2, 5),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), cell), { maxLength: 40 }),
        options,
        async (list, chosen) => {
          const whole = new RowChoice(chosen, NOW).of(list, VIEW)?.rows;
          expect((await chunked(list, chosen, VIEW)).rows).toEqual(whole);
        },
      ),
      { numRuns: 100, seed: 20241122 },
    );
  });
});
