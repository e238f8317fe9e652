/**
 * The record format of a journal: one line with length, checksum and text. The checksum covers the length, the text and
 * the checksum of the record before, so that a changed, moved or missing record is detected.
 */
import { createHash } from 'node:crypto';

/** The start of the checksum chain, before the first record. */
export const CHAIN_START = 'bourse sandbox journal';

const DIGEST_DIGITS = 32;
const LENGTH_DIGITS_MAX = 9;
const SPACE = 0x20;
const LINE_END = 0x0a;

/** The complete records at the beginning of some bytes. */
export interface ParsedRecords {
  readonly bodies: readonly string[];
  /** The checksum from which the next record continues. */
  readonly chain: string;
  /** The size of the complete records in bytes. */
  readonly size: number;
  /**
   * The offset of the first bytes that are not a valid record, or undefined. A final record that was cut off is not
   * damage: a process that is killed while it writes leaves the first bytes of a line, never a complete line.
   */
  readonly damagedAt: number | undefined;
}

/** Returns the line of a record and the checksum that the next one continues. Throws if the text has a line end. */
export function encodeRecord(body: string, chain: string): { readonly line: Buffer; readonly chain: string } {
  const bytes = Buffer.from(body, 'utf8');
  if (bytes.includes(LINE_END)) throw new RangeError('a record is one line');
  const digest = digestOf(chain, bytes);
  return { line: Buffer.concat([Buffer.from(`${bytes.length} ${digest} `), bytes, NEW_LINE]), chain: digest };
}

/** Reads the complete records at the beginning of the bytes; `from` is the checksum of the record before. */
export function readRecords(bytes: Buffer, from: string = CHAIN_START): ParsedRecords {
  const bodies: string[] = [];
  let chain = from;
  let size = 0;
  while (size < bytes.length) {
    const record = readRecord(bytes, size, chain);
    if (record === undefined) {
      // A line that was cut off has no line end; an invalid line with a line end is damage.
      const isCutOff = bytes.indexOf(LINE_END, size) < 0 && !isCompleteButUnterminated(bytes, size);
      return { bodies, chain, size, damagedAt: isCutOff ? undefined : size };
    }
    bodies.push(record.body);
    chain = record.chain;
    size = record.end;
  }
  return { bodies, chain, size, damagedAt: undefined };
}

/** Returns the checksum that the last complete record of some bytes has; undefined if there is none in them. */
export function lastDigest(bytes: Buffer): string | undefined {
  if (bytes.at(-1) !== LINE_END) return undefined;
  const at = bytes.lastIndexOf(LINE_END, bytes.length - 2) + 1;
  return readHeader(bytes, at)?.digest;
}

const NEW_LINE = Buffer.from([LINE_END]);

interface RecordHeader {
  readonly length: number;
  readonly digest: string;
  readonly bodyAt: number;
}

function readRecord(bytes: Buffer, at: number, chain: string) {
  const header = readHeader(bytes, at);
  if (header === undefined) return undefined;
  const bodyEnd = header.bodyAt + header.length;
  if (bodyEnd >= bytes.length || bytes[bodyEnd] !== LINE_END) return undefined;
  const body = bytes.subarray(header.bodyAt, bodyEnd);
  if (digestOf(chain, body) !== header.digest) return undefined;
  return { body: body.toString('utf8'), chain: header.digest, end: bodyEnd + 1 };
}

function readHeader(bytes: Buffer, at: number): RecordHeader | undefined {
  const space = bytes.indexOf(SPACE, at);
  if (space < 0 || space - at > LENGTH_DIGITS_MAX) return undefined;
  const length = bytes.toString('latin1', at, space);
  const digest = bytes.toString('latin1', space + 1, space + 1 + DIGEST_DIGITS);
  const bodyAt = space + 2 + DIGEST_DIGITS;
  if (!/^[1-9]\d*$/.test(length) || !/^[0-9a-f]{32}$/.test(digest) || bytes[bodyAt - 1] !== SPACE) {
    return undefined;
  }
  return { length: Number(length), digest, bodyAt };
}

function isCompleteButUnterminated(bytes: Buffer, at: number): boolean {
  const header = readHeader(bytes, at);
  return header !== undefined && header.bodyAt + header.length < bytes.length;
}

function digestOf(chain: string, body: Buffer): string {
  return createHash('sha256')
    .update(`${chain} ${body.length} `)
    .update(body)
    .digest('hex')
    .slice(0, DIGEST_DIGITS);
}
