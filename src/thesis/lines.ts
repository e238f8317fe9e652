/** Validates an NDJSON stream, one thesis on each line, in constant memory, in two threads if it is long. */
import { LineValidator } from './line-validator.ts';
import { LinePatterns } from './patterns/line-patterns.ts';
import type { DocumentVerdict, ThesisError } from './verdict.ts';

/** So much of a stream takes about a second; for less a second thread costs more than it saves. */
const SHARED_FROM_BYTES = 64 * 1024 * 1024;

/** Blocks that the thread has at once: one that it validates, and one for when it is done. */
const THREAD_BLOCKS_MAX = 2;

/** Blocks whose verdicts wait for those of the thread, which bounds the memory. */
const QUEUE_MAX = 16;

/** Whole lines, each with its line feed. */
export interface LineBlock {
  /** The number of the first line in the stream. */
  readonly firstLine: number;
  readonly bytes: Uint8Array;
}

/** The verdicts on a block, in a form that costs little to send. */
export interface BlockVerdicts {
  /** The numbers of the lines that have a verdict: those that are not blank. */
  readonly lines: Int32Array;
  /** The errors of the invalid ones, by their index in `lines`. */
  readonly errors: readonly (readonly [index: number, errors: readonly ThesisError[]])[];
}

/** Another thread that validates blocks, in the order in which it gets them. */
export interface LineThread {
  /** The number of blocks without an answer so far. */
  readonly waiting: number;
  give(block: LineBlock): void;
  /** Returns the next answer if it has arrived. */
  take(): BlockVerdicts | undefined;
  /** Waits for the next answer. Rejects when the thread has failed. */
  next(): Promise<BlockVerdicts>;
  close(): void;
}

export interface LineSharing {
  readonly startThread?: (() => Promise<LineThread | undefined>) | undefined;
  readonly size?: number | undefined;
}

/**
 * Yields the verdicts on the lines of a stream, those of one chunk together. Lines end with a line feed,
 * which is optional for the last line; blank lines are skipped but counted. The source of a verdict is
 * `name:line`, and the line numbers of its errors refer to the stream. `startThread` may return a thread that takes part of the
 * blocks of a long stream; what it fails to answer is validated here. `size` is that of the stream in bytes, if it is known.
 */
export async function* validateLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  { startThread, size: known = 0 }: LineSharing = {},
): AsyncGenerator<readonly DocumentVerdict[]> {
  const validator = new LineValidator(name);
  let shared: SharedBlocks | undefined;
  let mayShare = startThread !== undefined;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      size += bytes.length;
      if (mayShare && Math.max(size, known) >= SHARED_FROM_BYTES) {
        mayShare = false;
        const thread = await startThread?.();
        if (thread !== undefined) shared = new SharedBlocks(name, thread);
      }
      if (shared !== undefined) {
        yield* shared.validateChunk(validator, bytes);
        continue;
      }
      const verdicts = validator.validateChunk(bytes);
      if (verdicts.length > 0) yield verdicts;
    }
    if (shared !== undefined) yield* shared.rest();
  } finally {
    shared?.close();
  }
  const last = validator.validateRest();
  if (last.length > 0) yield last;
}

