/** Reports streams that send nothing for too long: the exchange neither rejects nor ends a stream that went quiet. */

import type { Stream } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { safeText } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { streamNameParser } from '../../request/stream-name.ts';

/** The shortest time without a message, in ms, after which a stream is reported. */
export const IDLE_MIN_MS = 10_000;
/**
 * The time without a message, in ms, after which a real-time stream is reported that has sent a message
 * before: a market may be quiet for a while.
 */
const REAL_TIME_IDLE_MS = MINUTE_MS;
/** The number of periods without a message after which a stream with periodic messages is reported. */
const IDLE_PERIODS = 5;
const NAMES_SHOWN_MAX = 3;

interface IdleState {
  messages: number;
  idleMs: number;
  isReported: boolean;
}

/** Follows the numbers of messages that streams have sent, from one sample to the next. */
export class IdleWatch {
  readonly #limitMs: number | undefined;
  readonly #states = new Map<string, IdleState>();
  readonly #parse: ReturnType<typeof streamNameParser>;

  /**
   * Takes the idle time after which streams are reported (`limitMs`) instead of the default of each kind;
   * infinite to report nothing.
   */
  constructor(product: string, limitMs: number | undefined) {
    this.#limitMs = limitMs;
    this.#parse = streamNameParser(STREAMS.filter((one) => one.product === product));
  }

  /**
   * Takes the message counts of a later moment, `elapsed` ms after the previous one; returns one note for
   * each stream that has become idle and for each that sends again.
   */
  sample(
    counts: readonly { readonly name: string; readonly messages: number }[],
    elapsedMs: number,
  ): readonly string[] {
    const notes: string[] = [];
    const [missing, idle]: [string[], string[]] = [[], []];
    let limitMs = 0;
    for (const { name, messages } of counts) {
      const state = this.#states.get(name) ?? { messages: 0, idleMs: 0, isReported: false };
      this.#states.set(name, state);
      if (messages !== state.messages) {
        if (state.isReported)
          notes.push(`Messages again from ${safeText(name)} after ${formatDuration(state.idleMs)}.`);
        Object.assign(state, { messages, idleMs: 0, isReported: false });
        continue;
      }
      state.idleMs += elapsedMs;
      const limit = this.#limitMs ?? limitOf(this.#parse(name)?.stream, messages);
      if (state.isReported || state.idleMs < limit) continue;
      state.isReported = true;
      limitMs = Math.max(limitMs, state.idleMs);
      (messages === 0 ? missing : idle).push(name);
    }
    if (missing.length > 0)
      notes.push(`No messages yet from ${listed(missing)}: the stream may be rare, or its name misspelt.`);
    if (idle.length > 0)
      notes.push(
        `No messages for ${formatDuration(limitMs)} from ${listed(idle)}: nothing may be traded, the contract may have expired, or the exchange may have stopped sending.`,
      );
    return notes;
  }
}

/** Returns after how long without a message a stream is reported. */
function limitOf(stream: Stream | undefined, messages: number): number {
  const periods = stream?.periodMs ?? 0;
  const periodMs = typeof periods === 'number' ? periods : Math.max(...Object.values(periods));
  const least = Math.max(IDLE_MIN_MS, IDLE_PERIODS * periodMs);
  if (messages === 0) return least;
  if (stream?.isRare === true) return Number.POSITIVE_INFINITY;
  return periodMs > 0 ? least : Math.max(least, REAL_TIME_IDLE_MS);
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : '';
  return `${names.slice(0, NAMES_SHOWN_MAX).map(safeText).join(', ')}${more}`;
}
