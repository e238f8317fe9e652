/** The desks of all options that users came to, and those of them that something can happen to. */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Names } from '../state/names.ts';
import type { OptionContract } from './contracts.ts';
import { OptionDesk } from './instrument.ts';
import type { Quotes } from './quotes.ts';

export class OptionDesks {
  readonly #names: Names;
  readonly #quotes: Quotes;
  readonly #desks = new Map<string, OptionDesk>();
  /** Those that something may still happen to. */
  readonly #live = new Set<OptionDesk>();
  #busy: readonly OptionDesk[] = [];

  constructor(names: Names, quotes: Quotes) {
    this.#names = names;
    this.#quotes = quotes;
  }

  /** The desks with resting orders or positions when that was last looked at, in order of their symbols. */
  get busy(): readonly OptionDesk[] {
    return this.#busy;
  }

  find({ symbol }: OptionContract): OptionDesk | undefined {
    return this.#desks.get(symbol);
  }

  of(contract: OptionContract): OptionDesk {
    let desk = this.#desks.get(contract.symbol);
    if (desk === undefined) {
      this.mark(contract);
      desk = this.#newDesk(contract);
      this.#desks.set(contract.symbol, desk);
    }
    return desk;
  }

  /** Options come and go: each has its name as long as somebody knows it. */
  mark(contract: OptionContract): void {
    this.#names.mark('option', contract.symbol, contract);
  }

  /** Looks anew which are busy; what is not and has expired by a moment never is again. */
  refresh(at: number): void {
    const busy: OptionDesk[] = [];
    for (const desk of this.#live) {
      if (desk.isBusy) busy.push(desk);
      else if (desk.contract.expiry.at <= at) this.#live.delete(desk);
    }
    this.#busy = busy.sort((a, b) => (a.contract.symbol < b.contract.symbol ? -1 : 1));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#desks,
      (symbol) => this.#newDesk(this.#names.find(`option ${symbol}`) as OptionContract),
      (desk) => desk.checkpoint(checkpointer),
    );
  }

  #newDesk(contract: OptionContract): OptionDesk {
    const desk = new OptionDesk(contract, this.#quotes);
    this.#live.add(desk);
    return desk;
  }
}
