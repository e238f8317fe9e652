/**
 * A budget that all processes of this machine share: one small file for each window of each limit, to which every
 * process appends its records. The kernel puts simultaneous appends in an order that all readers see alike.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../core/time-units.ts';
import { makePrivateFolder } from '../store/folders.ts';
import { removeFile } from '../store/remove-file.ts';
import { type BudgetHome, type BudgetLog, type LogName, outdatedLogs } from './budget-home.ts';

export interface BudgetFolder {
  /** The folder of the request budgets, created if it is missing. */
  readonly folder: string;
  /**
   * Where the requests go: an environment, a host or a sandbox. The budgets of each destination have a folder of
   * their own.
   */
  readonly destination: string;
  /** The user id that must own folders and files; undefined on systems without owners, such as Windows. */
  readonly owner: number | undefined;
  /** Whether all processes that use the folder read the same clock, as those of one machine do. Default yes. */
  readonly clocks?: 'common' | 'different';
}

/** The largest size of a budget file that is read, in bytes: no window holds so many requests. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const READ_BUFFER = Buffer.allocUnsafeSlow(16 * 1024);
const REST_BYTES = 256 * 1024;
/** What nearly every second read finds; to make a view of no bytes would take longer than the read. */
const NOTHING = Buffer.alloc(0);
/** The time in ms after which the budgets of a destination are removed if nothing was sent there. */
const DESTINATION_KEPT_MS = 7 * DAY_MS;
const FILE_NAME = /^([^~]{1,200})~(\d{1,12})~(\d{1,12})$/;
/** What follows the name of a log in the name of its summary, and of one that is being written. */
const SUMMARY = '.summary';

/**
 * Returns the files that store the budgets of one destination. Throws if the folder cannot be created or trusted:
 * the folder must belong to this user, and others must not be able to write to it.
 */
export function fileBudgetHome({ folder, destination, owner, clocks = 'common' }: BudgetFolder): BudgetHome {
  const home = join(folder, encodeURIComponent(destination));
  if (makeFolder(folder, home, owner)) removeOldDestinations(folder, home);
  const list = () => readdirSync(home).flatMap((name) => parseName(name) ?? []);
  return {
    clocks,
    list,
    indices: ({ key, windowMs }) => {
      const limit = nameText({ key, windowMs, index: 0 }).slice(0, -1);
      // A day leaves many names; most belong to other limits, and parsing them all would take longer than reading them.
      return readdirSync(home).flatMap((name) =>
        name.startsWith(limit) ? (parseName(name)?.index ?? []) : [],
      );
    },
    open: (name, mayCreate) => openLog(join(home, nameText(name)), mayCreate, owner),
    prune(now) {
      const names = readdirSync(home);
      const outdated = outdatedLogs(
        names.flatMap((name) => parseName(name) ?? []),
        now,
      ).map(nameText);
      for (const log of outdated) {
        for (const name of names) if (name.startsWith(`${log}${SUMMARY}`)) removeFile(join(home, name));
        removeFile(join(home, log));
      }
    },
  };
}

/** Returns the destinations that have a budget in a folder. */
export function budgetDestinations(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map(decodeURIComponent);
  } catch {
    return [];
  }
}

function nameText({ key, windowMs, index }: LogName): string {
  return `${encodeURIComponent(key)}~${windowMs}~${index}`;
}

function parseName(name: string): LogName | undefined {
  const [, key, windowMs, index] = FILE_NAME.exec(name) ?? [];
  if (key === undefined || Number(windowMs) === 0) return undefined;
  try {
    return { key: decodeURIComponent(key), windowMs: Number(windowMs), index: Number(index) };
  } catch {
    return undefined;
  }
}

/** Creates and checks the folders of the budgets. Returns whether the destination's folder is new. */
function makeFolder(folder: string, home: string, owner: number | undefined): boolean {
  const known = lstatSync(home, { throwIfNoEntry: false });
  const isNew = known === undefined;
  if (isNew) makePrivateFolder(home);
  for (const [path, state] of [
    [folder, lstatSync(folder)],
    [home, known ?? lstatSync(home)],
  ] as const) {
    if (!state.isDirectory()) throw new Error(`${path} is not a folder`);
    checkOwner(path, state, owner, 0o022);
  }
  return isNew;
}

