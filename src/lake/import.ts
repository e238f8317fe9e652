/** Imports a file: its rows are checked, compared with those of the lake, and entered in the ledger in one transaction. */
import { ToolError } from '../core/errors.ts';
import { claimPartitions, endClaims, removeTemporary, temporaryPrefix } from './claims.ts';
import { splitParts } from './compact.ts';
import { guardDisk } from './disk-errors.ts';
import { type LakeHome, lakePath } from './home.ts';
import {
  type AskedSpan,
  type LakePart,
  type LakeSource,
  type LakeSpan,
  replacesByName,
} from './ledger-records.ts';
import type { LakeRows } from './ledger-rows.ts';
import type { Lake } from './open-lake.ts';
import {
  type ExistingPart,
  makeParts,
  type PartitionChange,
  placeDrafts,
  RowConflict,
  spansOf,
} from './part-files.ts';
import type { ImportSource, TableRow } from './sources.ts';
import { type StagedPartition, Staging, stagePlain } from './staging.ts';
import { tableOf } from './tables.ts';

export interface ImportOptions {
  /** Whether a file is imported although its checksum is another; the ledger has both sums. */
  readonly acceptsMismatch: boolean;
}

/** What became of a file. */
export interface ImportResult {
  readonly file: string;
  readonly outcome: 'imported' | 'already-imported' | 'checksum-mismatch' | 'conflict' | 'refused';
  /** Rows that were added. */
  readonly rows: number;
  /** Rows that were there already or twice in the file. */
  readonly repeated: number;
  /** Rows of other files that these took the place of. */
  readonly corrected: number;
  /** Rows that were left out, because a better source has others. */
  readonly outranked: number;
  /** Rows that differ from those of an equally good source, which were kept. */
  readonly conflicts: number;
  readonly parts: number;
  readonly revision: number;
  /** The reason of a refusal, and what else is worth knowing; empty for nothing. */
  readonly why: string;
}

const NOTHING = { rows: 0, repeated: 0, corrected: 0, outranked: 0, conflicts: 0, parts: 0 };

/**
 * Imports one file. A file that cannot be trusted is refused: the ledger names it, and the result the reason. Throws a
 * ToolError of kind `storage` if files or ledger cannot be written; the lake is then as it was.
 */
