/** Builds the summary of a stream on stderr: messages, gaps reported, and streams known to be complete. */

import { plural, safeText } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { Feed } from '../../stream/feed.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';

export interface SummaryFacts {
  readonly spanMs: number;
  readonly dropped: number;
}

/**
 * The number of streams up to which each is listed in the summary; if there are more, only those with gaps
 * are listed.
 */
const STREAMS_SHOWN_MAX = 12;

/** Returns the lines of the summary that a stream command prints at its end. */
export function summaryLines(
  feed: Pick<Feed, 'counts' | 'reconnects'>,
  { spanMs, dropped }: SummaryFacts,
): readonly string[] {
  const counts = feed.counts();
  const messages = counts.reduce((sum, one) => sum + one.messages, 0);
  const gaps = counts.reduce((sum, one) => sum + one.gaps, 0);
  const total =
    `${plural(counts.length, 'stream')}: ${plural(messages, 'message')} in ${formatDuration(spanMs)}, ` +
    `${plural(gaps, 'gap')}, ${plural(feed.reconnects, 'reconnect')}` +
    (dropped === 0 ? '.' : `, ${plural(dropped, 'message')} dropped for a slow reader.`);
  const listed = counts.length > STREAMS_SHOWN_MAX ? counts.filter((one) => one.missing !== 0) : counts;
  return [total, ...listed.slice(0, STREAMS_SHOWN_MAX).map(lineOf)];
}

/** Returns the record with the counts of all streams that ends the output. */
export function byeRecord(feed: Pick<Feed, 'counts' | 'reconnects'>, at: UnixMs): StreamRecord {
  const counts = feed.counts();
  return {
    bourse: 'bye',
    at,
    messages: counts.reduce((sum, one) => sum + one.messages, 0),
    gaps: counts.reduce((sum, one) => sum + one.gaps, 0),
    reconnects: feed.reconnects,
    streams: Object.fromEntries(counts.map(({ name, ...rest }) => [name, rest])),
  };
}

function lineOf({
  name,
  messages,
  doubles,
  late,
  gaps,
  missing,
  firstId,
  lastId,
  isComplete,
}: ReturnType<Feed['counts']>[number]): string {
  const span = firstId === undefined ? '' : ` from ${firstId} to ${lastId}`;
  const state =
    messages === 0
      ? 'no messages'
      : missing !== 0
        ? `${plural(gaps, 'gap')}${missing === null ? ' of unknown size' : `, ${missing} missing`}`
        : isComplete === true
          ? 'complete'
          : 'no loss detected; its messages carry no sequence numbers';
  const more = [
    ...(doubles === 0 ? [] : [`${plural(doubles, 'double')} left out`]),
    ...(late === 0 ? [] : [`${late} late`]),
  ];
  return `  ${safeText(name)}: ${messages}${span}, ${[state, ...more].join(', ')}`;
}
