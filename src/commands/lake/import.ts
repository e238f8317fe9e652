/** `bourse lake import`: imports files into the lake, one after another. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listArchiveFiles, readArchiveFile } from '../../app/archive-files.ts';
import type { Dataset } from '../../archive/columns.ts';
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { type ImportResult, importSource } from '../../lake/import.ts';
import { type Lake, openLake } from '../../lake/open-lake.ts';
import { recordingSources } from '../../lake/recordings.ts';
import { archiveSource, type ImportSource, type NamedAs } from '../../lake/sources.ts';
import { manifestPath, RECORDING_SUFFIX } from '../../store/recording.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { readProduct } from './selection-words.ts';

const RESULTS: View = {
  shape: 'rows',
  columns: [
    { name: 'file', is: 'text', pinned: true },
    { name: 'outcome', is: 'text', pinned: true },
    { name: 'rows', is: 'integer' },
    { name: 'repeated', is: 'integer' },
    { name: 'corrected', is: 'integer' },
    { name: 'outranked', is: 'integer' },
    { name: 'conflicts', is: 'integer' },
    { name: 'parts', is: 'integer' },
    { name: 'revision', is: 'integer' },
    { name: 'why', is: 'text' },
  ],
};

const FOLDERS_MAX_DEEP = 12;

/** Runs the command. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { world } = call.services;
  const paths = call.positionals['path'];
  if (!Array.isArray(paths) || paths.length === 0) {
    throw usageError('A path is required.', 'bourse lake import data/');
  }
  const named = namedAs(call);
  const files = (paths as readonly string[]).flatMap((path) => filesAt(call, path));
  if (files.length === 0) throw usageError('Expected zip or csv files or recordings, found none.');
  const home = lakeHome(world);
  const duckdb = await Duckdb.open(home);
  const results: ImportResult[] = [];
  try {
    const ledger = await openLake(home);
    try {
      const lake = { home, ledger, duckdb };
      for (const [index, file] of files.entries()) {
        world.interrupt.throwIfAborted();
        call.output.progress(`${index + 1} of ${files.length}: ${safeText(file)}`);
        results.push(...(await importFile(call, lake, file, named)));
      }
    } finally {
      ledger.close();
    }
  } finally {
    duckdb.close();
  }
  await call.output.value(results as unknown as JsonValue, RESULTS);
  const refused = results.filter(({ outcome }) => outcome !== 'imported' && outcome !== 'already-imported');
  if (refused.length === 0) return EXIT_CODES.done;
  return refused.length === results.length ? EXIT_CODES.check : EXIT_CODES.partial;
}

async function importFile(
  { services, options }: CommandCall,
  lake: Lake,
  file: string,
  named: NamedAs,
): Promise<readonly ImportResult[]> {
  let sources: readonly ImportSource[];
  try {
    sources = file.endsWith(RECORDING_SUFFIX)
      ? recordingSources(resolve(services.world.workingFolder, file))
      : [archiveSource(readArchiveFile(services.world, file), named)];
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind !== 'usage') throw error;
    return [unknownFile(file, error.message)];
  }
  const results: ImportResult[] = [];
  for (const source of sources) {
    results.push(await importSource(lake, source, { acceptsMismatch: options['accept-mismatch'] === true }));
  }
  return results;
}

/** A file of which nobody knows which rows it has is in no ledger. */
function unknownFile(file: string, why: string): ImportResult {
  const nothing = { rows: 0, repeated: 0, corrected: 0, outranked: 0, conflicts: 0, parts: 0, revision: 0 };
  return { ...nothing, file: safeText(file), outcome: 'refused', why };
}

function namedAs({ options }: CommandCall): NamedAs {
  const { dataset, symbol, interval } = options;
  const product = readProduct(options) ?? 'spot';
  return {
    product,
    ...(typeof dataset === 'string' ? { dataset: dataset as Dataset } : {}),
    ...(typeof symbol === 'string' ? { symbol } : {}),
    ...(typeof interval === 'string' ? { interval } : {}),
  };
}

/** Returns the files of a path: of a folder the archive files and the recordings with a manifest, else the path itself. */
function filesAt({ services: { world } }: CommandCall, path: string): readonly string[] {
  const archived = listArchiveFiles(world, path);
  if (!statSync(resolve(world.workingFolder, path)).isDirectory()) return archived;
  return [...archived, ...recordingsBelow(world.workingFolder, path)];
}

function recordingsBelow(workingFolder: string, path: string, depth = 0): readonly string[] {
  return readdirSync(resolve(workingFolder, path), { withFileTypes: true })
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        return depth < FOLDERS_MAX_DEEP ? recordingsBelow(workingFolder, inside, depth + 1) : [];
      }
      const isRecording =
        entry.name.endsWith(RECORDING_SUFFIX) && existsSync(manifestPath(resolve(workingFolder, inside)));
      return isRecording ? [inside] : [];
    })
    .sort();
}