/** Returns the verdicts on a block. `patterns` are those of earlier blocks of the stream. */
export function validateBlock({ firstLine, bytes }: LineBlock, patterns = new LinePatterns()): BlockVerdicts {
  const verdicts: DocumentVerdict[] = [];
  new LineValidator('', patterns, firstLine - 1).validateWhole(asBuffer(bytes), verdicts);
  const errors = verdicts.flatMap((verdict, index) =>
    verdict.valid ? [] : [[index, verdict.errors] as const],
  );
  return { lines: Int32Array.from(verdicts, ({ streamLine }) => streamLine!), errors };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function verdictsOf(name: string, { lines, errors }: BlockVerdicts): readonly DocumentVerdict[] {
  const verdicts = Array.from(
    lines,
    (line): DocumentVerdict => ({ source: `${name}:${line}`, streamLine: line, valid: true, errors: [] }),
  );
  for (const [index, found] of errors) verdicts[index] = { ...verdicts[index]!, valid: false, errors: found };
  return verdicts;
}

/** Shares the blocks of a stream between a thread and this one, and returns their verdicts in the order of the stream. */
class SharedBlocks {
  readonly #name: string;
  readonly #thread: LineThread;
  /** The verdicts of blocks, and the blocks that the thread has. */
  readonly #queue: (readonly DocumentVerdict[] | LineBlock)[] = [];
  /** Memory of blocks that were answered, for the next ones. */
  readonly #memory: SharedArrayBuffer[] = [];
  #hasFailed = false;

  constructor(name: string, thread: LineThread) {
    this.#name = name;
    this.#thread = thread;
  }

  async *validateChunk(validator: LineValidator, chunk: Buffer): AsyncGenerator<readonly DocumentVerdict[]> {
    this.#enterAnswers();
    const verdicts: DocumentVerdict[] = [];
    const whole = validator.finishLineWith(chunk, verdicts);
    if (verdicts.length > 0) this.#queue.push(verdicts);
    if (this.#hasFailed || this.#thread.waiting >= THREAD_BLOCKS_MAX) {
      const own: DocumentVerdict[] = [];
      validator.validateWhole(whole, own);
      this.#queue.push(own);
    } else if (whole.length > 0) {
      const block = { firstLine: validator.line + 1, bytes: this.#copyOf(whole) };
      validator.skip(whole);
      this.#queue.push(block);
      this.#thread.give(block);
    }
    validator.keepRest(chunk);
    while (this.#queue.length > QUEUE_MAX) {
      await this.#settleFirst();
      yield* this.#settled();
    }
    yield* this.#settled();
  }

  /** Enters the answers that have arrived. What arrives after a failure is not for the oldest block. */
  #enterAnswers(): void {
    if (this.#hasFailed) return;
    for (let answer = this.#thread.take(); answer !== undefined; answer = this.#thread.take())
      this.#enter(answer);
  }

  /** Yields what is left in the queue. */
  async *rest(): AsyncGenerator<readonly DocumentVerdict[]> {
    while (this.#queue.length > 0) {
      await this.#settleFirst();
      yield* this.#settled();
    }
  }

  close(): void {
    this.#thread.close();
  }

  *#settled(): Generator<readonly DocumentVerdict[]> {
    for (let first = this.#queue[0]; first !== undefined && !isBlock(first); first = this.#queue[0]) {
      this.#queue.shift();
      if (first.length > 0) yield first;
    }
  }

  /** Waits for the verdicts on the first block; those of a thread that has failed are found here. */
  async #settleFirst(): Promise<void> {
    const [first] = this.#queue;
    if (first === undefined || !isBlock(first)) return;
    if (!this.#hasFailed) {
      try {
        this.#enter(await this.#thread.next());
        return;
      } catch {
        this.#hasFailed = true;
      }
    }
    this.#enter(validateBlock(first));
  }

  /** Copies lines into memory that both threads see, because the source may reuse the memory of the chunk. */
  #copyOf(lines: Buffer): Uint8Array {
    const free = this.#memory.pop();
    const memory =
      free !== undefined && free.byteLength >= lines.length ? free : new SharedArrayBuffer(lines.length);
    const bytes = new Uint8Array(memory, 0, lines.length);
    bytes.set(lines);
    return bytes;
  }

  /** Puts an answer in the place of the oldest block. */
  #enter(answer: BlockVerdicts): void {
    const index = this.#queue.findIndex(isBlock);
    const block = this.#queue[index] as LineBlock;
    this.#queue[index] = verdictsOf(this.#name, answer);
    if (!this.#hasFailed) this.#memory.push(block.bytes.buffer as SharedArrayBuffer);
  }
}

function isBlock(one: readonly DocumentVerdict[] | LineBlock): one is LineBlock {
  return 'firstLine' in one;
}
