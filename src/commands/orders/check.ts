/** `bourse orders check`: reads the whole journal, and accepts a loss of entries on request. */
import { openJournal } from '../../app/journal/write-journal.ts';
import { recordOf, UNRESOLVED_STATES, WRITE_KIND } from '../../app/journal/write-record.ts';
import type { CommandCall } from '../types.ts';

/** Runs `orders check`. Throws a ToolError of kind `storage` for a journal that is damaged or has lost entries. */
export async function run({ services, options, output }: CommandCall): Promise<void> {
  const journal = await openJournal(services.world, options['accept-loss'] === true);
  try {
    const writes = (await journal.subjects({ kind: WRITE_KIND })).map(recordOf);
    let entries = 0;
    for (const { id } of writes) entries += (await journal.timeline(id)).length;
    const unresolved = writes.filter(({ state }) => UNRESOLVED_STATES.includes(state)).length;
    await output.value({ writes: writes.length, entries, unresolved, damaged: 0 });
  } finally {
    await journal.close();
  }
}
