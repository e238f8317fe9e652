/** What the journal of a home folder holds at the moment in which an exchange receives a write. */
import { openJournal } from '../../src/app/journal/write-journal.ts';
import { recordOf, WRITE_KIND } from '../../src/app/journal/write-record.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { testWorld } from '../acceptance/world.ts';

/** Returns the endpoints of the writes that the journal has as sent, each once. */
export async function endpointsRecordedIn(home: string): Promise<readonly string[]> {
  const journal = await openJournal(testWorld({ home }, { stdout: '', stderr: '' }));
  try {
    const writes = await journal.subjects({ kind: WRITE_KIND, states: ['SENT'] });
    return [...new Set(writes.map((write) => recordOf(write).endpoint))].sort();
  } finally {
    await journal.close();
  }
}

/** Returns the endpoints under which the journal records a write: a replacement as its cancellation and its order. */
export function recordedAs({ id, replaces }: Endpoint): readonly string[] {
  return replaces === undefined ? [id] : [replaces.cancelEndpoint, replaces.placeEndpoint].sort();
}
