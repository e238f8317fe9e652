/** Judges an NDJSON stream: one thesis a line, in memory that does not grow with the stream. */
import { isAscii, isUtf8 } from 'node:buffer';
import { LINE_BYTES_MAX } from './limits.ts';
import { judgeText, refuse, refuseBytes } from './validate.ts';
import type { DocumentVerdict, Verdict } from './verdict.ts';

const LINE_FEED = 0x0a;

/**
 * Yields the verdicts on the lines of a stream, those of one chunk together. Lines end with a line feed, the
 * last may do without; blank ones are passed over but counted. The source of a verdict is `name:line`, and
 * its errors count lines from the start of the stream.
 */
export async function* judgeLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly DocumentVerdict[]> {
  const splitter = new LineJudge(name);
  for await (const chunk of chunks) {
    const verdicts = splitter.judgeChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (verdicts.length > 0) yield verdicts;
  }
  const last = splitter.judgeRest();
  if (last.length > 0) yield last;
}

class LineJudge {
  private readonly name: string;
  private line = 0;
  /** What the chunks so far hold of a line that has not ended. */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private verdicts: DocumentVerdict[] = [];

  constructor(name: string) {
    this.name = name;
  }

  judgeChunk(chunk: Buffer): readonly DocumentVerdict[] {
    this.verdicts = [];
    let start = 0;
    let end = chunk.indexOf(LINE_FEED);
    if (end >= 0 && this.begunBytes > 0) {
      this.begin(chunk.subarray(0, end));
      this.finish();
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    const isPlain = isAscii(chunk);
    while (end >= 0) {
      this.line++;
      if (isPlain && end - start <= LINE_BYTES_MAX) this.judgeLine(chunk.toString('latin1', start, end));
      else this.judgeBytes(chunk.subarray(start, end));
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    // The source may use the chunk's memory again, so what is kept of it is copied.
    if (start < chunk.length) this.begin(Buffer.from(chunk.subarray(start)));
    return this.verdicts;
  }

  /** Judges what stands after the last line feed. */
  judgeRest(): readonly DocumentVerdict[] {
    this.verdicts = [];
    if (this.begunBytes > 0) this.finish();
    return this.verdicts;
  }

  private begin(part: Buffer): void {
    // Of a line that is too long nothing more is kept; its length goes on counting.
    if (this.begunBytes <= LINE_BYTES_MAX) this.begun.push(part);
    else this.begun.length = 0;
    this.begunBytes += part.length;
  }

  private finish(): void {
    this.line++;
    if (this.begunBytes > LINE_BYTES_MAX) this.report(TOO_LONG);
    else this.judgeBytes(Buffer.concat(this.begun));
    this.begun = [];
    this.begunBytes = 0;
  }

  private judgeBytes(bytes: Buffer): void {
    if (bytes.length > LINE_BYTES_MAX) this.report(TOO_LONG);
    else if (isUtf8(bytes)) this.judgeLine(bytes.toString('utf8'));
    else this.report(refuseBytes(bytes));
  }

  private judgeLine(text: string): void {
    // Most lines begin with a brace; only others are worth the look whether they are blank.
    if (text.charCodeAt(0) !== 0x7b && /^[ \t\r]*$/.test(text)) return;
    this.report(judgeText(text));
  }

  private report(verdict: Verdict): void {
    const errors =
      verdict.errors.length === 0
        ? verdict.errors
        : verdict.errors.map((error) => ({ ...error, line: error.line + this.line - 1 }));
    this.verdicts.push({ source: `${this.name}:${this.line}`, valid: verdict.valid, errors });
  }
}

const TOO_LONG = refuse({
  rule: 'size',
  expected: `at most ${LINE_BYTES_MAX} bytes a line`,
  found: `more than ${LINE_BYTES_MAX} bytes`,
  message: 'a thesis in a stream has at most 1 MiB a line, found more',
  fix: 'Give it as a file of its own, which may have 16 MiB.',
});
