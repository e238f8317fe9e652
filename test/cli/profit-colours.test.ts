/** The colours of profits and losses in tables. */
import { describe, expect, it } from 'vitest';
import { paintCell } from '../../src/cli/output/column-text.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';

const paint = {
  ...PLAIN_PAINT,
  red: (text: string) => `red ${text}`,
  green: (text: string) => `green ${text}`,
};

describe('a cell of profits and losses', () => {
  it.each([
    ['1,204.5', 'green 1,204.5'],
    ['<0.0001', 'green <0.0001'],
    ['-0.5', 'red -0.5'],
    ['>-0.0001', 'red >-0.0001'],
    ['0.0000', '0.0000'],
    ['', ''],
  ])('%j is shown as %j', (cell, shown) => {
    const column = { title: 'net', alignsRight: true, cells: [cell] };
    expect(paintCell(cell, { ...column, isProfit: true }, paint)).toBe(shown);
    expect(paintCell(cell, { ...column, isProfit: false }, paint)).toBe(cell);
  });
});
