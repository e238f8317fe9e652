/**
 * Several text messages in a row in one buffer, each followed by a line break, so that a busy stream needs one view,
 * one check and one copy for all messages of a network packet instead of one each.
 */
export interface MessageLines {
  /** The messages with a line break after each; no message contains another one. Never modified after the call. */
  readonly bytes: Buffer;
  /** The position of the line break after each message. Valid during the call only. */
  readonly ends: Int32Array;
  readonly count: number;
}

/**
 * Takes the messages from index `from` up to `to`, which is excluded. Returns the index of the first message that it
 * did not take: that one is delivered on its own.
 */
export type OnLines = (lines: MessageLines, from: number, to: number) => number;

/** Returns the position at which a message begins; `index` may be the number of messages, for the end of the last. */
export function lineStart({ ends }: MessageLines, index: number): number {
  return index === 0 ? 0 : ends[index - 1]! + 1;
}
