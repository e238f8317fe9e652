/** Prices of assets at past minutes, from one-minute candles that are fetched once and kept. */
import { type Decimal, parseDecimal } from '../../core/decimal.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { AccountReader } from './account-reader.ts';
import { crossPrice, inverseOf } from './cross-price.ts';
import { REPORT_READS } from './report-reads.ts';
import type { SpotMarket, SpotMarkets } from './spot-markets.ts';

/** Candles of one request, the most that the exchange returns (interface document, candles). */
const CANDLES = 1000;

export class MinutePrices {
  readonly #reader: AccountReader;
  readonly #markets: SpotMarkets;
  /** Closing prices by symbol and minute (Unix ms); undefined where the exchange has no candle. */
  readonly #closes = new Map<string, Map<number, Decimal | undefined>>();

  constructor(reader: AccountReader, markets: SpotMarkets) {
    this.#reader = reader;
    this.#markets = markets;
  }

  /**
   * Returns the price of one asset in another: the close of the one-minute candle that contains `time` (Unix ms), of the
   * market of the two assets, its inverse, or by way of USDT. Returns undefined if there is none.
   */
  priceOf(asset: string, quote: string, time: number): Promise<Decimal | undefined> {
    return crossPrice(asset, quote, async (base, other) => {
      const market = this.#markets.between(base, other);
      if (market !== undefined) return this.#closeOf(market, time);
      const inverse = this.#markets.between(other, base);
      const close = inverse && (await this.#closeOf(inverse, time));
      return close && inverseOf(close);
    });
  }

  async #closeOf({ symbol }: SpotMarket, time: number): Promise<Decimal | undefined> {
    const minute = time - (time % MINUTE_MS);
    const closes = this.#closes.get(symbol) ?? new Map<number, Decimal | undefined>();
    this.#closes.set(symbol, closes);
    if (!closes.has(minute)) {
      closes.set(minute, undefined);
      const what = `prices of ${symbol} at ${new Date(minute).toISOString()}`;
      for (const [at, close] of (await this.#reader.attempt(what, () => this.#fetch(symbol, minute))) ?? [])
        closes.set(at, close);
    }
    return closes.get(minute);
  }

  async #fetch(symbol: string, minute: number): Promise<readonly (readonly [number, Decimal | undefined])[]> {
    const answer = await this.#reader.answer(REPORT_READS.candles, {
      symbol,
      interval: '1m',
      startTime: String(minute),
      limit: String(CANDLES),
    });
    return (Array.isArray(answer) ? answer : []).flatMap((candle) =>
      Array.isArray(candle) ? [[Number(candle[0]), parseDecimal(String(candle[4]))] as const] : [],
    );
  }
}
