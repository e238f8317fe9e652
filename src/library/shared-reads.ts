/** Reads that run at the same time share their services, so that keys and the exchange's clock are read once for all of them. */
import type { Services } from '../app/services.ts';
import type { Clock } from '../core/clock.ts';

/** The time in ms after which new reads get new services, so that changed keys and profiles count. */
export const SHARED_MS = 1_000;

/** Services, the reads that use them, and when the first of these began. */
interface SharedServices {
  readonly services: Services;
  readonly since: number;
  running: number;
}

/** The services of the reads of one session. */
export class SharedReads {
  readonly #open: () => Services;
  readonly #clock: Clock;
  #current: SharedServices | undefined;

  constructor(clock: Clock, open: () => Services) {
    this.#clock = clock;
    this.#open = open;
  }

  /** Runs a read with services that are closed after the last read which uses them. A read that fails leaves its services to others. */
  async run<T>(work: (services: Services) => Promise<T>): Promise<T> {
    const shared = this.#shared();
    shared.running += 1;
    try {
      return await work(shared.services);
    } catch (thrown) {
      // What failed may be kept in the services, such as keys that could not be read.
      this.#retire(shared);
      throw thrown;
    } finally {
      shared.running -= 1;
      if (shared.running === 0) {
        this.#retire(shared);
        await shared.services.close();
      }
    }
  }

  #shared(): SharedServices {
    const now = this.#clock.monotonicMs();
    if (this.#current === undefined || now - this.#current.since >= SHARED_MS)
      this.#current = { services: this.#open(), since: now, running: 0 };
    return this.#current;
  }

  /** Gives the services to no further read. */
  #retire(shared: SharedServices): void {
    if (this.#current === shared) this.#current = undefined;
  }
}
