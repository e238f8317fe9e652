/** All options that users have traded, and the active ones among them. */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import type { OptionContract } from './contracts.ts';
import { OptionInstrument } from './instrument.ts';
import type { OptionQuotes } from './quotes.ts';

export class OptionInstruments {
  readonly #names: NameRegistry;
  readonly #quotes: OptionQuotes;
  readonly #instruments = new Map<string, OptionInstrument>();
  /** Instruments that may still become active. */
  readonly #unexpired = new Set<OptionInstrument>();
  #active: readonly OptionInstrument[] = [];

  constructor(names: NameRegistry, quotes: OptionQuotes) {
    this.#names = names;
    this.#quotes = quotes;
  }

  /** The instruments with resting orders or positions at the last refresh, sorted by symbol. */
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

  /** Registers the name of an option, by which a checkpoint refers to it. */
  registerName(contract: OptionContract): void {
    this.#names.assignName('option', contract.symbol, contract);
  }

  /**
   * Updates the active instruments; instruments that are inactive and expired by `at` are not checked again.
   */
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
