/**
 * Fault 58: The reader of the output closes the pipe, as head does.
 *
 * The command ends with exit code 0 and prints nothing more, neither an error nor a stack.
 */
import { expect, it } from 'vitest';
import { PipeClosed } from '../../../src/app/world.ts';
import { bourse } from '../../acceptance/world.ts';

it.each(['json', 'ndjson', 'csv', 'table'])('a download in the format %s ends quietly', async (format) => {
  let writes = 0;
  const line = `market klines BTCUSDT 1m --start 2024-03-10 --limit 3000 --env sandbox -o ${format}`;
  const { code, stderr } = await bourse(line, {
    onWrite: (name) => {
      if (name !== 'stdout') return;
      writes += 1;
      throw new PipeClosed();
    },
  });
  expect([code, stderr, writes]).toEqual([0, '', 1]);
});
