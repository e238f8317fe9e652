/**
 * A recording told again in place of a market's streams: once, in the exchange's time, to whoever reads its streams by
 * then, with the gaps that it has. Nobody hears of the market in between.
 */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import type { RecordedMessage } from '../../store/recording.ts';
import { FEED_MESSAGES_MAX } from './feed.ts';
import type { StreamReader } from './hub.ts';
import { Batch } from './message.ts';
import type { RecordedBooks } from './recorded-books.ts';

/** A recording whose form was checked. */
export interface ServedRecording {
  readonly product: StreamProduct;
  readonly streams: readonly string[];
  /** Whether messages are wrapped as `{stream, data}`; a single stream may be bare. */
  readonly isCombined: boolean;
  /** Returns its messages, read as they are asked for. */
  readonly read: () => AsyncIterable<RecordedMessage>;
  /** The books that follow from it, where it holds changes of books. */
  readonly books?: RecordedBooks;
}

/** It begins so long after its first reader came, in the machine's time: connections opened together miss nothing. */
const LEAD_MS = 1000;

/** What is read ahead of its time. */
const AHEAD_MAX_BYTES = 8 * 1024 * 1024;

/** Why connections end. */
const ENDED_REASON = 'The recording is over';
const DAMAGED_REASON = 'The recording is damaged';

export class Playback {
  readonly product: StreamProduct;
  readonly #recording: ServedRecording;
  readonly #readers: ReadonlyMap<string, Set<StreamReader>>;
  readonly #onError: ((error: unknown) => void) | undefined;
  /** Read but not due yet. */
  #ahead: RecordedMessage[] = [];
  #aheadBytes = 0;
  #resumeReading: (() => void) | undefined;
  #isReadToEnd = false;
  #failure: unknown;
  #startedAt: number | undefined;
  /** What is added to a recorded time to have the exchange's. */
  #shiftMs: number | undefined;

  /** `onError` is told when the recording turns out to be damaged. */
  constructor(recording: ServedRecording, onError?: (error: unknown) => void) {
    this.product = recording.product;
    this.#recording = recording;
    this.#readers = new Map(recording.streams.map((name) => [name, new Set()]));
    this.#onError = onError;
  }

  /** Whether nothing can happen: nobody came yet, or all is told. */
  get isIdle(): boolean {
    return this.#startedAt === undefined || this.endReason !== undefined;
  }

  /** Says why it has ended; undefined before that. */
  get endReason(): string | undefined {
    if (!this.#isReadToEnd || this.#ahead.length > 0) return undefined;
    return this.#failure === undefined ? ENDED_REASON : DAMAGED_REASON;
  }

  /** Lets somebody read a stream; one that is not recorded stays silent. `now` is the machine's time. */
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

  /** Sends what is due by the exchange's time; returns whether there may be more of the same moment. */
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

  /** Lets go of the files. */
  close(): void {
    this.#isReadToEnd = true;
    this.#ahead = [];
    this.#resumeReading?.();
  }

  /** Runs of messages of one stream go out together, so that the order of all is kept. */
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

/** Returns a message bare with the name of its stream; undefined where it names none. */
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
