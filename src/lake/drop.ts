/** Removes series from a lake, or damaged files, so that their sources can be imported again. */
import { copyFileSync, renameSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolError } from '../core/errors.ts';
import { makePrivateFolder, syncFolder } from '../store/folders.ts';
import { endClaims, hostName, removeTemporary, temporaryPrefix } from './claims.ts';
import { splitParts } from './compact.ts';
import { guardDisk } from './disk-errors.ts';
import { type LakeHome, lakePath } from './home.ts';
import { snapshotPath } from './ledger.ts';
import type { Claim, LakePart, LakeSource } from './ledger-records.ts';
import type { LakeRows } from './ledger-rows.ts';
import type { Lake } from './open-lake.ts';
import { spansOf, syncFile } from './part-files.ts';
import { isSelected, type LakeSelection, partitionFacts } from './selection.ts';
import { type Series, type TableName, tableOf } from './tables.ts';
import { fileFault } from './verify.ts';

/** What a drop removes. */
export interface DropPlan {
  readonly series: readonly Series[];
  /** The files with rows of these series, and those that hold rows of others too. */
  readonly parts: readonly LakePart[];
  readonly shared: readonly LakePart[];
  readonly rows: number;
  readonly bytes: number;
  /** The bytes of these files that snapshots keep. */
  readonly keptBytes: number;
}

/** A file that is missing or has other bytes than the ledger says. */
export interface DamagedPart {
  readonly part: LakePart;
  readonly fault: string;
  /** Whether a snapshot has the file undamaged. */
  readonly isInSnapshot: boolean;
}

/**
 * Returns what a drop of a selection removes. Throws kind `storage` while another process than the owner writes to any of it.
 */
export function planDrop(rows: LakeRows, selection: LakeSelection, owner?: string): DropPlan {
  refuseClaimed(rows.claims(), selection, owner);
  const sources = new Map(rows.sources().map((one) => [one.id, one]));
  const isOwn = (series: Series) => isSelectedSeries(series, selection);
  const kept = new Set(rows.snapshotFiles().map(({ path }) => path));
  const shares = rows
    .parts()
    .filter((part) => isSelected(part, selection))
    .map((part) => ({ part, ...rowsOf(part, sources, selection) }))
    .filter(({ own }) => own > 0);
  const series = [...rows.sources(), ...rows.spans()].filter(isOwn);
  const sum = (count: (share: (typeof shares)[number]) => number) =>
    shares.reduce((total, share) => total + count(share), 0);
  return {
    series: [...new Map(series.map((one) => [seriesKey(one), plainSeries(one)])).values()],
    parts: shares.map(({ part }) => part),
    shared: shares.filter(({ own, all }) => own < all).map(({ part }) => part),
    rows: sum(({ own }) => own),
    bytes: sum(({ part, own, all }) => Math.round((part.bytes * own) / all)),
    keptBytes: sum(({ part }) => (kept.has(part.path) ? part.bytes : 0)),
  };
}

/** Removes what a plan says. Throws kind `storage` if the lake has changed since, or another process writes to it. */
export function dropSeries(lake: Lake, selection: LakeSelection, plan: DropPlan): Promise<void> {
  return guardDisk(lake.home, () => dropClaimed(lake, selection, plan));
}

async function dropClaimed(lake: Lake, selection: LakeSelection, plan: DropPlan): Promise<void> {
  const { home, ledger } = lake;
  const owner = home.secretHex(8);
  const partitions = [...new Set(plan.parts.map(({ partition }) => partition))].sort();
  try {
    await claimAtOnce(lake, partitions, owner);
    const now = await ledger.read((rows) => planDrop(rows, selection, owner));
    if (now.rows !== plan.rows || now.parts.some(({ partition }) => !partitions.includes(partition))) {
      throw new ToolError({
        kind: 'storage',
        message: 'Another process has changed these series meanwhile.',
        hint: 'Nothing was removed. Run the command again.',
        retryable: true,
      });
    }
    await splitParts(lake, now.shared, owner);
    const { series, parts } = await ledger.read((rows) => planDrop(rows, selection, owner));
    await ledger.dropSeries({ series, parts, partitions }, owner);
  } finally {
    removeTemporary(home, owner);
    await endClaims(home, ledger, owner);
    for (const partition of partitions) removeEmptyFolders(home, partition);
  }
}

/** Returns the files of a selection that are missing or damaged. */
export function findDamaged(
  home: LakeHome,
  rows: LakeRows,
  selection: LakeSelection,
): readonly DamagedPart[] {
  refuseClaimed(rows.claims(), selection);
  return rows
    .parts()
    .filter((part) => isSelected(part, selection))
    .flatMap((part) => {
      const fault = fileFault(lakePath(home, part.path), part, true);
      if (fault === undefined) return [];
      return [{ part, fault, isInSnapshot: snapshotFault(home, part) === undefined }];
    });
}

function snapshotFault(home: LakeHome, part: LakePart): string | undefined {
  return fileFault(lakePath(home, snapshotPath(part)), part, true);
}

