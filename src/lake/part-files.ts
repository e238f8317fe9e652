/** Makes Parquet files from staged rows: rows that are already there are left out, and files that hold worse rows rewritten. */
import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import { ToolError } from '../core/errors.ts';
import { makePrivateFolder, syncFolder } from '../store/folders.ts';
import { type Duckdb, type DuckdbRow, literal, pathList } from './duckdb.ts';
import { type LakeHome, lakePath } from './home.ts';
import { type LakePart, type LakeSpan, ORIGINS, type SourceOrigin } from './ledger-records.ts';
import type { PlainRun } from './plain-csv.ts';
import { digestOf } from './recordings.ts';
import { readStaged, type StagedPartition, selectLines } from './staging.ts';
import { type LakeColumn, type LakeTable, type Series, SQL_TYPES } from './tables.ts';

/** The version of the columns and types of all tables, which each file names. */
const FORMAT_VERSION = '1';

/** How much of a digest is the name of a file. */
const NAME_DIGITS = 16;

/** A file that is part of the lake now, and what the new rows are compared with it for. */
export interface ExistingPart {
  readonly part: LakePart;
  readonly origin: SourceOrigin;
  readonly sourceName: string;
}

/** What is known of the source of new rows. */
export interface NewRows {
  readonly origin: SourceOrigin;
  readonly name: string;
  readonly sha256: string;
  readonly revision: number;
}

/** A file that was written under a temporary name. */
export interface DraftPart {
  readonly draft: string;
  readonly part: Omit<LakePart, 'source'>;
}

/** What the rows of a source change in a partition. */
export interface PartitionChange {
  readonly partition: string;
  readonly added: readonly DraftPart[];
  readonly rewritten: readonly { readonly from: LakePart; readonly to: DraftPart | undefined }[];
  readonly spans: readonly LakeSpan[];
  /** Rows that are new, that were there already, that took the place of others, and that lost to others. */
  readonly rows: number;
  readonly repeated: number;
  readonly corrected: number;
  readonly outranked: number;
  readonly conflicts: number;
}

export interface PartMaker {
  readonly home: LakeHome;
  readonly duckdb: Duckdb;
  /** The beginning of the names of temporary files. */
  readonly prefix: string;
}

/**
 * Compares staged rows with the files of their partition and writes what changes to temporary files. Throws a usage error
 * for rows of one file that have the same key and differ.
 */
export function makeParts(
  maker: PartMaker,
  staged: StagedPartition,
  source: NewRows,
  existing: readonly ExistingPart[],
): Promise<PartitionChange> {
  if (staged.runs !== undefined && !existing.some(({ part }) => overlaps(staged, part)))
    return addPlain(maker, staged, staged.runs, source, existing);
  return compareRows(maker, staged, source, existing);
}

async function compareRows(
  maker: PartMaker,
  staged: StagedPartition,
  source: NewRows,
  existing: readonly ExistingPart[],
): Promise<PartitionChange> {
  const { duckdb } = maker;
  const { table, partition } = staged;
  await duckdb.rows(readStaged(staged, pathList([staged.path])));
  const repeatedInFile = await removeRepeated(duckdb, table, source.name);
  const counts = { repeated: repeatedInFile, corrected: 0, outranked: 0, conflicts: 0 };
  const rewritten: { from: LakePart; to: DraftPart | undefined }[] = [];
  const conflicts: LakeSpan[] = [];
  const drafts: string[] = [];
  const left: string[] = [];
  for (const { part, origin, sourceName } of existing) {
    const path = lakePath(maker.home, part.path);
    if (!overlaps(staged, part)) {
      left.push(path);
      continue;
    }
    await duckdb.rows(`CREATE OR REPLACE TEMP TABLE shared AS SELECT ${keyList(table, 'i')},
      ${equality(table, 'i', 'e')} AS is_equal, epoch_ms(i."${table.time}") AS moment
      FROM incoming i JOIN read_parquet(${pathList([path])}, hive_partitioning = false) e ON ${keyMatch(table, 'i', 'e')}`);
    const found =
      await duckdb.row(`SELECT count(*) FILTER (is_equal) AS equal, count(*) FILTER (NOT is_equal) AS other,
      min(moment) FILTER (NOT is_equal) AS first, max(moment) FILTER (NOT is_equal) AS last FROM shared`);
    const [equal, other] = [Number(found['equal']), Number(found['other'])];
    counts.repeated += equal;
    const rank = ORIGINS.indexOf(source.origin) - ORIGINS.indexOf(origin);
    if (other > 0 && rank > 0) {
      counts.corrected += other;
      const rest = `SELECT ${columnList(table, 'e')} FROM read_parquet(${pathList([path])}, hive_partitioning = false) e
        WHERE NOT EXISTS (SELECT 1 FROM shared s WHERE NOT s.is_equal AND ${keyMatch(table, 's', 'e')})`;
      const about = { unit: part.unit, revision: part.revision, source: sourceName };
      const draft = await writeDraft(maker, staged, `${drafts.length}-rest`, rest, about);
      rewritten.push({ from: part, to: draft });
      if (draft !== undefined) drafts.push(draft.draft);
      await removeShared(duckdb, table, 's.is_equal');
      continue;
    }
    if (other > 0 && rank < 0) counts.outranked += other;
    if (other > 0 && rank === 0) {
      counts.conflicts += other;
      const why = `${other} rows of ${source.name} differ from those of ${sourceName}, which are kept`;
      const [from, to] = [Number(found['first']), Number(found['last']) + 1];
      const span = { ...staged.series, partition, from, to, minId: null, maxId: null, why, source: null };
      conflicts.push({ ...span, state: 'conflict', askedAt: null });
    }
    await removeShared(duckdb, table, 'true');
    left.push(path);
  }
  const about = { unit: staged.unit, revision: source.revision, source: source.name };
  const query = `SELECT ${columnList(table, 'i')} FROM incoming i`;
  const draft = await writeDraft(maker, staged, `${drafts.length}-new`, query, about);
  if (draft !== undefined) drafts.push(draft.draft);
  const have = await spansOf(duckdb, staged, [...left, ...drafts]);
  return {
    partition,
    added: draft === undefined ? [] : [draft],
    rewritten,
    spans: [...have, ...conflicts],
    rows: draft?.part.rows ?? 0,
    ...counts,
  };
}

