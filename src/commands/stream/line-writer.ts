/** Lines of a stream on stdout, for a reader that may be slow: it is waited for, or what it cannot take is dropped and told. */
import type { Services } from '../../app/services.ts';
import { PipeClosed } from '../../app/world.ts';
import * as LIMITS from '../../catalogue/limits/connections.ts';
import { stringifyJson } from '../../core/json.ts';
import { safeJson } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { Spool } from '../../stream/recording/spool.ts';

/** What is done while more waits than may: `pause` stops reading, `drop` goes on and tells what was left out. */
export const SLOW_POLICIES = ['pause', 'drop'] as const;
export type SlowPolicy = (typeof SLOW_POLICIES)[number];

const LONG_PAUSE_MS = LIMITS.pongDeadline.value / 2;

export interface LineWriterOptions {
  readonly services: Services;
  readonly policy: SlowPolicy;
  /** Whether records go in line with messages. */
  readonly hasRecords: boolean;
  /** Told when a pause lasts: how it is said that the exchange may end the connection. */
  readonly note?: (text: string) => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** The reader is gone, or stdout failed. */
  readonly onEnd: () => void;
}

export class LineWriter {
  readonly #options: LineWriterOptions;
  readonly #spool: Spool;
  readonly #isTerminal: boolean;
  #dropped = 0;
  #unreported = 0;
  #pause: AbortController | undefined;

  constructor(options: LineWriterOptions) {
    const { stdout } = options.services.world;
    this.#options = options;
    this.#isTerminal = stdout.isTerminal;
    this.#spool = new Spool({
      write: (block) => stdout.writeInBackground(block),
      onFull: () => {
        if (options.policy !== 'pause') return;
        options.onPause();
        void this.#warnLongPause();
      },
      onRoom: () => {
        this.#pause?.abort();
        if (options.policy === 'pause') options.onResume();
        else this.#reportDropped();
      },
      onFailure: () => {
        this.#pause?.abort();
        options.onEnd();
      },
    });
  }

  /** Messages that were dropped because the reader was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a message; returns whether it is on its way. */
  message(bytes: Buffer): boolean {
    if (this.#options.policy === 'drop' && this.#spool.isFull) {
      this.#dropped += 1;
      this.#unreported += 1;
      return false;
    }
    this.#spool.push(this.#isTerminal ? Buffer.from(safeJson(bytes.toString('utf8'))) : bytes);
    return true;
  }

  /** Adds a record where they are wanted in line. */
  record(record: StreamRecord): void {
    if (this.#options.hasRecords) this.value(record as unknown as JsonValue);
  }

  /** Adds a line of our own. */
  value(value: JsonValue): void {
    this.#spool.push(Buffer.from(stringifyJson(value)));
  }

  /** Resolves when all is written. Throws PipeClosed where the reader is gone. */
  async end(): Promise<void> {
    if (this.#unreported > 0) this.#reportDropped();
    try {
      await this.#spool.drain();
    } finally {
      this.#pause?.abort();
    }
  }

  /** Half of the time after which unanswered pings end a connection is left to do something about it. */
  async #warnLongPause(): Promise<void> {
    const { note, services } = this.#options;
    if (note === undefined) return;
    const pause = new AbortController();
    this.#pause = pause;
    await services.world.clock.sleep(LONG_PAUSE_MS, pause.signal).catch(() => {});
    if (pause.signal.aborted) return;
    note(
      `The reader has taken nothing for ${LONG_PAUSE_MS / 1000} s, so nothing is read either: the exchange may end the connection. --when-slow drop goes on reading and tells what it drops.`,
    );
  }

  /** A loss that is not told would look like a quiet market, so this goes in line whether asked for or not. */
  #reportDropped(): void {
    if (this.#unreported === 0) return;
    const at = this.#options.services.world.clock.now();
    this.value({
      bourse: 'gap',
      at,
      stream: null,
      reason: 'slow-reader',
      after: null,
      before: null,
      missing: this.#unreported,
    });
    this.#unreported = 0;
  }
}

/** Runs the work; a reader that went away ends it well, with the summary said all the same. */
export async function runWithSummary(work: () => Promise<void>, summary: () => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PipeClosed) summary();
    throw error;
  }
  summary();
}
