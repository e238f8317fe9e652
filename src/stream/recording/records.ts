/**
 * What a stream says about itself beside the exchange's messages. In line, a record is told from a message by its
 * first member, `bourse`, which no message of the exchange has.
 */
import type { UnixMs } from '../../core/words.ts';
import type { MessageId } from '../ids.ts';
import type { StreamCounts } from '../tracker.ts';

/** Why messages may be missing. */
export type GapReason =
  /** The numbers of two messages that follow each other leave some out. */
  | 'numbers'
  /** The connection was lost, and the stream's messages have no numbers that could prove that nothing is missing. */
  | 'reconnect'
  /** They were received and dropped here, because the reader was too slow. */
  | 'slow-reader';

export type StreamRecord =
  | {
      readonly bourse: 'hello';
      readonly at: UnixMs;
      readonly host: string;
      readonly streams: readonly string[];
    }
  /** Streams that the exchange does not list as sent, even when asked again. */
  | { readonly bourse: 'unproved'; readonly at: UnixMs; readonly streams: readonly string[] }
  | {
      readonly bourse: 'gap';
      readonly at: UnixMs;
      readonly stream: string;
      readonly reason: GapReason;
      /** The last number before the gap and the first after it; null where there are none. */
      readonly after: MessageId | null;
      readonly before: MessageId | null;
      /** How many numbers are missing; null where that can't be known. */
      readonly missing: MessageId | null;
    }
  | {
      readonly bourse: 'stale';
      readonly at: UnixMs;
      readonly streams: readonly string[];
      readonly why: string;
      readonly retryInMs: number;
    }
  | { readonly bourse: 'resync'; readonly at: UnixMs; readonly streams: readonly string[] }
  | {
      readonly bourse: 'bye';
      readonly at: UnixMs;
      readonly messages: number;
      readonly gaps: number;
      readonly reconnects: number;
      readonly streams: Readonly<Record<string, StreamCounts & { readonly isComplete: boolean | null }>>;
    };

/** Returns whether nothing is missing between the first and the last message; null where that can't be known. */
export function isComplete(counts: StreamCounts, isCounted: boolean): boolean | null {
  if (counts.missing !== 0) return false;
  return isCounted ? true : null;
}
