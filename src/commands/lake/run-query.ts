/** Runs a query over the lake and prints its rows. */
import { existsSync } from 'node:fs';
import type { Column, View } from '../../catalogue/types.ts';
import { asToolError, ToolError, usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import { spillFolder } from '../../lake/duckdb.ts';
import { type LakeHome, lakePath } from '../../lake/home.ts';
import { openExisting } from '../../lake/open-lake.ts';
import {
  endProcess,
  type QueryProcess,
  runQuery,
  type SqlColumnInfo,
  type SqlHeader,
  type SqlScan,
  startProcess,
} from '../../lake/query-runner.ts';
import { folderViews } from '../../lake/query-scope.ts';
import { contentOf, type LakeContent } from '../../lake/snapshots.ts';
import { viewStatements } from '../../lake/sql-views.ts';
import type { Chunk, CommandCall } from '../types.ts';
import { lakeHome, noLakeNote } from './chosen-lake.ts';

/** What a query reads, and its text. */
export interface LakeQuery {
  readonly content: LakeContent;
  readonly sql: string;
}

/** Returns a query over what the lake has now or had at a snapshot. */
type QueryOf = (content: LakeContent) => LakeQuery;

/** Called with what a query may read, and what it reads of that. */
type OnStart = (content: LakeContent, scans: readonly SqlScan[]) => void;

/** Runs a query and prints its rows; `onStart` is called before the first one. */
export async function printQuery(
  call: CommandCall,
  queryOf: QueryOf,
  { signal, onStart }: { readonly signal: AbortSignal; readonly onStart: OnStart },
): Promise<void> {
  const { header, rows, content } = await startQuery(call, queryOf, signal);
  onStart(content, header.scans);
  const columns = namedColumns(header.columns);
  const view: View = { shape: 'rows', columns };
  await call.output.chunks(chunksOf(rows, columns, header), view);
}

interface StartedQuery {
  readonly header: SqlHeader;
  readonly rows: AsyncIterable<SqlRows>;
  readonly content: LakeContent;
}

/** Starts a query and waits for its first rows. */
async function startQuery(call: CommandCall, queryOf: QueryOf, signal: AbortSignal): Promise<StartedQuery> {
  const { nodePath, programFile } = call.services.world.facts;
  const home = lakeHome(call.services.world);
  const spill = spillFolder(home);
  const start = () => startProcess({ nodePath, programFile, spillFolder: spill, signal });
  // The process gets ready while this one reads the ledger.
  let waiting: QueryProcess | undefined = start();
  try {
    return await whileFilesAreRemoved(call, async (read) => {
      const { content, sql } = queryOf(read);
      const { statements, folders } = folderViews(content);
      const views = [...viewStatements(namedHoles(content, sql)), ...statements];
      const process = waiting ?? start();
      waiting = undefined;
      const answer = runQuery({ sql, folder: home.folder, views, folders }, process);
      const header = (await answer.next()).value as SqlHeader;
      const first = await answer.next();
      return { header, rows: rest(first as IteratorResult<SqlRows>, answer, content), content };
    });
  } finally {
    if (waiting !== undefined) await endProcess(waiting);
  }
}

/** Leaves out the holes, which may be many, if the query does not name their view. */
function namedHoles(content: LakeContent, sql: string): LakeContent {
  return /gaps/i.test(sql) ? content : { ...content, holes: [] };
}

/**
 * Reads the lake for a piece of work, and does both again if a compaction or an import has removed files since the ledger was
 * read.
 */
export async function whileFilesAreRemoved<T>(
  call: CommandCall,
  work: (content: LakeContent) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const content = await readContent(call, lakeHome(call.services.world), call.options['at']);
    try {
      return await work(content);
    } catch (thrown) {
      if (attempt === ATTEMPTS_MAX || !isRemovedFile(thrown, content)) throw removalError(thrown, content);
    }
  }
}

/** How often a query is started whose files are removed. */
const ATTEMPTS_MAX = 3;

