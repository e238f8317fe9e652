/** Unpacks zip files of the archive, each of which holds one csv file. */
import { crc32, inflateRawSync } from 'node:zlib';
import { type ToolError, usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The longest comment that may follow the end of a zip file. */
const COMMENT_BYTES_MAX = 0xffff;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
/** Stands for a size that only the 64-bit extension of the format has. */
const SIZE_ELSEWHERE = 0xffffffff;

/** A csv file of digits packs to a tenth; a file that packs better than this is not one. */
const RATIO_MAX = 200;
/** The most bytes of an unpacked file: a month of one-second candles takes 300 MB. */
const UNPACKED_BYTES_MAX = 1024 * 1024 * 1024;

/** The one entry of a zip file. */
interface ZipEntry {
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly dataAt: number;
}

/**
 * Returns the one file in a zip file, with its size and CRC-32 checked. Throws a usage error that names the zip file for
 * a damaged one, more than one entry, an absolute name or one with `..`, and a file that unpacks to over 200 times its
 * size.
 */
export function unzipOne(zip: Buffer, file: string): Buffer {
  const entry = readEntry(zip, file);
  if (entry.bytes > UNPACKED_BYTES_MAX || entry.bytes > RATIO_MAX * Math.max(1, entry.packedBytes)) {
    throw zipError(
      file,
      `at most ${RATIO_MAX} times its size unpacked, and at most ${UNPACKED_BYTES_MAX} bytes`,
      `${entry.bytes} bytes from ${entry.packedBytes}`,
    );
  }
  const packed = zip.subarray(entry.dataAt, entry.dataAt + entry.packedBytes);
  const content = unpack(packed, entry, file);
  if (content.length !== entry.bytes || crc32(content) !== entry.checksum) {
    throw zipError(file, 'the size and CRC-32 that the zip file states', 'other content');
  }
  return content;
}

function unpack(packed: Buffer, { method, bytes }: ZipEntry, file: string): Buffer {
  if (method === STORED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (cause) {
    throw zipError(file, 'deflated bytes', safeText((cause as Error).message));
  }
}

function readEntry(zip: Buffer, file: string): ZipEntry {
  const end = endRecordAt(zip, file);
  const count = zip.readUInt16LE(end + 10);
  if (count !== 1) throw zipError(file, 'one file in it', `${count}`);
  const at = zip.readUInt32LE(end + 16);
  if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) {
    throw zipError(file, 'a whole central directory', 'other bytes');
  }
  const method = zip.readUInt16LE(at + 10);
  const isEncrypted = (zip.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0;
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
    throw zipError(
      file,
      'a file that is stored or deflated',
      isEncrypted ? 'an encrypted one' : `method ${method}`,
    );
  }
  const name = zip.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + zip.readUInt16LE(at + 28));
  if (/^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name) || !name.endsWith('.csv')) {
    throw zipError(file, 'a csv file by a plain name', JSON.stringify(safeText(name.slice(0, 60))));
  }
  const [packedBytes, bytes] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const localAt = zip.readUInt32LE(at + 42);
  if (packedBytes === SIZE_ELSEWHERE || bytes === SIZE_ELSEWHERE || localAt === SIZE_ELSEWHERE) {
    throw zipError(file, 'a file below 4 GiB', 'a larger one');
  }
  return {
    method,
    checksum: zip.readUInt32LE(at + 16),
    packedBytes,
    bytes,
    dataAt: dataAt(zip, localAt, file),
  };
}

/** Returns where the end record of a zip file begins, which a comment may follow. */
function endRecordAt(zip: Buffer, file: string): number {
  const first = Math.max(0, zip.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + zip.readUInt16LE(at + 20) === zip.length) {
      return at;
    }
  }
  throw zipError(file, 'a whole zip file', 'other bytes or a part of one');
}

/** Returns where the packed bytes begin, after the local header. */
function dataAt(zip: Buffer, localAt: number, file: string): number {
  if (localAt + LOCAL_BYTES > zip.length || zip.readUInt32LE(localAt) !== LOCAL_SIGNATURE) {
    throw zipError(file, 'a local header', 'other bytes');
  }
  return localAt + LOCAL_BYTES + zip.readUInt16LE(localAt + 26) + zip.readUInt16LE(localAt + 28);
}

function zipError(file: string, expected: string, found: string): ToolError {
  return usageError(
    `Expected in the zip file ${file} ${expected}, found ${found}.`,
    'Download the file again and compare it with its .CHECKSUM.',
  );
}