/**
 * Restores damaged files that a snapshot has undamaged, and removes the others from the lake. The ledger then lacks their rows: the files that they came from are read again when they
 * are imported, and rows of the API are asked for again.
 */
export function dropDamaged(lake: Lake, damaged: readonly DamagedPart[]): Promise<void> {
  return guardDisk(lake.home, () => dropDamagedClaimed(lake, damaged));
}

async function dropDamagedClaimed(lake: Lake, damaged: readonly DamagedPart[]): Promise<void> {
  const { home, ledger, duckdb } = lake;
  const owner = home.secretHex(8);
  const partitions = [...new Set(damaged.map(({ part }) => part.partition))].sort();
  try {
    await claimAtOnce(lake, partitions, owner);
    for (const partition of partitions) {
      const current = await ledger.read((rows) => rows.parts([partition]));
      // Another process may have replaced some since they were found.
      const here = damaged.filter(({ part }) => current.some(({ path }) => path === part.path));
      for (const one of here) if (one.isInSnapshot) restorePart(home, one.part, owner);
      const own = here.filter(({ isInSnapshot }) => !isInSnapshot).map(({ part }) => part);
      if (own.length === 0) continue;
      const left = current.filter(({ path }) => !own.some((one) => one.path === path));
      const [first] = own;
      const folder = { series: seriesOf(first!), table: tableOf(first!.table, first!.product), partition };
      const paths = left.map(({ path }) => lakePath(home, path));
      const spans = await spansOf(duckdb, folder, paths);
      await ledger.dropDamaged({ partition, parts: own, spans }, owner);
    }
  } finally {
    removeTemporary(home, owner);
    await endClaims(home, ledger, owner);
    for (const partition of partitions) removeEmptyFolders(home, partition);
  }
}

/** Puts a copy of the file of a snapshot in place of a damaged one. */
function restorePart(home: LakeHome, part: LakePart, owner: string): void {
  const draft = lakePath(home, `${temporaryPrefix(home, owner)}-restored.tmp`);
  copyFileSync(lakePath(home, snapshotPath(part)), draft);
  syncFile(draft);
  const path = lakePath(home, part.path);
  makePrivateFolder(dirname(path));
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Claims partitions without waiting for other processes. */
async function claimAtOnce({ ledger }: Lake, partitions: readonly string[], owner: string): Promise<void> {
  const taken = await ledger.claim(partitions, owner, hostName());
  if (taken !== undefined) throw claimedError(taken);
}

function refuseClaimed(claims: readonly Claim[], selection: LakeSelection, owner?: string): void {
  const others = claims.filter((one) => one.owner !== owner);
  const taken = others.find(({ partition }) => {
    const [, table, product] = /^(\w+)\/product=(\w+)\//.exec(partition) ?? [];
    if (table === undefined) return false;
    return isSelected(
      { table: table as TableName, product: product as LakePart['product'], partition },
      selection,
    );
  });
  if (taken !== undefined) throw claimedError(taken);
}

function claimedError({ partition, pid, host }: Claim): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `Process ${pid} on ${host} writes to ${partition}.`,
    hint: 'Nothing was removed. Run the command again when that process is done.',
    retryable: true,
  });
}

function rowsOf(
  part: LakePart,
  sources: ReadonlyMap<number, LakeSource>,
  { symbols }: LakeSelection,
): { readonly own: number; readonly all: number } {
  if (
    partitionFacts(part.partition).symbol !== undefined ||
    symbols === undefined ||
    part.table === 'messages'
  ) {
    return { own: part.rows, all: part.rows };
  }
  const segments = part.segments.length === 0 ? [part] : part.segments;
  const own = segments.filter(({ source }) => symbols.includes(sources.get(source)?.symbol ?? ''));
  return { own: own.reduce((sum, { rows }) => sum + rows, 0), all: part.rows };
}

/** Returns the series of a file by its folder, which says no symbol where it has the rows of all. */
function seriesOf({ table, product, partition }: LakePart): Series {
  const { symbol = '', interval } = partitionFacts(partition);
  return { table, product, symbol, interval };
}

function isSelectedSeries({ table, product, symbol, interval }: Series, selection: LakeSelection): boolean {
  return (
    (selection.table ?? table) === table &&
    (selection.product ?? product) === product &&
    (selection.interval ?? interval) === interval &&
    (selection.symbols === undefined || selection.symbols.includes(symbol))
  );
}

function seriesKey({ table, product, symbol, interval }: Series): string {
  return [table, product, symbol, interval].join(' ');
}

function plainSeries({ table, product, symbol, interval }: Series): Series {
  return { table, product, symbol, interval };
}

/** Removes the folder of a partition and those above it, up to that of the lake, that are empty. */
function removeEmptyFolders(home: LakeHome, partition: string): void {
  for (let folder = partition; folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(lakePath(home, folder));
    } catch {
      // It has files, or does not exist.
      return;
    }
  }
}
