/** What users traded on a symbol in the last minutes, added up as time goes on. */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { LaidTrade, Tape } from './trade-tape.ts';

export class RecentTrades {
  readonly #tape: Tape;
  /** The first and the end of the trades that are added up. */
  #first = 0;
  #end = 0;
  /** In ticks times lots. */
  #value = 0n;
  #lots = 0;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  /** Returns what was traded from a moment on; moments ascend. `value` is in ticks times lots. */
  since(from: number): { readonly value: bigint; readonly lots: number } {
    const { trades } = this.#tape;
    while (this.#end < trades.length) this.#add(trades.at(this.#end++)!, 1);
    while (this.#first < this.#end && trades.at(this.#first)!.time < from) {
      this.#add(trades.at(this.#first++)!, -1);
    }
    return { value: this.#value, lots: this.#lots };
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#first = checkpointer.value(this.#first);
    this.#end = checkpointer.value(this.#end);
    this.#value = checkpointer.value(this.#value);
    this.#lots = checkpointer.value(this.#lots);
  }

  #add({ price, lots }: LaidTrade, sign: 1 | -1): void {
    this.#value += BigInt(sign * price) * BigInt(lots);
    this.#lots += sign * lots;
  }
}
