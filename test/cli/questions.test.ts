import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuestion } from '../../src/cli/load.ts';
import { helpWords } from '../../src/cli/prepared.ts';

const WORDS = [
  'help',
  '-h',
  '--help',
  '--',
  'market',
  'klines',
  'BTCUSDT',
  '-o',
  'json',
  'explain',
  '-1121',
  '--on=usdm',
];

describe('a command line that can be answered without the program', () => {
  test('is a question wherever the word for help stands', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }), (argv) => {
        if (helpWords(argv) !== undefined) expect(isQuestion(argv)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['--version'],
    ['-V'],
    ['version'],
    ['__complete', 'market', ''],
    ['explain', '-1121', '-o', 'json'],
  ])('is a question: %s', (...argv) => expect(isQuestion(argv)).toBe(true));

  test.each([
    ['market', 'klines', 'BTCUSDT', '1h'],
    ['trade', 'buy', 'version', '1'],
    ['stream', 'raw', 'explain'],
  ])('is not asked by %s %s', (...argv) => expect(isQuestion(argv)).toBe(false));
});
