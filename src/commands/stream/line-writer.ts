/**
 * Writes stream lines to stdout. For a slow reader it pauses the stream, or drops messages and reports the
 * gap.
 */
import type { Services } from '../../app/services.ts';
import { PipeClosed } from '../../app/world.ts';
import * as LIMITS from '../../catalogue/limits/connections.ts';
import { stringifyJson } from '../../core/json.ts';
import { safeJson } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { LineSpool } from '../../stream/recording/spool.ts';
import type { EventLines } from './lines/event-lines.ts';

/**
 * What happens while the output buffer is full: `pause` stops reading, `drop` discards messages and reports
 * them.
 */
export const SLOW_POLICIES = ['pause', 'drop'] as const;
export type SlowPolicy = (typeof SLOW_POLICIES)[number];

const LONG_PAUSE_MS = LIMITS.pongDeadline.value / 2;

export interface LineWriterOptions {
  readonly services: Services;
  readonly policy: SlowPolicy;
  /** Whether records (lines that begin with `{"bourse":`) are written between messages. */
  readonly hasRecords: boolean;
  /** Formats the messages; undefined if they are written as the exchange sent them. */
  readonly lines?: EventLines | undefined;
  /** Prints what the reader of stdout should know, on stderr. */
  readonly note: (text: string) => void;
  /** Whether a long pause is reported, which may make the exchange close the connection. */
  readonly warnsOfPause?: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** Called when the reader has closed stdout, or stdout failed. */
  readonly onEnd: () => void;
}

export class LineWriter {
  readonly #options: LineWriterOptions;
  readonly #spool: LineSpool;
  readonly #isTerminal: boolean;
  readonly #lines: EventLines | undefined;
  #dropped = 0;
  #unreported = 0;
  #pause: AbortController | undefined;

  constructor(options: LineWriterOptions) {
    const { stdout } = options.services.world;
    this.#options = options;
    this.#isTerminal = stdout.isTerminal;
    this.#lines = options.lines;
    this.#spool = new LineSpool({
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
    this.#pushLines(options.lines?.head ?? []);
  }

  /** Number of messages dropped because the reader was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Queues a message of a stream, whose name is needed for formatted lines only. Returns false if nothing of the message
   * is written because none of its events was chosen; a message that was dropped counts as written.
   */
  message(bytes: Buffer, stream?: string): boolean {
    if (this.#drops()) return true;
    if (this.#lines !== undefined) return this.#pushFormatted(bytes, stream, this.#lines);
    this.#spool.push(this.#isTerminal ? Buffer.from(safeJson(bytes.toString('utf8'))) : bytes);
    return true;
  }

  /**
   * Returns whether so many bytes of messages may be queued as lines; if not, each message needs a call of its own: it is
   * formatted, cleaned for the terminal or may have to be dropped.
   */
  takesLines(bytes: number): boolean {
    if (this.#lines !== undefined || this.#isTerminal) return false;
    return this.#options.policy === 'pause' || !(this.#spool.isFull || this.#spool.wouldFill(bytes));
  }

  /** Queues whole messages, each with a line break. */
  messageLines(bytes: Buffer): void {
    this.#spool.pushLines(bytes);
  }

  /** Queues a record if records are enabled. */
  record(record: StreamRecord): void {
    if (this.#options.hasRecords) this.notice(record as unknown as JsonValue);
  }

  /** Queues a record whether or not records are enabled. A format without records has it on stderr. */
  notice(record: JsonValue): void {
    const lines = this.#lines === undefined ? [this.#json(record)] : this.#lines.record(record);
    if (lines === undefined) this.#options.note(safeJson(stringifyJson(record)));
    else this.#pushLines(lines);
  }

  /**
   * Queues an event that bourse made itself, such as the state of an order book. Returns false if it was not chosen; an event
   * that was dropped counts as written.
   */
  event(value: JsonValue): boolean {
    if (this.#drops()) return true;
    const lines = this.#lines === undefined ? [this.#json(value)] : this.#lines.event(value);
    this.#pushLines(lines);
    return lines.length > 0;
  }

  /** Returns whether a line has no room and is dropped, and counts it. */
  #drops(): boolean {
    if (this.#options.policy !== 'drop' || !this.#spool.isFull) return false;
    this.#dropped += 1;
    this.#unreported += 1;
    return true;
  }

  #pushFormatted(bytes: Buffer, stream: string | undefined, format: EventLines): boolean {
    const lines = format.message(bytes, stream);
    if (lines === undefined) this.#options.note('A message that is not JSON was left out.');
    else this.#pushLines(lines);
    return lines === undefined || lines.length > 0;
  }

  #pushLines(lines: readonly string[]): void {
    for (const line of lines) this.#spool.push(Buffer.from(line));
  }

  #json(value: JsonValue): string {
    const text = stringifyJson(value);
    return this.#isTerminal ? safeJson(text) : text;
  }

  /** Resolves when all lines are written. Throws PipeClosed if the reader closed stdout. */
  async end(): Promise<void> {
    if (this.#unreported > 0) this.#reportDropped();
    try {
      await this.#spool.drain();
    } finally {
      this.#pause?.abort();
    }
    const noMatch = this.#lines?.noMatch();
    if (noMatch !== undefined) this.#options.note(noMatch);
  }

  /**
   * Warns of a long pause after half of the time within which the exchange closes a connection with
   * unanswered pings.
   */
  async #warnLongPause(): Promise<void> {
    const { note, warnsOfPause, services } = this.#options;
    if (warnsOfPause !== true) return;
    const pause = new AbortController();
    this.#pause = pause;
    await services.world.clock.sleep(LONG_PAUSE_MS, pause.signal).catch(() => {});
    if (pause.signal.aborted) return;
    note(
      `The reader has read nothing for ${LONG_PAUSE_MS / 1000} s, so the stream is paused: the exchange may close the connection. With --when-slow drop reading goes on and dropped messages are reported.`,
    );
  }

  /**
   * Writes a gap record for dropped messages, even without `--records`: an unreported loss would look like a
   * quiet market.
   */
  #reportDropped(): void {
    if (this.#unreported === 0) return;
    const at = this.#options.services.world.clock.now();
    this.notice({
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

/** Runs the work and prints the summary, also if the reader has closed stdout; then rethrows PipeClosed. */
export async function runWithSummary(work: () => Promise<void>, summary: () => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PipeClosed) summary();
    throw error;
  }
  summary();
}
