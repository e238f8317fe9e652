/**
 * Replays a recording instead of the market streams of a product: once, in exchange time, with its gaps, to
 * all readers of its streams. No messages of the simulated market are sent in between.
 */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import type { RecordedMessage } from '../../store/recording.ts';
import { FEED_MESSAGES_MAX } from './feed.ts';
import type { StreamReader } from './hub.ts';
import { Batch } from './message.ts';
import type { RecordedBooks } from './recorded-books.ts';

/** A recording with a checked manifest. */
export interface ServedRecording {
  readonly product: StreamProduct;
  readonly streams: readonly string[];
  /** Whether messages are wrapped as `{stream, data}`; the messages of a single stream need no wrapping. */
  readonly isCombined: boolean;
  /** Returns the messages, read lazily. */
  readonly read: () => AsyncIterable<RecordedMessage>;
  /** The order books that can be rebuilt from the recording, if it holds book changes. */
  readonly books?: RecordedBooks;
}

/**
 * The delay in ms of the machine's time from the first reader to the first message, so that connections
 * opened together miss none.
 */
const LEAD_MS = 1000;

/** The maximum size of messages read before they are due. */
const AHEAD_MAX_BYTES = 8 * 1024 * 1024;

/** The close reasons of connections. */
const ENDED_REASON = 'The recording is over';
const DAMAGED_REASON = 'The recording is damaged';

export class Playback {
  readonly product: StreamProduct;
  readonly #recording: ServedRecording;
  readonly #readers: ReadonlyMap<string, Set<StreamReader>>;
  readonly #onError: ((error: unknown) => void) | undefined;
  /** Messages that were read before they are due. */
  #ahead: RecordedMessage[] = [];
  #aheadBytes = 0;
  #resumeReading: (() => void) | undefined;
  #isReadToEnd = false;
  #failure: unknown;
  #startedAt: number | undefined;
  /** The difference between the recorded time and the exchange time, in ms. */
  #shiftMs: number | undefined;

  /** Takes `onError`, which is called if the recording is damaged. */
  constructor(recording: ServedRecording, onError?: (error: unknown) => void) {
    this.product = recording.product;
    this.#recording = recording;
    this.#readers = new Map(recording.streams.map((name) => [name, new Set()]));
    this.#onError = onError;
  }

  /** Whether the replay of the recording has not started or has ended. */
  get isIdle(): boolean {
    return this.#startedAt === undefined || this.endReason !== undefined;
  }

  /** Why connections are closed after the end of the recording; undefined before. */
  get endReason(): string | undefined {
    if (!this.#isReadToEnd || this.#ahead.length > 0) return undefined;
    return this.#failure === undefined ? ENDED_REASON : DAMAGED_REASON;
  }

  /** Subscribes a reader; a stream that is not in the recording sends nothing. `now` is the machine's time. */
  subscribe(name: string, reader: StreamReader, now: number): void {
    const readers = this.#readers.get(name);
    if (readers === undefined) return;
    readers.add(reader);
    if (this.#startedAt !== undefined) return;
    this.#startedAt = now;
    void this.#readAhead();
  }

  unsubscribe(name: string, reader: StreamReader): void {
    this.#readers.get(name)?.delete(reader);
  }

  /**
   * Sends the messages that are due at the exchange time; returns whether there may be more for the same
   * time.
   */
  advance(now: number, machineNow: number): boolean {
    if (this.#startedAt === undefined || machineNow - this.#startedAt < LEAD_MS) return false;
    const first = this.#ahead[0];
    if (first === undefined) return !this.#isReadToEnd;
    this.#shiftMs ??= now - first.at;
    const limit = now - this.#shiftMs;
    const later = this.#ahead.findIndex(({ at }, index) => at > limit || index === FEED_MESSAGES_MAX);
    const due = this.#ahead.splice(0, later < 0 ? this.#ahead.length : later);
    this.#deliver(due);
    this.#aheadBytes -= due.reduce((sum, { message }) => sum + message.length, 0);
    if (this.#aheadBytes < AHEAD_MAX_BYTES) this.#resumeReading?.();
    return due.length >= FEED_MESSAGES_MAX || (this.#ahead.length === 0 && !this.#isReadToEnd);
  }

  /** Stops reading and closes the files. */
  close(): void {
    this.#isReadToEnd = true;
    this.#ahead = [];
    this.#resumeReading?.();
  }

  /** Sends consecutive messages of one stream as one batch, which keeps the order of all messages. */
  #deliver(due: readonly RecordedMessage[]): void {
    let batchRun: { readonly name: string; readonly texts: string[] } | undefined;
    const send = () => {
      if (batchRun === undefined) return;
      const batch = new Batch(
        batchRun.name,
        batchRun.texts.map((text) => () => text),
      );
      for (const reader of this.#readers.get(batchRun.name) ?? []) reader.receive(batch);
    };
    const { books } = this.#recording;
    for (const { message, snapshotFor } of due) {
      if (snapshotFor !== undefined) {
        books?.snapshot(snapshotFor, message.toString('utf8'));
        continue;
      }
      const match = messageOf(this.#recording, message);
      if (match === undefined) continue;
      books?.message(match.name, match.text);
      if (batchRun?.name !== match.name) {
        send();
        batchRun = { name: match.name, texts: [] };
      }
      batchRun.texts.push(match.text);
    }
    send();
  }

  async #readAhead(): Promise<void> {
    try {
      for await (const one of this.#recording.read()) {
        if (this.#isReadToEnd) return;
        this.#ahead.push(one);
        this.#aheadBytes += one.message.length;
        if (this.#aheadBytes < AHEAD_MAX_BYTES) continue;
        await new Promise<void>((resume) => {
          this.#resumeReading = resume;
        });
        this.#resumeReading = undefined;
      }
    } catch (error) {
      this.#failure = error;
      this.#onError?.(error);
    }
    this.#isReadToEnd = true;
  }
}

const WRAPPED_MESSAGE = /^\{"stream":"([^"\\]+)","data":/;

/** Returns the name of the stream and the unwrapped message, or undefined for a message without a stream name. */
export function messageOf(
  { streams, isCombined }: Pick<ServedRecording, 'streams' | 'isCombined'>,
  message: Buffer,
): { readonly name: string; readonly text: string } | undefined {
  const text = message.toString('utf8');
  if (!isCombined) return { name: streams[0]!, text };
  const match = WRAPPED_MESSAGE.exec(text);
  if (match === null || !text.endsWith('}')) return undefined;
  return { name: match[1]!, text: text.slice(match[0].length, -1) };
}
