/** What feeds a stream: it is asked from time to time what there is to be sent. */
import type { Message } from './message.ts';

export interface StreamFeed {
  /**
   * Returns what is to be sent at a moment, oldest first; moments ascend. There may be more of the same moment when
   * it returns `FEED_MESSAGES_MAX` messages or more.
   */
  advance(now: number): readonly Message[];
  /** Nobody reads it any more. */
  close?(): void;
}

/** Messages that a feed gives at a time: after a leap of the clock memory stays flat. */
export const FEED_MESSAGES_MAX = 1000;

/** Returns a feed that sends once in each period, whenever the clock came past a multiple of it. */
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
