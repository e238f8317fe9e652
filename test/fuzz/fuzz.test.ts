/** A short share of `npm run fuzz`. */
import { expect, it } from 'vitest';
import { fuzzAll } from './fuzz.ts';

it('no reader crashes, hangs or changes a prototype on 300 inputs of each class', async () => {
  const lines: string[] = [];
  const code = await fuzzAll({ count: 300, seed: 1, seconds: 60 }, (line) => lines.push(line));
  expect([code, lines]).toEqual([0, lines]);
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'arguments',
    'JSON',
    'NDJSON',
    'answers',
    'policies',
    'journals',
    'frames',
    'profiles',
  ]);
});
