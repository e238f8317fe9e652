/** A paused stream: when a reader that reads nothing for a long time is reported. */
import { expect, it } from 'vitest';
import { LineWriter, type SlowPolicy } from '../../src/commands/stream/line-writer.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';

function openWriter(policy: SlowPolicy) {
  const clock = manualClock();
  const notes: string[] = [];
  const calls: string[] = [];
  let finishWrite = () => {};
  const stdout = {
    isTerminal: false,
    writeInBackground: () =>
      new Promise<void>((resolve) => {
        finishWrite = resolve;
      }),
  };
  const writer = new LineWriter({
    services: { world: { clock, stdout } } as never,
    policy,
    hasRecords: false,
    note: (text) => notes.push(text),
    warnsOfPause: true,
    onPause: () => calls.push('pause'),
    onResume: () => calls.push('resume'),
    onEnd: () => {},
  });
  const fill = () => {
    for (let line = 0; line < 100; line += 1) writer.message(Buffer.alloc(100_000, 0x61));
  };
  const read = async () => {
    for (let turn = 0; turn < 300; turn += 1) {
      finishWrite();
      await runPendingTasks();
    }
  };
  return { writer, clock, notes, calls, fill, read };
}

it('reports a pause after 30 s, which is half of the time that a ping may stay unanswered', async () => {
  const { clock, notes, calls, fill, read } = openWriter('pause');
  fill();
  await clock.advance(29_000);
  expect([calls, notes]).toEqual([['pause'], []]);
  await clock.advance(60_000);
  expect(notes).toEqual([expect.stringContaining('The reader has read nothing for 30 s')]);
  await read();
  expect(calls).toEqual(['pause', 'resume']);
  fill();
  await clock.advance(31_000);
  expect(notes).toHaveLength(2);
});

it('reports neither a pause of less than 30 s nor a slow reader whose lines are dropped', async () => {
  const paused = openWriter('pause');
  paused.fill();
  await paused.clock.advance(20_000);
  await paused.read();
  await paused.clock.advance(60_000);
  const dropping = openWriter('drop');
  dropping.fill();
  await dropping.clock.advance(60_000);
  expect([paused.notes, dropping.notes]).toEqual([[], []]);
});

it('kept every state of a book in memory for a slow reader whose lines are dropped', async () => {
  const { writer, fill, read } = openWriter('drop');
  fill();
  const { dropped } = writer;
  expect(dropped).toBeGreaterThan(0);
  writer.event({ symbol: 'BTCUSDT' });
  expect(writer.dropped).toBe(dropped + 1);
  await read();
  writer.event({ symbol: 'BTCUSDT' });
  expect(writer.dropped).toBe(dropped + 1);
});
