/** Validates the whole lines of chunks, and the lines that chunks share. */
import { isAscii, isUtf8 } from 'node:buffer';
import { LINE_BYTES_MAX } from './limits.ts';
import { LinePatterns } from './patterns/line-patterns.ts';
import { invalidUtf8Verdict, invalidVerdict, validateText } from './validate.ts';
import type { DocumentVerdict, ThesisVerdict } from './verdict.ts';

const LINE_FEED = 0x0a;

/** So many bytes become text at once: V8 allocates memory for a text of more than 128 KiB page by page. */
const TEXT_BYTES_MAX = 64 * 1024;

/** Validates the lines of a stream chunk by chunk. */
export class LineValidator {
  private readonly name: string;
  private readonly patterns: LinePatterns;
  /** The number of lines so far. */
  line: number;
  /** The parts of a line whose end has not been received yet. */
  private pendingParts: Buffer[] = [];
  private pendingBytes = 0;
  private verdicts: DocumentVerdict[] = [];

  constructor(name: string, patterns = new LinePatterns(), line = 0) {
    this.name = name;
    this.patterns = patterns;
    this.line = line;
  }

  validateChunk(chunk: Buffer): readonly DocumentVerdict[] {
    const verdicts: DocumentVerdict[] = [];
    this.validateWhole(this.finishLineWith(chunk, verdicts), verdicts);
    this.keepRest(chunk);
    return verdicts;
  }

  /** Validates the line that earlier chunks began, if it ends in this one. Returns the lines that are whole in the chunk. */
  finishLineWith(chunk: Buffer, verdicts: DocumentVerdict[]): Buffer {
    this.verdicts = verdicts;
    const end = chunk.indexOf(LINE_FEED);
    if (end < 0) return chunk.subarray(0, 0);
    const isContinued = this.pendingBytes > 0;
    if (isContinued) {
      this.append(chunk.subarray(0, end));
      this.finishLine();
    }
    return chunk.subarray(isContinued ? end + 1 : 0, chunk.lastIndexOf(LINE_FEED) + 1);
  }

  /** Validates lines that each end with a line feed. */
  validateWhole(lines: Buffer, verdicts: DocumentVerdict[]): void {
    this.verdicts = verdicts;
    if (!isAscii(lines)) this.validateEach(lines);
    else
      for (let start = 0; start < lines.length; ) {
        const cut = lines.lastIndexOf(LINE_FEED, start + TEXT_BYTES_MAX);
        const end = (cut < start ? lines.indexOf(LINE_FEED, start) : cut) + 1;
        this.validateAscii(lines.subarray(start, end));
        start = end;
      }
  }

  private validateEach(lines: Buffer): void {
    for (let start = 0; start < lines.length; ) {
      this.line++;
      const end = lines.indexOf(LINE_FEED, start);
      this.validateLineBytes(lines.subarray(start, end));
      start = end + 1;
    }
  }

  /** Validates lines of ASCII, in which the offsets of the text are those of the bytes. */
  private validateAscii(lines: Buffer): void {
    const text = lines.toString('latin1');
    for (let start = 0; start < lines.length; ) {
      this.line++;
      if (this.reportByPattern(text, start, true)) start = this.patterns.end + 1;
      else {
        const end = lines.indexOf(LINE_FEED, start);
        // A text of its own, because a pattern that keeps a part of it must not keep all lines in memory.
        if (end - start <= LINE_BYTES_MAX) this.validateNewLine(lines.toString('latin1', start, end));
        else this.reportUnreadable(TOO_LONG);
        start = end + 1;
      }
    }
  }

  /** Counts lines that are validated elsewhere. */
  skip(lines: Buffer): void {
    for (let end = lines.indexOf(LINE_FEED); end >= 0; end = lines.indexOf(LINE_FEED, end + 1)) this.line++;
  }

  /** Keeps what follows the last line feed of a chunk, or a whole chunk without one. */
  keepRest(chunk: Buffer): void {
    const start = chunk.lastIndexOf(LINE_FEED) + 1;
    if (start === chunk.length) return;
    const rest = chunk.subarray(start);
    // What is kept is copied, because the source may reuse the memory of the chunk.
    this.append(this.pendingBytes <= LINE_BYTES_MAX ? Buffer.from(rest) : rest);
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
    if (this.pendingBytes > LINE_BYTES_MAX) this.reportUnreadable(TOO_LONG);
    else this.validateLineBytes(Buffer.concat(this.pendingParts));
    this.pendingParts = [];
    this.pendingBytes = 0;
  }

  private validateLineBytes(bytes: Buffer): void {
    if (bytes.length > LINE_BYTES_MAX) this.reportUnreadable(TOO_LONG);
    else if (isUtf8(bytes)) {
      const text = bytes.toString('utf8');
      if (!this.reportByPattern(text, 0)) this.validateNewLine(text);
    } else this.reportUnreadable(invalidUtf8Verdict(bytes));
  }

  /** Reports the line at an offset if it has a known pattern; returns false if not. */
  private reportByPattern(text: string, start: number, isAscii = false): boolean {
    const { patterns } = this;
    if (!patterns.find(text, start) || patterns.end - start > LINE_BYTES_MAX) return false;
    this.report(patterns.verdict(text, this.line, isAscii));
    return true;
  }

  /** Validates a line without a known pattern. */
  private validateNewLine(text: string): void {
    // Most lines begin with a brace, so only other lines are checked for being blank.
    if (text.charCodeAt(0) !== 0x7b && /^[ \t\r]*$/.test(text)) return;
    const verdict = validateText(text, this.line);
    this.patterns.add(text, verdict);
    this.report(verdict);
  }

  /** Reports a line that is no text of a thesis. */
  private reportUnreadable({ valid, errors }: ThesisVerdict): void {
    this.report({ valid, errors: errors.map((error) => ({ ...error, line: error.line + this.line - 1 })) });
  }

  private report({ valid, errors }: ThesisVerdict): void {
    this.verdicts.push({ source: `${this.name}:${this.line}`, streamLine: this.line, valid, errors });
  }
}

const TOO_LONG = invalidVerdict({
  rule: 'size',
  expected: `at most ${LINE_BYTES_MAX} bytes a line`,
  found: `more than ${LINE_BYTES_MAX} bytes`,
  message: 'a thesis in a stream has at most 1 MiB a line, found more',
  fix: 'Put it into a separate file, which may have 16 MiB.',
});
