/** What becomes of a connection's messages on their way, by the faults that befall them. */
import type { Faults } from '../faults/fault-rules.ts';
import type { Batch, Form } from './message.ts';

/** What a connection does with a batch after its mishaps. */
export interface Passed {
  readonly frames: readonly Buffer[];
  /** Whether the connection ends behind these frames. */
  readonly closes: boolean;
  /** After how long the connection ends, which is said behind these frames; undefined where it goes on. */
  readonly leavesInMs: number | undefined;
  /** Whether the listen key that the stream is named by ends. */
  readonly expires: boolean;
}

export class Mishaps {
  readonly #faults: Faults;
  /** A message that goes out behind the next one. */
  #overtaken: Buffer | undefined;
  #stalled: Buffer[] = [];
  #stallEndsAt: number | undefined;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Returns what goes out of a batch, at a time of the machine. */
  pass(batch: Batch, form: Form, now: number): Passed {
    const verdicts = batch.messages.map(() => this.#faults.nextMessageFault(batch.name));
    const isUntouched = verdicts.every((one) => one === undefined);
    if (isUntouched && this.#overtaken === undefined && this.#stallEndsAt === undefined) {
      return { frames: [batch.frames(form)], closes: false, leavesInMs: undefined, expires: false };
    }
    const frames: Buffer[] = [];
    let closes = false;
    for (const [index, frame] of batch.eachFrame(form).entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind === 'close') {
        closes = true;
        break;
      }
      if (verdict?.kind === 'drop') continue;
      if (verdict?.kind === 'stall') this.#stallEndsAt ??= now + verdict.ms;
      const overtaken = this.#overtaken;
      this.#overtaken = verdict?.kind === 'reorder' ? frame : undefined;
      if (verdict?.kind !== 'reorder') frames.push(frame);
      if (verdict?.kind === 'duplicate') frames.push(frame);
      if (overtaken !== undefined) frames.push(overtaken);
    }
    const expires = verdicts.some((one) => one?.kind === 'expire-key');
    const leavesInMs = verdicts.find((one) => one?.kind === 'shutdown')?.ms;
    if (this.#stallEndsAt === undefined) return { frames, closes, leavesInMs, expires };
    this.#stalled.push(...frames);
    return { frames: [], closes, leavesInMs, expires };
  }

  /** Returns what a stall that is over had held back. */
  after(now: number): readonly Buffer[] {
    if (this.#stallEndsAt === undefined || now < this.#stallEndsAt) return [];
    const frames = this.#stalled;
    this.#stalled = [];
    this.#stallEndsAt = undefined;
    return frames;
  }
}
