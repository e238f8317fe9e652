/** Passes lines that a command writes to a reader, and lets the command wait while the reader is slower. */
import type { Sink } from '../app/world.ts';

/** Lines between a command and the loop that reads them. */
export class LineQueue {
  readonly #decoder = new TextDecoder();
  readonly #subjectOf: ((line: string) => string | undefined) | undefined;
  /** The lines that wait, the oldest first: under the subject of a state, of which the newest is kept, or under a number. */
  readonly #lines = new Map<string | number, string>();
  #count = 0;
  #rest = '';
  #isEnded = false;
  #isReleased = false;
  #onLine: () => void = () => {};
  #onTaken: () => void = () => {};

  /**
   * `subjectOf` returns what a line is a state of, or undefined for a line of its own. If it is given, the command never waits:
   * a state replaces the one of the same subject that waits.
   */
  constructor(subjectOf?: (line: string) => string | undefined) {
    this.#subjectOf = subjectOf;
  }

  /** The output of the command; a write is done when the reader has taken all its lines. */
  readonly sink: Sink = {
    isTerminal: false,
    columns: 80,
    write: (text) =>
      this.#add(typeof text === 'string' ? text : this.#decoder.decode(text, { stream: true })),
    writeInBackground: (bytes) => this.#add(this.#decoder.decode(bytes, { stream: true })),
  };

  /** Lets the command go on without waiting for the reader, who still gets its lines. */
  release(): void {
    this.#isReleased = true;
    this.#onTaken();
  }

  /** No more lines will be written. */
  end(): void {
    this.#isEnded = true;
    this.#onLine();
    this.#onTaken();
  }

  /** Ends without the lines that wait. */
  discard(): void {
    this.#lines.clear();
    this.end();
  }

  /** Yields lines until the end. */
  async *read(): AsyncGenerator<string> {
    for (;;) {
      for (const [key, line] of this.#lines) {
        this.#lines.delete(key);
        yield line;
      }
      this.#onTaken();
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#onLine = resolve;
      });
    }
  }

  async #add(text: string): Promise<void> {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop()!;
    if (lines.length === 0 || this.#isEnded) return;
    for (const line of lines) this.#keep(line);
    if (this.#isReleased || this.#subjectOf !== undefined) return this.#onLine();
    const taken = new Promise<void>((resolve) => {
      const before = this.#onTaken;
      this.#onTaken = () => {
        before();
        resolve();
      };
    });
    this.#onLine();
    await taken;
  }

  #keep(line: string): void {
    const subject = this.#subjectOf?.(line);
    if (subject !== undefined) this.#lines.delete(subject);
    this.#count += 1;
    this.#lines.set(subject ?? this.#count, line);
  }
}
