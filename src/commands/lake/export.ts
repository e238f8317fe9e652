/** `bourse lake export`: prints rows of the lake, or writes them to files for other programs. */
import { resolve } from 'node:path';
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import {
  type ExportRequest,
  type ExportTarget,
  exportQuery,
  selectContent,
  writeExport,
} from '../../lake/export.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { printQuery, whileFilesAreRemoved } from './run-query.ts';
import { readSelection } from './selection-words.ts';
import { readTime } from './sync-words.ts';

const WRITTEN: View = {
  shape: 'record',
  columns: [
    { name: 'path', is: 'text' },
    { name: 'files', is: 'integer' },
    { name: 'rows', is: 'integer' },
    { name: 'bytes', is: 'integer' },
    { name: 'holes', is: 'integer' },
  ],
};

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const request = readRequest(call);
  const target = readTarget(call);
  if (target === undefined) {
    await printQuery(
      call,
      (all) => {
        const content = selectContent(all, request);
        return { content, sql: exportQuery(content, request) };
      },
      { signal: services.world.interrupt, onStart: (content) => noteHoles(call, content) },
    );
    return;
  }
  const home = lakeHome(services.world);
  const { content, result } = await whileFilesAreRemoved(call, async (all) => {
    const content = selectContent(all, request);
    if (content.parts.length === 0)
      throw usageError('The lake has no rows of this.', 'bourse lake status lists what it has.');
    const duckdb = await Duckdb.open(home);
    try {
      return { content, result: await writeExport(home, duckdb, content, request, target) };
    } finally {
      duckdb.close();
    }
  });
  const { path } = target;
  await output.value({ path, ...result, holes: content.holes.length } as unknown as JsonValue, WRITTEN);
  noteHoles(call, content);
}

function readRequest(call: CommandCall): ExportRequest {
  const selection = readSelection(call);
  const { table } = selection;
  if (table === undefined) {
    throw usageError('A dataset is required.', 'bourse lake export candles BTCUSDT 1h --out candles.parquet');
  }
  const [from, to] = [readTime(call, 'from'), readTime(call, 'to')];
  const span = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
  if (span.from >= span.to) throw usageError('Expected --from before --to.');
  return { selection: { ...selection, table }, span };
}

/** Returns where rows are written; undefined to print them. */
function readTarget({ options, services }: CommandCall): ExportTarget | undefined {
  const [out, tree, at] = ['out', 'tree', 'at'].map((name) => {
    const text = options[name];
    return typeof text === 'string' ? text : undefined;
  });
  const hasFloats = options['floats'] === true;
  if (out !== undefined && tree !== undefined) throw usageError('Expected --out or --tree, found both.');
  const path = out ?? tree;
  const isCsv = out?.endsWith('.csv') === true;
  if (hasFloats && (path === undefined || isCsv)) {
    throw usageError('--floats is for Parquet files; csv and printed rows have all digits.');
  }
  if (path === undefined) return undefined;
  if (out !== undefined && !isCsv && !out.endsWith('.parquet')) {
    throw usageError('--out must be the path of a .parquet or .csv file.', 'A tree of files: --tree FOLDER.');
  }
  const kind = tree !== undefined ? 'tree' : isCsv ? 'csv' : 'parquet';
  return { path: resolve(services.world.workingFolder, path), kind, hasFloats, at };
}

function noteHoles({ output }: CommandCall, { holes }: LakeContent): void {
  if (holes.length === 0) return;
  output.note(`${plural(holes.length, 'hole')} in these rows: bourse lake status --gaps lists them.`);
}
