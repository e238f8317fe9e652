/** `bourse lake drop`: removes series from the lake, or damaged files, after confirmation. */
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { dropDamaged, dropSeries, findDamaged, planDrop } from '../../lake/drop.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { type Lake, openForChange } from '../../lake/open-lake.ts';
import type { LakeSelection } from '../../lake/selection.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { askYes } from './confirmation.ts';
import { readSelection } from './selection-words.ts';

const DROPPED: View = {
  shape: 'record',
  columns: [
    { name: 'series', is: 'integer' },
    { name: 'parts', is: 'integer' },
    { name: 'rows', is: 'integer' },
    { name: 'bytes', is: 'integer' },
    { name: 'keptBytes', is: 'integer' },
  ],
};

const DAMAGED: View = {
  shape: 'rows',
  columns: [
    { name: 'path', is: 'text', pinned: true },
    { name: 'rows', is: 'integer' },
    { name: 'outcome', is: 'text', pinned: true },
    { name: 'fault', is: 'text' },
  ],
};

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const selection = readSelection(call);
  const damaged = call.options['damaged'] === true;
  if (selection.table === undefined && !damaged) {
    throw usageError('A dataset is required.', 'bourse lake drop candles BTCUSDT 1m');
  }
  const home = lakeHome(call.services.world);
  const ledger = await openForChange(home);
  try {
    // DuckDB is loaded before anything is asked, because it may be missing.
    const duckdb = await Duckdb.open(home);
    try {
      await (damaged ? removeDamaged : removeSeries)(call, { home, ledger, duckdb }, selection);
    } finally {
      duckdb.close();
    }
  } finally {
    ledger.close();
  }
}

async function removeSeries(call: CommandCall, lake: Lake, selection: LakeSelection): Promise<void> {
  const plan = await lake.ledger.read((rows) => planDrop(rows, selection));
  const { series, parts, rows, bytes, keptBytes } = plan;
  if (series.length === 0)
    throw usageError('The lake has nothing of this.', 'bourse lake status lists what it has.');
  const names = series.map(({ table, product, symbol, interval }) =>
    [table, product, symbol, interval].filter((word) => word !== '').join(' '),
  );
  const listed =
    names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
  const stay = keptBytes === 0 ? '' : ` Snapshots keep ${plural(keptBytes, 'byte')} of them.`;
  await askYes(call, `Remove ${plural(rows, 'row')}, ${plural(bytes, 'byte')} of ${listed}?${stay}`);
  await dropSeries(lake, selection, plan);
  const dropped = { series: series.length, parts: parts.length, rows, bytes, keptBytes };
  await call.output.value(dropped as unknown as JsonValue, DROPPED);
}

async function removeDamaged(call: CommandCall, lake: Lake, selection: LakeSelection): Promise<void> {
  const damaged = await lake.ledger.read((rows) => findDamaged(lake.home, rows, selection));
  const list = damaged.map(({ part: { path, rows }, fault, isInSnapshot }) => {
    return { path, rows, outcome: isInSnapshot ? 'restored' : 'removed', fault };
  });
  const removed = list.filter(({ outcome }) => outcome === 'removed');
  if (removed.length > 0) {
    const rows = removed.reduce((sum, one) => sum + one.rows, 0);
    await askYes(call, `Remove ${plural(removed.length, 'damaged file')} of ${plural(rows, 'row')}?`);
  }
  await dropDamaged(lake, damaged);
  await call.output.value(list as unknown as JsonValue, DAMAGED);
  if (damaged.length === 0) call.output.note('No file is damaged.');
  if (removed.length === 0) return;
  call.output.note(
    'Import their files again, and sync again what came from the API: bourse lake status --gaps names both.',
  );
}
