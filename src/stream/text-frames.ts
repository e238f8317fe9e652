/**
 * Extracts complete text frames, nearly all that an exchange sends, from the bytes of a connection before
 * `ws` reads them. `ws` handles everything else: handshake, pings, close frames, fragments and protocol
 * errors. Frames that arrived together are delivered together: their heads are overwritten in the received bytes, so that
 * one check of UTF-8 is enough for all of them.
 */
import { isUtf8 } from 'node:buffer';
import { Duplex } from 'node:stream';
import type { MessageLines, OnLines } from './message-lines.ts';

/** The first bytes of unfragmented frames, by type (RFC 6455, section 5.2). */
const TEXT = 0x81;
const PING = 0x89;
const PONG = 0x8a;
const WHOLE: ReadonlySet<number> = new Set([TEXT, PING, PONG]);
const CONTROL_LENGTH_MAX = 125;
/** Values of the length byte after which the length follows in two or eight bytes. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const UNFINISHED = -1;
const NEW_LINE = 0x0a;
/** The largest number of messages that are delivered together. */
const LINES_MAX = 4096;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const SWITCHING = Buffer.from('HTTP/1.1 101');
/** The largest size of a response head in bytes; Node itself refuses longer ones. */
const HEAD_BYTES_MAX = 16 * 1024;

/** The underlying connection. */
export type ByteConnection = Duplex & { setTimeout(ms: number): unknown };

/** Receives the messages of a connection. */
export interface TextListener {
  /** Called with the payload of a text frame, which is valid UTF-8 and never modified. */
  onMessage(bytes: Buffer): void;
  /** Called with messages that arrived together; those it does not take are passed to `onMessage` one by one. */
  readonly onLines?: OnLines;
}

/**
 * The stages of a connection: reading the head of the upgrade answer; holding bytes until the upgrade is
 * done; extracting frames; leaving all bytes to the reader.
 */
type Stage = 'head' | 'held' | 'frames' | 'handed-over';

/** A connection whose text frames go to a listener and all other bytes to its reader. */
export class TextFrames extends Duplex {
  readonly #connection: ByteConnection;
  readonly #listener: TextListener;
  readonly #bytesMax: number;
  #stage: Stage = 'head';
  /** Buffered parts of a head or frame, and the number of bytes that are needed to continue. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #wantedBytes = 0;
  /** Where the payloads of frames that are delivered together begin and end. */
  readonly #starts = new Int32Array(LINES_MAX);
  readonly #ends = new Int32Array(LINES_MAX);