function checkOwner(path: string, { uid, mode }: Stats, owner: number | undefined, closed: number): void {
  if (owner === undefined) return;
  if (uid !== owner) throw new Error(`${path} belongs to user ${uid}, expected user ${owner}`);
  if ((mode & closed) !== 0) throw new Error(`others have access to ${path}`);
}

function openLog(path: string, mayCreate: boolean, owner: number | undefined): BudgetLog | undefined {
  // On systems without O_NOFOLLOW, such as Windows, bourse checks whether a file is a link before it opens the
  // file.
  const noFollow = constants.O_NOFOLLOW;
  if (!mayCreate || noFollow === undefined) {
    // An error that Node throws for a missing file costs more than this look.
    const state = lstatSync(path, { throwIfNoEntry: false });
    if (!mayCreate && state === undefined) return undefined;
    if (state?.isSymbolicLink() === true) throw new Error(`${path} is a symbolic link (ELOOP)`);
  }
  const flags = constants.O_RDWR | constants.O_APPEND | (noFollow ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, mayCreate ? flags | constants.O_CREAT : flags, 0o600);
  } catch (error) {
    if (!mayCreate && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const state = fstatSync(descriptor);
    if (!state.isFile() || state.nlink > 1) throw new Error(`${path} is not a regular file with one name`);
    if (state.size > FILE_BYTES_MAX) throw new Error(`${path} has ${state.size} bytes`);
    checkOwner(path, state, owner, 0o077);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return new FileLog(descriptor, path, owner);
}

class FileLog implements BudgetLog {
  readonly #descriptor: number;
  readonly #path: string;
  readonly #owner: number | undefined;

  constructor(descriptor: number, path: string, owner: number | undefined) {
    this.#descriptor = descriptor;
    this.#path = path;
    this.#owner = owner;
  }

  append(bytes: Buffer): void {
    // A full disk may accept a part of the bytes without an error. The rest is not written later, because other
    // processes may have appended records since.
    const count = writeSync(this.#descriptor, bytes, 0, bytes.length, null);
    if (count !== bytes.length)
      throw new Error(`only ${count} of ${bytes.length} bytes fit into ${this.#path}`);
  }

  read(from: number): Buffer {
    // Most reads of a budget log find a few records, which fit into the buffer that all logs of this process use.
    const count = readSync(this.#descriptor, READ_BUFFER, 0, READ_BUFFER.length, from);
    if (count === 0) return NOTHING;
    if (count < READ_BUFFER.length) return READ_BUFFER.subarray(0, count);
    const rest = this.#readRest(from + count);
    return Buffer.concat([READ_BUFFER, ...rest]);
  }

  #readRest(from: number): readonly Buffer[] {
    const chunks: Buffer[] = [];
    for (let at = from; ; at += REST_BYTES) {
      // Filling the buffer with zeros would take longer than reading the few bytes that it usually holds.
      const chunk = Buffer.allocUnsafeSlow(REST_BYTES);
      const count = readSync(this.#descriptor, chunk, 0, REST_BYTES, at);
      chunks.push(chunk.subarray(0, count));
      if (count < REST_BYTES) return chunks;
    }
  }

  readSummary(): Buffer | undefined {
    try {
      const summary = openLog(`${this.#path}${SUMMARY}`, false, this.#owner);
      try {
        return summary?.read(0);
      } finally {
        summary?.close();
      }
    } catch {
      return undefined;
    }
  }

  saveSummary(bytes: Buffer, covered: number): void {
    const path = `${this.#path}${SUMMARY}`;
    // Processes that summarize the same bytes write the same summary, so one of them is enough.
    const written = `${path}-${covered}`;
    try {
      writeFileSync(written, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(written, path);
    } catch {
      // Without the summary the next process reads the whole log.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Removes the budgets of destinations that were not used for long, such as sandboxes that have ended. */
function removeOldDestinations(folder: string, home: string): void {
  const newest = statSync(home).mtimeMs;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const state = lstatSync(path, { throwIfNoEntry: false });
    if (state?.isDirectory() === true && state.mtimeMs < newest - DESTINATION_KEPT_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
