/** Journal entries as rows of a table. */
import type { View } from '../../catalogue/types.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { type CanonicalValue, canonicalText } from '../../paper/canonical.ts';
import type { ExecutionRecord, LedgerEntry } from '../../paper/ledger/entries.ts';

/** Returns a canonical value as plain JSON: maps become objects. */
export function plain(value: CanonicalValue): JsonValue {
  return JSON.parse(canonicalText(value)) as JsonValue;
}

/** The columns of journal entries and their executions. */
export const ENTRY_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'seq', is: 'integer' },
    { name: 'time', is: 'time' },
    { name: 'event', is: 'text', pinned: true },
    { name: 'kind', is: 'text', hidden: true },
    { name: 'action', is: 'text', hidden: true },
    { name: 'status', is: 'text', hidden: true },
    { name: 'position_id', title: 'position', is: 'text', pinned: true },
    { name: 'symbol', is: 'text' },
    { name: 'side', is: 'text' },
    { name: 'effect', is: 'text' },
    { name: 'trigger', is: 'text', hidden: true },
    { name: 'quantity', is: 'decimal', pinned: true },
    { name: 'price', is: 'decimal', places: 4, pinned: true },
    { name: 'value', is: 'decimal', hidden: true },
    { name: 'realised', is: 'decimal', isProfit: true, pinned: true },
    { name: 'reason', is: 'text', pinned: true },
    { name: 'fee', is: 'decimal', hidden: true },
    { name: 'fee_kind', is: 'text', hidden: true },
    { name: 'margin', is: 'decimal', hidden: true },
    { name: 'shortfall', is: 'decimal', hidden: true },
    { name: 'assumed', is: 'text', pinned: true },
    { name: 'book', is: 'text', hidden: true },
    { name: 'agent', is: 'text', hidden: true },
    { name: 'run_id', is: 'text', hidden: true },
    { name: 'hash', is: 'text', hidden: true },
  ],
};

/**
 * Returns the table rows of journal entries: one for each execution, and one for each entry without an
 * execution.
 */
export function entryRows(entries: readonly LedgerEntry[]): readonly JsonObject[] {
  return entries.flatMap(({ executions, ...entry }): readonly JsonObject[] => {
    const { seq, time, book, kind, action, status, reason, position_id, agent, run_id, hash } = entry;
    const event = action ?? kind;
    const shown = { seq, time, event, book, kind, action, status, reason, position_id, agent, run_id, hash };
    return executions.length === 0
      ? [{ ...shown, ...NO_EXECUTION }]
      : executions.map((one) => ({ ...NO_EXECUTION, ...shown, ...one, event: eventOf(one, event) }));
  });
}

/** Returns what happened in an execution: what triggered it, unless that was the thesis itself. */
function eventOf({ trigger }: ExecutionRecord, event: string): string {
  return trigger === 'thesis' ? event : trigger;
}

/** The execution columns of a journal entry that has no execution. */
const NO_EXECUTION = {
  symbol: null,
  side: null,
  effect: null,
  trigger: null,
  quantity: null,
  price: null,
  value: null,
  realised: null,
  fee: null,
  fee_kind: null,
  margin: null,
  shortfall: null,
  assumed: null,
};
