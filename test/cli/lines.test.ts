/** NDJSON output: rows of one shape take a fast path, whose output must equal that of the general path. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { ndjson, uniformRowLines } from '../../src/cli/output/lines.ts';
import { parseJson } from '../../src/core/json.ts';

const view: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time', at: 0 },
    { name: 'price', is: 'decimal', at: 1 },
    { name: 'count', is: 'integer', at: 2 },
  ],
};

const linesOf = (text: string) => [...ndjson(text, view, () => parseJson(text))].join('');
const namedLine = (time: unknown, price: unknown, count: unknown) =>
  `${JSON.stringify({ time, price, count })}\n`;

describe('rows that are lists', () => {
  it('become objects with named fields; cells beyond the columns are left out', () => {
    expect(linesOf('[[1,"2.50",3,"x"],[4,"5.00",6,"y"]]')).toBe(
      namedLine(1, '2.50', 3) + namedLine(4, '5.00', 6),
    );
  });

  it.each([
    ['a text for a number', '[[1,"2",3],["1","2",3]]', namedLine(1, '2', 3) + namedLine('1', '2', 3)],
    ['a missing cell', '[[1,"2",3],[4,"5"]]', namedLine(1, '2', 3) + namedLine(4, '5', null)],
    ['a null', '[[1,"2",3],[4,null,6]]', namedLine(1, '2', 3) + namedLine(4, null, 6)],
    ['a quote within a text', '[[1,"2",3],[4,"\\"5",6]]', namedLine(1, '2', 3) + namedLine(4, '"5', 6)],
    ['a bracket within a text', '[[1,"],[",3]]', namedLine(1, '],[', 3)],
    [
      'digits beyond a float',
      '[[1,"2",9007199254740993]]',
      '{"time":1,"price":"2","count":9007199254740993}\n',
    ],
    ['a minus zero', '[[1,"2",-0]]', '{"time":1,"price":"2","count":-0}\n'],
    [
      'a fraction',
      '[[1,"2",3],[1,"2",0.10]]',
      '{"time":1,"price":"2","count":3}\n{"time":1,"price":"2","count":0.10}\n',
    ],
  ])('keep %s', (_what, text, lines) => {
    expect(linesOf(text)).toBe(lines);
  });

  it.each([
    '[[1,"2",3],]',
    '[[1,"2",3][4,"5",6]]',
    '[[1,"2",3],[4,"5",6]',
    '[[1,"2\u0001",3]]',
    '[[01,"2",3]]',
  ])('take the general path where the JSON is unusual or invalid: %s', (text) => {
    expect(uniformRowLines(text, view)).toBeUndefined();
  });

  it('take the fast path where all rows have the same shape', () => {
    expect(uniformRowLines('[[1,"2.50",3],[4,"",6]]', view)).toBe(
      namedLine(1, '2.50', 3) + namedLine(4, '', 6),
    );
  });

  it('keep every value', () => {
    const cell = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.constant(null), fc.boolean());
    const row = fc.tuple(cell, cell, cell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const lines = linesOf(JSON.stringify(rows)).trimEnd().split('\n');
        expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(rows);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
