/** Prints what happens in a ledger that is followed, as it happens. */

import { safeText } from '../../../core/text.ts';
import { formatTime } from '../../../core/time.ts';
import type { JsonValue } from '../../../core/words.ts';
import { canonicalText } from '../../../paper/canonical.ts';
import type { ExecutionRecord, LedgerEntry } from '../../../paper/ledger/entries.ts';
import type { CommandCall, Output } from '../../types.ts';
import { ENTRY_VIEW, entryRows } from '../entry-rows.ts';
import type { FollowEvent } from './follow-ledger.ts';
import { noticeText, type TouchNotice } from './touched-levels.ts';

/**
 * Prints events in the format of the output, a line an entry; JSON is printed in lines as well, because it never ends.
 * Notices of touched levels go between the lines of JSON in a pipe, and to stderr otherwise.
 */
export async function printEvents(
  { output, options }: CommandCall,
  events: AsyncIterable<FollowEvent>,
): Promise<void> {
  const hasFields = options['fields'] !== undefined;
  const isWhole = !hasFields && (output.format === 'json' || output.format === 'ndjson');
  const showsNotices = isWhole && !output.isTerminal;
  const texts = textsOf(output, events, showsNotices);
  if (isWhole) {
    for await (const { lines } of texts) await output.write(lines.map((line) => `${line}\n`).join(''));
  } else if (!hasFields && output.format === 'table') {
    for await (const { entries } of texts)
      if (entries.length > 0) await output.text(entries.flatMap(entryLines).join('\n'));
  } else {
    await output.chunks(chunksOf(texts), ENTRY_VIEW);
  }
}

/** An event as canonical JSON, a line for each entry or notice. */
interface EventTexts {
  readonly entries: readonly LedgerEntry[];
  readonly lines: readonly string[];
}

async function* textsOf(
  output: Output,
  events: AsyncIterable<FollowEvent>,
  showsNotices: boolean,
): AsyncGenerator<EventTexts> {
  for await (const event of events) {
    if ('entries' in event) yield { entries: event.entries, lines: event.entries.map(canonicalText) };
    else if (showsNotices) yield { entries: [], lines: event.notices.map(textOfNotice) };
    else for (const notice of event.notices) output.note(safeText(noticeText(notice)));
  }
}

function textOfNotice(notice: TouchNotice): string {
  return JSON.stringify(notice);
}

async function* chunksOf(texts: AsyncIterable<EventTexts>) {
  for await (const { entries, lines } of texts) {
    yield { text: `[${lines.join(',')}]`, value: entryRows(entries) as JsonValue };
  }
}

/** Returns an entry as lines for people, one for each execution. */
export function entryLines(entry: LedgerEntry): readonly string[] {
  const { time, book, kind, action, status, reason, position_id: position, executions } = entry;
  const words = [action ?? kind, status, reason, executions.length === 0 ? position : null];
  const start = `${formatTime(time)}  ${book}  ${words.filter((word) => word !== null).join(' ')}`;
  if (executions.length === 0) return [safeText(start)];
  return executions.map((one) => safeText(`${start} ${executionText(one)}`));
}

function executionText(one: ExecutionRecord): string {
  const { trigger, effect, position_id: id, symbol, side, quantity, price, realised, assumed } = one;
  const cause = trigger === 'thesis' ? effect : `${effect} by ${trigger.replace('_', ' ')}`;
  const isEntering = effect === 'open' || effect === 'add';
  const gain = isEntering ? '' : `, realised ${realised}`;
  const guess = assumed === null ? '' : ', assumed';
  return `${cause} ${id} ${side} ${quantity} ${symbol} at ${price}${gain}${guess}`;
}