function overlaps(staged: StagedPartition, { firstMs, lastMs }: LakePart): boolean {
  return lastMs >= staged.firstMs && firstMs <= staged.lastMs;
}

/** Writes rows that need no comparison: their keys ascend, and no file has rows of their time. */
async function addPlain(
  maker: PartMaker,
  staged: StagedPartition,
  runs: readonly PlainRun[],
  source: NewRows,
  existing: readonly ExistingPart[],
): Promise<PartitionChange> {
  const { series, partition, rows, firstMs, lastMs } = staged;
  const about = { unit: staged.unit, revision: source.revision, source: source.name };
  const lines = selectLines(staged, staged.cells ?? [], pathList([staged.path]));
  // Ids ascend and milliseconds do not descend, but the microseconds of two trades may.
  const query = staged.unit === 'us' && runs[0]!.minId !== null ? inOrder(staged.table, lines) : lines;
  const facts = { rows, firstMs, lastMs, minId: runs[0]!.minId, maxId: runs.at(-1)!.maxId };
  const draft = await writeRows(maker, staged, '0-new', query, about, facts);
  const old = existing.map(({ part }) => lakePath(maker.home, part.path));
  const spans =
    old.length > 0
      ? await spansOf(maker.duckdb, staged, [...old, draft.draft])
      : runs.map((run) => haveSpan(series, partition, run));
  return {
    ...{ partition, added: [draft], rewritten: [], spans },
    ...{ rows, repeated: 0, corrected: 0, outranked: 0, conflicts: 0 },
  };
}

/** Moves drafts to their places and flushes the names to disk. */
export function placeDrafts(home: LakeHome, drafts: readonly DraftPart[]): void {
  const folders = new Set<string>();
  for (const { draft, part } of drafts) {
    const path = lakePath(home, part.path);
    makePrivateFolder(dirname(path));
    renameSync(draft, path);
    folders.add(dirname(path));
  }
  for (const folder of folders) syncFolder(folder);
}

/** Removes repeated rows from `incoming`, and returns how many. Throws for rows of one key that differ. */
async function removeRepeated(duckdb: Duckdb, table: LakeTable, file: string): Promise<number> {
  const keys = keyList(table, 'i');
  const counted = await duckdb.row(
    `SELECT count(*) AS rows, (SELECT count(*) FROM (SELECT DISTINCT ${keys} FROM incoming i)) AS keys FROM incoming`,
  );
  const repeated = Number(counted['rows']) - Number(counted['keys']);
  if (repeated === 0) return 0;
  const [pair] = await duckdb.rows(`SELECT a.row_number AS first, b.row_number AS second FROM incoming a
    JOIN incoming b ON ${keyMatch(table, 'a', 'b')} AND a.row_number < b.row_number
    WHERE NOT ${equality(table, 'a', 'b')} ORDER BY 2, 1 LIMIT 1`);
  if (pair !== undefined) throw new RowConflict(file, pair);
  await duckdb.rows(`CREATE OR REPLACE TEMP TABLE incoming AS SELECT * FROM incoming i
    QUALIFY row_number() OVER (PARTITION BY ${keys} ORDER BY i.row_number) = 1`);
  return repeated;
}

