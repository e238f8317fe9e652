/** Events wait until it is known what was missed before them, whatever connections do meanwhile. */
import { describe, expect, it } from 'vitest';
import { SequenceHold } from '../../src/stream/sequence-hold.ts';
import { runPendingTasks } from './manual-clock.ts';

function openHold() {
  const emitted: string[] = [];
  const reconciliations: {
    readonly isFirst: boolean;
    readonly done: () => void;
    readonly fail: () => void;
  }[] = [];
  const hold = new SequenceHold({
    onConnected: (isFirst) =>
      new Promise((resolve, reject) => {
        reconciliations.push({ isFirst, done: resolve, fail: () => reject(new Error('not answered')) });
      }),
    onMessage: (bytes) => emitted.push(bytes.toString()),
    onFull: () => emitted.push('full'),
  });
  return {
    turns: hold,
    told: emitted,
    asked: reconciliations,
    add: (text: string) => hold.add(Buffer.from(text)),
  };
}

describe('events of an account', () => {
  it('wait for the last of two connections that follow each other, and none is lost', async () => {
    const { turns: hold, told: emitted, asked: reconciliations, add: take } = openHold();
    take('before');
    const first = hold.holdForConnection();
    take('one');
    const second = hold.holdForConnection();
    take('two');
    await runPendingTasks();
    expect(reconciliations.map(({ isFirst }) => isFirst)).toEqual([true]);
    reconciliations[0]!.done();
    await first;
    await runPendingTasks();
    expect(emitted).toEqual([]);
    reconciliations[1]!.done();
    await second;
    take('three');
    expect(emitted).toEqual(['before', 'one', 'two', 'three']);
  });

  it('are asked for again on the next connection where that failed', async () => {
    const { turns: hold, told: emitted, asked: reconciliations, add: take } = openHold();
    const first = hold.holdForConnection();
    take('one');
    await runPendingTasks();
    reconciliations[0]!.fail();
    await expect(first).rejects.toThrow('not answered');
    const second = hold.holdForConnection();
    await runPendingTasks();
    reconciliations[1]!.done();
    await second;
    expect(emitted).toEqual(['one']);
  });
});
