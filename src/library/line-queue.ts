/** Passes lines that a command writes to a reader, and lets the command wait while the reader is slower. */
import type { Sink } from '../app/world.ts';

/** Lines between a command and the loop that reads them. */
export class LineQueue {
  readonly #decoder = new TextDecoder();
  #lines: string[] = [];
  #rest = '';
  #isEnded = false;
  #isReleased = false;
  #onLine: () => void = () => {};
  #onTaken: () => void = () => {};

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

  /** Yields lines until the end. */
  async *read(): AsyncGenerator<string> {
    for (;;) {
      const lines = this.#lines;
      this.#lines = [];
      yield* lines;
      if (this.#lines.length > 0) continue;
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
    this.#lines.push(...lines);
    if (this.#isReleased) return this.#onLine();
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
}
