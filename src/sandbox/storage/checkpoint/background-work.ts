/** Work that is done in small steps while other things go on. */
import { fsync, fsyncSync } from 'node:fs';

/** After a step other things may go on; one that is a descriptor asks for the disk to have that file before the next. */
export type Step = number | undefined;

/** Steps deal with what goes wrong in them, also with a disk that fails: nothing is thrown out of them. */
export type Steps = Generator<Step, void>;

/** One work at a time: a step in each turn of the event loop, the disk waited for beside it. */
export class Underway {
  #steps: Steps | undefined;
  /** The file that the disk is to have before the next step. */
  #awaited: number | undefined;

  /** Begins a work: its first step is done now. What is left of the last one is done before. */
  begin(steps: Steps): void {
    this.finish();
    this.#steps = steps;
    this.#step();
    this.#goOn();
  }

  /** Does all that is left at once. */
  finish(): void {
    while (this.#steps !== undefined) {
      const descriptor = this.#awaited;
      let failed: unknown;
      try {
        if (descriptor !== undefined) fsyncSync(descriptor);
      } catch (error) {
        failed = error;
      }
      this.#step(failed);
    }
  }

  #goOn(): void {
    const steps = this.#steps;
    if (steps === undefined) return;
    const next = (failed?: unknown) => {
      // It may have been finished meanwhile.
      if (this.#steps !== steps) return;
      this.#step(failed ?? undefined);
      this.#goOn();
    };
    if (this.#awaited === undefined) setImmediate(next);
    else fsync(this.#awaited, next);
  }

  #step(failed?: unknown): void {
    const steps = this.#steps!;
    const { done, value } = failed === undefined ? steps.next() : steps.throw(failed);
    this.#awaited = done === true ? undefined : (value as Step);
    if (done === true) this.#steps = undefined;
  }
}
