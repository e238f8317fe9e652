/** `bourse orders mark`: records what became of an unresolved write when only a person can know it. */
import { UNRESOLVED_STATES, wordsOf } from '../../app/journal/write-record.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall } from '../types.ts';
import { watchAbsentOrder } from './late-arrivals.ts';
import { findWrite, RECORD, withJournal, writeRow } from './records.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { options, output, positionals, services } = call;
  const outcome = options['as'];
  if (outcome === undefined)
    throw usageError('--as is missing.', 'Such as: bourse orders mark my-order-7 --as not-executed');
  const why = typeof options['why'] === 'string' ? options['why'] : 'marked by hand';
  const state = outcome === 'executed' ? 'FOUND' : 'ABSENT';
  await withJournal(call, async (journal) => {
    const write = await findWrite(journal, String(positionals['id']));
    const result = await journal.commit([
      {
        do: 'append',
        subject: write.id,
        state,
        at: services.world.clock.now(),
        body: { why, byHand: true, ...(state === 'ABSENT' ? watchAbsentOrder(call, write) : {}) },
        from: UNRESOLVED_STATES,
      },
    ]);
    if (!result.ok)
      throw usageError(
        `The state of ${wordsOf(write)} is ${result.found}, and only unresolved writes can be marked.`,
        'See its states with bourse orders timeline.',
      );
    await output.value({ ...writeRow({ ...write, state }), why }, RECORD);
  });
}
