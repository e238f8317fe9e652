/**
 * Several text messages in the bytes in which they were received, so that a busy stream needs one view and one check for
 * all messages of a network packet instead of one each. Whoever writes them joins them to lines.
 */
const NEW_LINE = 0x0a;

export interface MessageLines {
  /**
   * The received bytes, each message after its frame's head. Only `joinLines` modifies them after the call; no message
   * contains a line break.
   */
  readonly bytes: Buffer;
  /** The positions at which the messages begin and end, in ascending order. Valid during the call only. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly count: number;
}

/**
 * Takes the messages from index `from` up to `to`, which is excluded. Returns the index of the first message that it
 * did not take: that one is delivered on its own.
 */
export type OnLines = (lines: MessageLines, from: number, to: number) => number;

/**
 * Returns the messages from index `from` up to `to` with a line break after each. They are moved together over the heads
 * of their frames, which have two bytes at least: their positions mean nothing afterwards, other messages are not touched.
 */
export function joinLines({ bytes, starts, ends }: MessageLines, from: number, to: number): Buffer {
  const first = starts[from]! - 1;
  let filled = first;
  for (let index = from; index < to; index += 1) {
    const start = starts[index]!;
    const end = ends[index]!;
    bytes.copyWithin(filled, start, end);
    filled += end - start;
    bytes[filled] = NEW_LINE;
    filled += 1;
  }
  return bytes.subarray(first, filled);
}
