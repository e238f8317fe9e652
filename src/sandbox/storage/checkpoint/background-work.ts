/** Runs work in small steps, between which the process handles other events. */
import { fsync, fsyncSync } from 'node:fs';

/** A step of the work. If it yields a file descriptor, that file is synced to disk before the next step. */
export type WorkStep = number | undefined;

/**
 * The steps of a piece of work. The generator handles all errors itself, those of syncing to disk included.
 */
export type WorkSteps = Generator<WorkStep, void>;

/**
 * Runs one piece of work at a time: one step per turn of the event loop, with syncs to disk in the
 * background.
 */
export class BackgroundWork {
  #steps: WorkSteps | undefined;
  /** The file to sync before the next step. */
  #descriptorToSync: number | undefined;

  /** Finishes the previous work, then starts new work and runs its first step at once. */
  start(steps: WorkSteps): void {
    this.finish();
    this.#steps = steps;
    this.#step();
    this.#scheduleNext();
  }

  /** Runs all remaining steps at once. */
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
      // The work may have been finished or replaced while the file was synced.
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
