/** Says which candles of a symbol the lake lacks, for commands that go on without them. */
import { plural, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { type ReplaySeries, replayContent } from '../../lake/replay-rows.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';

/** Candles in the order of time. */
export interface CandleTimes {
  /** The length of a candle in ms. */
  readonly lengthMs: number;
  readonly size: number;
  time(index: number): number;
}

/** Returns a sentence about the candles that the lake lacks within a span, and why; undefined if it has all. */
export function missingCandles(
  content: LakeContent,
  series: ReplaySeries,
  times: CandleTimes,
  span: SpanBounds,
): string | undefined {
  const { lengthMs, size } = times;
  const from = Math.ceil(span.from / lengthMs) * lengthMs;
  const to = Number.isFinite(span.to) ? span.to : times.time(size - 1) + lengthMs;
  const missing = Math.ceil((to - from) / lengthMs) - size;
  if (missing <= 0) return undefined;
  const { holes } = replayContent(content, series, { from, to });
  const causes = [...new Set(holes.map(({ cause }) => cause))].sort();
  return `The lake lacks ${plural(missing, 'candle')} ${series.interval} of ${safeText(series.symbol)}, the first at ${formatTime(
    firstMissing(times, from),
  )}${causes.length === 0 ? '' : `: ${causes.join(', ')}`}. bourse lake status --gaps lists them.`;
}

function firstMissing(times: CandleTimes, from: number): number {
  for (let index = 0; index < times.size; index += 1) {
    const expected = from + index * times.lengthMs;
    if (times.time(index) !== expected) return expected;
  }
  return from + times.size * times.lengthMs;
}
