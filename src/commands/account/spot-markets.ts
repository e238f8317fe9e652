/** The spot symbols of the exchange, those that an account may have traded, and prices at past minutes. */
import { type Decimal, isZero, ZERO } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { AccountReader } from './account-reader.ts';
import { REPORT_READS } from './report-reads.ts';

/** A spot symbol and its two assets. */
export interface SpotMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

export class SpotMarkets {
  readonly #bySymbol: ReadonlyMap<string, SpotMarket>;

  constructor(markets: readonly SpotMarket[]) {
    this.#bySymbol = new Map(markets.map((market) => [market.symbol, market]));
  }

  /** Fetches all symbols that the exchange lists. */
  static async fetch(reader: AccountReader): Promise<SpotMarkets> {
    const rows = await reader.rows(REPORT_READS.symbols);
    return new SpotMarkets(
      rows.map((row) => ({
        symbol: String(row['symbol']),
        base: String(row['baseAsset']),
        quote: String(row['quoteAsset']),
      })),
    );
  }

  get all(): readonly SpotMarket[] {
    return [...this.#bySymbol.values()];
  }

  find(symbol: string): SpotMarket | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** Returns the market of two assets, if there is one. */
  between(base: string, quote: string): SpotMarket | undefined {
    const market = this.#bySymbol.get(`${base}${quote}`);
    return market?.base === base && market.quote === quote ? market : undefined;
  }

  /** Returns typed symbols as markets. Throws a usage error that names every unknown one. */
  named(symbols: readonly string[]): readonly SpotMarket[] {
    const wanted = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];
    const unknown = wanted.filter((symbol) => !this.#bySymbol.has(symbol));
    if (unknown.length === 0) return wanted.map((symbol) => this.#bySymbol.get(symbol)!);
    const close = nearestWord(unknown[0]!, this.#bySymbol.keys());
    throw usageError(
      `Expected symbols of spot, found ${safeText(unknown.join(', '))}.`,
      close === undefined ? 'bourse market info lists all symbols.' : `Did you mean ${close}?`,
    );
  }

  /**
   * Returns the symbols that an account may have traded: those whose base asset it has, and those that earlier commands of
   * this machine used.
   */
  likely(balances: ReadonlyMap<string, Decimal>, known: readonly string[]): readonly SpotMarket[] {
    const used = new Set(known);
    const isOwned = (asset: string) => !isZero(balances.get(asset) ?? ZERO);
    return this.all.filter(({ symbol, base }) => isOwned(base) || used.has(symbol));
  }
}