  /**
   * @param bytesMax maximum bytes of a payload; the reader refuses a longer one
   */
  constructor(connection: ByteConnection, listener: TextListener, bytesMax: number) {
    super();
    this.#connection = connection;
    this.#listener = listener;
    this.#bytesMax = bytesMax;
    connection.on('data', (chunk: Buffer) => this.#onData(chunk));
    connection.on('end', () => this.#end());
    connection.on('error', (error) => this.destroy(error));
    connection.on('close', () => this.destroy());
    connection.on('timeout', () => this.emit('timeout'));
    this.on('pause', () => connection.pause());
    this.on('resume', () => this.#resumeReading());
  }

  /**
   * Starts to extract frames after the upgrade, beginning with those that were received together with the
   * upgrade's answer.
   */
  begin(): void {
    if (this.#stage !== 'held') return;
    this.#stage = 'frames';
    this.#onFrames(this.#takeBuffered());
    this.#resumeReading();
  }

  /**
   * Emits `timeout` after the given ms without traffic, as Node's HTTP client requires of a socket; 0 for
   * never.
   */
  setTimeout(ms: number, listener?: () => void): this {
    this.#connection.setTimeout(ms);
    if (listener !== undefined && ms === 0) this.off('timeout', listener);
    else if (listener !== undefined) this.once('timeout', listener);
    return this;
  }

  override _read(): void {
    this.#resumeReading();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#connection.write(chunk, done);
  }

  /** Writes the head of a frame and its payload together. */
  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#connection.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#connection.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#connection.closed) done(error);
    else this.#connection.destroy().once('close', () => done(error));
  }

  #resumeReading(): void {
    if (this.#stage !== 'held' && !this.isPaused()) this.#connection.resume();
  }

  #onData(chunk: Buffer): void {
    if (this.#stage === 'frames') this.#onFrames(chunk);
    else if (this.#stage === 'head') this.#onHead(chunk);
    else if (this.#stage === 'held') this.#buffer(chunk);
    else this.#pushToReader(chunk);
  }

  /**
   * Passes the head of the upgrade's answer to the reader, and holds the bytes after it until the upgrade is
   * done.
   */
  #onHead(chunk: Buffer): void {
    this.#buffer(chunk);
    const bytes = this.#takeBuffered();
    const end = bytes.indexOf(BLANK_LINE) + BLANK_LINE.length;
    const isWhole = end >= BLANK_LINE.length;
    if (!isWhole && bytes.length < HEAD_BYTES_MAX) this.#buffer(bytes);
    else if (isWhole && bytes.subarray(0, SWITCHING.length).equals(SWITCHING)) {
      this.#stage = 'held';
      this.#buffer(bytes.subarray(end));
      this.#connection.pause();
      this.push(bytes.subarray(0, end));
    } else {
      this.#stage = 'handed-over';
      this.#pushToReader(bytes);
    }
  }

  #onFrames(chunk: Buffer): void {
    let at = this.#finishBuffered(chunk);
    while (at < chunk.length && this.#stage === 'frames') {
      const next = this.#linesAt(chunk, at);
      const length = next > at ? next - at : this.#frameAt(chunk, at);
      if (length === UNFINISHED) {
        this.#buffer(chunk.subarray(at));
        return;
      }
      at += length;
    }
    this.#pushToReader(chunk.subarray(at));
  }

  /** Delivers the frame that began in an earlier chunk; returns the position after it. */
  #finishBuffered(chunk: Buffer): number {
    let at = 0;
    while (this.#pieceBytes > 0 && at < chunk.length) {
      const more = chunk.subarray(at, at + this.#wantedBytes - this.#pieceBytes);
      this.#buffer(more);
      at += more.length;
      if (this.#pieceBytes < this.#wantedBytes) break;
      const bytes = this.#takeBuffered();
      const length = this.#frameAt(bytes, 0);
      if (length === UNFINISHED) this.#buffer(bytes);
      else this.#pushToReader(bytes.subarray(length));
    }
    return at;
  }

  /**
   * Delivers the complete text frames from a position on together, if there are several without a line break; returns the
   * position after them.
   */
  #linesAt(bytes: Buffer, at: number): number {
    // Bytes that the reader has not read yet come before these frames.
    if (this.readableLength > 0 || this.destroyed) return at;
    const count = this.#findFrames(bytes, at);
    if (count < 2) return at;
    const lines = { bytes, starts: this.#starts, ends: this.#ends, count };
    overwriteHeads(lines);
    const next = lines.ends[count - 1]!;
    const valid = isUtf8(bytes.subarray(lines.starts[0], next)) ? count : firstInvalid(lines);
    this.#deliver(lines, valid);
    if (valid < count) this.#leaveToReader();
    for (let index = valid; index < count; index += 1) this.#pushToReader(frameOf(lines, index));
    return next;
  }

  /** Finds the payloads of complete text frames without a line break; returns their number. */
  #findFrames(bytes: Buffer, at: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    const { length } = bytes;
    let next = at;
    let count = 0;
    let lineBreak = -1;
    while (count < LINES_MAX && next + 4 <= length && bytes[next] === TEXT) {
      const kind = bytes[next + 1]!;
      if (kind > LENGTH_16) break;
      const start = next + (kind === LENGTH_16 ? 4 : 2);
      const end = start + (kind === LENGTH_16 ? lengthAt(bytes, next + 2, kind) : kind);
      if (end > length || end - start > this.#bytesMax) break;
      if (lineBreak < start) lineBreak = breakAfter(bytes, start);
      if (lineBreak < end) break;
      starts[count] = start;
      ends[count] = end;
      count += 1;
      next = end;
    }
    return count;
  }

  /** Delivers the first messages, up to `to`. */
  #deliver(lines: MessageLines, to: number): void {
    const listener = this.#listener;
    let index = 0;
    while (index < to && !this.destroyed) {
      const taken = listener.onLines?.(lines, index, to) ?? index;
      // A listener that takes none of them is not asked again for each.
      const eachTo = taken === index ? to : Math.min(taken + 1, to);
      for (index = taken; index < eachTo && !this.destroyed; index += 1) {
        listener.onMessage(payloadOf(lines, index));
      }
    }
  }

  /** Delivers the frame at a position and returns its length in bytes. */
  #frameAt(bytes: Buffer, at: number): number {
    const left = bytes.length - at;
    if (left < 2) return this.#waitFor(2);
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    const isCommon = second <= (first === TEXT ? LENGTH_64 : CONTROL_LENGTH_MAX);
    // For a close frame, a fragment or an invalid frame, all bytes from here on are left to the reader.
    if (!isCommon || !WHOLE.has(first) || this.destroyed) return this.#leaveToReader();
    const headBytes = second < LENGTH_16 ? 2 : second === LENGTH_16 ? 4 : 10;
    if (left < headBytes) return this.#waitFor(headBytes);
    const length = second < LENGTH_16 ? second : lengthAt(bytes, at + 2, second);
    if (length > this.#bytesMax) return this.#leaveToReader();
    const end = headBytes + length;
    if (left < end) return this.#waitFor(end);
    const payload = bytes.subarray(at + headBytes, at + end);
    if (first === TEXT && !isUtf8(payload)) return this.#leaveToReader();
    // Bytes that the reader has not read yet come before this frame, so the frame is passed to the reader as
    // well.
    if (first === TEXT && this.readableLength === 0) this.#listener.onMessage(payload);
    else this.#pushToReader(bytes.subarray(at, at + end));
    return end;
  }

  #waitFor(bytes: number): number {
    this.#wantedBytes = bytes;
    return UNFINISHED;
  }

  #leaveToReader(): number {
    this.#stage = 'handed-over';
    return 0;
  }

  #pushToReader(bytes: Buffer): void {
    if (bytes.length > 0 && !this.destroyed && !this.push(bytes)) this.#connection.pause();
  }

