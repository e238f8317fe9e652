/** Applies injected faults to the messages of one connection. */
import type { Faults } from '../faults/fault-rules.ts';
import type { Batch, MessageForm } from './message.ts';

/** The frames of a batch after its faults, and what else the faults cause. */
export interface FaultedBatch {
  readonly frames: readonly Buffer[];
  /** Whether the connection is closed after these frames were sent. */
  readonly closes: boolean;
  /**
   * After how many ms the connection closes, with a shutdown notice after these frames; undefined for never.
   */
  readonly closesInMs: number | undefined;
  /** Whether the listen key of the stream expires. */
  readonly expires: boolean;
}

export class StreamFaults {
  readonly #faults: Faults;
  /** The frame of a message that a fault reorders: it is sent after the next one. */
  #delayed: Buffer | undefined;
  #stalled: Buffer[] = [];
  #stallEndsAt: number | undefined;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Returns the frames of a batch to send now; `now` is the machine's time. */
  apply(batch: Batch, form: MessageForm, now: number): FaultedBatch {
    const faults = this.#faults.isEmpty
      ? []
      : batch.messages.map(() => this.#faults.nextMessageFault(batch.name));
    const isUntouched = faults.every((one) => one === undefined);
    if (isUntouched && this.#delayed === undefined && this.#stallEndsAt === undefined) {
      return { frames: [batch.frames(form)], closes: false, closesInMs: undefined, expires: false };
    }
    const frames: Buffer[] = [];
    let closes = false;
    for (const [index, frame] of batch.eachFrame(form).entries()) {
      const fault = faults[index];
      if (fault?.kind === 'close') {
        closes = true;
        break;
      }
      if (fault?.kind === 'drop') continue;
      if (fault?.kind === 'stall') this.#stallEndsAt ??= now + fault.ms;
      const delayed = this.#delayed;
      this.#delayed = fault?.kind === 'reorder' ? frame : undefined;
      if (fault?.kind !== 'reorder') frames.push(frame);
      if (fault?.kind === 'duplicate') frames.push(frame);
      if (delayed !== undefined) frames.push(delayed);
    }
    const expires = faults.some((one) => one?.kind === 'expire-key');
    const closesInMs = faults.find((one) => one?.kind === 'shutdown')?.ms;
    if (this.#stallEndsAt === undefined) return { frames, closes, closesInMs, expires };
    this.#stalled.push(...frames);
    return { frames: [], closes, closesInMs, expires };
  }

  /** Returns the frames that were held back by a stall which is now over. */
  takeStalled(now: number): readonly Buffer[] {
    if (this.#stallEndsAt === undefined || now < this.#stallEndsAt) return [];
    const frames = this.#stalled;
    this.#stalled = [];
    this.#stallEndsAt = undefined;
    return frames;
  }
}
