/** `bourse orders prune`: removes finished writes from the journal. */
import { FINAL_STATES, WRITE_KIND } from '../../app/journal/write-record.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { withJournal } from './records.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { options, output, services } = call;
  const text = String(options['older-than']);
  const ageMs = parseDuration(text);
  if (ageMs === undefined)
    throw usageError(
      `--older-than must be a duration such as 90d or 12h, was "${safeText(text.slice(0, 40))}".`,
    );
  const before = (services.world.clock.now() - ageMs) as UnixMs;
  const removed = await withJournal(call, (journal) =>
    journal.prune({ kind: WRITE_KIND, states: FINAL_STATES, before }),
  );
  await output.value({ removed });
}
