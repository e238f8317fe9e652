/**
 * Fault 45: The reader of the output does not read.
 *
 * The buffer is bounded: the stream is paused while it is full, and no line is lost or cut.
 */
import { expect, it } from 'vitest';
import { LineSpool } from '../../../src/stream/recording/spool.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';

it('lines wait in a bounded buffer until the reader takes them', async () => {
  const signals: string[] = [];
  const taken: string[] = [];
  const gates: (() => void)[] = [];
  const spool = new LineSpool({
    bytesMax: 1000,
    write: (block) => {
      taken.push(Buffer.from(block).toString());
      return new Promise((resolve) => gates.push(resolve));
    },
    onFull: () => signals.push('full'),
    onRoom: () => signals.push('room'),
    onFailure: () => signals.push('failed'),
  });
  const lines = Array.from({ length: 3 }, (_, index) => `${index}${'x'.repeat(400)}`);
  for (const line of lines) {
    spool.push(Buffer.from(line));
    await runPendingTasks();
  }
  expect(signals).toEqual(['full']);
  const drained = spool.drain();
  while (gates.length > 0) {
    gates.shift()!();
    await runPendingTasks();
  }
  await drained;
  expect(signals).toEqual(['full', 'room']);
  expect(taken.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
});
