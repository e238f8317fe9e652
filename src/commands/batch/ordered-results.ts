/** Runs tasks side by side and takes their results in the order in which the tasks were given. */

/** The most results that wait for an earlier one, for each task that may run at once. */
const WAITING_PER_TASK = 4;

/** A number of permits; `take` waits for one. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** Runs at most `parallel` tasks at once; memory is bounded, because a slow task holds back those far behind it. */
export class OrderedResults<T> {
  readonly #running: Slots;
  readonly #unwritten: Slots;
  readonly #write: (result: T) => Promise<void>;
  #written: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  /** `write` takes the results one after another. */
  constructor(parallel: number, write: (result: T) => Promise<void>) {
    this.#running = new Slots(parallel);
    this.#unwritten = new Slots(parallel * WAITING_PER_TASK);
    this.#write = write;
  }

  /** Waits until a task may start. Throws what `write` threw. */
  async ready(): Promise<void> {
    await this.#unwritten.take();
    await this.#running.take();
    this.#throwFailure();
  }

  /** Starts a task, once `ready` has resolved. */
  start(task: () => Promise<T>): void {
    const result = task().finally(() => this.#running.give());
    this.#written = this.#written.then(async () => {
      try {
        const value = await result;
        if (this.#failure === undefined) await this.#write(value);
      } catch (error) {
        this.#failure ??= { error };
      } finally {
        this.#unwritten.give();
      }
    });
  }

  /** Resolves when all tasks have ended and their results were written. Throws what a task or `write` threw. */
  async end(): Promise<void> {
    await this.#written;
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
