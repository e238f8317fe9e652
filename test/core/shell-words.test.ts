import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/core/shell-words.ts';

describe('splitWords', () => {
  it.each([
    ['market  ping', ['market', 'ping']],
    ["--where 'price > 1 and symbol ~ USDT'", ['--where', 'price > 1 and symbol ~ USDT']],
    ['a"b c"d', ['ab cd']],
    ['"say \\"hi\\" for \\$1 \\n"', ['say "hi" for $1 \\n']],
    ["'\\'", ['\\']],
    ['one\\ word', ['one word']],
    ["''", ['']],
    ['a # the rest', ['a']],
    ['a#b', ['a#b']],
    ["'#'", ['#']],
    ['# nothing', []],
    ['\ttabs\r', ['tabs']],
  ])('splits %s', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each([
    ['a "b', 'The quote " at column 3 has no end.'],
    ["'", "The quote ' at column 1 has no end."],
    ['a\\', 'The backslash at column 2 has no end.'],
  ])('refuses %s', (line, message) => {
    expect(() => splitWords(line)).toThrow(message);
  });
});
