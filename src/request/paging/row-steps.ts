/** Counts steps between the rows of a history: ids, fixed intervals, and months in a time zone. */
import {
  candleNumber,
  candleOpen,
  type Interval,
  intervalSpan,
  zoneMinutesOf,
} from '../../catalogue/candle-intervals.ts';
import type { RowStep } from '../../catalogue/types.ts';
import type { WireArguments } from '../types.ts';

/** The rows of a history by their keys: ids, or times in Unix ms. */
export interface RowSteps {
  /** Returns how many whole steps lead from one key to a later one. */
  count(from: bigint, to: bigint): bigint;
  /**
   * Returns the key that lies the given number of steps after this one, or before it if the number is
   * negative.
   */
  move(from: bigint, steps: bigint): bigint;
}

/** The rows that a page is expected to hold, by their keys: ids, or times in ms. */
export interface RowRun {
  readonly first: number;
  /** The distance of the keys of two consecutive rows. */
  readonly step: number;
  readonly count: number;
}

/** Returns steps of a fixed length. */
export function fixedSteps(length: bigint): RowSteps {
  return {
    count: (from, to) => (to - from) / length,
    move: (from, steps) => from + steps * length,
  };
}

/**
 * Returns the steps between the open times of candles of an interval such as "1h" or "1M"; undefined for a word
 * that is no interval. The zone is an offset such as "8" or "-03:30", which moves the boundaries of months.
 */
export function intervalSteps(interval: string, zone = '0'): RowSteps | undefined {
  const span = intervalSpan(interval);
  if (span !== undefined) return fixedSteps(BigInt(span));
  if (interval !== ('1M' satisfies Interval)) return undefined;
  const zoneMinutes = zoneMinutesOf(zone);
  const monthOf = (time: bigint) => candleNumber('1M', zoneMinutes, Number(time));
  return {
    count: (from, to) => BigInt(monthOf(to) - monthOf(from)),
    move: (from, steps) => BigInt(candleOpen('1M', zoneMinutes, monthOf(from) + Number(steps))),
  };
}

/** Returns the steps between the rows that a request asks for; undefined if its interval is unknown. */
export function stepsOf(step: RowStep, wire: WireArguments): RowSteps | undefined {
  switch (step.by) {
    case 'one':
      return fixedSteps(1n);
    case 'interval':
      return intervalSteps(
        wire.get(step.param) ?? '',
        step.zone === undefined ? undefined : wire.get(step.zone),
      );
    case 'at-most':
      return fixedSteps(BigInt(step.ms));
  }
}
