/** Merges histories that are each ordered by time into one. */
import type { ExportRow } from './export-rows.ts';

/** One history, with the rows that were read from it and not yielded yet. */
interface Pending {
  readonly rest: AsyncIterator<readonly ExportRow[]>;
  rows: readonly ExportRow[];
}

/**
 * Yields the rows of all histories, oldest first; rows of the same time in the order of the histories. Each history must
 * be ordered by time; at most one page of each is held at a time. `onRead`
 * gets the number of histories begun.
 */
export async function* mergedByTime(
  histories: readonly AsyncIterable<readonly ExportRow[]>[],
  onRead: (started: number) => void,
): AsyncGenerator<readonly ExportRow[]> {
  const pending: Pending[] = [];
  try {
    for (const history of histories) {
      onRead(pending.length);
      const one: Pending = { rest: history[Symbol.asyncIterator](), rows: [] };
      pending.push(one);
      await readNext(one);
    }
    for (;;) {
      const next = earliestOf(pending);
      if (next === undefined) return;
      const others = earliestOf(pending.filter((one) => one !== next));
      const until = others === undefined ? next.rows.length : countBefore(next.rows, timeOf(others.rows[0]!));
      const count = Math.max(1, until);
      yield next.rows.slice(0, count);
      next.rows = next.rows.slice(count);
      if (next.rows.length === 0) await readNext(next);
    }
  } finally {
    await Promise.all(pending.map(({ rest }) => rest.return?.()));
  }
}

/** Reads pages until one has rows; at the end of the history there are none. */
async function readNext(one: Pending): Promise<void> {
  do {
    const { done, value } = await one.rest.next();
    if (done === true) return;
    one.rows = value;
  } while (one.rows.length === 0);
}

function earliestOf(pending: readonly Pending[]): Pending | undefined {
  let earliest: Pending | undefined;
  for (const one of pending)
    if (one.rows.length > 0 && (earliest === undefined || timeOf(one.rows[0]!) < timeOf(earliest.rows[0]!)))
      earliest = one;
  return earliest;
}

/** Returns how many rows come before a time. */
function countBefore(rows: readonly ExportRow[], time: string): number {
  const at = rows.findIndex((row) => timeOf(row) >= time);
  return at === -1 ? rows.length : at;
}

function timeOf(row: ExportRow): string {
  return String(row['time']);
}
