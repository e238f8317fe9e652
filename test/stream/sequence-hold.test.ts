/** Holds events until the reconciliation before them has finished, also where connections change meanwhile. */
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
    hold,
    emitted,
    reconciliations,
    add: (text: string) => hold.add(Buffer.from(text)),
  };
}

describe('user events', () => {
  it('wait for the reconciliation of the last of two connections, and none is lost', async () => {
    const { hold, emitted, reconciliations, add } = openHold();
    add('before');
    const first = hold.holdForConnection();
    add('one');
    const second = hold.holdForConnection();
    add('two');
    await runPendingTasks();
    expect(reconciliations.map(({ isFirst }) => isFirst)).toEqual([true]);
    reconciliations[0]!.done();
    await first;
    await runPendingTasks();
    expect(emitted).toEqual([]);
    reconciliations[1]!.done();
    await second;
    add('three');
    expect(emitted).toEqual(['before', 'one', 'two', 'three']);
  });

  it('are reconciled again on the next connection where the reconciliation failed', async () => {
    const { hold, emitted, reconciliations, add } = openHold();
    const first = hold.holdForConnection();
    add('one');
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
