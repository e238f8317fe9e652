/** What a channel is given, and what it tells. */
import type { Clock, Random } from '../core/clock.ts';
import type { TakeAttempt } from './attempts.ts';
import type { OpenSocket } from './socket.ts';

export interface ChannelOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly open: OpenSocket;
  readonly takeAttempt: TakeAttempt;
  readonly base: URL;
  readonly isCombined: boolean;
  readonly query?: string;
  readonly names: readonly string[];
  /** The exchange's list of what it sends is not asked for: a listen key is not on it. */
  readonly isTrusted?: boolean;
  readonly signal: AbortSignal;
  readonly listener: ChannelListener;
}

export interface ChannelListener {
  onMessage(bytes: Buffer): void;
  /** A connection is open; `isFirst` tells the first from those after a loss. */
  onOpen(isFirst: boolean): void;
  /** The exchange does not list these streams, even when asked again. */
  onUnlisted(names: readonly string[]): void;
  /** The connection was lost: messages may be missed until the next `onOpen`. */
  onLost(why: string, waitMs: number): void;
  /** Two connections are open (true), or one again. */
  onOverlap(isOn: boolean): void;
}
