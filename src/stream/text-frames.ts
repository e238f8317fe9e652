/**
 * Stands between the wire and `ws`: `ws` shakes hands, answers pings, says goodbye and judges whatever is out of the
 * ordinary; whole text frames, which are nearly all that an exchange sends, are taken out of the bytes before it sees
 * them. A frame then costs one view of the bytes it came in, where `ws` makes several objects and calls of it.
 */
import { isUtf8 } from 'node:buffer';
import { Duplex } from 'node:stream';

/** First bytes of whole frames (RFC 6455, section 5.2). */
const TEXT = 0x81;
const PING = 0x89;
const PONG = 0x8a;
const WHOLE: ReadonlySet<number> = new Set([TEXT, PING, PONG]);
const CONTROL_LENGTH_MAX = 125;
/** Lengths from here on stand in the two or eight bytes that follow. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const UNFINISHED = -1;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const SWITCHING = Buffer.from('HTTP/1.1 101');
/** Node ends longer response heads by itself. */
const HEAD_BYTES_MAX = 16 * 1024;

/** What is asked of the connection beneath. */
export type ByteConnection = Duplex & { setTimeout(ms: number): unknown };

/** What of the bytes is not told yet: nothing of the answer's head, frames, or nothing at all any more. */
type Stage = 'head' | 'held' | 'frames' | 'handed-over';

/** A connection whose text frames go to a listener, all else to whoever reads it. */
export class TextFrames extends Duplex {
  readonly #connection: ByteConnection;
  readonly #onText: (bytes: Buffer) => void;
  readonly #bytesMax: number;
  #stage: Stage = 'head';
  /** A part of a head or of a frame, and how many bytes make it worth another look. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #wantedBytes = 0;

  /**
   * @param onText takes the payload of each frame, valid UTF-8 as the interface asks; the bytes are never written to
   * @param bytesMax of one payload; a longer one is left to the reader to refuse
   */
  constructor(connection: ByteConnection, onText: (bytes: Buffer) => void, bytesMax: number) {
    super();
    this.#connection = connection;
    this.#onText = onText;
    this.#bytesMax = bytesMax;
    connection.on('data', (chunk: Buffer) => this.#onData(chunk));
    connection.on('end', () => this.#end());
    connection.on('error', (error) => this.destroy(error));
    connection.on('close', () => this.destroy());
    connection.on('timeout', () => this.emit('timeout'));
    this.on('pause', () => connection.pause());
    this.on('resume', () => this.#resumeReading());
  }

  /** The upgrade is done and its reader listens: frames that came with the answer are told, and all that follow. */
  begin(): void {
    if (this.#stage !== 'held') return;
    this.#stage = 'frames';
    this.#onFrames(this.#takeBuffered());
    this.#resumeReading();
  }

  /** Emits `timeout` after so long a silence, as requests ask of a socket; 0 for never. */
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

  /** The head of a frame and its payload leave together. */
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

  /** Passes the answer's head on; what follows it waits until the upgrade is done. */
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
    let bytes = chunk;
    if (this.#pieceBytes > 0) {
      this.#buffer(chunk);
      if (this.#pieceBytes < this.#wantedBytes) return;
      bytes = this.#takeBuffered();
    }
    let at = 0;
    while (at < bytes.length && this.#stage === 'frames') {
      const length = this.#frameAt(bytes, at);
      if (length === UNFINISHED) {
        this.#buffer(bytes.subarray(at));
        return;
      }
      at += length;
    }
    this.#pushToReader(bytes.subarray(at));
  }

  /** Tells the frame that starts here and returns how many bytes that took. */
  #frameAt(bytes: Buffer, at: number): number {
    const left = bytes.length - at;
    if (left < 2) return this.#waitFor(2);
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    const isCommon = second <= (first === TEXT ? LENGTH_64 : CONTROL_LENGTH_MAX);
    // A goodbye, a part of a message, or a fault: this and all that follows are the reader's to judge.
    if (!isCommon || !WHOLE.has(first) || this.destroyed) return this.#leaveToReader();
    const headBytes = second < LENGTH_16 ? 2 : second === LENGTH_16 ? 4 : 10;
    if (left < headBytes) return this.#waitFor(headBytes);
    const length = second < LENGTH_16 ? second : lengthAt(bytes, at + 2, second);
    if (length > this.#bytesMax) return this.#leaveToReader();
    const end = headBytes + length;
    if (left < end) return this.#waitFor(end);
    const payload = bytes.subarray(at + headBytes, at + end);
    if (first === TEXT && !isUtf8(payload)) return this.#leaveToReader();
    // What the reader has not taken yet comes before this.
    if (first === TEXT && this.readableLength === 0) this.#onText(payload);
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

/** Returns a length as it stands in two or eight bytes; beyond 2^53 it is rounded, and refused all the same. */
function lengthAt(bytes: Buffer, at: number, kind: number): number {
  if (kind === LENGTH_16) return (bytes[at]! << 8) | bytes[at + 1]!;
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}
