/** Reports rows that are missing from a history on stderr, as they are found and at the end. */
import type { Endpoint } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { findInteger } from '../../request/paging/cursor.ts';
import {
  CLOCK_MARGIN_MS,
  type ExpectedEnd,
  GapTracker,
  gapText,
  type RowGap,
} from '../../request/paging/gaps.ts';
import type { RowRun } from '../../request/paging/row-steps.ts';
import { stepsOf } from '../../request/paging/row-steps.ts';
import type { WireArguments } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';

/** The arguments of a history call that say which rows to expect. */
export interface ExpectedRows {
  /** The arguments of the call as given, without those that paging adds. */
  readonly wire: WireArguments;
  readonly now: UnixMs;
  /** The number of rows that were requested; undefined for all. */
  readonly wanted: number | undefined;
}

/**
 * The lowest id of a history. Some histories begin with id 0 and others with id 1, so a missing id 0 is no
 * gap.
 */
const FIRST_ID = 1n;

/** Follows the rows of one command. Does nothing for endpoints whose rows show no gaps. */
export class GapReport {
  readonly #call: Pick<CommandCall, 'output' | 'options'>;
  readonly #endpoint: Endpoint;
  #tracker: GapTracker | undefined;
  #expected: ExpectedRows | undefined;

  constructor(call: Pick<CommandCall, 'output' | 'options'>, endpoint: Endpoint) {
    this.#call = call;
    this.#endpoint = endpoint;
  }

  /** Starts following the rows of another call. */
  begin(expected: ExpectedRows): void {
    const continuity = continuityOf(this.#endpoint);
    const steps = continuity === undefined ? undefined : stepsOf(continuity.step, expected.wire);
    if (continuity === undefined || steps === undefined) return;
    this.#expected = expected;
    this.#tracker = new GapTracker({ continuity, steps, start: this.#startOf(expected.wire) });
  }

  /** Takes rows in ascending order and reports the gaps between them. */
  take(rows: readonly JsonValue[]): void {
    const { pages } = this.#endpoint;
    if (this.#tracker === undefined || pages === undefined || !('at' in pages)) return;
    for (const row of rows) {
      const key = findInteger(this.#endpoint, row, pages.at);
      if (key !== undefined) this.#show(this.#tracker.take(key));
    }
  }

  /** Takes rows in ascending order, of which it is known that they follow each other without a gap. */
  takeRun({ first, step, count }: RowRun): void {
    const last = BigInt(first) + BigInt(step) * BigInt(count - 1);
    this.#show(this.#tracker?.takeRun(BigInt(first), last, count));
  }

  /**
   * Reports rows missing at the end, and how many are missing altogether. With --complete also
   * reports that none is missing. Returns the exit code: `check` if rows are missing and --complete was given.
   */
  end(): ExitCode {
    const tracker = this.#tracker;
    if (tracker === undefined) return EXIT_CODES.done;
    const expectedEnd = this.#endOf(tracker.rows);
    if (expectedEnd !== undefined) this.#show(tracker.end(expectedEnd));
    const { output, options } = this.#call;
    const mustBeComplete = options['complete'] === true;
    const { row } = continuityOf(this.#endpoint)!;
    if (tracker.gaps === 0) {
      if (mustBeComplete) output.note(`${plural(tracker.rows, row)}, none missing.`);
      return EXIT_CODES.done;
    }
    if (tracker.rows > 0) {
      const missing = tracker.missing === 0n ? '' : `${tracker.missing} missing in `;
      const hint = mustBeComplete ? '' : ' With --complete the command exits with 1 in this case.';
      output.note(`${plural(tracker.rows, row)} received, ${missing}${plural(tracker.gaps, 'gap')}.${hint}`);
    }
    return mustBeComplete ? EXIT_CODES.check : EXIT_CODES.done;
  }

  /** Returns the id or time from which rows were requested. */
  #startOf(wire: WireArguments): bigint | undefined {
    const { pages } = this.#endpoint;
    if (pages?.by !== 'time' && pages?.by !== 'id') return undefined;
    const from = wire.get(pages.from);
    if (from === undefined) return undefined;
    return pages.by === 'id' && BigInt(from) <= FIRST_ID ? undefined : BigInt(from);
  }

  /**
   * Returns the id or time up to which rows are expected; undefined if nothing says which row is the last.
   */
  #endOf(rows: number): ExpectedEnd | undefined {
    const { pages } = this.#endpoint;
    if (pages?.by !== 'time') return undefined;
    const { wire, now, wanted } = this.#expected!;
    const [start, end] = [wire.get(pages.from), wire.get(pages.to)];
    // A request for a number of rows ends when there are enough of them; without a start, nothing else says where
    // it ends.
    if (wanted !== undefined && (start === undefined ? end === undefined : rows >= wanted)) return undefined;
    const closedBy = BigInt(now) - CLOCK_MARGIN_MS;
    const until = end === undefined || BigInt(end) > closedBy ? closedBy : BigInt(end);
    return { until, closedBy };
  }

  #show(gap: RowGap | undefined): void {
    if (gap !== undefined) this.#call.output.note(`Gap: ${gapText(continuityOf(this.#endpoint)!, gap)}`);
  }
}

function continuityOf({ pages }: Endpoint) {
  return pages !== undefined && 'continuity' in pages ? pages.continuity : undefined;
}