/** Two rows of one file have the same key and differ. */
export class RowConflict extends Error {
  constructor(file: string, { first, second }: DuckdbRow) {
    super(`Row ${String(second)} of ${file} contradicts row ${String(first)}, which has the same key.`);
  }
}

async function removeShared(duckdb: Duckdb, table: LakeTable, condition: string): Promise<void> {
  await duckdb.rows(
    `DELETE FROM incoming AS i USING shared s WHERE ${keyMatch(table, 'i', 's')} AND ${condition}`,
  );
}

interface DraftFacts {
  readonly unit: string;
  readonly revision: number;
  readonly source: string;
}

/** Returns the columns by which the rows of a file are sorted. */
export function sortColumns({ name, time, key }: LakeTable): readonly string[] {
  return [...new Set([...(name === 'funding' ? ['symbol'] : []), time, ...key])].map((one) => `"${one}"`);
}

/** The partition that a file belongs to. */
interface PartFolder {
  readonly partition: string;
  readonly table: LakeTable;
  readonly series: Pick<LakePart, 'product'>;
}

/** Writes the rows of a query to a temporary file that is flushed to disk; undefined if there are none. */
export async function writeDraft(
  maker: PartMaker,
  folder: PartFolder,
  suffix: string,
  query: string,
  about: DraftFacts,
): Promise<DraftPart | undefined> {
  const { table } = folder;
  const id = table.id === undefined ? 'NULL' : `"${table.id}"`;
  const facts = await maker.duckdb.row(`SELECT count(*) AS rows, epoch_ms(min("${table.time}")) AS first,
    epoch_ms(max("${table.time}")) AS last, min(${id}) AS min_id, max(${id}) AS max_id FROM (${query})`);
  if (Number(facts['rows']) === 0) return undefined;
  return writeRows(maker, folder, suffix, inOrder(table, query), about, {
    rows: Number(facts['rows']),
    firstMs: Number(facts['first']),
    lastMs: Number(facts['last']),
    minId: numberOrNull(facts['min_id']),
    maxId: numberOrNull(facts['max_id']),
  });
}

/** Returns the query with its rows in the order of files. */
function inOrder(table: LakeTable, query: string): string {
  return `SELECT * FROM (${query}) ORDER BY ${sortColumns(table).join(', ')}`;
}

