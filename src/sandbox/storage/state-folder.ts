/**
 * The state folder: the saved seed, the addresses of the running sandbox, and the saved state of each seed. Its files
 * are readable by their owner only; the small ones are replaced atomically.
 */

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { INTERFACES, type Interface } from '../../catalogue/environments.ts';
import { HOSTS } from '../../catalogue/hosts.ts';
import { ToolError } from '../../core/errors.ts';
import { makePrivateFolder } from '../../store/folders.ts';
import { MARKET_MODELS, type MarketModel } from '../engine/market/symbol-model.ts';
import { type SandboxHosts, type SandboxIdentity, STATUS_PATH, TOKEN_HEADER } from '../identity.ts';
import { CHECKPOINT_ENDING, PREVIOUS_CHECKPOINT_ENDING } from './checkpoint/files.ts';
import { RECEIPT_ENDING } from './journal/receipt.ts';

/** The largest seed; seeds are integers from 0 on. */
export const SEED_MAX = 4_294_967_295;
/** The seed of a sandbox if no seed was saved. */
export const DEFAULT_SEED = 1;

/** The entry of a running sandbox, by which other commands find it. */
export interface PublishedSandbox extends SandboxIdentity {
  readonly seed: number;
  /** Unix ms. */
  readonly startedAt: number;
  readonly hosts: SandboxHosts;
  /** The interface (`document` or `today`) that the sandbox serves; `document` if absent. */
  readonly interface?: Interface;
}

const SEED_FILE = 'seed.json';
const RUNNING_FILE = 'running.json';
const JOURNAL_ENDING = '.journal';
/** The file name ending of the public view (see `public-view.ts`). */
const VIEW_ENDING = '.view';
/** File endings of checkpoints (see `checkpoint/files.ts`). */
const CHECKPOINT_ENDINGS = [
  CHECKPOINT_ENDING,
  PREVIOUS_CHECKPOINT_ENDING,
  `${CHECKPOINT_ENDING}.part`,
  '.pages',
];
/** How long a published sandbox may take to confirm its identity. */
const CONFIRM_TIMEOUT_MS = 2000;
/** The maximum size of a status answer; a real one is far shorter. */
const CONFIRM_BYTES_MAX = 4096;

/** Returns the saved seed, or the default one if none is saved. Writes nothing. Throws kind `storage`. */
export function savedSeed(folder: string): number {
  const path = join(folder, SEED_FILE);
  const text = readText(path);
  if (text === undefined) return DEFAULT_SEED;
  const seed = (parseJson(text) as { seed?: unknown } | null | undefined)?.seed;
  if (isSeed(seed)) return seed;
  throw storageError(`The file ${path} holds no seed from 0 to ${SEED_MAX}.`);
}

/**
 * Returns the market model that new states in a folder get, or undefined if none was chosen. Throws kind `storage`.
 */
export function newStateModel(folder: string): MarketModel | undefined {
  const text = readText(join(folder, SEED_FILE));
  const saved = text === undefined ? undefined : (parseJson(text) as { marketModel?: unknown } | null);
  return MARKET_MODELS.find((model) => model === saved?.marketModel);
}

/**
 * Saves the seed for later sandboxes, and the market model of new states, which stays as it is if omitted.
 * Throws a RangeError for an invalid seed, and kind `storage`.
 */
export function saveSeed(folder: string, seed: number, marketModel = newStateModel(folder)): void {
  if (!isSeed(seed)) throw new RangeError(`not a seed from 0 to ${SEED_MAX}: ${seed}`);
  writeFile(folder, SEED_FILE, JSON.stringify({ seed, marketModel }), 'replace');
}

/**
 * Publishes a running sandbox. Throws kind `refused` if another one is published (`findRunning` and `withdrawOthers`
 * remove the entry of an ended one), and kind `storage`.
 */
export function publish(folder: string, sandbox: PublishedSandbox): void {
  writeFile(folder, RUNNING_FILE, JSON.stringify(sandbox), 'exclusive');
}

/** Removes the published entry if it belongs to this instance. */
export function withdraw(folder: string, instance: string): void {
  if (readPublished(folder)?.instance === instance) rmSync(join(folder, RUNNING_FILE), { force: true });
}

/**
 * Removes the published entry of any sandbox. Only the holder of the folder's lock may call it, when no other
 * sandbox can run.
 */
export function withdrawOthers(folder: string): void {
  rmSync(join(folder, RUNNING_FILE), { force: true });
}

/**
 * Returns the published sandbox if it confirms its identity over HTTP, otherwise undefined. Removes an
 * outdated entry, whose process has ended, or whose port is closed or answered by another program. Keeps the
 * entry of a sandbox that does not answer in time, because it may be busy.
 */
export async function findRunning(
  folder: string,
  isAlive: (pid: number) => boolean,
): Promise<PublishedSandbox | undefined> {
  const published = readPublished(folder);
  if (published === undefined) return undefined;
  const status = isAlive(published.pid) ? await probePublished(published) : 'another';
  if (status === 'another') withdraw(folder, published.instance);
  return status === 'itself' ? published : undefined;
}

/** Removes the saved seed and all saved state. Throws kind `storage`. */
export function resetState(folder: string): void {
  try {
    rmSync(join(folder, SEED_FILE), { force: true });
    rmSync(join(folder, RUNNING_FILE), { force: true });
    for (const name of filesIn(folder)) if (isStateFile(name)) rmSync(join(folder, name), { force: true });
  } catch (cause) {
    throw storageError(`The files in ${folder} can't be removed.`, cause);
  }
}

