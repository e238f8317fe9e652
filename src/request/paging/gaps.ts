/** Finds rows that are missing from a history. The code is pure and works row by row without storing rows. */
import type { Continuity } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import { formatDuration, formatTime } from '../../core/time.ts';
import type { RowSteps } from './row-steps.ts';

/** A gap in a history: missing rows, from the key (id or time) of the first one to that of the last one. */
export interface RowGap {
  readonly from: bigint;
  readonly to: bigint;
  /** How many rows are missing; undefined if it is only known that some are. */
  readonly count: bigint | undefined;
  /**
   * Where the rows are missing: `start`: before the first row; `inside`: between two rows; `end`: after the
   * last row; `all`: there are no rows.
   */
  readonly place: 'start' | 'inside' | 'end' | 'all';
}

export interface GapTrackerOptions {
  readonly continuity: Continuity;
  readonly steps: RowSteps;
  /** The key (id or time) from which rows were requested; undefined if the history may begin anywhere. */
  readonly start?: bigint | undefined;
}

/** Up to which key rows of a history are expected. */
export interface ExpectedEnd {
  /** The last key (id or time) that was requested. */
  readonly until: bigint;
  /** A row is expected only if the row after it would begin by this key: an open candle is not expected. */
  readonly closedBy: bigint;
}

/**
 * How far the clock of this machine may be ahead of the exchange's, in ms, without a candle being reported as missing
 * that is still open there.
 */
export const CLOCK_MARGIN_MS = 60_000n;

/** Follows the keys (ids or times) of rows in ascending order. */
export class GapTracker {
  readonly #options: GapTrackerOptions;
  #last: bigint | undefined;
  #rows = 0;
  #gaps = 0;
  #missing = 0n;

  constructor(options: GapTrackerOptions) {
    this.#options = options;
  }

  /** Rows taken. */
  get rows(): number {
    return this.#rows;
  }

  get gaps(): number {
    return this.#gaps;
  }

  /** Rows known to be missing. */
  get missing(): bigint {
    return this.#missing;
  }

  /** The key of the last row. */
  get last(): bigint | undefined {
    return this.#last;
  }

  /** Takes the next row; returns the gap before it. A row that repeats a key or steps back shows no gap. */
  take(key: bigint): RowGap | undefined {
    const { steps, start } = this.#options;
    const last = this.#last;
    this.#rows += 1;
    if (last !== undefined && key <= last) return undefined;
    this.#last = key;
    if (last === undefined) return start === undefined ? undefined : this.#gapAtStart(start, key);
    const count = this.#isLoose ? this.#looseCount(last, key) : steps.count(last, key) - 1n;
    if (count < 1n) return undefined;
    return this.#isLoose
      ? this.#count({ from: last, to: key, count: undefined, place: 'inside' })
      : this.#count({ from: steps.move(last, 1n), to: steps.move(last, count), count, place: 'inside' });
  }

  /** Takes rows that follow each other without a gap, by the keys of the first and the last of them. */
  takeRun(first: bigint, last: bigint, count: number): RowGap | undefined {
    const gap = this.take(first);
    this.#rows += count - 1;
    this.#last = last;
    return gap;
  }

  /** Returns the gap between the last row and the end of the requested rows. */
  end({ until, closedBy }: ExpectedEnd): RowGap | undefined {
    const { steps, start } = this.#options;
    const last = this.#last;
    if (last === undefined) {
      if (start === undefined || until < start) return undefined;
      return this.#count({ from: start, to: until, count: undefined, place: 'all' });
    }
    const count = missingAtEnd(steps, last, { until, closedBy });
    if (count < 1n) return undefined;
    return this.#isLoose
      ? this.#count({ from: last, to: until, count: undefined, place: 'end' })
      : this.#count({ from: steps.move(last, 1n), to: steps.move(last, count), count, place: 'end' });
  }

  #gapAtStart(start: bigint, first: bigint): RowGap | undefined {
    const { steps } = this.#options;
    if (first <= start) return undefined;
    if (this.#isLoose)
      return this.#looseCount(start, first) < 1n
        ? undefined
        : this.#count({ from: start, to: first, count: undefined, place: 'start' });
    const whole = steps.count(start, first);
    const count = steps.move(first, -whole) < start ? whole - 1n : whole;
    if (count < 1n) return undefined;
    return this.#count({
      from: steps.move(first, -count),
      to: steps.move(first, -1n),
      count,
      place: 'start',
    });
  }

  /** Returns 1 if two keys lie further apart than consecutive rows ever do, otherwise 0. */
  #looseCount(from: bigint, to: bigint): bigint {
    return to > this.#options.steps.move(from, 1n) ? 1n : 0n;
  }

  get #isLoose(): boolean {
    return this.#options.continuity.step.by === 'at-most';
  }

  #count(gap: RowGap): RowGap {
    this.#gaps += 1;
    this.#missing += gap.count ?? 0n;
    return gap;
  }
}

/** Returns how many rows are missing between a row and the end of the requested rows. */
export function missingAtEnd(steps: RowSteps, last: bigint, { until, closedBy }: ExpectedEnd): bigint {
  if (until <= last || closedBy <= last) return 0n;
  const inWindow = steps.count(last, until);
  const closed = steps.count(last, closedBy) - 1n;
  return inWindow < closed ? inWindow : closed;
}

/** Describes a gap in a sentence, such as "11 candles are missing, 2024-03-10 08:20:00Z to 2024-03-10 08:30:00Z." */
export function gapText({ row, step }: Continuity, { from, to, count, place }: RowGap): string {
  const show = (key: bigint) => (step.by === 'one' ? String(key) : formatTime(key));
  if (place === 'all') return `no ${row}s were received, ${show(from)} to ${show(to)}.`;
  if (step.by === 'at-most')
    return `rows are missing between ${show(from)} and ${show(to)}, which lie more than ${wholeDuration(step.ms)} apart.`;
  const id = step.by === 'one' ? 'id ' : '';
  const span = from === to ? `${id}${show(from)}` : `${id}${show(from)} to ${show(to)}`;
  const verb = count === 1n ? 'is' : 'are';
  const where = {
    inside: '',
    start: ', before the first one received',
    end: ', after the last one received',
  }[place];
  return `${plural(Number(count), row)} ${verb} missing, ${span}${where}.`;
}

/** Returns a duration in words, without the tolerance of some seconds that a limit may contain. */
function wholeDuration(ms: number): string {
  return formatDuration(ms - (ms % 60_000));
}