  #end(): void {
    this.#pushToReader(this.#takeBuffered());
    this.push(null);
  }

  #buffer(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#pieceBytes += bytes.length;
  }

  #takeBuffered(): Buffer {
    const joined = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    return joined;
  }
}

/**
 * Returns a frame length of two or eight bytes; one beyond 2^53 is rounded and exceeds every limit anyway.
 */
function lengthAt(bytes: Buffer, at: number, kind: number): number {
  if (kind === LENGTH_16) return (bytes[at]! << 8) | bytes[at + 1]!;
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

/** Returns the position of the first line break from a position on; infinite if there is none. */
function breakAfter(bytes: Buffer, at: number): number {
  const found = bytes.indexOf(NEW_LINE, at);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/**
 * Overwrites the heads between messages, which are not UTF-8, with line breaks. The received bytes belong to this
 * connection.
 */
function overwriteHeads({ bytes, starts, ends, count }: MessageLines): void {
  for (let index = 1; index < count; index += 1) {
    const start = starts[index]!;
    for (let at = ends[index - 1]!; at < start; at += 1) bytes[at] = NEW_LINE;
  }
}

function payloadOf(lines: MessageLines, index: number): Buffer {
  return lines.bytes.subarray(lines.starts[index], lines.ends[index]);
}

/** Returns the index of the first message that is not UTF-8. */
function firstInvalid(lines: MessageLines): number {
  let index = 0;
  while (index < lines.count && isUtf8(payloadOf(lines, index))) index += 1;
  return index;
}

/** Returns the frame of a message, for the reader. */
function frameOf(lines: MessageLines, index: number): Buffer {
  const payload = payloadOf(lines, index);
  const { length } = payload;
  const head = length < LENGTH_16 ? [TEXT, length] : [TEXT, LENGTH_16, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), payload]);
}
