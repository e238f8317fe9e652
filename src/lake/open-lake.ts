/** Opens a lake: its folder, the file that says its format, its ledger. */
import { existsSync } from 'node:fs';
import { ToolError, usageError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import {
  type CheckedFile,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../store/checked-file.ts';
import { sweep } from './claims.ts';
import { guardDisk } from './disk-errors.ts';
import type { Duckdb } from './duckdb.ts';
import { LAKE_VARIABLE, type LakeHome, lakePath } from './home.ts';
import { LakeLedger } from './ledger.ts';
import { SQL_TYPES, TABLES, tableOf } from './tables.ts';

/** An open lake. */
export interface Lake {
  readonly home: LakeHome;
  readonly ledger: LakeLedger;
  readonly duckdb: Duckdb;
}

/** The version of the layout of folders, files and types. */
const FORMAT = 1;

/**
 * Opens the lake of a folder for writing, creates it where missing, and removes what killed processes left. Throws a
 * ToolError of kind `storage` for a folder that cannot be trusted or that a newer program wrote.
 */
export function openLake(home: LakeHome): Promise<LakeLedger> {
  return guardDisk(home, () => openWritable(home));
}

async function openWritable(home: LakeHome): Promise<LakeLedger> {
  const file = formatFile(home);
  ensurePrivateFolder(file);
  refuseNewerFormat(home);
  const ledger = await LakeLedger.open(home);
  if (readCheckedFile(file) === undefined) writeCheckedFile(file, formatText(), home.secretHex);
  await sweep(home, ledger);
  return ledger;
}

/** Opens the ledger of an existing lake for reading; undefined if there is no lake. */
export async function openExisting(home: LakeHome): Promise<LakeLedger | undefined> {
  if (!existsSync(home.folder)) return undefined;
  refuseNewerFormat(home);
  if (!LakeLedger.exists(home) && readCheckedFile(formatFile(home)) === undefined) return undefined;
  return LakeLedger.open(home);
}

/**
 * Opens an existing lake for a change, and removes what killed processes left. Throws a usage error where there is no lake.
 */
export async function openForChange(home: LakeHome): Promise<LakeLedger> {
  const ledger = await openExisting(home);
  if (ledger === undefined)
    throw usageError(`There is no lake at ${home.folder}.`, 'bourse lake import PATH');
  try {
    await guardDisk(home, () => sweep(home, ledger));
  } catch (error) {
    ledger.close();
    throw error;
  }
  return ledger;
}

function formatFile(home: LakeHome): CheckedFile {
  return {
    path: lakePath(home, 'LAKE.json'),
    what: 'the description of the lake',
    owner: home.owner,
    kind: 'storage',
    bytesMax: 100_000,
    variable: LAKE_VARIABLE,
  };
}

/** Returns the description of the tables for programs that read the files without bourse. */
function formatText(): string {
  const products = ['spot', 'usdm', 'coinm'] as const;
  const tables = Object.fromEntries(
    TABLES.map((name) => {
      const columns = products.flatMap((product) => tableOf(name, product).columns);
      return [name, Object.fromEntries(columns.map((one) => [one.name, SQL_TYPES[one.kind]]))];
    }),
  );
  return `${JSON.stringify({ format: FORMAT, times: 'UTC', tables }, null, 2)}\n`;
}

function refuseNewerFormat(home: LakeHome): void {
  const text = readCheckedFile(formatFile(home));
  if (text === undefined) return;
  const read = readJson(text);
  const format = read.ok ? (read.value as { readonly format?: unknown } | null)?.format : undefined;
  if (format === FORMAT) return;
  const isNewer = typeof format === 'number' && format > FORMAT;
  throw new ToolError({
    kind: 'storage',
    message: `The lake at ${home.folder} has the format ${String(format)} by its LAKE.json, and this program knows ${FORMAT}.`,
    hint: isNewer ? 'A newer bourse has written it: update this one.' : 'Restore LAKE.json from a copy.',
  });
}
