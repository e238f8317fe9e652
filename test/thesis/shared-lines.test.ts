/** A long stream of theses that two threads validate: the verdicts are those of one thread, in the same order. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startLineThread } from '../../src/app/thesis-thread.ts';
import { type BlockVerdicts, type LineThread, validateBlock, validateLines } from '../../src/thesis/lines.ts';
import type { DocumentVerdict } from '../../src/thesis/verdict.ts';
import { sample, textOf, withValue } from './samples.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
/** The size from which a stream is shared. */
const LONG = 64 * 1024 * 1024;
const GOOD = textOf(sample('hold'));
const LINES = [
  GOOD,
  textOf(withValue(sample('hold'), '/mode', 'live')),
  '',
  ' \r',
  '{"a":1,"a":2}',
  '{',
  `${GOOD}é`,
  '\u{1f600}',
];

async function* piecesOf(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // One memory for all chunks, as a reader of files has it.
  const memory = Buffer.alloc(Math.max(...sizes));
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    const count = bytes.copy(memory, 0, start, start + size);
    yield memory.subarray(0, count);
    memory.fill(0);
    start += size;
  }
}

async function verdictsOf(text: string, sizes: readonly number[], thread?: LineThread) {
  const verdicts: DocumentVerdict[] = [];
  const sharing = thread === undefined ? {} : { startThread: async () => thread, size: LONG };
  for await (const batch of validateLines('s', piecesOf(text, sizes), sharing)) verdicts.push(...batch);
  return verdicts;
}

/** A thread that answers when it is asked so often. After some answers waiting for one fails, although some may still arrive. */
class SlowThread implements LineThread {
  given = 0;
  answered = 0;
  isClosed = false;
  readonly #answers: BlockVerdicts[] = [];
  readonly #every: number;
  readonly #failsAfter: number;
  #asked = 0;

  constructor(every: number, failsAfter = Number.POSITIVE_INFINITY) {
    this.#every = every;
    this.#failsAfter = failsAfter;
  }

  get waiting(): number {
    return this.#answers.length;
  }

  give(block: Parameters<LineThread['give']>[0]): void {
    this.given += 1;
    this.#answers.push(validateBlock(block));
  }

  take(): BlockVerdicts | undefined {
    this.#asked += 1;
    return this.#asked % this.#every === 0 ? this.#answer() : undefined;
  }

  async next(): Promise<BlockVerdicts> {
    if (this.answered >= this.#failsAfter) throw new Error('failed');
    return this.#answer()!;
  }

  close(): void {
    this.isClosed = true;
  }

  #answer(): BlockVerdicts | undefined {
    const answer = this.#answers.shift();
    if (answer !== undefined) this.answered += 1;
    return answer;
  }
}

const streams = fc.record({
  lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 60 }),
  ending: fc.constantFrom('\n', ''),
  sizes: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
  every: fc.integer({ min: 1, max: 5 }),
  failsAfter: fc.option(fc.nat(4), { nil: Number.POSITIVE_INFINITY }),
});

describe('a long stream of theses', () => {
  it('gets the same verdicts from two threads as from one, also when the other one fails', async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(streams, async ({ lines, ending, sizes, every, failsAfter }) => {
        const text = lines.join('\n') + ending;
        const thread = new SlowThread(every, failsAfter);
        expect(await verdictsOf(text, sizes, thread)).toEqual(await verdictsOf(text, sizes));
        expect(thread.isClosed).toBe(true);
        shared += thread.answered;
      }),
      { seed: 20261123, numRuns: 300 },
    );
    expect(shared).toBeGreaterThan(200);
  });

  it('leaves out answers that arrive after a failure', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? '{' : GOOD));
    const text = `${lines.join('\n')}\n`;
    const sizes = [GOOD.length * 2];
    for (let every = 10; every < 30; every += 1)
      expect(await verdictsOf(text, sizes, new SlowThread(every, 0))).toEqual(await verdictsOf(text, sizes));
  });

  it('is validated here while the other thread has two blocks', async () => {
    const text = `${GOOD}\n`.repeat(100);
    const thread = new SlowThread(Number.POSITIVE_INFINITY);
    expect(await verdictsOf(text, [GOOD.length * 2 + 2], thread)).toHaveLength(100);
    expect(thread.given).toBeGreaterThan(2);
    expect(thread.given).toBeLessThan(25);
  });

  it('is shared from the size on from which that is of use', async () => {
    for (const [size, started] of [
      [LONG - 1, 0],
      [LONG, 1],
      [undefined, 0],
    ] as const) {
      let starts = 0;
      const startThread = async () => {
        starts += 1;
        return undefined;
      };
      for await (const _ of validateLines('s', piecesOf(`${GOOD}\n${GOOD}\n`, [50]), { startThread, size }));
      expect([size, starts]).toEqual([size, started]);
    }
  });

  it('is shared with a thread of this process', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => LINES[index % LINES.length]).join('\n');
    const thread = startLineThread(PROGRAM);
    expect(thread === undefined).toBe(availableParallelism() === 1);
    expect(await verdictsOf(text, [20_000], thread)).toEqual(await verdictsOf(text, [20_000]));
  });

  it('is validated here if the thread ends', async () => {
    const thread = startLineThread(PROGRAM);
    if (thread === undefined) return;
    const text = `${GOOD}\n`.repeat(1000);
    thread.close();
    expect(await verdictsOf(text, [20_000], thread)).toHaveLength(1000);
  });

  it('has no thread beside a program that was not built', () => {
    expect(startLineThread(fileURLToPath(import.meta.url))).toBeUndefined();
  });
});
