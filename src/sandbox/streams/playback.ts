/**
 * A recording told again in place of a market's streams: once, in the exchange's time, to whoever reads its streams by
 * then, with the gaps that it has. Nobody hears of the market in between.
 */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import type { RecordedMessage } from '../../store/recording.ts';
import { FEED_MESSAGES_MAX } from './feed.ts';
import type { Reader } from './hub.ts';
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
const OVER = 'The recording is over';
const DAMAGED = 'The recording is damaged';

export class Playback {
  readonly product: StreamProduct;
  readonly #recording: ServedRecording;
  readonly #readers: ReadonlyMap<string, Set<Reader>>;
  readonly #onError: ((error: unknown) => void) | undefined;
  /** Read but not due yet. */
  #ahead: RecordedMessage[] = [];
  #aheadBytes = 0;
  #goOn: (() => void) | undefined;
  #isReadToEnd = false;
  #failure: unknown;
  #joinedAt: number | undefined;
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
    return this.#joinedAt === undefined || this.ended !== undefined;
  }

  /** Says why it has ended; undefined before that. */
  get ended(): string | undefined {
    if (!this.#isReadToEnd || this.#ahead.length > 0) return undefined;
    return this.#failure === undefined ? OVER : DAMAGED;
  }

  /** Lets somebody read a stream; one that is not recorded stays silent. `now` is the machine's time. */
  join(name: string, reader: Reader, now: number): void {
    const readers = this.#readers.get(name);
    if (readers === undefined) return;
    readers.add(reader);
    if (this.#joinedAt !== undefined) return;
    this.#joinedAt = now;
    void this.#readAhead();
  }

  leave(name: string, reader: Reader): void {
    this.#readers.get(name)?.delete(reader);
  }

  /** Sends what is due by the exchange's time; returns whether there may be more of the same moment. */
  advance(now: number, machineNow: number): boolean {
    if (this.#joinedAt === undefined || machineNow - this.#joinedAt < LEAD_MS) return false;
    const first = this.#ahead[0];
    if (first === undefined) return !this.#isReadToEnd;
    this.#shiftMs ??= now - first.at;
    const limit = now - this.#shiftMs;
    const later = this.#ahead.findIndex(({ at }, place) => at > limit || place === FEED_MESSAGES_MAX);
    const due = this.#ahead.splice(0, later < 0 ? this.#ahead.length : later);
    this.#tell(due);
    this.#aheadBytes -= due.reduce((sum, { message }) => sum + message.length, 0);
    if (this.#aheadBytes < AHEAD_MAX_BYTES) this.#goOn?.();
    return due.length >= FEED_MESSAGES_MAX || (this.#ahead.length === 0 && !this.#isReadToEnd);
  }

  /** Lets go of the files. */
  close(): void {
    this.#isReadToEnd = true;
    this.#ahead = [];
    this.#goOn?.();
  }

  /** Runs of messages of one stream go out together, so that the order of all is kept. */
  #tell(due: readonly RecordedMessage[]): void {
    let run: { readonly name: string; readonly texts: string[] } | undefined;
    const send = () => {
      if (run === undefined) return;
      const batch = new Batch(
        run.name,
        run.texts.map((text) => () => text),
      );
      for (const reader of this.#readers.get(run.name) ?? []) reader.receive(batch);
    };
    const { books } = this.#recording;
    for (const { message, snapshotFor } of due) {
      if (snapshotFor !== undefined) {
        books?.snapshot(snapshotFor, message.toString('utf8'));
        continue;
      }
      const found = messageOf(this.#recording, message);
      if (found === undefined) continue;
      books?.message(found.name, found.text);
      if (run?.name !== found.name) {
        send();
        run = { name: found.name, texts: [] };
      }
      run.texts.push(found.text);
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
        await new Promise<void>((goOn) => {
          this.#goOn = goOn;
        });
        this.#goOn = undefined;
      }
    } catch (error) {
      this.#failure = error;
      this.#onError?.(error);
    }
    this.#isReadToEnd = true;
  }
}

const WRAPPING = /^\{"stream":"([^"\\]+)","data":/;

/** Returns a message bare with the name of its stream; undefined where it names none. */
export function messageOf(
  { streams, isCombined }: Pick<ServedRecording, 'streams' | 'isCombined'>,
  message: Buffer,
): { readonly name: string; readonly text: string } | undefined {
  const text = message.toString('utf8');
  if (!isCombined) return { name: streams[0]!, text };
  const found = WRAPPING.exec(text);
  if (found === null || !text.endsWith('}')) return undefined;
  return { name: found[1]!, text: text.slice(found[0].length, -1) };
}
