/** SQL over the lake: exact answers, and nothing that a query of a stranger can change or read outside of it. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import type { ToolError } from '../../src/core/errors.ts';
import { compactPartition } from '../../src/lake/compact.ts';
import { lakePath } from '../../src/lake/home.ts';
import { LakeRows } from '../../src/lake/ledger-rows.ts';
import { runQuery, type SqlHeader, startProcess } from '../../src/lake/query-runner.ts';
import { folderViews, readTables } from '../../src/lake/query-scope.ts';
import { contentOf } from '../../src/lake/snapshots.ts';
import { namedTables, viewStatements } from '../../src/lake/sql-views.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { candle, DAILY, DAY, type TestLake, TRADES, testLake, trade } from './lake-files.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** Statements that would write, read other files, load code or change settings; LAKE is the folder of the lake. */
const ESCAPES = [
  "COPY (SELECT 1) TO 'LAKE/x.csv'",
  "COPY candles TO 'LAKE/x.parquet' (FORMAT parquet)",
  "EXPLAIN ANALYZE COPY (SELECT 1) TO 'LAKE/x.csv'",
  "explain /* */ (ANALYZE) COPY (SELECT 1) TO 'LAKE/x.csv'",
  "SELECT 1; COPY (SELECT 1) TO 'LAKE/x.csv'",
  "SELECT * FROM read_csv('/etc/passwd')",
  "ATTACH 'LAKE/x.db' AS x",
  "SELECT * FROM read_text('LAKE/../../outside')",
  'SET enable_external_access = true',
  'CREATE TABLE x AS SELECT 1',
  "EXPORT DATABASE 'LAKE/x'",
  'INSTALL httpfs',
  // The rest is tried by check:lake-sql.
  "/* SELECT */ COPY (SELECT 1) TO 'LAKE/x.csv'",
  "COPY (SELECT 1) TO '/tmp/bourse-escape.csv'",
  "EXPLAIN COPY (SELECT 1) TO 'LAKE/x.csv'",
  "-- SELECT\nCOPY (SELECT 1) TO 'LAKE/x.csv'",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM read_blob('/etc/hostname')",
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM read_json('/etc/hostname')",
  "SELECT * FROM read_parquet('https://127.0.0.1:1/x.parquet')",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "ATTACH '/tmp/bourse-escape.db'",
  "LOAD 'LAKE/x.duckdb_extension'",
  "PRAGMA temp_directory='/tmp'",
  'RESET lock_configuration',
  'CALL pragma_version()',
  'DROP VIEW candles',
  'INSERT INTO candles SELECT * FROM candles',
  "SELECT * FROM query('COPY (SELECT 1) TO ''LAKE/x.csv''')",
  'WITH x AS (DELETE FROM candles RETURNING *) SELECT * FROM x',
  "IMPORT DATABASE 'LAKE'",
  'VACUUM',
  "PREPARE x AS COPY (SELECT 1) TO 'LAKE/x.csv'",
];
const TRIED = process.env['LAKE_ESCAPES'] === 'all' ? ESCAPES : ESCAPES.slice(0, 12);

/** 3,000 candles whose values are random decimals, and the same values as unscaled integers. */
function candles() {
  const random = seededRandom(3);
  const digits = (count: number) => BigInt(Math.floor(random.next() * 10 ** count));
  const text = (unscaled: bigint) =>
    `${unscaled / 10n ** 8n}.${String(unscaled % 10n ** 8n).padStart(8, '0')}`;
  const rows = Array.from({ length: 1440 }, () => ({
    close: digits(9) * digits(5),
    volume: digits(15) * digits(9),
  }));
  const lines = rows.map(
    ({ close, volume }, minute) =>
      `${DAY + minute * 60_000},${[close, close, close, close].map(text).join(',')},${text(volume)},${DAY + minute * 60_000 + 59_999},1,1,1,1,0`,
  );
  return { rows, lines };
}

const { rows, lines } = candles();

const nextDay = (line: string) => line.replace(/173\d{10}/g, (time) => String(Number(time) + 86_400_000));

async function openCandles(): Promise<TestLake> {
  const lake = await testLake();
  await lake.import({ path: DAILY, lines });
  return lake;
}

interface QueryOptions {
  readonly signal?: AbortSignal;
  readonly at?: string;
}

async function query(lake: TestLake, sql: string, { signal, at }: QueryOptions = {}) {
  const content = await lake.ledger.read((all) => contentOf(lake.home, all, at));
  const { statements, folders } = folderViews(content);
  const views = [...viewStatements(content), ...statements];
  const spillFolder = lakePath(lake.home, '.spill');
  const answer = runQuery(
    { sql: sql.replaceAll('LAKE', lake.home.folder), folder: lake.home.folder, views, folders },
    startProcess({
      nodePath: process.execPath,
      programFile: PROGRAM,
      spillFolder,
      signal: signal ?? new AbortController().signal,
    }),
  );
  const found: unknown[] = [];
  let header: SqlHeader | undefined;
  for await (const part of answer) {
    if ('columns' in part) header = part;
    else found.push(...part);
  }
  const tables = readTables(content, namedTables(sql), header!.scans);
  return { header: header!, rows: found, tables };
}

