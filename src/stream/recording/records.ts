/**
 * The records that a stream command writes between the exchange's messages. Their first field is `bourse`,
 * which no message of the exchange has.
 */
import type { UnixMs } from '../../core/words.ts';
import type { MessageId } from '../ids.ts';
import type { StreamCounts } from '../tracker.ts';

/** The reason for which messages may be missing. */
export type GapReason =
  /** The connection was lost, and the stream has no ids from which missing messages could be counted. */
  | 'numbers'
  /** The connection was lost, and the stream has no ids by which missing messages could be counted. */
  | 'reconnect'
  /** The messages were received and dropped, because the reader was too slow. */
  | 'slow-reader';

export type StreamRecord =
  | {
      readonly bourse: 'hello';
      readonly at: UnixMs;
      readonly host: string;
      readonly streams: readonly string[];
    }
  /** Streams that the exchange does not list as subscribed, even after repeated subscriptions. */
  | {
      readonly bourse: 'unproved';
      readonly at: UnixMs;
      readonly streams: readonly string[];
      /** The exchange's answer to the subscription, if it refused the subscription. */
      readonly why?: string;
    }
  | {
      readonly bourse: 'gap';
      readonly at: UnixMs;
      readonly stream: string;
      readonly reason: GapReason;
      /** The last id before the gap and the first id after it; null for streams without ids. */
      readonly after: MessageId | null;
      readonly before: MessageId | null;
      /** How many ids are missing; null if that is unknown. */
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

/** Returns whether no message is missing between the first and the last one; null if that is unknown. */
export function isComplete(counts: StreamCounts, isCounted: boolean): boolean | null {
  if (counts.missing !== 0) return false;
  return isCounted ? true : null;
}
