/** Applies the time limits of the HTTP calls of a sender, with one timer for all of them. */
import type { HttpLimits } from './limits.ts';

/** A call whose time is limited. */
export interface TimedCall {
  /** The tick at which the call has taken too long altogether. */
  deadlineTick: number;
  /** The tick at which nothing was sent or received for too long; Infinity before the call was written. */
  idleTick: number;
  /** Ends the call, because a limit in ms was exceeded. */
  timeOut(limit: 'deadline' | 'idle', limitMs: number): void;
}

/** How many ticks the shorter limit has: a call ends at most two of them late, and never early. */
const TICKS_MIN = 32;

/**
 * The time limits of calls, counted in ticks of a timer that runs while there are calls. With two timers of its own each
 * call would start, move and stop a timer seven times.
 */
export class CallTimeouts {
  readonly #limits: Pick<HttpLimits, 'deadlineMs' | 'idleTimeoutMs'>;
  readonly #tickMs: number;
  readonly #deadlineTicks: number;
  readonly #idleTicks: number;
  readonly #calls = new Set<TimedCall>();
  #timer: NodeJS.Timeout | undefined;
  #now = 0;

  constructor(limits: Pick<HttpLimits, 'deadlineMs' | 'idleTimeoutMs'>) {
    const { deadlineMs, idleTimeoutMs } = limits;
    this.#limits = limits;
    this.#tickMs = Math.max(1, Math.floor(Math.min(deadlineMs, idleTimeoutMs) / TICKS_MIN));
    // The tick that passes when a limit begins is not a whole one.
    this.#deadlineTicks = Math.ceil(deadlineMs / this.#tickMs) + 1;
    this.#idleTicks = Math.ceil(idleTimeoutMs / this.#tickMs) + 1;
  }

  /** Limits the time of a call from now on, until `end`. */
  begin(call: TimedCall): void {
    this.#calls.add(call);
    if (this.#timer === undefined) this.#timer = setInterval(() => this.#tick(), this.#tickMs);
    else if (this.#calls.size === 1) this.#timer.ref();
    call.deadlineTick = this.#now + this.#deadlineTicks;
  }

  /** Begins both limits of a call again, because its request is written now. */
  written(call: TimedCall): void {
    call.deadlineTick = this.#now + this.#deadlineTicks;
    call.idleTick = this.#now + this.#idleTicks;
  }

  /** Begins the idle limit of a call again, because bytes were received. */
  received(call: TimedCall): void {
    call.idleTick = this.#now + this.#idleTicks;
  }

  /** Limits the time of a call no more. */
  end(call: TimedCall): void {
    // The timer may run on until its next tick, but does not keep the process alive.
    if (this.#calls.delete(call) && this.#calls.size === 0) this.#timer?.unref();
  }

  #tick(): void {
    this.#now += 1;
    if (this.#calls.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const { deadlineMs, idleTimeoutMs } = this.#limits;
    for (const call of this.#calls) {
      if (this.#now >= call.deadlineTick) call.timeOut('deadline', deadlineMs);
      else if (this.#now >= call.idleTick) call.timeOut('idle', idleTimeoutMs);
    }
  }
}