/** Returns a digest of the names, sizes and bytes of all files of the lake but those of the ledger's own work. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (
      name.includes('-shm') ||
      name.includes('-wal') ||
      name.startsWith('.spill') ||
      !statSync(path).isFile()
    )
      continue;
    digest.update(`${name}\n`).update(readFileSync(path));
  }
  return digest.digest('hex');
}

describe('SQL over the lake', () => {
  it('counts, adds up and compares as integers over the csv do', async () => {
    const lake = await openCandles();
    const unscaled = (text: unknown) => BigInt(String(text).replace('.', ''));
    const { rows: found } = await query(
      lake,
      'SELECT count(*), sum(close), min(close), max(close), sum(volume), min(volume), max(volume), arg_min(close, open_time), arg_max(close, open_time) FROM candles',
    );
    const [[count, ...decimals]] = found as [[unknown, ...unknown[]]];
    const of = (name: 'close' | 'volume') => rows.map((row) => row[name]);
    const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n);
    const least = (values: readonly bigint[]) => values.reduce((a, b) => (b < a ? b : a));
    const most = (values: readonly bigint[]) => values.reduce((a, b) => (b > a ? b : a));
    const expected = [
      ...[sum(of('close')), least(of('close')), most(of('close'))],
      ...[sum(of('volume')), least(of('volume')), most(of('volume'))],
      ...[rows[0]!.close, rows.at(-1)!.close],
    ];
    expect([Number(count), ...decimals.map(unscaled)]).toEqual([rows.length, ...expected]);
  });

  it('has views of tables without rows, of the files and of what is missing', async () => {
    const lake = await openCandles();
    const { rows: none, header } = await query(lake, 'SELECT price, qty FROM trades');
    expect([none, header.columns.map(({ type }) => type)]).toEqual([[], ['DECIMAL(18,8)', 'DECIMAL(38,8)']]);
    expect((await query(lake, 'SELECT dataset, "rows" FROM ledger')).rows).toEqual([['candles', '1440']]);
    expect((await query(lake, 'SELECT count(*) FROM gaps')).rows).toEqual([['0']]);
  });

  it.each([
    // BTCUSDT lacks a minute in January and most of February, ETHUSDT a minute in January.
    ["FROM candles WHERE symbol = 'BTCUSDT' AND month >= '2025-02'", { partitions: 1, of: 3, holes: 1 }],
    ["SELECT count(*) FROM candles WHERE open_time < '2025-01-01 00:01'", { partitions: 3, of: 3, holes: 0 }],
    [
      "SELECT symbol FROM candles WHERE symbol IN ('ETH)USDT', 'ETHUSDT') AND open_time BETWEEN '2025-01-01' AND '2025-01-02'",
      { partitions: 1, of: 3, holes: 1 },
    ],
    [
      "SELECT a.close FROM candles a JOIN trades t ON t.product = a.product WHERE a.symbol = 'ETHUSDT' AND t.day = '2025-01-01'",
      { partitions: 1, of: 3, holes: 1 },
    ],
  ])('says which partitions a query reads, and which holes are in them: %s', async (sql, expected) => {
    const lake = await testLake();
    const own = (name: string, minutes: readonly number[]) =>
      lake.import({
        path: 'x.csv',
        lines: minutes.map((minute) => candle(minute)),
        named: { product: 'spot', dataset: 'klines', symbol: name, interval: '1m' },
      });
    await own('ETHUSDT', [0, 1, 3]);
    await lake.import({
      path: 'y.csv',
      lines: [0, 1, 3, 31 * 1440, 40 * 1440].map((minute) => candle(minute)),
      named: { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' },
    });
    await lake.import({ path: TRADES, lines: [trade(1, 0)] });
    const { tables } = await query(lake, sql);
    expect(tables[0]).toEqual({ table: 'candles', ...expected });
    if (tables.length > 1) expect(tables[1]).toMatchObject({ table: 'trades', partitions: 1, holes: 0 });
  });

  it(`refuses ${TRIED.length} ways out of ${ESCAPES.length}, and leaves the lake as it is`, async () => {
    const lake = await openCandles();
    const before = digestOf(lake.home.folder);
    const passed: string[] = [];
    for (const sql of TRIED) {
      const error = await query(lake, sql).then(
        () => undefined,
        (thrown: ToolError) => thrown,
      );
      if (error?.kind !== 'usage') passed.push(`${sql}: ${error?.message}`);
    }
    expect(passed).toEqual([]);
    expect(digestOf(lake.home.folder)).toBe(before);
  });

  it('finds the tables that a query names, outside of texts and comments', () => {
    expect(namedTables("SELECT 'trades' FROM Candles JOIN agg_trades USING (symbol) -- funding")).toEqual([
      'candles',
      'aggTrades',
    ]);
  });

  it('ends a query whose signal aborts', async () => {
    const lake = await openCandles();
    const stop = AbortSignal.timeout(300);
    const endless = query(lake, 'SELECT count(*) FROM range(100000000000) a, range(1000000) b', {
      signal: stop,
    });
    await expect(endless).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

/** Returns the state of a process as Linux gives it, such as S; undefined for one that has ended. */
function stateOf(pid: number): string | undefined {
  try {
    const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : state;
  } catch {
    return undefined;
  }
}

