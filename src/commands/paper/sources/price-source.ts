/** One price that is given on the command line. */
import type { Decimal } from '../../../core/decimal.ts';
import { emptyData, type PointNow } from '../../../paper/live/live-ledger.ts';
import type { MarketSource } from '../../../paper/live/market-source.ts';
import type { LedgerSymbol } from '../../../paper/market/symbol-rules.ts';
import type { SymbolData } from '../../../paper/scenario/reader.ts';

/** A price of now; the time before it counts as unseen. */
export class FixedPriceSource implements MarketSource {
  readonly #price: Decimal;
  readonly #now: () => number;
  readonly #listed: MarketSource;

  /** `listed` is the source of the rules of symbols that the ledger has not used yet. */
  constructor(price: Decimal, now: () => number, listed: MarketSource) {
    this.#price = price;
    this.#now = now;
    this.#listed = listed;
  }

  async now(): Promise<number> {
    return this.#now();
  }

  rulesOf(symbol: string): Promise<LedgerSymbol | undefined> {
    return this.#listed.rulesOf(symbol);
  }

  knownSymbols(): readonly string[] {
    return this.#listed.knownSymbols();
  }

  async dataOf(rules: LedgerSymbol): Promise<SymbolData> {
    return emptyData(rules);
  }

  async pointOf(): Promise<PointNow> {
    return { price: this.#price, source: 'trade' };
  }
}
