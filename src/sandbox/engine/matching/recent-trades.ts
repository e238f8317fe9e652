/** A running sum of the recent trades of users on one symbol. */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { TradeTape, UserTrade } from './trade-tape.ts';

export class RecentTrades {
  readonly #tape: TradeTape;
  /** The index of the first trade in the sum and the index after the last. */
  #firstIndex = 0;
  #endIndex = 0;
  /** In ticks times lots. */
  #value = 0n;
  #lots = 0;

  constructor(tape: TradeTape) {
    this.#tape = tape;
  }

  /**
   * Returns the volume traded since a time, which must not decrease from call to call; `value` is in ticks
   * times lots.
   */
  sumSince(from: number): { readonly value: bigint; readonly lots: number } {
    const { trades } = this.#tape;
    while (this.#endIndex < trades.length) this.#add(trades.at(this.#endIndex++)!, 1);
    while (this.#firstIndex < this.#endIndex && trades.at(this.#firstIndex)!.time < from) {
      this.#add(trades.at(this.#firstIndex++)!, -1);
    }
    return { value: this.#value, lots: this.#lots };
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#firstIndex = checkpointer.value(this.#firstIndex);
    this.#endIndex = checkpointer.value(this.#endIndex);
    this.#value = checkpointer.value(this.#value);
    this.#lots = checkpointer.value(this.#lots);
  }

  #add({ price, lots }: UserTrade, sign: 1 | -1): void {
    this.#value += BigInt(sign * price) * BigInt(lots);
    this.#lots += sign * lots;
  }
}
