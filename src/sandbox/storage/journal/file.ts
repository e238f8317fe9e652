/** A journal on disk: records are only ever added, and one that was added is there after the process is killed. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { ToolError } from '../../../core/errors.ts';
import { CHAIN_START, encodeRecord, readRecords } from './records.ts';

/** A larger journal is neither read nor added to: it would take minutes to replay. */
const JOURNAL_BYTES_MAX = 512 * 1024 * 1024;

/** What may be put in place of the system's calls, to see what happens when they fail. */
export interface FileSystemCalls {
  /** Writes some of the bytes at a position and returns how many. */
  write(descriptor: number, bytes: Buffer, offset: number, length: number, position: number): number;
}

const SYSTEM: FileSystemCalls = { write: writeSync };

/** A place between two records, by which what stands before it is known again. */
export interface JournalPosition {
  readonly size: number;
  /** The checksum that the next record builds on. */
  readonly chain: string;
  /** The checksum of all bytes before it, which takes no look at single records. */
  readonly sum: number;
}

/** The place before the first record. */
export const JOURNAL_START: JournalPosition = { size: 0, chain: CHAIN_START, sum: 0 };

/** What stands before a mark is read in pieces of so many bytes: nothing of it is kept. */
const CHUNK_BYTES = 1 << 20;

/** An open journal. Only one process may have it open: whoever opens it holds the folder's lock. */
export class JournalFile {
  /** What it held behind the mark when it was opened. */
  readonly bodies: readonly string[];
  readonly #path: string;
  readonly #calls: FileSystemCalls;
  #descriptor: number | undefined;
  #chain: string;
  #size: number;
  #sum: number;

  /**
   * Opens the journal, which is made where it is missing. The beginnings of a record that was cut off are taken
   * away. What stands before a mark is not read again record by record. Throws a ToolError of kind `storage` where it
   * can't be read, or holds what was never written to it, and `ForeignMark` where the mark is of another journal.
   */
  constructor(path: string, calls: FileSystemCalls = SYSTEM, from: JournalPosition = JOURNAL_START) {
    this.#path = path;
    this.#calls = calls;
    let descriptor: number | undefined;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      descriptor = openSync(path, flags, 0o600);
      fchmodSync(descriptor, 0o600);
      const records = readFrom(path, descriptor, from);
      if (records.size < records.total) ftruncateSync(descriptor, records.size);
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

  /** The place behind all that was added. */
  get position(): JournalPosition {
    return { size: this.#size, chain: this.#chain, sum: this.#sum };
  }

  /**
   * Adds a record and returns once the system has all of it. Throws a ToolError of kind `storage` where it does
   * not; no part of the record is left then, if the system lets it be taken away.
   */
  append(body: string): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) throw journalError(this.#path, 'written', new Error('it is closed'));
    const { line, chain } = encodeRecord(body, this.#chain);
    try {
      if (this.#size + line.length > JOURNAL_BYTES_MAX) throw new Error('it has grown too large');
      let written = 0;
      while (written < line.length) {
        // A full disk can take a part and report no error: what counts is the number returned.
        const bytesWritten = this.#calls.write(
          descriptor,
          line,
          written,
          line.length - written,
          this.#size + written,
        );
        if (bytesWritten <= 0) throw new Error('nothing more was taken');
        written += bytesWritten;
      }
    } catch (error) {
      this.#closeAfterFailure(descriptor);
      throw journalError(this.#path, 'written', error);
    }
    this.#size += line.length;
    this.#chain = chain;
    this.#sum = crc32(line, this.#sum);
  }

  /** Lets go of the file once the disk has it. Nothing can be added after that. */
  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** After a failed write nothing is known of the file's end, so nothing is added to it again. */
  #closeAfterFailure(descriptor: number): void {
    this.#descriptor = undefined;
    try {
      ftruncateSync(descriptor, this.#size);
    } catch {
      // The next one to open it takes away what is cut off.
    }
    closeSync(descriptor);
  }
}

/** The journal's beginning is not what a mark says, or it is shorter. */
export class PositionMismatch extends Error {}

/**
 * Returns what a journal holds behind a mark, also while another process adds to it: a record that it is just writing is
 * left out. Nothing is changed. Throws a ToolError of kind `storage`, and `ForeignMark`.
 */
export function readJournal(path: string, from: JournalPosition = JOURNAL_START): readonly string[] {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    return readFrom(path, descriptor, from).bodies;
  } catch (error) {
    throw error instanceof ToolError || error instanceof PositionMismatch
      ? error
      : journalError(path, 'read', error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads the whole records behind a mark, and makes sure of what stands before it. */
function readFrom(path: string, descriptor: number, from: JournalPosition) {
  const total = fstatSync(descriptor).size;
  if (total > JOURNAL_BYTES_MAX) throw journalError(path, 'read', new Error('it has grown too large'));
  if (total < from.size || checksumUpTo(descriptor, from.size) !== from.sum) throw new PositionMismatch();
  const bytes = readBytes(descriptor, Buffer.allocUnsafe(total - from.size), from.size);
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
    sum = crc32(readBytes(descriptor, chunk.subarray(0, Math.min(chunk.length, size - at)), at), sum);
  }
  return sum;
}

/** Fills a buffer from a position on; returns what there was of it. */
function readBytes(descriptor: number, into: Buffer, from: number): Buffer {
  let read = 0;
  while (read < into.length) {
    const count = readSync(descriptor, into, read, into.length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return into.subarray(0, read);
}

function damagedError(path: string, at: number): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} is damaged: at byte ${at} stands what was never written there.`,
    hint: 'Put a copy of it back, or start over with: bourse sandbox reset',
  });
}

function journalError(path: string, what: string, cause: unknown): ToolError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} can't be ${what}: ${code ?? message}.`,
    hint: 'Make room, check the rights of its folder, or start over with: bourse sandbox reset',
    cause,
  });
}
