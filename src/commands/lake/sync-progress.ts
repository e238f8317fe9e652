/** The progress of a sync on stderr. */
import { plural } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import type { SyncSeries } from '../../lake/sync/sync-plan.ts';
import type { CommandCall } from '../types.ts';

/** Shows how many rows were received, how fast, and how long the rest takes at that rate. */
export class Progress {
  readonly #call: CommandCall;
  readonly #startedMs: number;
  #all = 0;
  #rows = 0;
  #series = '';

  constructor(call: CommandCall) {
    this.#call = call;
    this.#startedMs = call.services.world.clock.monotonicMs();
  }

  /** Begins a series of which so many rows are expected. */
  begin({ symbol, interval }: SyncSeries, rows: number): void {
    this.#all += rows;
    this.#series = `${symbol} ${interval}`.trim();
  }

  add(rows: number): void {
    this.#rows += rows;
    const seconds = (this.#call.services.world.clock.monotonicMs() - this.#startedMs) / 1000;
    const rate = this.#rows / Math.max(seconds, 0.001);
    const left = Math.max(0, this.#all - this.#rows) / rate;
    this.#call.output.progress(
      `${this.#series}: ${plural(this.#rows, 'row')} of ${this.#all}, ${Math.round(rate)} a second, ${formatDuration(Math.ceil(left) * 1000)} left`,
    );
  }
}
