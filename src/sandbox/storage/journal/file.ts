/** A journal on disk: append-only, and an appended record survives the end of the process. */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { ToolError } from '../../../core/errors.ts';
import { makePrivateFolder } from '../../../store/folders.ts';
import { readAt } from '../../../store/read-at.ts';
import { JournalReceipt, RECEIPT_ENDING, receiptOf } from './receipt.ts';
import { CHAIN_START, encodeRecord, lastDigest, readRecords } from './records.ts';

/** The maximum size of a journal; replaying a larger one would take minutes. */
const JOURNAL_BYTES_MAX = 512 * 1024 * 1024;

/** System calls that tests replace to simulate failures. */
export interface FileSystemCalls {
  /** Writes some of the bytes at a position and returns the number of bytes written. */
  write(descriptor: number, bytes: Buffer, offset: number, length: number, position: number): number;
  /** Waits until the disk has all bytes of the file. */
  sync(descriptor: number): void;
}

const SYSTEM: FileSystemCalls = { write: writeSync, sync: fsyncSync };

/** A position between two records, with checksums of everything before it. */
export interface JournalPosition {
  readonly size: number;
  /** The checksum of the chain of records up to this position, from which the next record continues. */
  readonly chain: string;
  /** The CRC-32 of all bytes of the journal before this position, by which they are checked without parsing them. */
  readonly sum: number;
}

/** The position before the first record. */
export const JOURNAL_START: JournalPosition = { size: 0, chain: CHAIN_START, sum: 0 };

/** The size of the chunks in which the bytes before a position are checked. */
const CHUNK_BYTES = 1 << 20;

/** The number of bytes at the end of a journal in which its last record is looked for; records are far shorter. */
const LAST_RECORD_BYTES = 1 << 16;

/** An open journal. Only the holder of the folder's lock may open it. */
export class JournalFile {
  /** The records after the start position at the time of opening. */
  readonly bodies: readonly string[];
  readonly #path: string;
  readonly #calls: FileSystemCalls;
  readonly #receipt: JournalReceipt;
  #descriptor: number | undefined;
  #chain: string;
  #size: number;
  #sum: number;

  /**
   * Opens the journal; creates it if it does not exist. Removes an incomplete record at the end; the part
   * before `from` is checked by its checksum only. Throws a ToolError of kind `storage` if the file cannot be
   * read, is damaged, or lacks records that its receipt counts, and `PositionMismatch` if `from` is a position of
   * another journal.
   */
  constructor(path: string, calls: Partial<FileSystemCalls> = {}, from: JournalPosition = JOURNAL_START) {
    this.#path = path;
    this.#calls = { ...SYSTEM, ...calls };
    let descriptor: number | undefined;
    try {
      makePrivateFolder(dirname(path));
      const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      descriptor = openSync(path, flags, 0o600);
      fchmodSync(descriptor, 0o600);
      const records = readFrom(path, descriptor, from, receiptOf(path));
      if (records.size < records.total) ftruncateSync(descriptor, records.size);
      this.#receipt = new JournalReceipt(path);
      this.#receipt.write(records.size);
      this.#descriptor = descriptor;
      this.#chain = records.chain;
      this.#size = records.size;
      this.#sum = records.sum;
      this.bodies = records.bodies;
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw error instanceof ToolError || error instanceof PositionMismatch
        ? error
        : journalError(path, 'opened', error);
    }
  }

