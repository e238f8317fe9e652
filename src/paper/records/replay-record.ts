/** The whole output of a scenario replay. */
import { formatTrimmed } from '../../core/decimal.ts';
import type { CanonicalValue } from '../canonical.ts';
import type { ScenarioRun } from '../engine/moments.ts';
import { BOOK_NAMES, type BookName } from '../ledger/position.ts';
import { groupsOf, metricsOf, priceOfPosition } from './metrics.ts';
import { positionRecord } from './position-record.ts';

/** The name and version of the format of a replay's output. */
export const REPLAY_SCHEMA = 'bourse.paper.replay.v1';

/** Returns the output of a replay; `canonicalText` of it is what `-o json` prints. */
export function replayRecord(run: ScenarioRun) {
  const { ledger, queue, later } = run;
  const positions = BOOK_NAMES.flatMap((name) => [...ledger.books[name].positions.values()]);
  return {
    schema: REPLAY_SCHEMA,
    settings: ledger.settings.written as CanonicalValue,
    entries: ledger.journal.entries,
    positions: positions.map((one) => positionRecord(one, priceOfPosition(run, one))),
    balances: ofBooks((name) => ledger.books[name].balances.printed()),
    equity: ofBooks((name) =>
      ledger.equity[name].map(({ time, equity }) => ({ time, equity: formatTrimmed(equity) })),
    ),
    metrics: ofBooks((name) => metricsOf(run, name)),
    by_agent: groupsOf(run, ({ agent }) => agent),
    by_run_id: groupsOf(run, ({ runId }) => runId),
    pending: [
      ...queue.waiting.map(({ time, thesis }) => ({ time, thesis: thesis.hash })),
      ...later.map(({ time, thesis }) => ({ time, thesis: thesis?.hash ?? null })),
    ],
    head: ledger.journal.head,
  };
}

/** The output of a replay. */
export type ReplayRecord = ReturnType<typeof replayRecord>;

function ofBooks<T>(read: (name: BookName) => T): Readonly<Record<BookName, T>> {
  return { paper: read('paper'), watch: read('watch') };
}
