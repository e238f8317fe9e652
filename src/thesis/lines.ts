/** Validates an NDJSON stream, one thesis on each line, in constant memory. */
import { isAscii, isUtf8 } from 'node:buffer';
import { LINE_BYTES_MAX } from './limits.ts';
import { invalidUtf8Verdict, invalidVerdict, validateText } from './validate.ts';
import type { DocumentVerdict, ThesisVerdict } from './verdict.ts';

const LINE_FEED = 0x0a;

/**
 * Yields the verdicts on the lines of a stream, those of one chunk together. Lines end with a line feed,
 * which is optional for the last line; blank lines are skipped but counted. The source of a verdict is
 * `name:line`, and the line numbers of its errors refer to the stream.
 */
export async function* validateLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly DocumentVerdict[]> {
  const validator = new LineValidator(name);
  for await (const chunk of chunks) {
    const verdicts = validator.validateChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (verdicts.length > 0) yield verdicts;
  }
  const last = validator.validateRest();
  if (last.length > 0) yield last;
}

class LineValidator {
  private readonly name: string;
  private line = 0;
  /** The parts of a line whose end has not been received yet. */
  private pendingParts: Buffer[] = [];
  private pendingBytes = 0;
  private verdicts: DocumentVerdict[] = [];

  constructor(name: string) {
    this.name = name;
  }

  validateChunk(chunk: Buffer): readonly DocumentVerdict[] {
    this.verdicts = [];
    let start = 0;
    let end = chunk.indexOf(LINE_FEED);
    if (end >= 0 && this.pendingBytes > 0) {
      this.append(chunk.subarray(0, end));
      this.finishLine();
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    const isPlain = isAscii(chunk);
    while (end >= 0) {
      this.line++;
      if (isPlain && end - start <= LINE_BYTES_MAX) this.validateLine(chunk.toString('latin1', start, end));
      else this.validateLineBytes(chunk.subarray(start, end));
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    // The remainder is copied, because the source may reuse the memory of the chunk.
    if (start < chunk.length) this.append(Buffer.from(chunk.subarray(start)));
    return this.verdicts;
  }

  /** Validates the text after the last line feed, if there is any. */
  validateRest(): readonly DocumentVerdict[] {
    this.verdicts = [];
    if (this.pendingBytes > 0) this.finishLine();
    return this.verdicts;
  }

  private append(part: Buffer): void {
    // The content of a line that is too long is discarded; only its length is counted.
    if (this.pendingBytes <= LINE_BYTES_MAX) this.pendingParts.push(part);
    else this.pendingParts.length = 0;
    this.pendingBytes += part.length;
  }

  private finishLine(): void {
    this.line++;
    if (this.pendingBytes > LINE_BYTES_MAX) this.report(TOO_LONG);
    else this.validateLineBytes(Buffer.concat(this.pendingParts));
    this.pendingParts = [];
    this.pendingBytes = 0;
  }

  private validateLineBytes(bytes: Buffer): void {
    if (bytes.length > LINE_BYTES_MAX) this.report(TOO_LONG);
    else if (isUtf8(bytes)) this.validateLine(bytes.toString('utf8'));
    else this.report(invalidUtf8Verdict(bytes));
  }

  private validateLine(text: string): void {
    // Most lines begin with a brace, so only other lines are checked for being blank.
    if (text.charCodeAt(0) !== 0x7b && /^[ \t\r]*$/.test(text)) return;
    this.report(validateText(text));
  }

  private report(verdict: ThesisVerdict): void {
    const errors =
      verdict.errors.length === 0
        ? verdict.errors
        : verdict.errors.map((error) => ({ ...error, line: error.line + this.line - 1 }));
    this.verdicts.push({
      source: `${this.name}:${this.line}`,
      streamLine: this.line,
      valid: verdict.valid,
      errors,
    });
  }
}

const TOO_LONG = invalidVerdict({
  rule: 'size',
  expected: `at most ${LINE_BYTES_MAX} bytes a line`,
  found: `more than ${LINE_BYTES_MAX} bytes`,
  message: 'a thesis in a stream has at most 1 MiB a line, found more',
  fix: 'Put it into a separate file, which may have 16 MiB.',
});
