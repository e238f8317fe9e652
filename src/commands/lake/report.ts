/** `bourse lake report`: writes a page with charts of a symbol in the lake, and a map of what is missing. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { readReport } from '../../lake/charts/report-data.ts';
import { lakePage } from '../../lake/charts/report-page.ts';
import { guardFiles } from '../../lake/disk-errors.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import type { LakeHome } from '../../lake/home.ts';
import { openExisting } from '../../lake/open-lake.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import { type LakeStatus, lakeStatus, statusOfFiles } from '../../lake/status.ts';
import type { CommandCall } from '../types.ts';
import { findSeries, readChartRequest } from './charted-series.ts';
import { lakeHome } from './chosen-lake.ts';
import { whileFilesAreRemoved } from './run-query.ts';

const WRITTEN: View = {
  shape: 'record',
  columns: [
    { name: 'path', is: 'text' },
    { name: 'bytes', is: 'integer' },
    { name: 'candles', is: 'integer' },
    { name: 'missing', is: 'integer' },
    { name: 'holes', is: 'integer' },
  ],
};

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, options, output } = call;
  const request = readChartRequest(call);
  const typed = String(options['out']);
  if (!/\.html?$/i.test(typed)) throw usageError('--out must be the path of a .html file.');
  const path = resolve(services.world.workingFolder, typed);
  const home = lakeHome(services.world);
  const data = await whileFilesAreRemoved(call, async (content) => {
    const { series, span } = findSeries(content, request);
    const duckdb = await Duckdb.open(home);
    try {
      return await readReport(duckdb, content, await readStatus(home, content, options['at']), series, span);
    } finally {
      duckdb.close();
    }
  });
  const page = lakePage(data);
  await guardFiles(safeText(path), async () => replaceFile(path, page, home.secretHex(6)));
  const sum = (name: 'candles' | 'missing') =>
    data.zoomedColumns.reduce((total, one) => total + one[name], 0);
  await output.value(
    {
      path,
      bytes: Buffer.byteLength(page),
      candles: sum('candles'),
      missing: sum('missing'),
      holes: data.holes.length,
    },
    WRITTEN,
  );
}

/** Writes a file under another name first, so that an error leaves an earlier one as it was. */
function replaceFile(path: string, text: string, suffix: string): void {
  const draft = `${path}.${suffix}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the state of the lake, or that of the content of a snapshot. */
async function readStatus(home: LakeHome, { parts, holes }: LakeContent, at: unknown): Promise<LakeStatus> {
  const ledger = await openExisting(home);
  if (ledger === undefined) return { series: [], holes: [] };
  return ledger
    .read((rows) =>
      at === undefined ? lakeStatus(rows, home.clock.now()) : statusOfFiles(parts, rows.sources(), holes),
    )
    .finally(() => ledger.close());
}
