/** Reads writes from the journal of orders and turns them into rows of output. */
import { openJournal } from '../../app/journal/write-journal.ts';
import { recordOf, WRITE_KIND, type WriteRecord } from '../../app/journal/write-record.ts';
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import type { SharedState } from '../../state/shared-state.ts';
import type { CommandCall } from '../types.ts';

/**
 * Opens the journal of orders and runs a function with it. Throws a ToolError of kind `storage` if the journal
 * cannot be opened.
 */
export async function withJournal<T>(
  { services }: CommandCall,
  work: (journal: SharedState) => Promise<T>,
): Promise<T> {
  const journal = await openJournal(services.world);
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

/** Returns the newest write in the journal with an id or client order id. Throws a usage error if there is none. */
export async function findWrite(journal: SharedState, id: string): Promise<WriteRecord> {
  const subject = await journal.subject(id);
  if (subject !== undefined) return recordOf(subject);
  const where = { field: 'clientOrderId', value: id } as const;
  const [named] = await journal.subjects({ kind: WRITE_KIND, where, limit: 1 });
  if (named !== undefined) return recordOf(named);
  throw usageError(
    `The journal has no write with the id "${safeText(id.slice(0, 60))}".`,
    'List them with bourse orders list; orders of other programs are not in it.',
  );
}

/** Returns a write of the journal as a row or a record of output. */
export function writeRow(write: WriteRecord): JsonObject {
  const { id, state, noun, symbol, clientOrderId, command, origin, endpoint, params, firstAt, lastAt } =
    write;
  return {
    time: firstAt,
    state,
    noun,
    symbol: symbol ?? null,
    clientOrderId: clientOrderId ?? null,
    command,
    venue: origin.venue,
    profile: origin.profile ?? null,
    account: origin.account,
    changedAt: lastAt,
    endpoint,
    params,
    id,
  };
}

export const WRITES: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time' },
    { name: 'state', is: 'text' },
    { name: 'noun', title: 'what', is: 'text' },
    { name: 'symbol', is: 'text' },
    { name: 'clientOrderId', title: 'client id', is: 'text' },
    { name: 'command', is: 'text' },
    { name: 'venue', is: 'text' },
    { name: 'profile', is: 'text' },
    { name: 'account', title: 'key', is: 'text', hidden: true },
    { name: 'changedAt', title: 'changed', is: 'time', hidden: true },
    { name: 'endpoint', is: 'text', hidden: true },
    { name: 'params', title: 'parameters', is: 'text', hidden: true },
    { name: 'id', is: 'text' },
  ],
};

/** Returns a write of the journal with all its fields, as a record of output. */
export const RECORD: View = {
  shape: 'record',
  columns: [...WRITES.columns.map(({ hidden: _hidden, ...column }) => column), { name: 'why', is: 'text' }],
};