export function importSource(
  lake: Lake,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportResult> {
  return guardDisk(lake.home, () => importChecked(lake, source, options));
}

async function importChecked(
  lake: Lake,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { home, ledger } = lake;
  const earlier = await ledger.read((rows) => rows.sourcesNamed(source.product, source.name));
  const same = earlier.findLast(({ sha256, outcome }) => sha256 === source.sha256 && outcome === 'imported');
  const revisions = earlier.filter(({ outcome }) => outcome === 'imported' || outcome === 'replaced');
  const newest = replacesByName(source.origin) ? revisions.at(-1) : undefined;
  const revision = same?.revision ?? (newest === undefined ? 1 : newest.revision + 1);
  if (same !== undefined && !same.needsReading) {
    return { ...NOTHING, file: source.name, outcome: 'already-imported', revision, why: '' };
  }
  if (source.mismatch !== undefined && !options.acceptsMismatch) {
    const why = `the checksum does not match: ${source.mismatch}`;
    return refuse(lake, source, 'checksum-mismatch', revision, why);
  }
  const owner = home.secretHex(8);
  try {
    const { staged, openCandles } = await stageSource(home, source, owner);
    if (staged.length === 0) {
      const why = openCandles > 0 ? 'its only candle is still open' : 'the file has no rows';
      return await refuse(lake, source, 'refused', revision, why);
    }
    const notes = notesOn(source, openCandles, newest);
    const facts = { revision, why: notes.join('; ') };
    return await importStaged(lake, source, staged, { ...facts, owner });
  } catch (error) {
    if (error instanceof RowConflict) return await refuse(lake, source, 'conflict', revision, error.message);
    if (error instanceof ToolError && error.kind === 'usage') {
      return await refuse(lake, source, 'refused', revision, error.message);
    }
    throw error;
  } finally {
    removeTemporary(home, owner);
    await endClaims(home, ledger, owner);
  }
}

/**
 * Stages the rows of a source, and counts the candles that are still open and left out. The caller removes the temporary files of
 * the owner. Throws a usage error that names row and column for a value that its column cannot hold exactly.
 */
export async function stageSource(
  home: LakeHome,
  source: ImportSource,
  owner: string,
): Promise<{ readonly staged: readonly StagedPartition[]; readonly openCandles: number }> {
  const prefix = temporaryPrefix(home, owner);
  const plain = source.plain?.(home.clock.now());
  if (plain !== undefined) {
    const about = { series: source, table: tableOf(source.table, source.product) };
    return { staged: stagePlain(home, prefix, plain.bytes, plain.file, about), openCandles: 0 };
  }
  const staging = new Staging(home, source.name, prefix);
  const { openCandles } = await stageRows(home, source, staging);
  return { staged: staging.finish(), openCandles };
}

function notesOn(
  { mismatch, sha256 }: ImportSource,
  openCandles: number,
  newest: LakeSource | undefined,
): readonly string[] {
  const isReplacing = newest !== undefined && newest.sha256 !== sha256;
  return [
    ...(mismatch === undefined ? [] : [`the checksum does not match: ${mismatch}`]),
    ...(openCandles === 0 ? [] : ['the candle that is still open was left out']),
    ...(isReplacing ? [`replaces the content ${newest.sha256.slice(0, 16)}`] : []),
  ];
}

/** Stages the rows of a source. The last candle is left out while it is still open. */
async function stageRows(home: LakeHome, source: ImportSource, staging: Staging) {
  const now = home.clock.now();
  let openCandles = 0;
  const stage = ({ series, table, row }: TableRow) => {
    if (source.spanMs !== undefined && row.timeMs + source.spanMs > now) openCandles += 1;
    else staging.add(series, table, row);
  };
  const rows = source.rows();
  // Waiting for each row of a file that is in memory would take longer than all else.
  if (Symbol.iterator in rows) for (const row of rows) stage(row);
  else for await (const row of rows) stage(row);
  return { openCandles };
}

export interface StagedImport {
  readonly owner: string;
  readonly revision: number;
  readonly why: string;
  readonly asked?: AskedSpan | undefined;
}

/** Compares staged rows with those of the lake and enters them. The caller removes temporary files and ends the claims. */
export async function importStaged(
  { home, ledger, duckdb }: Lake,
  source: Omit<ImportSource, 'rows'>,
  staged: readonly StagedPartition[],
  { owner, revision, why, asked }: StagedImport,
): Promise<ImportResult> {
  const partitions = await claimAll({ home, ledger }, source, staged, owner);
  await splitMixed({ home, ledger, duckdb }, source, staged, { partitions, owner });
  const retired = await ledger.read((rows) => retiredParts(rows, source));
  const existing = await ledger.read((rows) => existingParts(rows, partitions, retired));
  const maker = { home, duckdb, prefix: temporaryPrefix(home, owner) };
  const changes: PartitionChange[] = [];
  for (const one of staged) {
    const parts = existing.filter(({ part }) => part.partition === one.partition);
    await ledger.renew(owner);
    changes.push(await makeParts(maker, one, { ...source, revision }, parts));
  }
  const emptied = partitions.filter((name) => !staged.some(({ partition }) => partition === name));
  const left: LakeSpan[] = [];
  for (const partition of emptied) {
    const paths = existing.filter(({ part }) => part.partition === partition).map(({ part }) => part.path);
    const folder = { series: source, table: tableOf(source.table, source.product), partition };
    left.push(
      ...(await spansOf(
        duckdb,
        folder,
        paths.map((path) => lakePath(home, path)),
      )),
    );
  }
  const drafts = changes.flatMap(({ added, rewritten }) => [
    ...added,
    ...rewritten.flatMap(({ to }) => (to === undefined ? [] : [to])),
  ]);
  for (const { partition } of changes) {
    const own = drafts.filter(({ part }) => part.partition === partition);
    await ledger.setPending(
      partition,
      owner,
      own.map(({ part }) => part.path),
    );
  }
  placeDrafts(home, drafts);
  const overridden = changes.flatMap(({ rewritten }) => rewritten.map(({ from }) => from));
  await ledger.commit(
    {
      source: sourceFacts(home, source, coveredBy(staged), { outcome: 'imported', revision, why }),
      removed: [...retired, ...overridden],
      added: changes.flatMap(({ added }) => added.map(({ part }) => part)),
      rewritten: changes.flatMap(({ rewritten }) => rewritten.flatMap(withSource)),
      partitions,
      spans: [...left, ...changes.flatMap(({ spans }) => spans)],
      asked,
    },
    owner,
  );
  const sum = (name: 'rows' | 'repeated' | 'corrected' | 'outranked' | 'conflicts') =>
    changes.reduce((total, change) => total + change[name], 0);
  return {
    file: source.name,
    outcome: 'imported',
    rows: sum('rows'),
    repeated: sum('repeated'),
    corrected: sum('corrected'),
    outranked: sum('outranked'),
    conflicts: sum('conflicts'),
    parts: drafts.length,
    revision,
    why,
  };
}

/**
 * Claims the partitions of the staged rows and of the files that the source replaces. Those may change while this process
 * waits for a claim, and then it claims again.
 */
async function claimAll(
  { home, ledger }: Pick<Lake, 'home' | 'ledger'>,
  source: Omit<ImportSource, 'rows'>,
  staged: readonly StagedPartition[],
  owner: string,
) {
  for (;;) {
    const before = await ledger.read((rows) => retiredParts(rows, source));
    const partitions = [...new Set([...staged, ...before].map(({ partition }) => partition))].sort();
    await claimPartitions(home, ledger, partitions, owner);
    const retired = await ledger.read((rows) => retiredParts(rows, source));
    if (retired.every(({ partition }) => partitions.includes(partition))) return partitions;
    await endClaims(home, ledger, owner);
  }
}

/** Splits the compacted files whose rows may have to be compared with the new ones, or replaced. */
async function splitMixed(
  lake: Lake,
  source: Omit<ImportSource, 'rows'>,
  staged: readonly StagedPartition[],
  { partitions, owner }: { readonly partitions: readonly string[]; readonly owner: string },
): Promise<void> {
  const mixed = await lake.ledger.read((rows) => {
    const compacted = rows.parts(partitions).filter(({ segments }) => segments.length > 0);
    if (compacted.length === 0) return [];
    const retired = new Set(retiredParts(rows, source).map(({ path }) => path));
    const symbols = new Map(rows.sources().map(({ id, symbol }) => [id, symbol]));
    return compacted.filter(
      (part) => retired.has(part.path) || staged.some((one) => overlaps(part, one, symbols)),
    );
  });
  if (mixed.length > 0) await splitParts(lake, mixed, owner);
}

/** Returns whether new rows may have the keys of rows in a compacted file. */
function overlaps(
  { partition, table, segments }: LakePart,
  staged: StagedPartition,
  symbols: ReadonlyMap<number, string>,
): boolean {
  if (partition !== staged.partition) return false;
  return segments.some(
    ({ source, firstMs, lastMs }) =>
      firstMs <= staged.lastMs &&
      lastMs >= staged.firstMs &&
      // Funding rates of all symbols are in one folder.
      (table !== 'funding' || symbols.get(source) === staged.series.symbol),
  );
}

/** Returns the files with rows of earlier contents by the same name; recordings and answers of the API replace none. */
function retiredParts(
  rows: LakeRows,
  { product, name, sha256, origin }: Omit<ImportSource, 'rows'>,
): readonly LakePart[] {
  if (!replacesByName(origin)) return [];
  return rows
    .sourcesNamed(product, name)
    .filter((one) => one.sha256 !== sha256)
    .flatMap(({ id }) => rows.partsOfSource(id));
}

function existingParts(
  rows: LakeRows,
  partitions: readonly string[],
  retired: readonly LakePart[],
): readonly ExistingPart[] {
  const sources = new Map(rows.sources().map((one) => [one.id, one]));
  return rows
    .parts(partitions)
    .filter(({ path }) => !retired.some((one) => one.path === path))
    .map((part) => {
      const { origin, name } = sources.get(part.source)!;
      return { part, origin, sourceName: name };
    });
}

function coveredBy(staged: readonly StagedPartition[]) {
  const from = Math.min(...staged.map(({ firstMs }) => firstMs));
  return { from, to: Math.max(...staged.map(({ lastMs }) => lastMs)) + 1 };
}

/** Returns a part that replaces another, with the source of that one. */
function withSource({ from, to }: PartitionChange['rewritten'][number]): readonly LakePart[] {
  return to === undefined ? [] : [{ ...to.part, source: from.source }];
}

function sourceFacts(
  home: LakeHome,
  source: Omit<ImportSource, 'rows'>,
  covers: { readonly from: number; readonly to: number },
  about: Pick<LakeSource, 'revision' | 'why' | 'outcome'>,
): Omit<LakeSource, 'id'> {
  const { name, sha256, origin, table, product, symbol, interval, spanMs } = source;
  const { from, to } = source.covers ?? covers;
  const series = { table, product, symbol, interval };
  return {
    ...series,
    name,
    sha256,
    origin,
    spanMs,
    from,
    to,
    needsReading: false,
    at: home.clock.now(),
    ...about,
  };
}

async function refuse(
  { home, ledger }: Lake,
  source: ImportSource,
  outcome: 'checksum-mismatch' | 'conflict' | 'refused',
  revision: number,
  why: string,
): Promise<ImportResult> {
  await ledger.refuse(sourceFacts(home, source, { from: 0, to: 0 }, { outcome, revision, why }));
  return { ...NOTHING, file: source.name, outcome, revision, why };
}
