/** Lakes in temporary folders, and files to import. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { Duckdb, type DuckdbRow, pathList } from '../../src/lake/duckdb.ts';
import type { LakeHome } from '../../src/lake/home.ts';
import { type ImportResult, importSource } from '../../src/lake/import.ts';
import type { LakeLedger } from '../../src/lake/ledger.ts';
import { openLake } from '../../src/lake/open-lake.ts';
import { archiveSource, type NamedAs } from '../../src/lake/sources.ts';
import { type LakeStatus, lakeStatus } from '../../src/lake/status.ts';
import { type LakeCheck, type VerifyDepth, verifyLake } from '../../src/lake/verify.ts';
import { fixedClock } from '../acceptance/world.ts';

export const DAY = Date.UTC(2025, 0, 1);
const PROGRAM = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** A day after the files of these tests. */
const NOW = Date.UTC(2025, 5, 1);

const ARCHIVE = 'data/spot';
export const DAILY = `${ARCHIVE}/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.csv`;
export const MONTHLY = `${ARCHIVE}/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01.csv`;
export const TRADES = `${ARCHIVE}/daily/trades/BTCUSDT/BTCUSDT-trades-2025-01-01.csv`;

/** Returns the line of a one-minute candle; `unit` is 1000 for microseconds. */
export function candle(minute: number, close = '100.5', unit = 1): string {
  const open = DAY + minute * 60_000;
  return `${open * unit},100,101,99,${close},2,${(open + 60_000) * unit - 1},201,4,1,100.5,0`;
}

export function trade(id: number, second: number, price = '100', quantity = '1'): string {
  return `${id},${price},${quantity},100,${DAY + second * 1000},true,true`;
}

export interface ImportedFile {
  readonly path: string;
  readonly lines?: readonly string[];
  readonly bytes?: Buffer;
  readonly checksum?: string;
  readonly named?: NamedAs;
  readonly acceptsMismatch?: boolean;
}

/** An open lake of a test. */
export interface TestLake {
  readonly home: LakeHome;
  readonly ledger: LakeLedger;
  readonly duckdb: Duckdb;
  import(file: ImportedFile): Promise<ImportResult>;
  status(): Promise<LakeStatus>;
  verify(depth?: VerifyDepth): Promise<LakeCheck>;
  /** Returns the rows of a table, read from all files below its folder. */
  rows(table: string, columns: string): Promise<readonly DuckdbRow[]>;
}

export function lakeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-lake-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lake');
}

let secrets = 0;

export async function testLake(folder = lakeFolder(), changed: Partial<LakeHome> = {}): Promise<TestLake> {
  const home: LakeHome = {
    folder,
    clock: fixedClock(NOW as never),
    random: seededRandom(5),
    owner: process.getuid?.(),
    pid: process.pid,
    isProcessAlive: () => true,
    secretHex: (bytes) => {
      secrets += 1;
      return secrets.toString(16).padStart(bytes * 2, '0');
    },
    programFile: PROGRAM,
    version: '0.0.0-test',
    ...changed,
  };
  const duckdb = await Duckdb.open(home);
  const ledger = await openLake(home);
  onTestFinished(() => {
    ledger.close();
    duckdb.close();
  });
  return {
    home,
    ledger,
    duckdb,
    import: ({ path, lines = [], bytes, checksum, named = { product: 'spot' }, acceptsMismatch = false }) => {
      const content = bytes ?? Buffer.from(`${lines.join('\n')}\n`);
      const file = { path, bytes: content, ...(checksum === undefined ? {} : { checksum }) };
      return importSource({ home, ledger, duckdb }, archiveSource(file, named), { acceptsMismatch });
    },
    status: () => ledger.read((rows) => lakeStatus(rows, home.clock.now())),
    verify: (depth = 'whole') => verifyLake(home, ledger, depth, () => Duckdb.open(home)),
    rows: (table, columns) =>
      duckdb.rows(
        `SELECT ${columns} FROM read_parquet(${pathList([home.folder]).replace(
          /'\]$/,
          `/${table}/**/*.parquet']`,
        )}, hive_partitioning = false, union_by_name = true) ORDER BY 1`,
      ),
  };
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
