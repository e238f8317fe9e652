/** The order book as a ladder: prices and sizes with as few decimals as all of them need. */
import { describe, expect, it } from 'vitest';
import { drawLadder } from '../../src/cli/output/ladder.ts';
import type { Paint } from '../../src/commands/types.ts';

const same = (text: string) => text;
const PAINT: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

function cellsOf(asks: readonly (readonly string[])[], bids: readonly (readonly string[])[]) {
  const drawn = drawLadder({ asks, bids }, { width: 20, paint: PAINT })!;
  return drawn
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/).slice(0, 2).join(' '));
}

describe('the ladder of an order book', () => {
  it('has no decimals beyond those of its prices where one of them is a whole number', () => {
    expect(
      cellsOf(
        [['70216.4', '0.906']],
        [
          ['70216.3', '1.164'],
          ['70216.0', '0.211'],
        ],
      ),
    ).toEqual(['70216.4 0.906', 'spread 0.1, 0.014 bp', '70216.3 1.164', '70216.0 0.211']);
  });

  it('shows both sides with the same decimals, and none of whole numbers', () => {
    expect(cellsOf([['101.50000', '2']], [['100.00000', '1000']])).toEqual([
      '101.5 2',
      'spread 1.5, 147.783',
      '100.0 1000',
    ]);
    expect(cellsOf([['1010', '20']], [['1000', '300']])[2]).toBe('1000 300');
  });
});
