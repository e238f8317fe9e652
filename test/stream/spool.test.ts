/** Lines to a reader that may be slow: none is lost or torn, and what waits is bounded. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSpool, type SpoolOptions } from '../../src/stream/recording/spool.ts';
import { settled } from './manual-clock.ts';

function spool(more: Partial<SpoolOptions> = {}) {
  const told: string[] = [];
  const blocks: string[] = [];
  const made = new LineSpool({
    write: async (block) => {
      blocks.push(Buffer.from(block).toString());
    },
    onFull: () => told.push('full'),
    onRoom: () => told.push('room'),
    onFailure: (error) => told.push((error as Error).message),
    ...more,
  });
  return { made, told, blocks };
}

describe('a spool', () => {
  it('writes every line whole and in order, of any length', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(200_000)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.array(fc.nat(39)), async (sizes, pauses) => {
        const { made, blocks } = spool();
        const lines = sizes.map((size, index) => `${index}${'x'.repeat(size)}`);
        for (const [index, line] of lines.entries()) {
          made.push(Buffer.from(line));
          if (pauses.includes(index)) await settled();
        }
        await made.drain();
        expect(blocks.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
      }),
      { numRuns: 40, seed: 31 },
    );
  });

  it('writes a lone line at once and many lines together', async () => {
    const { made, blocks } = spool();
    made.push(Buffer.from('a'));
    await made.drain();
    for (let index = 0; index < 100; index += 1) made.push(Buffer.from('b'));
    await made.drain();
    expect(blocks).toEqual(['a\n', 'b\n'.repeat(100)]);
  });

  it('says when too much waits, and when there is room again', async () => {
    const gates: (() => void)[] = [];
    const { made, told } = spool({
      bytesMax: 1000,
      write: () => new Promise((resolve) => gates.push(resolve)),
    });
    for (let index = 0; index < 3; index += 1) {
      made.push(Buffer.alloc(400, 'x'));
      await settled();
    }
    expect(told).toEqual(['full']);
    while (gates.length > 0) {
      gates.shift()!();
      await settled();
    }
    await made.drain();
    expect(told).toEqual(['full', 'room']);
  });

  it('ends with the error of the writer, and takes nothing more', async () => {
    const { made, told } = spool({ write: () => Promise.reject(new Error('gone')) });
    made.push(Buffer.from('a'));
    await expect(made.drain()).rejects.toThrow('gone');
    made.push(Buffer.from('b'));
    await expect(made.drain()).rejects.toThrow('gone');
    expect(told).toEqual(['gone']);
  });
});
