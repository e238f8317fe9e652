/**
 * Snapshots: states of the lake that stay readable. Each file of a snapshot gets a second name below snapshots/, which takes
 * no room, so that it stays when an import or a compaction removes its first name.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, linkSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolError, usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { makePrivateFolder, mayExist, syncFolder } from '../store/folders.ts';
import { claimPartitions, endClaims, removeTemporary, temporaryPrefix } from './claims.ts';
import { guardDisk } from './disk-errors.ts';
import { type LakeHome, lakePath } from './home.ts';
import { type LakeLedger, SNAPSHOTS, snapshotPath } from './ledger.ts';
import type { LakePart, SnapshotRecord } from './ledger-records.ts';
import type { LakeRows } from './ledger-rows.ts';
import { type Hole, lakeStatus } from './status.ts';

/** A snapshot in numbers. */
export interface SnapshotSummary {
  readonly id: string;
  /** When it was made, Unix ms. */
  readonly at: number;
  readonly parts: number;
  readonly rows: number;
  readonly bytes: number;
  /** The bytes of files that the lake itself no longer has. */
  readonly keptBytes: number;
}

/** The files that a query reads, and what is missing in them. */
export interface LakeContent {
  /** The folder below which the files are. */
  readonly home: LakeHome;
  readonly parts: readonly LakePart[];
  readonly holes: readonly Hole[];
}

/** How much of the digest is the id. */
const ID_DIGITS = 16;

/** How often the files are listed again because other processes removed some of them meanwhile. */
const ATTEMPTS_MAX = 5;

/** Returns what the lake has now, or had at a snapshot. Throws a usage error for a snapshot that does not exist. */
export function contentOf(home: LakeHome, rows: LakeRows, at: string | undefined): LakeContent {
  if (at === undefined) {
    return { home, parts: rows.parts(), holes: lakeStatus(rows, home.clock.now()).holes };
  }
  const { id, holes } = findSnapshot(rows, at);
  return {
    home: { ...home, folder: lakePath(home, SNAPSHOTS) },
    parts: rows.snapshotParts(id),
    holes: JSON.parse(holes) as readonly Hole[],
  };
}

/** Returns the snapshot of an id or of its first digits. Throws a usage error unless there is exactly one. */
export function findSnapshot(rows: LakeRows, typed: string): SnapshotRecord {
  const found = rows.snapshots().filter(({ id }) => /^[0-9a-f]{4,}$/.test(typed) && id.startsWith(typed));
  if (found.length === 1) return found[0]!;
  throw usageError(
    `Expected the id of a snapshot, found "${safeText(typed.slice(0, 40))}"${found.length > 1 ? `, with which ${found.length} ids begin` : ''}.`,
    'bourse lake snapshot list lists them.',
  );
}

/** Returns all snapshots, oldest first. */
export function listSnapshots(rows: LakeRows): readonly SnapshotSummary[] {
  const current = new Set(rows.parts().map(({ path }) => path));
  return rows.snapshots().map((record) => summaryOf(record, rows.snapshotParts(record.id), current));
}

/** Makes a snapshot of what the lake has now; returns the one that there is of the same files. */
export function createSnapshot(home: LakeHome, ledger: LakeLedger): Promise<SnapshotSummary> {
  return guardDisk(home, () => createClaimed(home, ledger));
}

async function createClaimed(home: LakeHome, ledger: LakeLedger): Promise<SnapshotSummary> {
  const owner = home.secretHex(8);
  try {
    await claimPartitions(home, ledger, [SNAPSHOTS], owner);
    for (let attempt = 1; ; attempt += 1) {
      const summary = await tryCreate(home, ledger, owner);
      if (summary !== undefined) return summary;
      if (attempt === ATTEMPTS_MAX) throw changingError();
    }
  } finally {
    removeTemporary(home, owner);
    await endClaims(home, ledger, owner);
  }
}

