/** Splits the bytes of a scenario file into lines. */
import { isAscii, isUtf8 } from 'node:buffer';
import { PlainCandle } from './plain-candle.ts';
import type { ScenarioReader } from './reader.ts';

/**
 * A line of a scenario file with more bytes than this is refused; an order book of 5000 levels a side takes
 * less than a megabyte.
 */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * Passes each line of a scenario file to the reader. Lines end with a line feed, which the last line may
 * lack.
 */
export async function readLines(chunks: AsyncIterable<Uint8Array>, reader: ScenarioReader): Promise<void> {
  const lines = new ScenarioLines(reader);
  for await (const chunk of chunks) lines.add(chunk);
  lines.finish();
}

/** Passes the lines in the chunks of a scenario file to the reader. */
export class ScenarioLines {
  readonly #reader: ScenarioReader;
  readonly #candle = new PlainCandle();
  /** The chunks of a line whose line feed has not been read yet. */
  #parts: Buffer[] = [];
  #size = 0;

  constructor(reader: ScenarioReader) {
    this.#reader = reader;
  }

  /** Takes the next chunk, whose memory the caller may use again afterwards. */
  add(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    let start = 0;
    if (end > 0 && this.#size > 0) {
      start = chunk.indexOf(LINE_FEED) + 1;
      this.#finishLine(chunk.subarray(0, start));
    }
    this.#addLines(chunk.subarray(0, end), start);
    // A line that is already too long is not kept.
    if (this.#size <= LINE_BYTES_MAX) this.#parts.push(Buffer.from(chunk.subarray(end)));
    else this.#parts = [];
    this.#size += chunk.length - end;
  }

  /** Takes the end of the file. */
  finish(): void {
    if (this.#size > 0) this.#finishLine(Buffer.from([LINE_FEED]));
  }

  /** Ends the line that earlier chunks have begun; `last` ends with its line feed. */
  #finishLine(last: Buffer): void {
    if (this.#size + last.length - 1 > LINE_BYTES_MAX) {
      this.#reader.rejectLine(
        `at most ${LINE_BYTES_MAX} bytes a line`,
        'a longer line',
        'Write one record on each line.',
      );
    } else this.#addLines(Buffer.concat([...this.#parts, last]), 0);
    this.#parts = [];
    this.#size = 0;
  }

  /** Passes on the lines from an index to the end of the bytes, each with its line feed. */
  #addLines(bytes: Buffer, start: number): void {
    /** Where the lines begin that are not candles and have not been passed on. */
    let from = start;
    let at = start;
    while (at < bytes.length) {
      const next = this.#candle.read(bytes, at);
      if (next < 0) at = bytes.indexOf(LINE_FEED, at) + 1;
      else {
        this.#addOtherLines(bytes, from, at);
        this.#reader.addPlainCandle(this.#candle);
        from = next;
        at = next;
      }
    }
    this.#addOtherLines(bytes, from, at);
  }

  /** Passes on lines that are not read as plain candles; they are decoded at once. */
  #addOtherLines(bytes: Buffer, from: number, to: number): void {
    if (from === to) return;
    const lines = bytes.subarray(from, to);
    if (!isUtf8(lines)) {
      this.#addLinesOneByOne(lines);
      return;
    }
    const text = lines.toString(isAscii(lines) ? 'latin1' : 'utf8');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#reader.addLine(text.slice(start, end));
      start = end + 1;
    }
  }

  /** Passes on lines of which one at least is not UTF-8. */
  #addLinesOneByOne(lines: Buffer): void {
    let start = 0;
    for (let end = lines.indexOf(LINE_FEED); end >= 0; end = lines.indexOf(LINE_FEED, start)) {
      const line = lines.subarray(start, end);
      if (isUtf8(line)) this.#reader.addLine(line.toString('utf8'));
      else this.#reader.rejectLine('text in UTF-8', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
      start = end + 1;
    }
  }
}
