/** `bourse lake snapshot`: makes, lists and removes states of the lake that stay readable. */
import type { View } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { LakeHome } from '../../lake/home.ts';
import type { LakeLedger } from '../../lake/ledger.ts';
import { openExisting, openForChange } from '../../lake/open-lake.ts';
import { createSnapshot, findSnapshot, listSnapshots, removeSnapshot } from '../../lake/snapshots.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome, noLakeNote } from './chosen-lake.ts';
import { askYes } from './confirmation.ts';

const SNAPSHOT: View['columns'] = [
  { name: 'id', is: 'text', pinned: true },
  { name: 'at', is: 'time' },
  { name: 'parts', is: 'integer' },
  { name: 'rows', is: 'integer' },
  { name: 'bytes', is: 'integer' },
  { name: 'keptBytes', is: 'integer' },
];

/** Makes a snapshot of what the lake has now. */
export async function create(call: CommandCall): Promise<void> {
  const { output } = call;
  const summary = await withLake(call, createSnapshot);
  await output.value(summary as unknown as JsonValue, { shape: 'record', columns: SNAPSHOT });
  output.note(`Query it: bourse lake sql '…' --at ${summary.id}`);
}

/** Lists the snapshots, oldest first. */
export async function list({ services: { world }, output }: CommandCall): Promise<void> {
  const home = lakeHome(world);
  const ledger = await openExisting(home);
  if (ledger === undefined) output.note(noLakeNote(home));
  const found = await ledger?.read(listSnapshots).finally(() => ledger.close());
  await output.value((found ?? []) as unknown as JsonValue, { shape: 'rows', columns: SNAPSHOT });
}

/** Removes a snapshot after confirmation. */
export async function remove(call: CommandCall): Promise<void> {
  const { output, positionals } = call;
  const removed = await withLake(call, async (home, ledger) => {
    const { id } = await ledger.read((rows) => findSnapshot(rows, String(positionals['id'])));
    const summaries = await ledger.read(listSnapshots);
    const summary = summaries.find((one) => one.id === id)!;
    await askYes(
      call,
      `Remove the snapshot ${id}? ${plural(summary.keptBytes, 'byte')} of its files are no longer in the lake itself.`,
    );
    await removeSnapshot(home, ledger, id);
    return summary;
  });
  await output.value(removed as unknown as JsonValue, { shape: 'record', columns: SNAPSHOT });
}

/** Opens the lake for writing. Throws a usage error where there is none. */
async function withLake<T>(
  { services: { world } }: CommandCall,
  work: (home: LakeHome, ledger: LakeLedger) => Promise<T>,
): Promise<T> {
  const home = lakeHome(world);
  const ledger = await openForChange(home);
  return work(home, ledger).finally(() => ledger.close());
}
