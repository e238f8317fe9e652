/**
 * Compacts partitions: the rows of several files become one file, and the ledger says which rows came from which source.
 * Rows are compared before the ledger changes, so that none is lost.
 */
import { ToolError } from '../core/errors.ts';
import { claimPartitions, endClaims, removeTemporary, temporaryPrefix } from './claims.ts';
import { guardDisk } from './disk-errors.ts';
import { type Duckdb, pathList } from './duckdb.ts';
import { lakePath } from './home.ts';
import type { LakePart, LakeSegment, LakeSource } from './ledger-records.ts';
import type { Lake } from './open-lake.ts';
import {
  columnList,
  type DraftPart,
  type PartMaker,
  placeDrafts,
  sortColumns,
  writeDraft,
} from './part-files.ts';
import { digestOf } from './recordings.ts';
import { retireFile } from './retired-files.ts';
import { type LakeTable, tableOf } from './tables.ts';

/** What became of a partition. */
export interface CompactedPartition {
  readonly partition: string;
  readonly outcome: 'compacted' | 'unchanged';
  /** The files before. */
  readonly parts: number;
  readonly rows: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly why: string;
}

/** The most times that the source changes in a compacted file; a file with more would make the ledger large. */
const SEGMENTS_MAX = 10_000;

/** The most names of sources that the metadata of a file list. */
const NAMES_MAX = 100;

/** Compacts a partition. Throws a ToolError of kind `storage` for a damaged file; the lake is then as it was. */
export function compactPartition(lake: Lake, partition: string): Promise<CompactedPartition> {
  return guardDisk(lake.home, () => compactClaimed(lake, partition));
}

async function compactClaimed(lake: Lake, partition: string): Promise<CompactedPartition> {
  const { home, ledger, duckdb } = lake;
  const owner = home.secretHex(8);
  try {
    await claimPartitions(home, ledger, [partition], owner);
    const { parts, sources } = await ledger.read((rows) => ({
      parts: rows.parts([partition]),
      sources: new Map(rows.sources().map((one) => [one.id, one])),
    }));
    if (parts.length < 2) return unchanged(partition, parts, '');
    for (const part of parts) assertUndamaged(lakePath(home, part.path), part);
    const maker = { home, duckdb, prefix: temporaryPrefix(home, owner) };
    const merged = await mergeParts(maker, parts, sources);
    if (merged === undefined)
      return unchanged(partition, parts, 'rows of different sources alternate too often');
    await ledger.setPending(partition, owner, [merged.part.path]);
    placeDrafts(home, [merged]);
    await ledger.replaceParts(partition, { removed: parts, added: [merged.part] }, owner);
    return {
      partition,
      outcome: 'compacted',
      parts: parts.length,
      rows: merged.part.rows,
      bytesBefore: bytesOf(parts),
      bytesAfter: merged.part.bytes,
      why: '',
    };
  } finally {
    removeTemporary(home, owner);
    await endClaims(home, ledger, owner, (path) => retireFile(home, path));
  }
}

/**
 * Splits compacted files into a file for each source, so that rows of one source can be compared and replaced. The owner must
 * have the claims of their partitions.
 */
export async function splitParts(lake: Lake, parts: readonly LakePart[], owner: string): Promise<void> {
  const { home, ledger, duckdb } = lake;
  const sources = await ledger.read((rows) => new Map(rows.sources().map((one) => [one.id, one])));
  const maker = { home, duckdb, prefix: temporaryPrefix(home, owner) };
  for (const part of parts) {
    const added = await splitPart(maker, part, sources);
    await ledger.setPending(
      part.partition,
      owner,
      added.map((one) => one.part.path),
    );
    placeDrafts(home, added);
    const change = { removed: [part], added: added.map((one) => one.part) };
    await ledger.replaceParts(part.partition, change, owner);
    retireFile(home, part.path);
  }
}

/** A file that was written under a temporary name, with the sources of its rows. */
interface SourcedDraft extends DraftPart {
  readonly part: LakePart;
}

/** Writes the rows of all files to one; undefined if their sources alternate too often. */
async function mergeParts(
  maker: PartMaker,
  parts: readonly LakePart[],
  sources: ReadonlyMap<number, LakeSource>,
): Promise<SourcedDraft | undefined> {
  const { home, duckdb } = maker;
  const [first] = parts;
  const { partition, product } = first!;
  const table = tableOf(first!.table, product);
  const labelled = parts.map((part) => `SELECT * FROM ${rowsWithSource(maker, table, part)}`);
  await duckdb.rows(`CREATE OR REPLACE TEMP TABLE merged AS ${labelled.join(' UNION ALL ')}`);
  try {
    const segments = await segmentsOf(duckdb, table);
    if (segments.length > SEGMENTS_MAX) return undefined;
    const about = {
      unit: parts.every(({ unit }) => unit === first!.unit) ? first!.unit : 'mixed',
      revision: Math.max(...parts.map(({ revision }) => revision)),
      source: namesOf(segments, sources),
    };
    const folder = { partition, table, series: { product } };
    const query = `SELECT ${columnList(table, 'm')} FROM merged m`;
    const draft = (await writeDraft(maker, folder, 'merged', query, about))!;
    await assertSameRows(duckdb, table, {
      before: parts.map(({ path }) => lakePath(home, path)),
      after: [draft.draft],
    });
    const part = {
      ...draft.part,
      source: segments[0]!.source,
      segments: segments.length === 1 ? [] : segments,
    };
    return { draft: draft.draft, part };
  } finally {
    await duckdb.rows('DROP TABLE merged');
  }
}