/** Returns the path of the journal of a seed. */
export function journalPath(folder: string, seed: number): string {
  return `${statePath(folder, seed)}${JOURNAL_ENDING}`;
}

/**
 * Returns a text that changes with every change of the saved state of a seed: with its journal, and with the settings of
 * new states.
 */
export function stateVersion(folder: string, seed: number): string {
  const files = [journalPath(folder, seed), join(folder, SEED_FILE)];
  const parts = files.map((path) => {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? 'none' : [found.ino, found.size, found.mtimeNs].join('.');
  });
  return [seed, ...parts].join(' ');
}

/** Returns the beginning that the paths of all files of a seed have in common. */
export function statePath(folder: string, seed: number): string {
  return join(folder, `accounts-${seed}`);
}

/** Returns the path of the public view of a seed. */
export function viewPath(folder: string, seed: number): string {
  return `${statePath(folder, seed)}${VIEW_ENDING}`;
}

/** Returns whether checkpoint files of a seed exist, valid or not. */
export function hasCheckpoints(folder: string, seed: number): boolean {
  return [CHECKPOINT_ENDING, PREVIOUS_CHECKPOINT_ENDING].some((ending) =>
    existsSync(`${statePath(folder, seed)}${ending}`),
  );
}

function isStateFile(name: string): boolean {
  const endings = [
    JOURNAL_ENDING,
    `${JOURNAL_ENDING}${RECEIPT_ENDING}`,
    VIEW_ENDING,
    `${VIEW_ENDING}.part`,
    ...CHECKPOINT_ENDINGS,
  ];
  return name.startsWith('accounts-') && endings.some((ending) => name.endsWith(ending));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

/** Returns the published entry if it is complete and all its addresses are on loopback. */
function readPublished(folder: string): PublishedSandbox | undefined {
  const text = readText(join(folder, RUNNING_FILE));
  if (text === undefined) return undefined;
  const found = parseJson(text);
  if (isPublished(found)) return found;
  // A damaged entry is useless and would block a new one.
  rmSync(join(folder, RUNNING_FILE), { force: true });
  return undefined;
}

function isPublished(found: unknown): found is PublishedSandbox {
  if (typeof found !== 'object' || found === null) return false;
  const entry = found as Partial<Record<keyof PublishedSandbox, unknown>>;
  const hosts = entry.hosts as Record<string, unknown> | null | undefined;
  return (
    typeof entry.instance === 'string' &&
    typeof entry.token === 'string' &&
    /^[0-9a-f]{64}$/.test(entry.token) &&
    Number.isSafeInteger(entry.pid) &&
    (entry.pid as number) > 0 &&
    isSeed(entry.seed) &&
    Number.isSafeInteger(entry.startedAt) &&
    (entry.interface === undefined || (INTERFACES as readonly unknown[]).includes(entry.interface)) &&
    typeof hosts === 'object' &&
    hosts !== null &&
    HOSTS.every((host) => isLoopback(hosts[host.name]))
  );
}

function isLoopback(address: unknown): boolean {
  return typeof address === 'string' && /^(?:http|ws):\/\/127\.0\.0\.1:\d{1,5}(?:\/|$)/.test(address);
}

function isSeed(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= SEED_MAX;
}

/**
 * Requests the identity of the sandbox at the published address. The HTTP client is loaded only here, because
 * most runs do not need it.
 */
async function probePublished(published: PublishedSandbox): Promise<'itself' | 'another' | 'nobody yet'> {
  const { get } = await import('node:http');
  return new Promise((resolve) => {
    const deadline = AbortSignal.timeout(CONFIRM_TIMEOUT_MS);
    const options = { headers: { [TOKEN_HEADER]: published.token }, agent: false, signal: deadline };
    const request = get(`${published.hosts.spot}${STATUS_PATH}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > CONFIRM_BYTES_MAX) request.destroy();
      });
      response.on('end', () => {
        const isItself = response.statusCode === 200 && isSameInstance(text, published);
        resolve(isItself ? 'itself' : 'another');
      });
      response.on('close', () => resolve(deadline.aborted ? 'nobody yet' : 'another'));
      response.on('error', () => {});
    });
    request.on('error', () => resolve(deadline.aborted ? 'nobody yet' : 'another'));
  });
}

function isSameInstance(text: string, { instance, pid }: PublishedSandbox): boolean {
  const status = parseJson(text) as { instance?: unknown; pid?: unknown } | null | undefined;
  return status?.instance === instance && status.pid === pid;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw storageError(`The file ${path} can't be read.`, cause);
  }
}

/** Returns the JSON value, or undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a temporary file and renames it, so that readers see either the old or the complete new text. */
function writeFile(folder: string, name: string, text: string, mode: 'replace' | 'exclusive'): void {
  const path = join(folder, name);
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    makePrivateFolder(folder);
    chmodSync(folder, 0o700);
    writeFileSync(temporaryPath, text, { mode: 0o600, flag: 'wx', flush: true });
    if (mode === 'replace') renameSync(temporaryPath, path);
    else linkSync(temporaryPath, path);
  } catch (cause) {
    if (mode === 'exclusive' && (cause as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new ToolError({
        kind: 'refused',
        message: 'A sandbox is already running.',
        hint: 'Use it (bourse sandbox status prints its addresses), or stop it first.',
        cause,
      });
    }
    throw storageError(`The file ${path} can't be written.`, cause);
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

function storageError(message: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message,
    hint: 'Check the folder and its permissions; bourse sandbox reset starts over.',
    cause,
  });
}
