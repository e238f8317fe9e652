/**
 * Runs SQL of the lake in DuckDB. Its package is large, so it is installed only by those who want a lake; no other command
 * loads it.
 */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ToolError } from '../core/errors.ts';
import { type LakeHome, lakePath } from './home.ts';

/** The version of the package with which the lake was tried. */
export const DUCKDB_VERSION = '1.5.5-r.5';

const DUCKDB_PACKAGE = '@duckdb/node-api';

/** The most memory that DuckDB takes before it writes to its temporary folder. */
const MEMORY_LIMIT = '256MB';

/** Nothing is downloaded: parquet and csv are built in. */
export const OFFLINE = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' } as const;

interface Reader {
  getRowObjectsJson(): readonly Record<string, unknown>[];
}

interface Connection {
  runAndReadAll(sql: string): Promise<Reader>;
  closeSync(): void;
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface DuckdbPackage {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
}

/** A row of an answer; integers beyond 32 bits and decimals are text. */
export type DuckdbRow = Readonly<Record<string, unknown>>;

/** An open DuckDB without a file of its own. */
export class Duckdb {
  readonly #instance: Instance;
  readonly #connection: Connection;

  private constructor(instance: Instance, connection: Connection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /**
   * Opens DuckDB in memory; what does not fit goes to a folder of the lake. Throws a usage error with the line that installs the
   * package where it is missing.
   */
  static async open(home: LakeHome): Promise<Duckdb> {
    const { DuckDBInstance } = loadPackage(home);
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1',
      memory_limit: MEMORY_LIMIT,
      temp_directory: spillFolder(home),
      ...OFFLINE,
    });
    return new Duckdb(instance, await instance.connect());
  }

  /** Runs statements and returns the rows of the last one. Throws a ToolError of kind `storage`. */
  async rows(sql: string): Promise<readonly DuckdbRow[]> {
    try {
      return (await this.#connection.runAndReadAll(sql)).getRowObjectsJson();
    } catch (cause) {
      throw new ToolError({
        kind: 'storage',
        message: `DuckDB could not read or write the lake: ${(cause as Error).message.split('\n')[0]}.`,
        hint: 'Free disk space if the disk is full; bourse lake verify checks the files of the lake.',
        cause,
      });
    }
  }

  /** Returns the one row of an answer. */
  async row(sql: string): Promise<DuckdbRow> {
    return (await this.rows(sql))[0] ?? {};
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** Returns the folder for what does not fit into memory. */
export function spillFolder(home: LakeHome): string {
  return lakePath(home, '.spill');
}

/** The files from which the package of DuckDB is loaded. */
export interface DuckdbFiles {
  /** The main file of the package. */
  readonly main: string;
  /** What the build bundled of the installed version, whose `load` is given the main file; '' if it bundled another one. */
  readonly packed: string;
}

/** Finds the package of DuckDB. Throws a usage error where it is missing. */
export function duckdbFiles(programFile: string): DuckdbFiles {
  try {
    const program = realpathSync(programFile);
    const require = createRequire(program);
    const main = require.resolve(DUCKDB_PACKAGE);
    const { version } = require(`${DUCKDB_PACKAGE}/package.json`) as { readonly version: string };
    const packed = join(dirname(program), '../dist', `duckdb-${version}`, 'index.js');
    return { main, packed: existsSync(packed) ? packed : '' };
  } catch (cause) {
    throw missingPackageError(cause);
  }
}

/** The package is CommonJS; `import` would read all its files for their names first, which takes as long again. */
function loadPackage({ programFile }: LakeHome): DuckdbPackage {
  const { main, packed } = duckdbFiles(programFile);
  const require = createRequire(main);
  try {
    if (packed === '') return require(main) as DuckdbPackage;
    return (require(packed) as { load(main: string): DuckdbPackage }).load(main);
  } catch (cause) {
    throw missingPackageError(cause);
  }
}

/** Returns the error of a command that needs DuckDB where it is not installed. */
function missingPackageError(cause: unknown): ToolError {
  return new ToolError({
    kind: 'usage',
    code: 'duckdb_missing',
    name: 'duckdb_missing',
    message: 'The lake needs the package @duckdb/node-api, which is not installed beside bourse.',
    hint: `Add it (70 MB): npm install @duckdb/node-api@${DUCKDB_VERSION}, with -g if bourse was installed with -g.`,
    execution: 'not_executed',
    cause,
  });
}

/** Returns a text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns paths as an SQL list for functions that read files, which would expand `*`, `?` and `[`. */
export function pathList(paths: readonly string[]): string {
  return `[${paths.map((path) => literal(path.replace(/[*?[]/g, '[$&]'))).join(', ')}]`;
}