/** Writes rows in their order, of which is known how many there are, and where they begin and end. */
async function writeRows(
  { home, duckdb, prefix }: PartMaker,
  { table, partition, series }: PartFolder,
  suffix: string,
  query: string,
  { unit, revision, source }: DraftFacts,
  facts: Pick<LakePart, 'rows' | 'firstMs' | 'lastMs' | 'minId' | 'maxId'>,
): Promise<DraftPart> {
  const draft = lakePath(
    home,
    `${prefix}-${partition.replaceAll(/[^A-Za-z0-9]+/g, '_').slice(-60)}-${suffix}.tmp`,
  );
  const metadata = {
    bourse: home.version,
    format: FORMAT_VERSION,
    source,
    unit,
    scale: '8',
    revision: String(revision),
  };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${literal(value)}`);
  const written = await duckdb.row(`COPY (${query})
    TO ${literal(draft)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, KV_METADATA {${pairs.join(', ')}})`);
  if (Number(written['Count']) !== facts.rows)
    throw new ToolError({
      kind: 'storage',
      message: `DuckDB wrote ${String(written['Count'])} of ${facts.rows} rows of ${source}.`,
      hint: 'The lake is as it was. Run the command again.',
    });
  syncFile(draft);
  const sha256 = digestOf(draft);
  return {
    draft,
    part: {
      path: `${partition}/${sha256.slice(0, NAME_DIGITS)}.parquet`,
      partition,
      table: table.name,
      product: series.product,
      sha256,
      ...facts,
      bytes: statSync(draft).size,
      segments: [],
      unit,
      revision,
    },
  };
}

/** Flushes a file to disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the spans that the files of a partition cover. */
export async function spansOf(
  duckdb: Duckdb,
  { series, table, partition }: Pick<StagedPartition, 'series' | 'table' | 'partition'>,
  paths: readonly string[],
): Promise<readonly LakeSpan[]> {
  if (paths.length === 0) return [];
  const rows = await duckdb.rows(
    spanQuery(table, `read_parquet(${pathList(paths)}, hive_partitioning = false)`, series.interval),
  );
  return rows.map((row) => {
    const symbol = typeof row['symbol'] === 'string' ? row['symbol'] : series.symbol;
    return haveSpan({ ...series, symbol }, partition, {
      from: Number(row['first']),
      to: Number(row['last']),
      minId: numberOrNull(row['min_id']),
      maxId: numberOrNull(row['max_id']),
    });
  });
}

function haveSpan(series: Series, partition: string, run: PlainRun): LakeSpan {
  const { table, product, symbol, interval } = series;
  const about = { state: 'have' as const, why: '', source: null, askedAt: null };
  return { table, product, symbol, interval, partition, ...run, ...about };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Funding times differ from the full hour by some milliseconds. */
const FUNDING_SLACK_MS = 60_000;

/** The hours between two funding rates where the source does not say them. */
const FUNDING_HOURS = 8;

/** Returns the query for runs of rows between which nothing is missing. */
function spanQuery(table: LakeTable, from: string, interval: string): string {
  const time = `epoch_ms("${table.time}")`;
  if (interval !== '') {
    const span = `(${intervalSpan(interval)!})`;
    return `SELECT min(t) AS first, max(t) + ${span} AS last, NULL AS min_id, NULL AS max_id
      FROM (SELECT t, t - ${span} * row_number() OVER (ORDER BY t) AS run FROM (SELECT ${time} AS t FROM ${from}))
      GROUP BY run ORDER BY 1`;
  }
  if (table.id !== undefined) {
    return `SELECT min(t) AS first, max(t) + 1 AS last, min(id) AS min_id, max(id) AS max_id
      FROM (SELECT t, id, id - row_number() OVER (ORDER BY id) AS run
        FROM (SELECT ${time} AS t, "${table.id}" AS id FROM ${from})) GROUP BY run ORDER BY 3`;
  }
  if (table.name === 'funding') {
    return `SELECT symbol, min(t) AS first, max(t) + 1 AS last, NULL AS min_id, NULL AS max_id
      FROM (SELECT *, sum(CASE WHEN t - before <= hours * 3600000 + ${FUNDING_SLACK_MS} THEN 0 ELSE 1 END)
          OVER (PARTITION BY symbol ORDER BY t) AS run
        FROM (SELECT symbol, ${time} AS t, coalesce(funding_interval_hours, ${FUNDING_HOURS}) AS hours,
          lag(${time}) OVER (PARTITION BY symbol ORDER BY calc_time) AS before FROM ${from}))
      GROUP BY symbol, run ORDER BY 1, 2`;
  }
  if (table.name === 'book') return bookSpanQuery(time, from);
  return `SELECT min(${time}) AS first, max(${time}) + 1 AS last, NULL AS min_id, NULL AS max_id FROM ${from}`;
}

/**
 * A message of a book follows another if it begins with the id after the other's last one, or, of futures, names that last one
 * (public facts, synchronisation of order books). The ids of futures do not follow each other, so nobody can count missing ones.
 */
function bookSpanQuery(time: string, from: string): string {
  return `SELECT min(t) AS first, max(t) + 1 AS last, CASE WHEN count(previous_id) = 0 THEN min(first_id) END AS min_id,
      CASE WHEN count(previous_id) = 0 THEN max(last_id) END AS max_id
    FROM (SELECT *, sum(CASE WHEN before IS NULL OR previous_id = before OR (previous_id IS NULL AND first_id <= before + 1)
          THEN 0 ELSE 1 END) OVER (ORDER BY last_id) AS run
      FROM (SELECT *, lag(last_id) OVER (ORDER BY last_id) AS before
        FROM (SELECT first_id, last_id, previous_id, min(${time}) AS t FROM ${from} WHERE NOT is_snapshot
          GROUP BY first_id, last_id, previous_id)))
    GROUP BY run ORDER BY 1`;
}

/** Returns the columns of a table with their types, as the list of a SELECT. */
export function columnList({ columns }: LakeTable, of: string): string {
  return columns.map(({ name, kind }) => `${of}."${name}"::${SQL_TYPES[kind]} AS "${name}"`).join(', ');
}

function keyList({ key }: LakeTable, of: string): string {
  return key.map((name) => `${of}."${name}"`).join(', ');
}

/** Returns the condition that two rows have the same key. */
export function keyMatch({ key }: LakeTable, a: string, b: string): string {
  return key.map((name) => `${a}."${name}" = ${b}."${name}"`).join(' AND ');
}

/** Returns whether two rows say the same: times by the millisecond, and an absent value like any other. */
export function equality({ columns, key }: LakeTable, a: string, b: string): string {
  const terms = columns.filter(({ name }) => !key.includes(name)).map((column) => equalTerm(column, a, b));
  return terms.length === 0 ? 'true' : `(${terms.join(' AND ')})`;
}

function equalTerm({ name, kind, optional }: LakeColumn, a: string, b: string): string {
  if (kind === 'time') return `epoch_ms(${a}."${name}") = epoch_ms(${b}."${name}")`;
  if (optional === true) return `coalesce(${a}."${name}" = ${b}."${name}", true)`;
  return `${a}."${name}" IS NOT DISTINCT FROM ${b}."${name}"`;
}
