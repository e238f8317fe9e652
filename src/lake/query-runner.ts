/**
 * Runs one query of a stranger in a process of its own: without keys in its environment, with limits of memory and threads,
 * without access to anything but the lake, and killed when it runs too long. Only queries are run: DuckDB itself would let a
 * statement such as COPY write into the folder that queries may read.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ToolError, usageError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { JsonObject, JsonValue } from '../core/words.ts';
import { duckdbFiles, OFFLINE } from './duckdb.ts';

export interface SqlQuery {
  readonly sql: string;
  /** The folder that the query may read. */
  readonly folder: string;
  readonly views: readonly string[];
  /** The views that list the folders of files, by which the process says which files a query reads. */
  readonly folders?: readonly FolderView[];
}

/** A view that lists the files of a table by the columns that come from the names of folders. */
export interface FolderView {
  readonly table: string;
  readonly view: string;
  /** The number of files. */
  readonly count: number;
}

/** What a query reads of a table. */
export interface SqlScan {
  /** The conditions on columns of the files, as DuckDB prints them. */
  readonly filters: string;
  /** The columns that are read. */
  readonly projections: readonly string[];
  /** The files left by conditions on the names of folders, of each table that it may be; absent without such conditions. */
  readonly found?: Readonly<Record<string, readonly number[]>>;
}

export interface SqlProcessOptions {
  /** The folder for what does not fit into memory. */
  readonly spillFolder: string;
  readonly nodePath: string;
  /** The main file of this program, from which Node finds DuckDB. */
  readonly programFile: string;
  /** Aborted when the query must end. */
  readonly signal: AbortSignal;
}

/** A column of an answer, with the type that DuckDB gives it. */
export interface SqlColumnInfo {
  readonly name: string;
  readonly type: string;
}

/** The beginning of an answer. */
export interface SqlHeader {
  readonly columns: readonly SqlColumnInfo[];
  /** What a query reads; empty for EXPLAIN. */
  readonly scans: readonly SqlScan[];
}

/** The most memory of a query, and its threads. */
const LIMITS = { memory_limit: '1GB', threads: '2' } as const;

/** The longest line that the process may write, in characters: a part of the rows of an answer. */
const LINE_LENGTH_MAX = 256 * 1024 * 1024;

/**
 * The program of the process. It reads the query from the one line that comes from stdin, and writes lines of JSON: the columns,
 * then parts of the rows with every number as text, then the end or what was wrong.
 */
const CHILD = `
const { argv, stdin, stdout, exit, kill, pid } = require('node:process');
// DuckDB is loaded while the other process reads what the lake has.
const opening = open();
opening.catch(() => {});
let input = '';
stdin.setEncoding('utf8').on('data', (part) => {
  input += part;
  if (!part.endsWith('\\n')) return;
  run(JSON.parse(input)).then(() => exit(0), (error) => {
    say({ refused: error.isRefusal === true, isOfLake: error.isOfLake === true, why: String(error && error.message).slice(0, 2000) }).then(() => exit(1));
  });
});
// stdin ends when the other process does, even if that is killed; nobody waits for the answer then.
stdin.on('close', () => kill(pid, 'SIGKILL'));
function say(value) {
  return new Promise((resolve) => stdout.write(JSON.stringify(value) + '\\n', resolve));
}
function refuse(why) {
  throw Object.assign(new Error(why), { isRefusal: true });
}
async function onlyStatement(connection, sql) {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) refuse('Expected one statement, found ' + statements.count + '.');
  return statements.prepare(0);
}
async function scansOf(connection, sql, folders) {
  const plan = await connection.runAndReadAll('EXPLAIN (FORMAT json) ' + sql).catch(() => undefined);
  if (plan === undefined) return [];
  const scans = [];
  const walk = async ({ name, extra_info: info = {}, children = [] }) => {
    if (/PARQUET/.test(name)) {
      const [left, all] = String(info['Scanning Files'] || '').split('/').map(Number);
      const text = [].concat(info['File Filters'] || []).join('');
      scans.push({ filters: [].concat(info.Filters || []).join(' AND '), projections: [].concat(info.Projections || []), ...(await filesOf(connection, folders, text, left, all)) });
    }
    for (const child of children) await walk(child);
  };
  for (const root of JSON.parse(String(plan.getRows()[0][1]))) await walk(root);
  return scans;
}
// Applies the filter of a scan, as DuckDB prints it, to the names of folders: of the tables with so many files, it is
// the one of which so many are left.
async function filesOf(connection, folders, text, left, all) {
  const found = {};
  if (text === '') return {};
  for (const { table, view, count } of folders) {
    if (count !== all) continue;
    const query = 'SELECT number FROM ' + view + ' WHERE ' + conditionsOf(text).join(' AND ');
    try {
      const rows = await (await onlyStatement(connection, query)).runAndReadAll();
      const numbers = rows.getRows().map(([number]) => Number(number));
      if (numbers.length === left) found[table] = numbers;
    } catch {}
  }
  return { found };
}
// Splits '(a = 1)(b = 2)' into its conditions.
function conditionsOf(text) {
  const conditions = [];
  let [depth, start, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text[at] === '(') depth += 1;
    else if (!quoted && text[at] === ')') depth -= 1;
    if (depth === 0 && !quoted && text[at] === ')') {
      conditions.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  return start < text.length ? [...conditions, text.slice(start)] : conditions;
}
async function open() {
  const [, main, packed, options] = argv;
  const { DuckDBInstance, StatementType } = packed === '' ? require(main) : require(packed).load(main);
  const instance = await DuckDBInstance.create(':memory:', JSON.parse(options));
  return { instance, connection: await instance.connect(), StatementType };
}
async function run({ sql, views, folders, folder }) {
  const { instance, connection, StatementType } = await opening;
  await connection.run(views.join(';')).catch((error) => { throw Object.assign(error, { isOfLake: true }); });
  const text = folder.replaceAll("'", "''");
  await connection.run("SET allowed_directories = ['" + text + "/']");
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  const statement = await onlyStatement(connection, sql);
  const type = statement.statementType;
  if (type !== StatementType.SELECT && type !== StatementType.EXPLAIN)
    refuse('Expected a query (SELECT, FROM or WITH) or EXPLAIN of one, found ' + StatementType[type] + '.');
  if (type === StatementType.EXPLAIN) {
    // EXPLAIN ANALYZE runs what it explains, and the type of that statement is hidden behind the word.
    const explained = /^(?:\\s|--[^\\n]*\\n|\\/\\*[\\s\\S]*?\\*\\/)*explain\\b([\\s\\S]*)$/i.exec(sql);
    if (explained === null) refuse('Expected EXPLAIN and a query.');
    const inner = await onlyStatement(connection, explained[1]).catch((error) => refuse(error.message));
    if (inner.statementType !== StatementType.SELECT) refuse('Expected EXPLAIN of a query.');
  }
  const scans = type === StatementType.SELECT ? await scansOf(connection, sql, folders) : [];
  const result = await statement.stream();
  const names = result.columnNames();
  const types = result.columnTypes().map(String);
  await say({ columns: names.map((name, at) => ({ name, type: types[at] })), scans });
  for await (const rows of result.yieldRowsJson()) if (rows.length > 0) await say({ rows });
  // What did not fit into memory is removed; the other process does not wait for more.
  connection.closeSync();
  instance.closeSync();
  await say({ done: true });
}`;

