/** Lines to a reader that may be slow: none is lost or torn, and what waits is bounded. */
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
  return { made: spool, told: signals, blocks };
}

describe('a spool', () => {
  it('writes every line whole and in order, of any length', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(200_000)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.array(fc.nat(39)), async (sizes, pauses) => {
        const { made: spool, blocks } = openSpool();
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

  it('writes a lone line at once and many lines together', async () => {
    const { made: spool, blocks } = openSpool();
    spool.push(Buffer.from('a'));
    await spool.drain();
    for (let index = 0; index < 100; index += 1) spool.push(Buffer.from('b'));
    await spool.drain();
    expect(blocks).toEqual(['a\n', 'b\n'.repeat(100)]);
  });

  it('says when too much waits, and when there is room again', async () => {
    const gates: (() => void)[] = [];
    const { made: spool, told: signals } = openSpool({
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

  it('ends with the error of the writer, and takes nothing more', async () => {
    const { made: spool, told: signals } = openSpool({ write: () => Promise.reject(new Error('gone')) });
    spool.push(Buffer.from('a'));
    await expect(spool.drain()).rejects.toThrow('gone');
    spool.push(Buffer.from('b'));
    await expect(spool.drain()).rejects.toThrow('gone');
    expect(signals).toEqual(['gone']);
  });
});
