/** The options and the events of a channel. */
import type { Clock, Random } from '../core/clock.ts';
import type { TakeAttempt } from './attempts.ts';
import type { OnLines } from './message-lines.ts';
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
  /** Whether LIST_SUBSCRIPTIONS is skipped: the list does not contain listen keys. */
  readonly isTrusted?: boolean;
  readonly signal: AbortSignal;
  readonly listener: ChannelListener;
}

export interface ChannelListener {
  onMessage(bytes: Buffer): void;
  /** Called with messages that arrived together; those it does not take are passed to `onMessage` one by one. */
  readonly onLines?: OnLines;
  /** Called when a connection is open; `isFirst` is false for connections after a loss. */
  onOpen(isFirst: boolean): void;
  /**
   * Called with streams that the exchange does not list as subscribed, even after repeated subscriptions;
   * `why` is its answer.
   */
  onUnlisted(names: readonly string[], why?: string): void;
  /** Called when the connection was lost; messages may be missed until the next `onOpen`. */
  onLost(why: string, waitMs: number): void;
  /** Called when a second connection is open for a renewal (true), or closed again (false). */
  onOverlap(isOn: boolean): void;
}
