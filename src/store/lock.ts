/**
 * A lock between processes. It is a lock of the kernel on a database file, so that it ends with its holder however
 * that ends: no stale lock files, no process numbers to compare.
 */
import { chmodSync, lstatSync } from 'node:fs';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { type Database, isBusy, openDatabase } from './sqlite.ts';

export interface LockOptions {
  /** The lock's file; made where it is missing. Its folder must be this user's own. */
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** How long others are waited for. */
  readonly waitMaxMs?: number;
  readonly signal?: AbortSignal;
}

/** Longer than any holder takes; a process that holds the lock longer hangs. */
const WAIT_MAX_MS = 15_000;

/** Waiting times grow from the first to the last and are jittered, so that waiters do not come back as one. */
const DELAY_FIRST_MS = 1;
const DELAY_MAX_MS = 40;

/**
 * Runs the work while no other process, and no other caller in this one, holds the lock. Throws a ToolError of kind
 * `storage` where the lock stays taken; the work has not begun then.
 */
export async function withLock<T>(options: LockOptions, work: () => T | Promise<T>): Promise<T> {
  assertRegularFile(options.path);
  const database = await openDatabase(options.path);
  try {
    // The holder keeps no transaction open for longer than its work, and readers need no lock at all.
    database.exec('PRAGMA busy_timeout = 0');
    await acquire(database, options);
    makePrivate(options.path);
    return await work();
  } finally {
    // Closing rolls the empty transaction back and lets the lock go.
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
  const { clock, random, path, waitMaxMs = WAIT_MAX_MS, signal } = options;
  const startedMs = clock.monotonicMs();
  for (let attempt = 0; ; attempt += 1) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw lockError(path, error);
      if (clock.monotonicMs() - startedMs >= waitMaxMs) throw lockTimeoutError(path, waitMaxMs, error);
    }
    const bound = Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** Math.min(attempt, 10));
    await clock.sleep(Math.ceil(random.next() * bound), signal);
  }
}

/** A link would put the lock where others can hold or lose it. */
function assertRegularFile(path: string): void {
  try {
    if (lstatSync(path).isFile()) return;
  } catch {
    return;
  }
  throw new ToolError({
    kind: 'storage',
    message: `The lock ${path} is no regular file.`,
    hint: `Move ${path} away.`,
  });
}

function lockTimeoutError(path: string, waitedMs: number, cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `Another process holds ${path}; it was waited for ${waitedMs / 1000} seconds.`,
    hint: 'Find out which bourse hangs and end it, then try again.',
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
      ? 'Make room there or make the folder writable; the variable BOURSE_HOME names another one.'
      : `It holds nothing of value: remove ${path} and try again.`,
    cause,
  });
}

/** A disk that is full and a folder that cannot be written, in the words of the system and of SQLite. */
const UNWRITABLE = /\bfull\b|read-?only|ENOSPC|EROFS|EACCES|EPERM/i;
