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
    'requests of sessions',
    'scenarios',
    'audit logs',
    'budgets',
    'frames',
    'profiles',
    'journals of writes',
  ]);
  // A class of which every input is refused would test the first check of its reader only.
  for (const line of lines) {
    const [, inputs, refused] = /: (\d+) inputs, (\d+) refused/.exec(line)!;
    expect(Number(inputs) - Number(refused), line).toBeGreaterThan(0);
  }
});
