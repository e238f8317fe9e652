/** The file of a public view, whose numbers are read when they are needed and checked then. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedView, encodeView, readView } from '../../../src/sandbox/storage/view-file.ts';

/** The numbers in one block of the file. */
const BLOCK = 511;

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-view-file-'));
  path = join(folder, 'view');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const numbersOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => first + index / 8);
const anyHeader = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.oneof(fc.integer(), fc.string()));

describe('the file of a view', () => {
  it('returns the header and every number as they were written', () => {
    fc.assert(
      fc.property(
        anyHeader,
        fc.array(fc.double({ noNaN: true }), { maxLength: 3 * BLOCK, size: 'max' }),
        (header, numbers) => {
          writeFileSync(path, encodeView(header, numbers));
          const view = readView(path);
          expect(view.header).toEqual(header);
          expect(numbers.map((_, index) => view.numbers.at(index))).toEqual(numbers);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  it('has headers of more bytes than are read at first, up to a limit', () => {
    const header = { text: 'é'.repeat(10_000) };
    writeFileSync(path, encodeView(header, [7]));
    const view = readView(path);
    expect(view.header).toEqual(header);
    expect(view.numbers.at(0)).toBe(7);
    expect(() => encodeView({ text: 'e'.repeat(1 << 16) }, [])).toThrow(RangeError);
  });

  it('returns no number of a block or header in which a bit was changed', () => {
    const count = 2 * BLOCK + 5;
    const whole = encodeView({ name: 'view' }, numbersOf(count));
    const from = whole.indexOf('\n') + 1;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(7), (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1 << bit;
        writeFileSync(path, bytes);
        if (at < from) {
          expect(() => readView(path)).toThrow();
          return;
        }
        const { numbers } = readView(path);
        for (let index = 0; index < count; index += BLOCK) {
          const block = index / BLOCK;
          const isChecked = (at - from) % 4096 < 4092;
          if (isChecked && block === Math.floor((at - from) / 4096))
            expect(() => numbers.at(index)).toThrow(DamagedView);
          else expect(numbers.at(index)).toBe(index / 8);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('returns no number of a file that ends within the block', () => {
    const bytes = encodeView({}, numbersOf(BLOCK + 1));
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    const { numbers } = readView(path);
    expect(numbers.at(BLOCK - 1)).toBe((BLOCK - 1) / 8);
    expect(() => numbers.at(BLOCK)).toThrow(DamagedView);
  });

  it('returns no number of a view that replaced the opened one, nor of one block in place of another', () => {
    writeFileSync(path, encodeView({ takenAt: 1 }, numbersOf(BLOCK)));
    const { numbers } = readView(path);
    writeFileSync(path, encodeView({ takenAt: 2 }, numbersOf(BLOCK)));
    expect(() => numbers.at(0)).toThrow(DamagedView);
    const bytes = encodeView({}, [...numbersOf(BLOCK), ...numbersOf(BLOCK, 1000)]);
    const from = bytes.indexOf('\n') + 1;
    bytes.copyWithin(from, from + 4096);
    writeFileSync(path, bytes);
    const swapped = readView(path).numbers;
    expect(() => swapped.at(0)).toThrow(DamagedView);
    expect(swapped.at(BLOCK)).toBe(1000);
  });

  it('returns no number of a removed file', () => {
    writeFileSync(path, encodeView({}, numbersOf(BLOCK)));
    const { numbers } = readView(path);
    rmSync(path);
    expect(() => numbers.at(0)).toThrow(DamagedView);
  });

  it('is not read where the header is missing or no text', () => {
    for (const text of ['', '\n', ' \n', 'abc 1\n', 'abcd 1\n', 'abcd']) {
      writeFileSync(path, text);
      expect(() => readView(path)).toThrow(DamagedView);
    }
    expect(readFileSync(path, 'utf8')).toBe('abcd');
  });
});