/** A process that waits for a query. */
export interface QueryProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Resolves when the process has ended. */
  readonly closed: Promise<void>;
  readonly signal: AbortSignal;
}

/** Starts a process, which loads DuckDB until `runQuery` gives it a query or `endProcess` ends it. */
export function startProcess({
  nodePath,
  programFile,
  spillFolder,
  signal,
}: SqlProcessOptions): QueryProcess {
  const options = { ...LIMITS, ...OFFLINE, temp_directory: spillFolder };
  const { main, packed } = duckdbFiles(programFile);
  const child = spawn(nodePath, ['-e', CHILD, main, packed, JSON.stringify(options)], {
    // Neither keys nor settings of this process reach the query.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  return { child, closed, signal };
}

/** Ends a process, whatever it does. */
export async function endProcess({ child, closed }: QueryProcess): Promise<void> {
  child.kill('SIGKILL');
  await closed;
}

/**
 * Runs a query in a process and ends that; the first value is the header, all others are lists of rows as DuckDB prints them: integers beyond 32 bits,
 * decimals and times are text. Throws a usage error for a statement that is no query or has a fault, and kind
 * `interrupted` when the signal aborts.
 */
export async function* runQuery(
  { sql, folder, views, folders = [] }: SqlQuery,
  process: QueryProcess,
): AsyncGenerator<SqlHeader | readonly (readonly JsonValue[])[]> {
  const { child, signal } = process;
  // stdin stays open: the process ends when it is closed.
  child.stdin.write(`${JSON.stringify({ sql, views, folders, folder })}\n`);
  let isDone = false;
  try {
    for await (const line of linesOf(child.stdout)) {
      const message = parseJson(line) as JsonObject;
      if (message['why'] !== undefined) throw queryError(message);
      if (message['columns'] !== undefined) yield message as unknown as SqlHeader;
      else if (message['rows'] !== undefined) yield message['rows'] as readonly (readonly JsonValue[])[];
      else isDone = true;
      // Waiting for the end of a process that has nothing left to do would take a tenth of the time of a small query.
      if (isDone) break;
    }
  } finally {
    if (isDone) child.kill('SIGKILL');
    else await endProcess(process);
  }
  if (signal.aborted) throw new ToolError({ kind: 'interrupted', message: 'The query was ended.' });
  if (!isDone)
    throw new ToolError({
      kind: 'storage',
      message: 'The process of the query ended before its answer was complete.',
      hint: `A query has ${LIMITS.memory_limit} of memory: ask for less at once, or for fewer rows.`,
    });
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > LINE_LENGTH_MAX)
      throw new ToolError({ kind: 'storage', message: 'A part of the answer is too long.' });
    yield* lines;
  }
}

function queryError(message: JsonObject): ToolError {
  const [why = ''] = String(message['why']).split('\n\n');
  if (message['isOfLake'] === true)
    return new ToolError({
      kind: 'storage',
      message: `The files of the lake cannot be read: ${why.trim()}`,
      hint: 'bourse lake verify checks them.',
    });
  if (message['refused'] === true)
    return usageError(
      `${why} Nothing was run.`,
      'A query only reads. The files of the lake are Parquet, which other programs read too.',
    );
  return usageError(
    `The query cannot be run: ${why.trim()}`,
    "List the columns of a view: bourse lake sql 'DESCRIBE candles'.",
  );
}
