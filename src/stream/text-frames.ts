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
export type Wire = Duplex & { setTimeout(ms: number): unknown };

/** What of the bytes is not told yet: nothing of the answer's head, frames, or nothing at all any more. */
type Stage = 'head' | 'held' | 'frames' | 'handed-over';

/** A connection whose text frames go to a listener, all else to whoever reads it. */
export class TextFrames extends Duplex {
  readonly #wire: Wire;
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
  constructor(wire: Wire, onText: (bytes: Buffer) => void, bytesMax: number) {
    super();
    this.#wire = wire;
    this.#onText = onText;
    this.#bytesMax = bytesMax;
    wire.on('data', (chunk: Buffer) => this.#take(chunk));
    wire.on('end', () => this.#end());
    wire.on('error', (error) => this.destroy(error));
    wire.on('close', () => this.destroy());
    wire.on('timeout', () => this.emit('timeout'));
    this.on('pause', () => wire.pause());
    this.on('resume', () => this.#go());
  }

  /** The upgrade is done and its reader listens: frames that came with the answer are told, and all that follow. */
  begin(): void {
    if (this.#stage !== 'held') return;
    this.#stage = 'frames';
    this.#takeFrames(this.#joined());
    this.#go();
  }

  /** Emits `timeout` after so long a silence, as requests ask of a socket; 0 for never. */
  setTimeout(ms: number, listener?: () => void): this {
    this.#wire.setTimeout(ms);
    if (listener !== undefined && ms === 0) this.off('timeout', listener);
    else if (listener !== undefined) this.once('timeout', listener);
    return this;
  }

  override _read(): void {
    this.#go();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#wire.write(chunk, done);
  }

  /** The head of a frame and its payload leave together. */
  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#wire.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#wire.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#wire.closed) done(error);
    else this.#wire.destroy().once('close', () => done(error));
  }

  #go(): void {
    if (this.#stage !== 'held' && !this.isPaused()) this.#wire.resume();
  }

  #take(chunk: Buffer): void {
    if (this.#stage === 'frames') this.#takeFrames(chunk);
    else if (this.#stage === 'head') this.#takeHead(chunk);
    else if (this.#stage === 'held') this.#keep(chunk);
    else this.#handOn(chunk);
  }

  /** Passes the answer's head on; what follows it waits until the upgrade is done. */
  #takeHead(chunk: Buffer): void {
    this.#keep(chunk);
    const bytes = this.#joined();
    const end = bytes.indexOf(BLANK_LINE) + BLANK_LINE.length;
    const isWhole = end >= BLANK_LINE.length;
    if (!isWhole && bytes.length < HEAD_BYTES_MAX) this.#keep(bytes);
    else if (isWhole && bytes.subarray(0, SWITCHING.length).equals(SWITCHING)) {
      this.#stage = 'held';
      this.#keep(bytes.subarray(end));
      this.#wire.pause();
      this.push(bytes.subarray(0, end));
    } else {
      this.#stage = 'handed-over';
      this.#handOn(bytes);
    }
  }

  #takeFrames(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#pieceBytes > 0) {
      this.#keep(chunk);
      if (this.#pieceBytes < this.#wantedBytes) return;
      bytes = this.#joined();
    }
    let at = 0;
    while (at < bytes.length && this.#stage === 'frames') {
      const length = this.#frameAt(bytes, at);
      if (length === UNFINISHED) {
        this.#keep(bytes.subarray(at));
        return;
      }
      at += length;
    }
    this.#handOn(bytes.subarray(at));
  }

  /** Tells the frame that starts here and returns how many bytes that took. */
  #frameAt(bytes: Buffer, at: number): number {
    const left = bytes.length - at;
    if (left < 2) return this.#wait(2);
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    const isCommon = second <= (first === TEXT ? LENGTH_64 : CONTROL_LENGTH_MAX);
    // A goodbye, a part of a message, or a fault: this and all that follows are the reader's to judge.
    if (!isCommon || !WHOLE.has(first) || this.destroyed) return this.#handOver();
    const headBytes = second < LENGTH_16 ? 2 : second === LENGTH_16 ? 4 : 10;
    if (left < headBytes) return this.#wait(headBytes);
    const length = second < LENGTH_16 ? second : lengthAt(bytes, at + 2, second);
    if (length > this.#bytesMax) return this.#handOver();
    const end = headBytes + length;
    if (left < end) return this.#wait(end);
    const payload = bytes.subarray(at + headBytes, at + end);
    if (first === TEXT && !isUtf8(payload)) return this.#handOver();
    // What the reader has not taken yet comes before this.
    if (first === TEXT && this.readableLength === 0) this.#onText(payload);
    else this.#handOn(bytes.subarray(at, at + end));
    return end;
  }

  #wait(bytes: number): number {
    this.#wantedBytes = bytes;
    return UNFINISHED;
  }

  #handOver(): number {
    this.#stage = 'handed-over';
    return 0;
  }

  #handOn(bytes: Buffer): void {
    if (bytes.length > 0 && !this.destroyed && !this.push(bytes)) this.#wire.pause();
  }

  #end(): void {
    this.#handOn(this.#joined());
    this.push(null);
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#pieceBytes += bytes.length;
  }

  #joined(): Buffer {
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
