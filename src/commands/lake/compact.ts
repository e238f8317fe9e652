/** `bourse lake compact`: makes one file of the several that a partition has. */
import type { View } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { type CompactedPartition, compactPartition } from '../../lake/compact.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { openForChange } from '../../lake/open-lake.ts';
import { isSelected } from '../../lake/selection.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { readSelection } from './selection-words.ts';

const COMPACTED: View = {
  shape: 'rows',
  columns: [
    { name: 'partition', is: 'text', pinned: true },
    { name: 'outcome', is: 'text', pinned: true },
    { name: 'parts', is: 'integer' },
    { name: 'rows', is: 'integer' },
    { name: 'bytesBefore', is: 'integer' },
    { name: 'bytesAfter', is: 'integer' },
    { name: 'why', is: 'text' },
  ],
};

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { world } = call.services;
  const selection = readSelection(call);
  const home = lakeHome(world);
  const ledger = await openForChange(home);
  try {
    const parts = await ledger.read((rows) => rows.parts());
    const counts = new Map<string, number>();
    for (const part of parts) {
      if (isSelected(part, selection)) counts.set(part.partition, (counts.get(part.partition) ?? 0) + 1);
    }
    const selected = [...counts].filter(([, count]) => count > 1).map(([partition]) => partition);
    const results = selected.length === 0 ? [] : await compactAll(call, selected, { home, ledger });
    await call.output.value(results as unknown as JsonValue, COMPACTED);
    if (results.length === 0) call.output.note('No folder has more than one file.');
  } finally {
    ledger.close();
  }
}

async function compactAll(
  { services: { world }, output }: CommandCall,
  partitions: readonly string[],
  lake: Omit<Parameters<typeof compactPartition>[0], 'duckdb'>,
): Promise<readonly CompactedPartition[]> {
  const duckdb = await Duckdb.open(lake.home);
  const results: CompactedPartition[] = [];
  try {
    for (const [index, partition] of partitions.entries()) {
      world.interrupt.throwIfAborted();
      output.progress(`${index + 1} of ${plural(partitions.length, 'folder')}: ${partition}`);
      results.push(await compactPartition({ ...lake, duckdb }, partition));
    }
  } finally {
    output.progress('');
    duckdb.close();
  }
  return results;
}