type SqlRows = readonly (readonly JsonValue[])[];

async function* rest(
  first: IteratorResult<SqlRows>,
  answer: AsyncIterable<SqlHeader | SqlRows>,
  content: LakeContent,
): AsyncGenerator<SqlRows> {
  if (first.done === true) return;
  yield first.value;
  try {
    yield* answer as AsyncIterable<SqlRows>;
  } catch (thrown) {
    throw removalError(thrown, content);
  }
}

/** Returns whether an error says that a file is missing that was in the ledger when the query started, and is not any more. */
function isRemovedFile(thrown: unknown, { home, parts }: LakeContent): boolean {
  const { message } = asToolError(thrown);
  if (!/No such file|No files found/.test(message)) return false;
  return parts.some(({ path }) => message.includes(path) && !existsSync(lakePath(home, path)));
}

function removalError(thrown: unknown, content: LakeContent): unknown {
  if (!isRemovedFile(thrown, content)) return thrown;
  return new ToolError({
    kind: 'storage',
    message: 'A file of the lake was removed while the query ran.',
    hint: 'Run it again, or read a snapshot with --at. bourse lake verify says whether a file is missing.',
    retryable: true,
    cause: thrown,
  });
}

/** Returns what the query may read. Without a lake all views are empty. */
async function readContent({ output }: CommandCall, home: LakeHome, at: unknown): Promise<LakeContent> {
  const ledger = await openExisting(home);
  const snapshot = typeof at === 'string' ? at : undefined;
  if (ledger !== undefined) {
    return ledger.read((rows) => contentOf(home, rows, snapshot)).finally(() => ledger.close());
  }
  output.note(noLakeNote(home));
  if (snapshot !== undefined) throw usageError('There is no snapshot without a lake.');
  return { home, parts: [], holes: [] };
}

/** The kinds of columns by the type of DuckDB. */
function kindOf(type: string): Column['is'] {
  if (/^(?:TINY|SMALL|BIG|HUGE|U?)\w*INT/i.test(type) || /INT(?:EGER)?$/.test(type)) return 'integer';
  if (/^DECIMAL|^DOUBLE|^FLOAT/.test(type)) return 'decimal';
  return type === 'BOOLEAN' ? 'boolean' : 'text';
}

/** Returns the columns with names that differ, as objects need them. */
function namedColumns(columns: readonly SqlColumnInfo[]): readonly Column[] {
  const count = new Map<string, number>();
  return columns.map(({ name, type }, at) => {
    const seen = count.get(name) ?? 0;
    count.set(name, seen + 1);
    return { name: seen === 0 ? name : `${name}_${seen + 1}`, is: kindOf(type), at };
  });
}

async function* chunksOf(
  parts: AsyncIterable<SqlRows>,
  columns: readonly Column[],
  { columns: types }: SqlHeader,
): AsyncGenerator<Chunk> {
  const names = columns.map(({ name }) => name);
  const cells = types.map(({ type }) => exactCell(type));
  for await (const rows of parts) {
    const value = rows.map((row) =>
      Object.fromEntries(
        row.map((cell, at) => [names[at]!, typeof cell === 'string' ? cells[at]!(cell) : cell]),
      ),
    );
    yield {
      value,
      // Tables and csv do not need it.
      get text() {
        return stringifyJson(value);
      },
    };
  }
}

/** Returns how a cell of a type becomes JSON: integers as digits, times as ISO 8601 with all their digits, decimals as text. */
function exactCell(type: string): (cell: string) => JsonValue {
  // Writing a BigInt takes many times as long as writing a number.
  if (kindOf(type) === 'integer')
    return (cell) => (Number.isSafeInteger(Number(cell)) ? Number(cell) : BigInt(cell));
  if (!/^TIMESTAMP/.test(type)) return (cell) => cell;
  return (cell) => (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(cell) ? `${cell.replace(' ', 'T')}Z` : cell);
}
