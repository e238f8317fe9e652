/** Shows tables that are longer than the screen in the pager. */
import type { Pager, PagerProgram } from '../../app/pager.ts';
import { PipeClosed } from '../../app/world.ts';

/** The text of a table on its way to the screen or into the pager. */
export class PagedText {
  readonly #program: PagerProgram;
  readonly #onOpen: () => void;
  #held = '';
  #lines = 0;
  #pager: Pager | undefined;

  /** `onOpen` is called before the pager takes the screen. */
  constructor(program: PagerProgram, onOpen: () => void) {
    this.#program = program;
    this.#onOpen = onOpen;
  }

  /** Holds text until it fills the screen, and passes all text to the pager from then on. Throws PipeClosed after `q`. */
  async write(text: string): Promise<void> {
    if (this.#pager === undefined) {
      this.#held += text;
      this.#lines += text.split('\n').length - 1;
      // The line below the table belongs to the prompt.
      if (this.#lines < this.#program.rows) return;
      this.#onOpen();
      this.#pager = await this.#program.open();
    }
    const next = this.#held === '' ? text : this.#held;
    this.#held = '';
    if (!(await this.#pager.write(next))) throw new PipeClosed();
  }

  /** Returns text that fits on the screen; otherwise resolves with no text when the person has left the pager. */
  async end(): Promise<string> {
    await this.#pager?.end();
    return this.#held;
  }
}
