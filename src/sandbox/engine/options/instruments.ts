/** The desks of all options that users came to, and those of them that something can happen to. */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/names.ts';
import type { OptionContract } from './contracts.ts';
import { OptionInstrument } from './instrument.ts';
import type { OptionQuotes } from './quotes.ts';

export class OptionInstruments {
  readonly #names: NameRegistry;
  readonly #quotes: OptionQuotes;
  readonly #instruments = new Map<string, OptionInstrument>();
  /** Those that something may still happen to. */
  readonly #unexpired = new Set<OptionInstrument>();
  #active: readonly OptionInstrument[] = [];

  constructor(names: NameRegistry, quotes: OptionQuotes) {
    this.#names = names;
    this.#quotes = quotes;
  }

  /** The desks with resting orders or positions when that was last looked at, in order of their symbols. */
  get active(): readonly OptionInstrument[] {
    return this.#active;
  }

  find({ symbol }: OptionContract): OptionInstrument | undefined {
    return this.#instruments.get(symbol);
  }

  getOrCreate(contract: OptionContract): OptionInstrument {
    let instrument = this.#instruments.get(contract.symbol);
    if (instrument === undefined) {
      this.registerName(contract);
      instrument = this.#createInstrument(contract);
      this.#instruments.set(contract.symbol, instrument);
    }
    return instrument;
  }

  /** Options come and go: each has its name as long as somebody knows it. */
  registerName(contract: OptionContract): void {
    this.#names.assignName('option', contract.symbol, contract);
  }

  /** Looks anew which are busy; what is not and has expired by a moment never is again. */
  refreshActive(at: number): void {
    const active: OptionInstrument[] = [];
    for (const instrument of this.#unexpired) {
      if (instrument.isActive) active.push(instrument);
      else if (instrument.contract.expiry.expiresAt <= at) this.#unexpired.delete(instrument);
    }
    this.#active = active.sort((a, b) => (a.contract.symbol < b.contract.symbol ? -1 : 1));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#instruments,
      (symbol) => this.#createInstrument(this.#names.find(`option ${symbol}`) as OptionContract),
      (instrument) => instrument.checkpoint(checkpointer),
    );
  }

  #createInstrument(contract: OptionContract): OptionInstrument {
    const instrument = new OptionInstrument(contract, this.#quotes);
    this.#unexpired.add(instrument);
    return instrument;
  }
}
