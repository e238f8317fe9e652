/** Lines and columns count line feeds and code points. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LocationCursor, locateOffsets } from '../../src/thesis/text-location.ts';

const pieces = fc.array(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '\n', '\r', 'bcd', '\n\n'), {
  maxLength: 12,
});

it('locates offsets as a count of all characters before them does', () => {
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(30), { maxLength: 5 }), (parts, wanted) => {
      const text = parts.join('');
      // A fault is never located between the halves of a pair.
      const offsets = wanted
        .map((one) => one % (text.length + 1))
        .filter((one) => !/[\ud800-\udbff]$/.test(text.slice(0, one)));
      const expected = new Map(
        offsets.map((offset) => {
          const lines = text.slice(0, offset).split('\n');
          return [offset, { line: lines.length, column: [...lines.at(-1)!].length + 1 }];
        }),
      );
      expect(locateOffsets(text, offsets)).toEqual(expected);
    }),
    { seed: 20_261_129, numRuns: 2000 },
  );
});

it('moves forward in steps as at once', () => {
  const text = 'ab\n😀c\n\nd';
  const cursor = new LocationCursor(text);
  const locations = [...text].map((_, at) => {
    cursor.moveTo(at);
    return `${cursor.line}:${cursor.column}`;
  });
  expect(locations).toEqual(['1:1', '1:2', '1:3', '2:1', '2:2', '2:2', '2:3', '3:1']);
});
