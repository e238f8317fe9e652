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
import { ToolError } from '../../core/errors.ts';
import { frame, readRecords } from './records.ts';

/** A larger journal is neither read nor added to: it would take minutes to replay. */
const JOURNAL_BYTES_MAX = 512 * 1024 * 1024;

/** What may be put in place of the system's calls, to see what happens when they fail. */
export interface FileCalls {
  /** Writes some of the bytes at a position and returns how many. */
  write(descriptor: number, bytes: Buffer, offset: number, length: number, position: number): number;
}

const SYSTEM: FileCalls = { write: writeSync };

/** An open journal. Only one process may have it open: whoever opens it holds the folder's lock. */
export class JournalFile {
  /** What it held when it was opened. */
  readonly bodies: readonly string[];
  readonly #path: string;
  readonly #calls: FileCalls;
  #descriptor: number | undefined;
  #chain: string;
  #size: number;

  /**
   * Opens the journal, which is made where it is missing. The beginnings of a record that was cut off are taken
   * away. Throws a ToolError of kind `storage` where it can't be read, or holds what was never written to it.
   */
  constructor(path: string, calls: FileCalls = SYSTEM) {
    this.#path = path;
    this.#calls = calls;
    let descriptor: number | undefined;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      descriptor = openSync(path, flags, 0o600);
      fchmodSync(descriptor, 0o600);
      const bytes = readAll(path, descriptor);
      const found = readRecords(bytes);
      if (found.damagedAt !== undefined) throw damaged(path, found.damagedAt);
      if (found.size < bytes.length) ftruncateSync(descriptor, found.size);
      this.#descriptor = descriptor;
      this.#chain = found.chain;
      this.#size = found.size;
      this.bodies = found.bodies;
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw error instanceof ToolError ? error : failed(path, 'opened', error);
    }
  }

  /**
   * Adds a record and returns once the system has all of it. Throws a ToolError of kind `storage` where it does
   * not; no part of the record is left then, if the system lets it be taken away.
   */
  append(body: string): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) throw failed(this.#path, 'written', new Error('it is closed'));
    const { line, chain } = frame(body, this.#chain);
    try {
      if (this.#size + line.length > JOURNAL_BYTES_MAX) throw new Error('it has grown too large');
      let written = 0;
      while (written < line.length) {
        // A full disk can take a part and report no error: what counts is the number returned.
        const taken = this.#calls.write(
          descriptor,
          line,
          written,
          line.length - written,
          this.#size + written,
        );
        if (taken <= 0) throw new Error('nothing more was taken');
        written += taken;
      }
    } catch (error) {
      this.#abandon(descriptor);
      throw failed(this.#path, 'written', error);
    }
    this.#size += line.length;
    this.#chain = chain;
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
  #abandon(descriptor: number): void {
    this.#descriptor = undefined;
    try {
      ftruncateSync(descriptor, this.#size);
    } catch {
      // The next one to open it takes away what is cut off.
    }
    closeSync(descriptor);
  }
}

/**
 * Returns what a journal holds, also while another process adds to it: a record that it is just writing is left
 * out. Nothing is changed. Throws a ToolError of kind `storage`.
 */
export function readJournal(path: string): readonly string[] {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const found = readRecords(readAll(path, descriptor));
    if (found.damagedAt !== undefined) throw damaged(path, found.damagedAt);
    return found.bodies;
  } catch (error) {
    throw error instanceof ToolError ? error : failed(path, 'read', error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readAll(path: string, descriptor: number): Buffer {
  const { size } = fstatSync(descriptor);
  if (size > JOURNAL_BYTES_MAX) throw failed(path, 'read', new Error('it has grown too large'));
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const count = readSync(descriptor, bytes, read, size - read, read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

function damaged(path: string, at: number): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} is damaged: at byte ${at} stands what was never written there.`,
    hint: 'Put a copy of it back, or start over with: bourse sandbox reset',
  });
}

function failed(path: string, what: string, cause: unknown): ToolError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} can't be ${what}: ${code ?? message}.`,
    hint: 'Make room, check the rights of its folder, or start over with: bourse sandbox reset',
    cause,
  });
}
