/**
 * A lock between processes: a kernel lock on an SQLite file, which is released when the holder ends in any
 * way, so there are no stale lock files and no process ids to compare.
 */
import { chmodSync, lstatSync } from 'node:fs';
import { type BackOff, backOffMs } from '../core/back-off.ts';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { type Database, isBusy, openDatabase } from './sqlite.ts';

export interface LockOptions {
  /** The path of the lock file, created when missing. This user must own the folder. */
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** How long to wait for other holders of the lock, in ms. Default 15 s. */
  readonly waitMaxMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The default time to wait for the lock, in ms: longer than any process needs it; a process that holds the
 * lock longer hangs.
 */
const WAIT_MAX_MS = 15_000;

/**
 * The delays between attempts to get the lock: they grow and are partly random, so that waiting processes try
 * at different times.
 */
const BACK_OFF: BackOff = { firstMs: 1, maxMs: 40, fixedShare: 0 };

/**
 * Runs the work while no other process, and no other caller in this process, holds the lock. Throws a
 * ToolError of kind `storage` without running the work when the lock stays taken.
 */
export async function withLock<T>(options: LockOptions, work: () => T | Promise<T>): Promise<T> {
  assertRegularFile(options.path);
  const database = await openDatabase(options.path);
  try {
    // SQLite itself must not wait: the attempts of `withLock` use the injected clock and end when the signal
    // aborts.
    database.exec('PRAGMA busy_timeout = 0');
    await acquire(database, options);
    makePrivate(options.path);
    return await work();
  } finally {
    // Closing rolls back the empty transaction and releases the lock.
    database.close();
  }
}

function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    throw lockError(path, error);
  }
}

async function acquire(database: Database, options: LockOptions): Promise<void> {
  try {
    await whileBusy(options, () => database.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    throw error instanceof ToolError || options.signal?.aborted === true
      ? error
      : lockError(options.path, error);
  }
}

/**
 * Repeats work on a database until no other process holds its lock, and returns its result. Throws a ToolError of kind
 * `storage` when the lock stays taken, and every other error as it is.
 */
export async function whileBusy<T>(options: LockOptions, work: () => T): Promise<T> {
  const { clock, random, path, waitMaxMs = WAIT_MAX_MS, signal } = options;
  const startedMs = clock.monotonicMs();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (clock.monotonicMs() - startedMs >= waitMaxMs) throw lockTimeoutError(path, waitMaxMs, error);
    }
    await clock.sleep(backOffMs(attempt, BACK_OFF, random), signal);
  }
}

/** Rejects a symbolic link, which would place the lock in a file that other users control. */
export function assertRegularFile(path: string): void {
  try {
    if (lstatSync(path).isFile()) return;
  } catch {
    return;
  }
  throw new ToolError({
    kind: 'storage',
    message: `${path} is not a regular file.`,
    hint: `Move ${path} away.`,
  });
}

function lockTimeoutError(path: string, waitedMs: number, cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `Another process holds ${path}; the wait of ${waitedMs / 1000} seconds is over.`,
    hint: 'Find the bourse process that hangs and end it, then try again.',
    retryable: true,
    cause,
  });
}

function lockError(path: string, cause: unknown): ToolError {
  const { message } = cause as Error;
  return new ToolError({
    kind: 'storage',
    message: `The lock ${path} cannot be used: ${message}.`,
    hint: UNWRITABLE.test(message)
      ? 'Free disk space or make the folder writable, or set BOURSE_HOME to another folder.'
      : `The file contains no data: remove ${path} and try again.`,
    cause,
  });
}

/** Matches messages of the system and of SQLite about a full disk or a folder that is not writable. */
const UNWRITABLE = /\bfull\b|read-?only|ENOSPC|EROFS|EACCES|EPERM/i;
