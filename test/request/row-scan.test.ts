/** The scan of unparsed pages: it must never take a page for whole that a parser finds different. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsPlainRows } from '../../src/request/paging/plain-rows.ts';
import { holdsRun as holdsRunOf } from '../../src/request/paging/row-scan.ts';
import type { RowRun } from '../../src/request/paging/row-steps.ts';

const holdsRun = (text: string, key: string | undefined, run: RowRun) =>
  holdsRunOf(Buffer.from(text), key, run);

const RUN: RowRun = { first: 1700000000000, step: 60_000, count: 3 };
const rowsOf = ({ first, step, count }: RowRun) =>
  Array.from({ length: count }, (_, at) => [first + step * at, '1.50', 7, '0']);
const objectsOf = (run: RowRun) =>
  rowsOf(run).map(([id, price]) => ({ id, price, isBuyerMaker: true, note: null }));

/** Returns whether parsing the text finds the run, by a plain reading of it. */
function isRun(text: string, key: string | undefined, { first, step, count }: RowRun): boolean {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return false;
  }
  if (!Array.isArray(rows) || rows.length !== count) return false;
  return rows.every(
    (row, at) =>
      typeof row === 'object' &&
      row !== null &&
      Array.isArray(row) === (key === undefined) &&
      (row as never)[key ?? 0] === first + step * at,
  );
}

