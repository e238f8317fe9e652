/** The progress of a sync on stderr. */
import { plural } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import { costOf, type SyncSeries, type WantedSeries } from '../../lake/sync-plan.ts';
import type { CommandCall } from '../types.ts';

/** Shows how many rows were received, how fast, and how long the rest takes at that rate. */
export class Progress {
  readonly #call: CommandCall;
  readonly #startedMs: number;
  readonly #all: number;
  #rows = 0;
  #series = '';

  constructor(call: CommandCall, wanted: readonly WantedSeries[]) {
    this.#call = call;
    this.#startedMs = call.services.world.clock.monotonicMs();
    this.#all = wanted.reduce(
      (sum, { series, lacking }) =>
        sum + lacking.reduce((rows, one) => rows + costOf(series, one, 1).rows, 0),
      0,
    );
  }

  begin({ symbol, interval }: SyncSeries): void {
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
