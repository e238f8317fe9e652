/** Holds the events of a connection until the events missed before it have been read from the exchange. */

export interface SequenceHoldOptions {
  /** Reads from the exchange what was missed before a connection. */
  readonly onConnected: (isFirst: boolean) => Promise<void>;
  readonly onMessage: (bytes: Buffer) => void;
  /**
   * Called for each event that arrives while the largest number of events is already held; the event is
   * dropped.
   */
  readonly onFull: () => void;
}

/** The largest number of held events; an account has only a handful in that time. */
const HELD_MAX = 100_000;

export class SequenceHold {
  readonly #options: SequenceHoldOptions;
  #isFirst = true;
  /**
   * The held events; undefined while events are delivered immediately. Events are held before the first
   * connection as well.
   */
  #held: Buffer[] | undefined = [];
  #verification: Promise<void> = Promise.resolve();
  #connections = 0;

  constructor(options: SequenceHoldOptions) {
    this.#options = options;
  }

  /**
   * Holds the events of a new connection until `onConnected` has read what was missed. If another connection
   * follows meanwhile, its read comes next, and all events wait for the last read. Rejects if `onConnected`
   * rejects.
   */
  async holdForConnection(): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#held ??= [];
    this.#connections += 1;
    const connection = this.#connections;
    // If the read for one connection fails, the next connection reads nevertheless.
    this.#verification = this.#verification.catch(() => {}).then(() => this.#options.onConnected(isFirst));
    await this.#verification;
    if (connection !== this.#connections) return;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const bytes of held) this.#options.onMessage(bytes);
  }

  add(bytes: Buffer): void {
    if (this.#held === undefined) this.#options.onMessage(bytes);
    else if (this.#held.length < HELD_MAX) this.#held.push(bytes);
    else this.#options.onFull();
  }
}