describe('the scan of a page', () => {
  it('recognises consecutive rows that are arrays or objects', () => {
    expect(holdsRun(JSON.stringify(rowsOf(RUN)), undefined, RUN)).toBe(true);
    expect(holdsRun(JSON.stringify(objectsOf(RUN)), 'id', RUN)).toBe(true);
    expect(holdsRun('[{"id":7}]', 'id', { first: 7, step: 1, count: 1 })).toBe(true);
  });

  it.each([
    ['a missing row', JSON.stringify(rowsOf({ ...RUN, count: 2 }))],
    ['a further row', JSON.stringify(rowsOf({ ...RUN, count: 4 }))],
    ['another distance', JSON.stringify(rowsOf({ ...RUN, step: 60_001 }))],
    ['a text cut at its end', JSON.stringify(rowsOf(RUN)).slice(0, -1)],
    ['a text with something after it', `${JSON.stringify(rowsOf(RUN))} x`],
    ['a number with a leading zero', JSON.stringify(rowsOf(RUN)).replace(',7,', ',07,')],
    ['a bracket in a string', JSON.stringify(rowsOf(RUN)).replace('1.50', '],[')],
    ['a key with a fraction', JSON.stringify(rowsOf(RUN)).replace('1700000000000', '1700000000000.0')],
    ['an escape', JSON.stringify(rowsOf(RUN)).replace('1.50', '1\\u002e50')],
    ['a raw control character', JSON.stringify(rowsOf(RUN)).replace('1.50', '1\n50')],
    ['the key as text', JSON.stringify(rowsOf(RUN)).replace('1700000000000', '"1700000000000"')],
    ['a row without the key', '[[],[],[]]'],
  ])('does not recognise %s', (_what, text) => {
    expect(holdsRun(text, undefined, RUN)).toBe(false);
  });

  it('recognises the usual pages sixteen bytes at a time, one after the other, of any length', () => {
    for (const count of [1, 1000, 3, 5000, 2]) {
      const run = { ...RUN, count };
      const page = Buffer.from(
        JSON.stringify(rowsOf(run).map((row) => [...row, '1'.repeat(count % 40), 0, ''])),
      );
      expect(holdsPlainRows(page, run), `${count} rows`).toBe(true);
      // The scan's memory still holds the end of the page before.
      for (const cut of [1, 2, 3, 20]) expect(holdsPlainRows(page.subarray(0, -cut), run)).toBe(false);
      expect(holdsPlainRows(Buffer.concat([page, Buffer.from(']')]), run)).toBe(false);
      expect(holdsPlainRows(page, { ...run, step: run.step + 1 })).toBe(count === 1);
      expect(holdsPlainRows(page, { ...run, first: run.first + 1 })).toBe(false);
    }
  });

  it('leaves to a plainer scan the rows that are not of decimals and whole numbers', () => {
    const run = { first: 7, step: 1, count: 1 };
    for (const page of [
      '[[7,"x"]]',
      '[[7,-1]]',
      '[[7,1.5]]',
      '[[7,true]]',
      '[[7,null]]',
      '[[7,1234567890123456]]',
    ]) {
      expect(holdsPlainRows(Buffer.from(page), run), page).toBe(false);
      expect(holdsRun(page, undefined, run), page).toBe(true);
    }
    const long = `[[7,"${'1'.repeat(5 * 1024 * 1024)}"]]`;
    expect(holdsPlainRows(Buffer.from(long), run)).toBe(false);
    expect(holdsRun(long, undefined, run)).toBe(true);
  });

  it('takes no key that is longer than it can count, or that begins with 0', () => {
    const page = (key: string) => Buffer.from(`[[${key},"1"]]`);
    // 2^64 + 7 has the same last 64 bits as 7.
    for (const key of ['18446744073709551623', '07', '00000000000000000000007'])
      expect(holdsPlainRows(page(key), { first: 7, step: 1, count: 1 }), key).toBe(false);
    expect(holdsRun('[[0,"1"]]', undefined, { first: 0, step: 1, count: 1 })).toBe(true);
  });

  it('does not read behind a page that has no end', () => {
    const run = { first: 7, step: 1, count: 1 };
    for (const start of ['[[7,"', '[[7,', '[[', '[']) {
      const page = Buffer.alloc(4 * 1024 * 1024, '1');
      page.write(start);
      expect(holdsPlainRows(page, run), start).toBe(false);
    }
  });

  it('does not recognise an object that names its key twice, later or not at all', () => {
    const run = { first: 7, step: 1, count: 1 };
    for (const text of ['[{"id":7,"id":8}]', '[{"i":0,"id":7}]', '[{"id":7,"id":7}]', '[{"i":7}]', '[{}]'])
      expect(holdsRun(text, 'id', run)).toBe(false);
  });

  it.each([
    ['arrays', undefined],
    ['objects', 'id'],
  ] as const)('agrees with a parser on 5,000 mutated pages of %s', (_kind, key) => {
    const characters = [...'0123456789"[]{},:-.eE \\\n', 'true', 'null', '\u0000', '𝒳'];
    const edit = fc.record({
      at: fc.nat(400),
      remove: fc.nat(3),
      insert: fc.array(fc.constantFrom(...characters), { maxLength: 2 }).map((list) => list.join('')),
    });
    let recognised = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(edit, { maxLength: 2 }), (count, edits) => {
        const run = { ...RUN, count };
        let text = JSON.stringify(key === undefined ? rowsOf(run) : objectsOf(run));
        for (const { at, remove, insert } of edits) {
          const start = at % text.length;
          text = text.slice(0, start) + insert + text.slice(start + remove);
        }
        const found = holdsRun(text, key, run);
        if (found) recognised += 1;
        // A page that is not recognised is parsed, so only a page recognised wrongly does harm.
        if (found) expect(isRun(text, key, run)).toBe(true);
        if (edits.length === 0) expect(found).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(recognised).toBeGreaterThan(250);
  });

  it('finds every byte of a string that is not one of a decimal, at each place of a word', () => {
    const isPlain = (code: number) =>
      code >= 0x20 && code < 0x7f && !'"\\[]{}'.includes(String.fromCharCode(code));
    for (let length = 0; length < 12; length += 1) {
      for (let place = 0; place < length; place += 1) {
        for (let code = 0; code < 256; code += 1) {
          // The places of the page in its buffer differ, as those of a body of one chunk do.
          const page = Buffer.from(`${' '.repeat(place % 4)}[[7,"${'1'.repeat(length)}","2"]]`);
          const bytes = page.subarray(place % 4);
          bytes[5 + place] = code;
          const found = holdsRunOf(bytes, undefined, { first: 7, step: 1, count: 1 });
          expect(found, `byte ${code} at ${place} of ${length}`).toBe(isPlain(code));
        }
      }
    }
  });

  it('takes a number for one only where a parser does, whatever byte is at each place of a word', () => {
    for (let length = 1; length < 10; length += 1) {
      for (let place = 0; place < length; place += 1) {
        for (let code = 0; code < 128; code += 1) {
          const bytes = Buffer.from(`[[7,${'1'.repeat(length)},"2"]]`);
          bytes[4 + place] = code;
          const run = { first: 7, step: 1, count: 1 };
          const found = holdsRunOf(bytes, undefined, run);
          if (found)
            expect(isRun(bytes.toString('latin1'), undefined, run), `byte ${code} at ${place}`).toBe(true);
          if (code >= 0x31 && code <= 0x39) expect(found).toBe(true);
          if (code === 0x30) expect(found).toBe(place > 0 || length === 1);
        }
      }
    }
  });
});
