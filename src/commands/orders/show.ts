/** `bourse orders show` and `orders timeline`: print a write of the journal, or each of its states. */
import type { View } from '../../catalogue/types.ts';
import type { JsonObject } from '../../core/words.ts';
import type { SharedEntry } from '../../state/shared-state.ts';
import type { CommandCall } from '../types.ts';
import { findWrite, RECORD, withJournal, writeRow } from './records.ts';

const TIMELINE: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time' },
    { name: 'state', is: 'text' },
    { name: 'timestamp', title: 'signed time', is: 'time' },
    { name: 'why', is: 'text' },
    { name: 'answer', is: 'text', hidden: true },
    { name: 'seq', title: 'entry', is: 'integer' },
  ],
};

/** Prints a write of the journal with its parameters. */
export async function show(call: CommandCall): Promise<void> {
  const write = await withJournal(call, (journal) => findWrite(journal, String(call.positionals['id'])));
  await call.output.value(writeRow(write), RECORD);
}

/** Prints the states of a write, the oldest first. */
export async function timeline(call: CommandCall): Promise<void> {
  const entries = await withJournal(call, async (journal) =>
    journal.timeline((await findWrite(journal, String(call.positionals['id']))).id),
  );
  await call.output.value(entries.map(entryRow), TIMELINE);
}

function entryRow({ seq, at, state, body }: SharedEntry): JsonObject {
  return {
    time: at,
    state,
    timestamp: body['timestamp'] ?? null,
    why: body['why'] ?? null,
    answer: body['answer'] ?? null,
    seq,
  };
}
