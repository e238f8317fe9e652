/** Events wait until it is known what was missed before them, whatever connections do meanwhile. */
import { describe, expect, it } from 'vitest';
import { SequenceHold } from '../../src/stream/sequence-hold.ts';
import { settled } from './manual-clock.ts';

function openTurns() {
  const told: string[] = [];
  const asked: { readonly isFirst: boolean; readonly done: () => void; readonly fail: () => void }[] = [];
  const turns = new SequenceHold({
    onConnected: (isFirst) =>
      new Promise((resolve, reject) => {
        asked.push({ isFirst, done: resolve, fail: () => reject(new Error('not answered')) });
      }),
    onMessage: (bytes) => told.push(bytes.toString()),
    onFull: () => told.push('full'),
  });
  return { turns, told, asked, take: (text: string) => turns.add(Buffer.from(text)) };
}

describe('events of an account', () => {
  it('wait for the last of two connections that follow each other, and none is lost', async () => {
    const { turns, told, asked, take } = openTurns();
    take('before');
    const first = turns.holdForConnection();
    take('one');
    const second = turns.holdForConnection();
    take('two');
    await settled();
    expect(asked.map(({ isFirst }) => isFirst)).toEqual([true]);
    asked[0]!.done();
    await first;
    await settled();
    expect(told).toEqual([]);
    asked[1]!.done();
    await second;
    take('three');
    expect(told).toEqual(['before', 'one', 'two', 'three']);
  });

  it('are asked for again on the next connection where that failed', async () => {
    const { turns, told, asked, take } = openTurns();
    const first = turns.holdForConnection();
    take('one');
    await settled();
    asked[0]!.fail();
    await expect(first).rejects.toThrow('not answered');
    const second = turns.holdForConnection();
    await settled();
    asked[1]!.done();
    await second;
    expect(told).toEqual(['one']);
  });
});