async function splitPart(
  maker: PartMaker,
  part: LakePart,
  sources: ReadonlyMap<number, LakeSource>,
): Promise<readonly SourcedDraft[]> {
  const table = tableOf(part.table, part.product);
  const from = rowsWithSource(maker, table, part);
  const drafts: SourcedDraft[] = [];
  for (const id of new Set(part.segments.map(({ source }) => source))) {
    const { name, revision } = sources.get(id)!;
    const query = `SELECT ${columnList(table, 'p')} FROM ${from} p WHERE p.source_id = ${id}`;
    const folder = { partition: part.partition, table, series: part };
    const about = { unit: part.unit, revision, source: name };
    const suffix = `${drafts.length}-of-${part.sha256.slice(0, 8)}`;
    const { draft, part: own } = (await writeDraft(maker, folder, suffix, query, about))!;
    drafts.push({ draft, part: { ...own, source: id } });
  }
  await assertSameRows(maker.duckdb, table, {
    before: [lakePath(maker.home, part.path)],
    after: drafts.map(({ draft }) => draft),
  });
  return drafts;
}

/** Returns the SQL of the rows of a file with a column `source_id`. */
function rowsWithSource({ home }: PartMaker, table: LakeTable, part: LakePart): string {
  const paths = pathList([lakePath(home, part.path)]);
  if (part.segments.length === 0) {
    return `(SELECT ${columnList(table, 'e')}, ${part.source} AS source_id
      FROM read_parquet(${paths}, hive_partitioning = false) e)`;
  }
  let row = 0;
  const starts = part.segments.map(({ source, rows }) => {
    row += rows;
    return `(${row - rows}, ${source})`;
  });
  return `(SELECT ${columnList(table, 'e')}, s.source AS source_id
    FROM read_parquet(${paths}, hive_partitioning = false, file_row_number = true) e
    ASOF JOIN (VALUES ${starts.join(', ')}) s(start, source) ON e.file_row_number >= s.start)`;
}

/** Returns the segments of the rows in `merged`, in the order that they have in a file. */
async function segmentsOf(duckdb: Duckdb, table: LakeTable): Promise<readonly LakeSegment[]> {
  const order = sortColumns(table).join(', ');
  const rows =
    await duckdb.rows(`SELECT source_id, count(*) AS rows, epoch_ms(min(t)) AS first, epoch_ms(max(t)) AS last
    FROM (SELECT source_id, "${table.time}" AS t, row_number() OVER (ORDER BY ${order}) AS place,
        row_number() OVER (PARTITION BY source_id ORDER BY ${order}) AS own_place FROM merged)
    GROUP BY source_id, place - own_place ORDER BY min(place) LIMIT ${SEGMENTS_MAX + 1}`);
  return rows.map((row) => ({
    source: Number(row['source_id']),
    rows: Number(row['rows']),
    firstMs: Number(row['first']),
    lastMs: Number(row['last']),
  }));
}

/** Throws unless two lists of files have the same rows, each as often, in any order. */
async function assertSameRows(
  duckdb: Duckdb,
  table: LakeTable,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  const [expected, found] = [await rowDigest(duckdb, table, before), await rowDigest(duckdb, table, after)];
  if (expected === found) return;
  throw new ToolError({
    kind: 'storage',
    message: `The rows of new files differ from those of the old ones: expected ${expected}, found ${found}.`,
    hint: 'Nothing has changed. bourse lake verify checks the files of the lake.',
  });
}

/** Returns the count of the rows and two sums of their hashes, which do not depend on the order of rows. */
async function rowDigest(duckdb: Duckdb, { columns }: LakeTable, paths: readonly string[]): Promise<string> {
  const list = columns.map(({ name }) => `"${name}"`).join(', ');
  const sums = ['first', 'second'].map((salt) => `sum(hash('${salt}', ${list}))::VARCHAR AS ${salt}`);
  const { rows, first, second } = await duckdb.row(
    `SELECT count(*) AS rows, ${sums.join(', ')} FROM read_parquet(${pathList(paths)}, hive_partitioning = false)`,
  );
  return `${String(rows)} rows ${String(first)} ${String(second)}`;
}

function namesOf(segments: readonly LakeSegment[], sources: ReadonlyMap<number, LakeSource>): string {
  const names = [...new Set(segments.map(({ source }) => sources.get(source)!.name))];
  const more = names.length > NAMES_MAX ? [`and ${names.length - NAMES_MAX} more`] : [];
  return [...names.slice(0, NAMES_MAX), ...more].join(', ');
}

function assertUndamaged(file: string, { path, sha256 }: LakePart): void {
  if (digestOf(file) === sha256) return;
  throw new ToolError({
    kind: 'storage',
    message: `The file ${path} of the lake is damaged.`,
    hint: 'Nothing has changed. bourse lake verify checks the files of the lake.',
  });
}

function unchanged(partition: string, parts: readonly LakePart[], why: string): CompactedPartition {
  const bytes = bytesOf(parts);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return {
    partition,
    outcome: 'unchanged',
    parts: parts.length,
    rows,
    bytesBefore: bytes,
    bytesAfter: bytes,
    why,
  };
}

function bytesOf(parts: readonly LakePart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
