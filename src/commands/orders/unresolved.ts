/** The texts about unresolved writes, whose outcome is not known. */
import { type WriteRecord, wordsOf } from '../../app/journal/write-record.ts';
import { plural, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';

/** The largest number of unresolved writes that the note names one by one. */
const NAMED_MAX = 3;

/** Returns the note about unresolved writes that commands print before they begin. */
export function unresolvedText(writes: readonly WriteRecord[]): string {
  const named = writes.slice(0, NAMED_MAX).map((one) => {
    const { symbol, origin, firstAt } = one;
    const where = symbol === undefined ? origin.venue : `${safeText(symbol)}, ${origin.venue}`;
    return `${wordsOf(one)} (${where}, ${formatTime(firstAt)})`;
  });
  const more = writes.length > NAMED_MAX ? ` and ${writes.length - NAMED_MAX} more` : '';
  return `It is not known what became of ${plural(writes.length, 'write')} of earlier runs: ${named.join(', ')}${more}. Resolve with: bourse orders resolve`;
}
