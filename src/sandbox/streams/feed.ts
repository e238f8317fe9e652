/** The feed of a stream, which returns the stream's messages at each tick. */
import type { Stream } from '../../catalogue/stream-types.ts';
import { joinedArrays, type Message } from './message.ts';

export interface StreamFeed {
  /**
   * Returns the messages due at `now`, oldest first; `now` never decreases. If it returns `FEED_MESSAGES_MAX` messages
   * or more, there may be more for the same time.
   */
  advance(now: number): readonly Message[];
  /** Called when the last reader of the stream has left. */
  close?(): void;
}

/**
 * The largest number of messages that a feed returns per call, which limits the memory after the clock was
 * advanced far.
 */
export const FEED_MESSAGES_MAX = 1000;

/** Returns a feed that sends once per period, when the clock has passed a multiple of the period. */
export function periodicFeed(
  periodMs: number,
  openedAt: number,
  write: (now: number) => readonly Message[],
): StreamFeed {
  let period = Math.floor(openedAt / periodMs);
  return {
    advance(now) {
      if (Math.floor(now / periodMs) <= period) return [];
      period = Math.floor(now / periodMs);
      return write(now);
    },
  };
}

/** Returns a feed that sends what several feeds send; feeds of lists send one list together. */
export function mergedFeed(feeds: readonly StreamFeed[], payload: Stream['payload']): StreamFeed {
  return {
    advance(now) {
      const messages = feeds.flatMap((feed) => feed.advance(now));
      return payload === 'array' && messages.length > 1 ? [joinedArrays(messages)] : messages;
    },
    close() {
      for (const feed of feeds) feed.close?.();
    },
  };
}
