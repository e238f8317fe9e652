/** Work that is done in small steps while other things go on. */
import { fsync, fsyncSync } from 'node:fs';

/** After a step other things may go on; one that is a descriptor asks for the disk to have that file before the next. */
export type WorkStep = number | undefined;

/** Steps deal with what goes wrong in them, also with a disk that fails: nothing is thrown out of them. */
export type WorkSteps = Generator<WorkStep, void>;

/** One work at a time: a step in each turn of the event loop, the disk waited for beside it. */
export class BackgroundWork {
  #steps: WorkSteps | undefined;
  /** The file that the disk is to have before the next step. */
  #descriptorToSync: number | undefined;

  /** Begins a work: its first step is done now. What is left of the last one is done before. */
  start(steps: WorkSteps): void {
    this.finish();
    this.#steps = steps;
    this.#step();
    this.#scheduleNext();
  }

  /** Does all that is left at once. */
  finish(): void {
    while (this.#steps !== undefined) {
      const descriptor = this.#descriptorToSync;
      let error: unknown;
      try {
        if (descriptor !== undefined) fsyncSync(descriptor);
      } catch (thrown) {
        error = thrown;
      }
      this.#step(error);
    }
  }

  #scheduleNext(): void {
    const steps = this.#steps;
    if (steps === undefined) return;
    const next = (error?: unknown) => {
      // It may have been finished meanwhile.
      if (this.#steps !== steps) return;
      this.#step(error ?? undefined);
      this.#scheduleNext();
    };
    if (this.#descriptorToSync === undefined) setImmediate(next);
    else fsync(this.#descriptorToSync, next);
  }

  #step(error?: unknown): void {
    const steps = this.#steps!;
    const { done, value } = error === undefined ? steps.next() : steps.throw(error);
    this.#descriptorToSync = done === true ? undefined : (value as WorkStep);
    if (done === true) this.#steps = undefined;
  }
}
