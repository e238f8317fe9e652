/**
 * Extracts complete text frames, nearly all that an exchange sends, from the bytes of a connection before
 * `ws` reads them. `ws` handles everything else: handshake, pings, close frames, fragments and protocol
 * errors. A frame then costs one view of the received bytes instead of several objects and calls.
 */
import { isUtf8 } from 'node:buffer';
import { Duplex } from 'node:stream';

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
const BLANK_LINE = Buffer.from('\r\n\r\n');
const SWITCHING = Buffer.from('HTTP/1.1 101');
/** The largest size of a response head in bytes; Node itself refuses longer ones. */
const HEAD_BYTES_MAX = 16 * 1024;

/** The underlying connection. */
export type ByteConnection = Duplex & { setTimeout(ms: number): unknown };

/**
 * The stages of a connection: reading the head of the upgrade answer; holding bytes until the upgrade is
 * done; extracting frames; leaving all bytes to the reader.
 */
type Stage = 'head' | 'held' | 'frames' | 'handed-over';

/** A connection whose text frames go to a listener and all other bytes to its reader. */
export class TextFrames extends Duplex {
  readonly #connection: ByteConnection;
  readonly #onText: (bytes: Buffer) => void;
  readonly #bytesMax: number;
  #stage: Stage = 'head';
  /** Buffered parts of a head or frame, and the number of bytes that are needed to continue. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #wantedBytes = 0;

  /**
   * @param onText receives the payload of each text frame, which is valid UTF-8 and never modified
   * @param bytesMax maximum bytes of a payload; the reader refuses a longer one
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

/**
 * Returns a frame length of two or eight bytes; one beyond 2^53 is rounded and exceeds every limit anyway.
 */
function lengthAt(bytes: Buffer, at: number, kind: number): number {
  if (kind === LENGTH_16) return (bytes[at]! << 8) | bytes[at + 1]!;
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}
