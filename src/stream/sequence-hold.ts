/** Events that wait until it is known what was missed before them, over connections that follow each other. */

export interface SequenceHoldOptions {
  /** Finds what was missed before a connection. */
  readonly onConnected: (isFirst: boolean) => Promise<void>;
  readonly onMessage: (bytes: Buffer) => void;
  /** More wait than may. */
  readonly onFull: () => void;
}

/** An account has a handful of events in that time. */
const HELD_MAX = 100_000;

export class SequenceHold {
  readonly #options: SequenceHoldOptions;
  #isFirst = true;
  /** Nothing is passed on before the first look at the account either. */
  #held: Buffer[] | undefined = [];
  #verification: Promise<void> = Promise.resolve();
  #connections = 0;

  constructor(options: SequenceHoldOptions) {
    this.#options = options;
  }

  /**
   * A connection is open: its events wait until what was missed is told. Where another one follows before that, its
   * own turn comes after, and all events wait for the last. Rejects where `onConnected` does.
   */
  async holdForConnection(): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#held ??= [];
    this.#connections += 1;
    const connection = this.#connections;
    // What failed for one connection is no reason not to ask for the next.
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