  /** The position after the last record. */
  get position(): JournalPosition {
    return { size: this.#size, chain: this.#chain, sum: this.#sum };
  }

  /**
   * Appends a record and returns once the operating system has all of it. If the write fails, removes the
   * partial record if possible and throws a ToolError of kind `storage`.
   */
  append(body: string): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) throw journalError(this.#path, 'written', new Error('it is closed'));
    const { line, chain } = encodeRecord(body, this.#chain);
    try {
      if (this.#size + line.length > JOURNAL_BYTES_MAX) throw new Error('it has grown too large');
      let written = 0;
      while (written < line.length) {
        // On a full disk a write may be partial without an error: only the returned number counts.
        const bytesWritten = this.#calls.write(
          descriptor,
          line,
          written,
          line.length - written,
          this.#size + written,
        );
        if (bytesWritten <= 0) throw new Error('no more bytes were written');
        written += bytesWritten;
      }
      this.#receipt.write(this.#size + line.length);
    } catch (error) {
      this.#closeAfterFailure(descriptor);
      throw journalError(this.#path, 'written', error);
    }
    this.#size += line.length;
    this.#chain = chain;
    this.#sum = crc32(line, this.#sum);
  }

  /**
   * Syncs the file to disk and closes it, once. Later appends throw. Throws a ToolError of kind `storage` if the disk
   * refuses: the records may be lost then.
   */
  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    try {
      this.#calls.sync(descriptor);
    } catch (error) {
      throw journalError(this.#path, 'flushed to the disk', error);
    } finally {
      closeSync(descriptor);
      this.#receipt.close();
    }
  }

  /** Closes the file after a failed write, because the state of its end is unknown. */
  #closeAfterFailure(descriptor: number): void {
    this.#descriptor = undefined;
    try {
      ftruncateSync(descriptor, this.#size);
    } catch {
      // The incomplete record that remains is removed when the journal is next opened.
    }
    closeSync(descriptor);
    this.#receipt.close();
  }
}

/** Thrown if a journal is shorter than a position, or its beginning differs from the checksum. */
export class PositionMismatch extends Error {}

/** The complete records of a journal after a position, and the position after the last of them. */
export interface JournalPart {
  readonly bodies: readonly string[];
  readonly position: JournalPosition;
}

/**
 * Returns whether a journal ends at a position: the checksum of its last record, which depends on all records before, is
 * that of the position. The bytes before the last record are not read.
 */
export function endsAt(path: string, { size, chain }: JournalPosition): boolean {
  const receipt = receiptOf(path);
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (fstatSync(descriptor).size !== size || receipt > size) return false;
    const end = Buffer.allocUnsafe(Math.min(size, LAST_RECORD_BYTES));
    return lastDigest(readAt(descriptor, end, size - end.length)) === chain;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the records of a journal after a position, even while another process appends to it; an incomplete
 * record at the end is left out. Changes nothing. Throws a ToolError of kind `storage`, and
 * `PositionMismatch`.
 */
export function readJournal(path: string, from: JournalPosition = JOURNAL_START): JournalPart {
  let descriptor: number | undefined;
  try {
    // The receipt says how long the journal is at least. It is read first: another process may append to the journal
    // before it is read, and then the journal is longer than its receipt, which is no fault.
    const receipt = receiptOf(path);
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const { bodies, size, chain, sum } = readFrom(path, descriptor, from, receipt);
    return { bodies, position: { size, chain, sum } };
  } catch (error) {
    throw error instanceof ToolError || error instanceof PositionMismatch
      ? error
      : journalError(path, 'read', error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads the complete records after a position, and checks the bytes before it and the size of the receipt. */
function readFrom(path: string, descriptor: number, from: JournalPosition, receipt: number) {
  const total = fstatSync(descriptor).size;
  if (total < receipt) throw lossError(path, total, receipt);
  if (total > JOURNAL_BYTES_MAX) throw journalError(path, 'read', new Error('it has grown too large'));
  if (total < from.size || checksumUpTo(descriptor, from.size) !== from.sum) throw new PositionMismatch();
  const bytes = readAt(descriptor, Buffer.allocUnsafe(total - from.size), from.size);
  const records = readRecords(bytes, from.chain);
  if (records.damagedAt !== undefined) throw damagedError(path, from.size + records.damagedAt);
  return {
    bodies: records.bodies,
    chain: records.chain,
    size: from.size + records.size,
    sum: crc32(bytes.subarray(0, records.size), from.sum),
    total: from.size + bytes.length,
  };
}

function checksumUpTo(descriptor: number, size: number): number {
  const chunk = Buffer.allocUnsafe(Math.min(size, CHUNK_BYTES));
  let sum = 0;
  for (let at = 0; at < size; at += chunk.length) {
    sum = crc32(readAt(descriptor, chunk.subarray(0, Math.min(chunk.length, size - at)), at), sum);
  }
  return sum;
}

function damagedError(path: string, at: number): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} is damaged at byte ${at}.`,
    hint: 'Restore a copy of it, or start over with: bourse sandbox reset',
  });
}

function lossError(path: string, found: number, receipt: number): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} has ${found} bytes and had ${receipt}: records at its end are missing.`,
    hint: `Restore a copy of it, or continue without them: rm ${path}${RECEIPT_ENDING}`,
  });
}

function journalError(path: string, what: string, cause: unknown): ToolError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} can't be ${what}: ${code ?? message}.`,
    hint: 'Free disk space, check the permissions of its folder, or start over with: bourse sandbox reset',
    cause,
  });
}
