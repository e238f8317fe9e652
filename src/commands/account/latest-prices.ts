/** The latest prices of all spot symbols, and amounts of assets stated in another asset by them. */
import { type Decimal, multiply, parseDecimal } from '../../core/decimal.ts';
import type { AccountReader } from './account-reader.ts';
import { crossPrice, inverseOf } from './cross-price.ts';
import { REPORT_READS } from './report-reads.ts';

export class LatestPrices {
  readonly #bySymbol: ReadonlyMap<string, Decimal>;

  constructor(bySymbol: ReadonlyMap<string, Decimal>) {
    this.#bySymbol = bySymbol;
  }

  /** Fetches the prices; without them nothing can be valued but the asset itself, and the reader notes why. */
  static async fetch(reader: AccountReader): Promise<LatestPrices> {
    const rows = (await reader.attempt('current prices', () => reader.rows(REPORT_READS.prices))) ?? [];
    const prices = rows.flatMap((row) => {
      const price = parseDecimal(String(row['price']));
      return price === undefined ? [] : [[String(row['symbol']), price] as const];
    });
    return new LatestPrices(new Map(prices));
  }

  /** Returns the latest price of a symbol; undefined if the exchange shows none. */
  ofSymbol(symbol: string): Decimal | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** Returns whether a spot symbol trades an asset. */
  knows(asset: string): boolean {
    return [...this.#bySymbol.keys()].some((symbol) => symbol.startsWith(asset) || symbol.endsWith(asset));
  }

  /** Returns an amount of an asset in another one, exactly by the price used; undefined without a price. */
  async value(amount: Decimal, asset: string, quote: string): Promise<Decimal | undefined> {
    const price = await crossPrice(asset, quote, async (base, other) => {
      const inverse = this.ofSymbol(`${other}${base}`);
      return this.ofSymbol(`${base}${other}`) ?? (inverse && inverseOf(inverse));
    });
    return price && multiply(amount, price);
  }
}
