/** Lines for a reader that takes nothing for a long time: what is told, and when. */
import { expect, it } from 'vitest';
import { LineWriter, type SlowPolicy } from '../../src/commands/stream/line-writer.ts';
import { handClock, settled } from './clock.ts';

function lines(policy: SlowPolicy) {
  const clock = handClock();
  const notes: string[] = [];
  const calls: string[] = [];
  let take = () => {};
  const stdout = {
    isTerminal: false,
    writeInBackground: () =>
      new Promise<void>((resolve) => {
        take = resolve;
      }),
  };
  const made = new LineWriter({
    services: { world: { clock, stdout } } as never,
    policy,
    hasRecords: false,
    note: (text) => notes.push(text),
    onPause: () => calls.push('pause'),
    onResume: () => calls.push('resume'),
    onEnd: () => {},
  });
  const fill = () => {
    for (let line = 0; line < 100; line += 1) made.message(Buffer.alloc(100_000, 0x61));
  };
  const read = async () => {
    for (let turn = 0; turn < 300; turn += 1) {
      take();
      await settled();
    }
  };
  return { clock, notes, calls, fill, read };
}

it('a pause is told once it has lasted half as long as pings may wait', async () => {
  const { clock, notes, calls, fill, read } = lines('pause');
  fill();
  await clock.advance(29_000);
  expect([calls, notes]).toEqual([['pause'], []]);
  await clock.advance(60_000);
  expect(notes).toEqual([expect.stringContaining('has taken nothing for 30 s')]);
  await read();
  expect(calls).toEqual(['pause', 'resume']);
  fill();
  await clock.advance(31_000);
  expect(notes).toHaveLength(2);
});

it('a pause that ends soon is not told, and neither is a reader before whom lines are dropped', async () => {
  const paused = lines('pause');
  paused.fill();
  await paused.clock.advance(20_000);
  await paused.read();
  await paused.clock.advance(60_000);
  const dropping = lines('drop');
  dropping.fill();
  await dropping.clock.advance(60_000);
  expect([paused.notes, dropping.notes]).toEqual([[], []]);
});
