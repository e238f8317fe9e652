/** Lines for a reader that may be slow: no line is lost or split, and the buffer is bounded. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSpool, type SpoolOptions } from '../../src/stream/recording/spool.ts';
import { runPendingTasks } from './manual-clock.ts';

function openSpool(more: Partial<SpoolOptions> = {}) {
  const signals: string[] = [];
  const blocks: string[] = [];
  const spool = new LineSpool({
    write: async (block) => {
      blocks.push(Buffer.from(block).toString());
    },
    onFull: () => signals.push('full'),
    onRoom: () => signals.push('room'),
    onFailure: (error) => signals.push((error as Error).message),
    ...more,
  });
  return { spool, signals, blocks };
}

describe('a spool', () => {
  it('writes every line complete and in order, of any length', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(200_000)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.array(fc.nat(39)), async (sizes, pauses) => {
        const { spool, blocks } = openSpool();
        const lines = sizes.map((size, index) => `${index}${'x'.repeat(size)}`);
        for (const [index, line] of lines.entries()) {
          spool.push(Buffer.from(line));
          if (pauses.includes(index)) await runPendingTasks();
        }
        await spool.drain();
        expect(blocks.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
      }),
      { numRuns: 40, seed: 31 },
    );
  });

  it('writes lines that are added together in one piece, between single ones', async () => {
    const { spool, blocks } = openSpool();
    const added: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const lines = `${index}${'x'.repeat(index * 500)}\n`.repeat(8);
      spool.pushLines(Buffer.from(lines));
      spool.push(Buffer.from(`${index}`));
      added.push(lines, `${index}\n`);
    }
    expect(spool.wouldFill(8 * 1024 * 1024)).toBe(true);
    expect(spool.wouldFill(4 * 1024 * 1024)).toBe(false);
    await spool.drain();
    expect(blocks.join('')).toBe(added.join(''));
  });

  it('writes a single line at once and many lines in one block', async () => {
    const { spool, blocks } = openSpool();
    spool.push(Buffer.from('a'));
    await spool.drain();
    for (let index = 0; index < 100; index += 1) spool.push(Buffer.from('b'));
    await spool.drain();
    expect(blocks).toEqual(['a\n', 'b\n'.repeat(100)]);
  });

  it('reports when the buffer is full and when it has room again', async () => {
    const gates: (() => void)[] = [];
    const { spool, signals } = openSpool({
      bytesMax: 1000,
      write: () => new Promise((resolve) => gates.push(resolve)),
    });
    for (let index = 0; index < 3; index += 1) {
      spool.push(Buffer.alloc(400, 'x'));
      await runPendingTasks();
    }
    expect(signals).toEqual(['full']);
    while (gates.length > 0) {
      gates.shift()!();
      await runPendingTasks();
    }
    await spool.drain();
    expect(signals).toEqual(['full', 'room']);
  });

  it('ends with the error of the writer and accepts no further line', async () => {
    const { spool, signals } = openSpool({ write: () => Promise.reject(new Error('gone')) });
    spool.push(Buffer.from('a'));
    await expect(spool.drain()).rejects.toThrow('gone');
    spool.push(Buffer.from('b'));
    await expect(spool.drain()).rejects.toThrow('gone');
    expect(signals).toEqual(['gone']);
  });
});
