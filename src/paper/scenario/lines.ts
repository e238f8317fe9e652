/** Splits the bytes of a scenario file into lines. */
import { isUtf8 } from 'node:buffer';
import type { ScenarioReader } from './reader.ts';

/**
 * A line of a scenario file with more bytes than this is refused; an order book of 5000 levels a side takes
 * less than a megabyte.
 */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * Passes each line of a scenario file to the reader. Lines end with a line feed, which the last line may
 * lack.
 */
export async function readLines(chunks: AsyncIterable<Uint8Array>, reader: ScenarioReader): Promise<void> {
  /** The chunks of a line whose line feed has not been read yet. */
  let parts: Buffer[] = [];
  let size = 0;
  const finishLine = (last: Buffer) => {
    if (size + last.length > LINE_BYTES_MAX) rejectLong(reader);
    else addLine(reader, parts.length === 0 ? last : Buffer.concat([...parts, last]));
    parts = [];
    size = 0;
  };
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      finishLine(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.length - start;
    // The start of the unfinished line is copied, because the source may reuse the chunk's memory; a line that is
    // already too long is not kept.
    if (size <= LINE_BYTES_MAX && rest > 0) parts.push(Buffer.from(chunk.subarray(start)));
    else if (size > LINE_BYTES_MAX) parts = [];
    size += rest;
  }
  if (size > 0) finishLine(Buffer.alloc(0));
}

function addLine(reader: ScenarioReader, line: Buffer): void {
  if (isUtf8(line)) reader.addLine(line.toString('utf8'));
  else reader.rejectLine('text in UTF-8', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
}

function rejectLong(reader: ScenarioReader): void {
  reader.rejectLine(
    `at most ${LINE_BYTES_MAX} bytes a line`,
    'a longer line',
    'Write one record on each line.',
  );
}
