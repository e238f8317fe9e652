/** `bourse orders list`: prints the writes of the journal, the newest first. */
import { recordOf, UNRESOLVED_STATES, WRITE_KIND } from '../../app/journal/write-record.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';
import { WRITES, withJournal, writeRow } from './records.ts';

const LIMIT_MAX = 100_000;

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { options, output } = call;
  const limit = limitOf(String(options['limit']));
  const subjects = await withJournal(call, (journal) =>
    journal.subjects({
      kind: WRITE_KIND,
      ...(options['unresolved'] === true ? { states: UNRESOLVED_STATES } : {}),
      limit,
    }),
  );
  if (subjects.length === limit) output.note(`The newest ${limit} writes; more with --limit.`);
  await output.value(
    subjects.map((subject) => writeRow(recordOf(subject))),
    WRITES,
  );
}

function limitOf(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw usageError(`--limit must be 1 to ${LIMIT_MAX}, was "${safeText(text.slice(0, 40))}".`);
}
