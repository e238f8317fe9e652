/** Splits the bytes of a scenario file into lines. */
import { isAscii, isUtf8 } from 'node:buffer';
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
  /** The chunks of a line whose line feed has not been read yet. */
  let parts: Buffer[] = [];
  let size = 0;
  const finishLine = (last: Buffer) => {
    if (size + last.length > LINE_BYTES_MAX) rejectLong(reader);
    else addLines(reader, Buffer.concat([...parts, last]));
    parts = [];
    size = 0;
  };
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const first = chunk.indexOf(LINE_FEED);
    const last = chunk.lastIndexOf(LINE_FEED);
    if (first >= 0) finishLine(chunk.subarray(0, first));
    if (last > first) addLines(reader, chunk.subarray(first + 1, last));
    const rest = chunk.length - last - 1;
    // The start of the unfinished line is copied, because the source may reuse the chunk's memory; a line that is
    // already too long is not kept.
    if (size <= LINE_BYTES_MAX) parts.push(Buffer.from(chunk.subarray(last + 1)));
    else parts = [];
    size += rest;
  }
  if (size > 0) finishLine(Buffer.alloc(0));
}

/** Gives lines to the reader that are separated by line feeds, none of them after the last. */
function addLines(reader: ScenarioReader, lines: Buffer): void {
  if (!isUtf8(lines)) {
    addLinesOneByOne(reader, lines);
    return;
  }
  const text = lines.toString(isAscii(lines) ? 'latin1' : 'utf8');
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    reader.addLine(text.slice(start, end));
    start = end + 1;
  }
  reader.addLine(text.slice(start));
}

/** Gives lines to the reader of which one at least is not UTF-8. */
function addLinesOneByOne(reader: ScenarioReader, lines: Buffer): void {
  let start = 0;
  while (start <= lines.length) {
    const feed = lines.indexOf(LINE_FEED, start);
    const end = feed < 0 ? lines.length : feed;
    const line = lines.subarray(start, end);
    if (isUtf8(line)) reader.addLine(line.toString('utf8'));
    else reader.rejectLine('text in UTF-8', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
    start = end + 1;
  }
}

function rejectLong(reader: ScenarioReader): void {
  reader.rejectLine(
    `at most ${LINE_BYTES_MAX} bytes a line`,
    'a longer line',
    'Write one record on each line.',
  );
}
