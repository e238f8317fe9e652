/** Events that wait until it is known what was missed before them, over connections that follow each other. */

export interface TurnsOptions {
  /** Finds what was missed before a connection. */
  readonly onConnected: (isFirst: boolean) => Promise<void>;
  readonly onMessage: (bytes: Buffer) => void;
  /** More wait than may. */
  readonly onFull: () => void;
}

/** An account has a handful of events in that time. */
const WAITING_MAX = 100_000;

export class Turns {
  readonly #options: TurnsOptions;
  #isFirst = true;
  /** Nothing is passed on before the first look at the account either. */
  #waiting: Buffer[] | undefined = [];
  #asking: Promise<void> = Promise.resolve();
  #rounds = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * A connection is open: its events wait until what was missed is told. Where another one follows before that, its
   * own turn comes after, and all events wait for the last. Rejects where `onConnected` does.
   */
  async connected(): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#waiting ??= [];
    this.#rounds += 1;
    const round = this.#rounds;
    // What failed for one connection is no reason not to ask for the next.
    this.#asking = this.#asking.catch(() => {}).then(() => this.#options.onConnected(isFirst));
    await this.#asking;
    if (round !== this.#rounds) return;
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const bytes of waiting) this.#options.onMessage(bytes);
  }

  take(bytes: Buffer): void {
    if (this.#waiting === undefined) this.#options.onMessage(bytes);
    else if (this.#waiting.length < WAITING_MAX) this.#waiting.push(bytes);
    else this.#options.onFull();
  }
}