describe.skipIf(process.platform !== 'linux')('the process of a query', { tags: ['real-time'] }, () => {
  it('ends when the process that waits for its answer is killed', async () => {
    const lake = await openCandles();
    const endless = 'SELECT count(*) FROM range(100000000000) a, range(1000000) b';
    const asking = spawn(process.execPath, [PROGRAM, 'lake', 'sql', endless], {
      env: { BOURSE_HOME: temporaryFolder(), BOURSE_LAKE: lake.home.folder },
      stdio: 'ignore',
    });
    const children = () => readFileSync(`/proc/${asking.pid}/task/${asking.pid}/children`, 'utf8');
    // Two threads work on the query.
    const threads = () => {
      const pid = Number(children().trim());
      return readdirSync(`/proc/${pid}/task`).filter((id) => stateOf(Number(id)) === 'R').length;
    };
    await expect.poll(children).toMatch(/\d/);
    const query = Number(children().trim());
    await expect.poll(threads).toBeGreaterThan(1);
    asking.kill('SIGKILL');
    await expect.poll(() => stateOf(query)).toBeUndefined();
  });
});

describe('lake sql', () => {
  it('prints exact decimals, digits of integers and times, and says where there is no lake', async () => {
    const lake = await openCandles();
    const home = temporaryFolder();
    const environment = { BOURSE_LAKE: lake.home.folder };
    const line = [
      'lake',
      'sql',
      'SELECT open_time AS at, close, count(*) OVER () AS n FROM candles LIMIT 1',
      '-o',
      'json',
    ];
    const { code, stdout, stderr } = await bourse(line, { home, environment });
    expect([code, stderr]).toEqual([0, 'Read: 1 partition of candles.\n']);
    expect(stdout).toMatch(/^\[\{"at":"2025-01-01T00:00:00Z","close":"\d+\.\d{8}","n":1440\}\]\n$/);
    const none = await bourse(['lake', 'sql', 'FROM candles', '-o', 'json'], { home });
    expect([none.code, none.stdout]).toEqual([0, '[]\n']);
    expect(none.stderr).toContain('There is no lake at');
  });

  it('reads the files again whose compaction removed them while the query started', async () => {
    const lake = await openCandles();
    await lake.import({ path: DAILY.replace('01-01', '01-02'), lines: lines.slice(0, 2).map(nextDay) });
    const parts = await lake.ledger.read((all) => all.parts());
    await compactPartition(lake, parts[0]!.partition);
    const read = vi.spyOn(LakeRows.prototype, 'parts').mockReturnValueOnce(parts);
    const options = { home: temporaryFolder(), environment: { BOURSE_LAKE: lake.home.folder } };
    const count = ['lake', 'sql', 'SELECT count(*) AS n FROM candles', '-o', 'json'];
    expect((await bourse(count, options)).stdout).toBe('[{"n":1442}]\n');
    read.mockReturnValue(parts);
    const { code, stderr } = await bourse(count, options);
    read.mockRestore();
    expect([code, stderr]).toEqual([10, expect.stringContaining('was removed while the query ran')]);
  });

  it('reads the lake as it was at a snapshot', async () => {
    const lake = await openCandles();
    const options = { home: temporaryFolder(), environment: { BOURSE_LAKE: lake.home.folder } };
    const created = await bourse('lake snapshot create -o json', options);
    const { id } = JSON.parse(created.stdout) as { readonly id: string };
    await lake.import({ path: DAILY, lines: lines.slice(0, 2) });
    const count = ['lake', 'sql', 'SELECT count(*) AS n FROM candles', '-o', 'json'];
    expect((await bourse([...count, '--at', id], options)).stdout).toBe('[{"n":1440}]\n');
    expect((await bourse(count, options)).stdout).toBe('[{"n":2}]\n');
    const unknown = await bourse([...count, '--at', 'ffff'], options);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('snapshot list lists them')]);
    const refused = await bourse(['lake', 'snapshot', 'remove', id], options);
    expect([refused.code, refused.stderr]).toEqual([9, expect.stringContaining('Use --yes')]);
    expect((await bourse(['lake', 'snapshot', 'remove', id, '--yes'], options)).code).toBe(0);
    expect((await bourse('lake snapshot list -o json', options)).stdout).toBe('[]\n');
  });
});