/** Removes a snapshot and the files that nothing else needs. */
export async function removeSnapshot(home: LakeHome, ledger: LakeLedger, id: string): Promise<void> {
  const owner = home.secretHex(8);
  try {
    await claimPartitions(home, ledger, [SNAPSHOTS], owner);
    await ledger.removeSnapshot(id, owner);
  } finally {
    await endClaims(home, ledger, owner);
  }
}

/** Returns undefined if another process removed a file of the list before it got its second name. */
async function tryCreate(
  home: LakeHome,
  ledger: LakeLedger,
  owner: string,
): Promise<SnapshotSummary | undefined> {
  const { parts, holes, snapshots, named } = await ledger.read((rows) => ({
    parts: rows.parts(),
    holes: lakeStatus(rows, home.clock.now()).holes,
    snapshots: rows.snapshots(),
    named: new Set(rows.snapshotFiles().map(({ path }) => path)),
  }));
  const current = new Set(parts.map(({ path }) => path));
  const id = digestOfParts(parts);
  const existing = snapshots.find((one) => one.id === id);
  if (existing !== undefined) return summaryOf(existing, parts, current);
  const added = parts.filter(({ path }) => !named.has(path));
  await ledger.setPending(SNAPSHOTS, owner, added.map(snapshotPath));
  const folders = new Set<string>();
  for (const [index, part] of added.entries()) {
    const draft = lakePath(home, `${temporaryPrefix(home, owner)}-${index}.tmp`);
    if (!addName(home, part, draft)) return undefined;
    folders.add(dirname(lakePath(home, snapshotPath(part))));
  }
  for (const folder of folders) syncFolder(folder);
  const record = { id, at: home.clock.now(), holes: JSON.stringify(holes) };
  await ledger.addSnapshot(record, parts, owner);
  return summaryOf(record, parts, current);
}

/** Gives a file its name below snapshots/, or copies it where the file system has no second names. */
function addName(home: LakeHome, part: LakePart, draft: string): boolean {
  const [from, to] = [lakePath(home, part.path), lakePath(home, snapshotPath(part))];
  const found = statSync(from, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.size !== part.bytes) throw damagedError(part);
  if (mayExist(to)) return true;
  try {
    makePrivateFolder(dirname(to));
    link(from, to, draft);
    return true;
  } catch (cause) {
    const { code = 'error' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new ToolError({
      kind: 'storage',
      message: `The snapshot could not be made: ${code} for ${part.path}.`,
      hint: 'Nothing has changed. Free disk space, or check the permissions of the folder.',
      cause,
    });
  }
}

/** The codes of file systems without second names for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function link(from: string, to: string, draft: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, draft);
    renameSync(draft, to);
  }
}

function digestOfParts(parts: readonly LakePart[]): string {
  const digest = createHash('sha256');
  for (const { path, sha256 } of parts) digest.update(`${path} ${sha256}\n`);
  return digest.digest('hex').slice(0, ID_DIGITS);
}

function summaryOf(
  { id, at }: SnapshotRecord,
  parts: readonly LakePart[],
  current: ReadonlySet<string>,
): SnapshotSummary {
  const sum = (list: readonly LakePart[], name: 'rows' | 'bytes') =>
    list.reduce((total, part) => total + part[name], 0);
  const kept = parts.filter(({ path }) => !current.has(path));
  return {
    id,
    at,
    parts: parts.length,
    rows: sum(parts, 'rows'),
    bytes: sum(parts, 'bytes'),
    keptBytes: sum(kept, 'bytes'),
  };
}

function damagedError({ path }: LakePart): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The file ${path} of the lake is damaged.`,
    hint: 'bourse lake verify checks the files of the lake.',
  });
}

function changingError(): ToolError {
  return new ToolError({
    kind: 'storage',
    message: 'Other processes replaced files of the lake while the snapshot was made.',
    hint: 'Run the command again.',
    retryable: true,
  });
}
