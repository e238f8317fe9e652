/** Several pages of rows below one csv header. */
import { expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { createOutput } from '../../src/cli/output/output.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import type { JsonValue } from '../../src/core/words.ts';
import { testWorld } from '../acceptance/world.ts';

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'id', is: 'integer' },
    { name: 'price', is: 'decimal' },
    { name: 'strategyId', is: 'integer' },
    { name: 'side', is: 'text' },
  ],
};

async function csvOf(pages: readonly JsonValue[], hasHeader = true, fields?: readonly string[]) {
  const captured = { stdout: '', stderr: '' };
  const output = createOutput(testWorld({}, captured), {
    format: 'csv',
    isAsked: true,
    fields,
    paint: PLAIN_PAINT,
    isQuiet: false,
    hasHeader,
  });
  async function* chunks() {
    for (const value of pages) yield { text: JSON.stringify(value), value };
  }
  await output.chunks(chunks(), VIEW);
  return captured;
}

it('a page with a column that the previous page lacked does not shift the cells', async () => {
  const { stdout, stderr } = await csvOf([
    [{ id: 1, price: '1', side: 'BUY' }],
    [{ id: 2, price: '2', strategyId: 7, side: 'SELL', colour: 'red' }],
    [{ id: 3, side: 'SELL' }],
  ]);
  expect(stdout).toBe('id,price,strategyId,side\n1,1,,BUY\n2,2,7,SELL\n3,,,SELL\n');
  expect(stderr).toContain('Columns missing from the csv header were dropped: colour.');
});

it('a key that only a later row of the first page has gets a column', async () => {
  const { stdout } = await csvOf([[{ id: 1 }, { id: 2, colour: 'red' }]]);
  expect(stdout).toBe('id,price,strategyId,side,colour\n1,,,,\n2,,,,red\n');
});

it('no rows give only the header', async () => {
  expect((await csvOf([])).stdout).toBe('id,price,strategyId,side\n');
});

it('--no-header leaves out the header', async () => {
  expect((await csvOf([[{ id: 4, price: '4', side: 'BUY' }]], false)).stdout).toBe('4,4,,BUY\n');
});

it('a selected field that some pages lack is empty there and not an error', async () => {
  const pages = [[{ id: 1, colour: 'red' }], [{ id: 2 }], [{ id: 3, strategyId: 7 }]];
  const { stdout } = await csvOf(pages, true, ['id', 'strategyId', 'colour']);
  expect(stdout).toBe('id,strategyId,colour\n1,,red\n2,,\n3,7,\n');
});

it('a selected field that no row has is an error before anything is written', async () => {
  await expect(csvOf([[{ id: 1 }]], true, ['idd'])).rejects.toThrow('Unknown field "idd"');
});

it('unparsed pages become one array with one write for each, and keep their bytes', async () => {
  const writes: string[] = [];
  const world = testWorld({}, { stdout: '', stderr: '' });
  const stdout = {
    ...world.stdout,
    write: async (text: string | Uint8Array) => void writes.push(Buffer.from(text as Uint8Array).toString()),
  };
  const output = createOutput(
    { ...world, stdout },
    { format: 'json', isAsked: true, fields: undefined, paint: PLAIN_PAINT, isQuiet: false },
  );
  const pages = ['[[1,"a"],[2,"b"]]', '[[3,"c"]]', '[[4,"d"]]'];
  const bytes = pages.map((text) => Buffer.from(text));
  async function* chunks() {
    for (const [at, text] of pages.entries()) yield { text, value: JSON.parse(text), bytes: bytes[at]! };
  }
  await output.chunks(chunks(), undefined);
  expect(writes).toEqual(['[[1,"a"],[2,"b"]', ',[3,"c"]', ',[4,"d"]', ']\n']);
  expect(bytes.map(String)).toEqual(pages);
});

it('a page keeps its bytes where the output cannot be written', async () => {
  const world = testWorld({}, { stdout: '', stderr: '' });
  let left = 1;
  const stdout = {
    ...world.stdout,
    async write() {
      left -= 1;
      if (left < 0) throw new Error('full');
    },
  };
  const output = createOutput(
    { ...world, stdout },
    { format: 'json', isAsked: true, fields: undefined, paint: PLAIN_PAINT, isQuiet: false },
  );
  const bytes = [Buffer.from('[[1]]'), Buffer.from('[[2]]')];
  async function* chunks() {
    for (const one of bytes) yield { text: one.toString(), value: [], bytes: one };
  }
  await expect(output.chunks(chunks(), undefined)).rejects.toThrow('full');
  expect(bytes.map(String)).toEqual(['[[1]]', '[[2]]']);
});
