/** Exact sums of what was traded within a window of time. */

import { type InverseTerms, SUM_DECIMALS } from './base-volume.ts';
import type { MarketSymbol } from './symbols.ts';
import type { AggregateTrade, LotValueTerms, TimeSpan } from './time-span.ts';

/**
 * A sum of price times quantity: `whole` units of the quote asset and `part` of 10^-(tick + lot decimals); or a volume
 * in the base asset: `whole` units of it and `part` of 10^-8.
 */
export interface QuoteVolume {
  readonly whole: number;
  readonly part: number;
}

/** What was traded within a time window. Prices are in ticks, quantities in lots. */
export interface Summary {
  /**
   * The number of aggregate trades within the window; `firstId` is the id of the first one and means nothing
   * if there are none.
   */
  readonly count: number;
  readonly firstId: number;
  /**
   * The first, highest, lowest and last price; without trades, all four are the price of the last trade
   * before the window.
   */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly quote: QuoteVolume;
  /** The part of the lots and of the quote volume that takers bought. */
  readonly buyLots: number;
  readonly buyQuote: QuoteVolume;
  /** Whether `quote` and `buyQuote` are in the base asset: those of inverse contracts, since market model 2. */
  readonly isInBase?: boolean;
  /**
   * The ids of the first and last trade, present if trades of users lie between the simulated market's
   * trades.
   */
  readonly span?: { readonly firstId: number; readonly lastId: number };
}

/** The lowest and the highest price of a time window, in ticks. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

interface Sum {
  whole: number;
  part: number;
}

/** The fields of a time span that a summary adds up. */
export type TalliedSpan = Pick<
  TimeSpan,
  'firstId' | 'count' | 'open' | 'high' | 'low' | 'close' | 'buyLots' | 'buyValue' | 'sellLots' | 'sellValue'
> & { readonly day: LotValueTerms };

/** Consecutive days that were computed together, of which the first is counted from 1970. */
export interface TalliedDays {
  readonly first: number;
  readonly days: readonly TalliedSpan[];
}

/** A summary that is being computed: time spans and trades are added in order of time. */
export class TradeTally implements Summary {
  count = 0;
  firstId = -1;
  open = 0;
  high = 0;
  low = 0;
  close = 0;
  lots = 0;
  buyLots = 0;
  readonly quote: Sum = { whole: 0, part: 0 };
  readonly buyQuote: Sum = { whole: 0, part: 0 };
  readonly isInBase: boolean;
  /** The number of parts (10^-(tick + lot decimals)) in one unit of the quote asset. */
  readonly #parts: number;
  readonly #inverse: InverseTerms | undefined;

  /** `inverse` are the terms of a symbol whose values are counted in the base asset. */
  constructor({ tickDecimals, lotDecimals }: SymbolDecimals, inverse?: InverseTerms) {
    this.#parts = 10 ** (tickDecimals + lotDecimals);
    this.#inverse = inverse;
    this.isInBase = inverse !== undefined;
  }

  /** Adds all trades of a time span, which must be later than what was added before, to the summary. */
  addSpan(span: TalliedSpan): void {
    this.#addPrices(span.firstId, span.count, span.open, span.high, span.low, span.close);
    this.lots += span.buyLots + span.sellLots;
    this.buyLots += span.buyLots;
    const { reference, inverse } = span.day;
    if (inverse !== undefined) {
      this.#addBase(span.buyLots, inverse.atReference, span.buyValue, true);
      this.#addBase(span.sellLots, inverse.atReference, span.sellValue, false);
      return;
    }
    const { buyLots, buyValue } = span;
    addQuote(this.quote, this.#parts, reference, buyLots + span.sellLots, buyValue + span.sellValue);
    addQuote(this.buyQuote, this.#parts, reference, buyLots, buyValue);
  }

  /**
   * Adds spans one after the other, from one index of an array to before another. Those with values in the quote asset
   * are added up in local variables, which takes a third of the time.
   */
  addSpans(spans: readonly TalliedSpan[], from: number, to: number): void {
    if (this.#inverse !== undefined) {
      for (let index = from; index < to; index += 1) this.addSpan(spans[index]!);
      return;
    }
    const parts = this.#parts;
    const first = spans[from]!;
    const quote = { whole: 0, part: 0 };
    const buyQuote = { whole: 0, part: 0 };
    let { high, low } = first;
    let count = 0;
    let lots = 0;
    let buyLots = 0;
    for (let index = from; index < to; index += 1) {
      const span = spans[index]!;
      const spanLots = span.buyLots + span.sellLots;
      if (span.high > high) high = span.high;
      if (span.low < low) low = span.low;
      count += span.count;
      lots += spanLots;
      buyLots += span.buyLots;
      const { reference } = span.day;
      addQuote(quote, parts, reference, spanLots, span.buyValue + span.sellValue);
      addQuote(buyQuote, parts, reference, span.buyLots, span.buyValue);
    }
    this.#addPrices(first.firstId, count, first.open, high, low, spans[to - 1]!.close);
    this.lots += lots;
    this.buyLots += buyLots;
    addVolume(this.quote, quote, parts);
    addVolume(this.buyQuote, buyQuote, parts);
  }

  /** Adds a trade, which must be later than what was added before, to the summary. */
  addTrade(trade: AggregateTrade): void {
    const { price, lots } = trade;
    this.#addPrices(trade.id, 1, price, price, price, price);
    this.lots += lots;
    if (trade.base !== undefined) {
      if (!trade.isBuyerMaker) this.buyLots += lots;
      this.#addBase(0, 0, -trade.base, !trade.isBuyerMaker);
      return;
    }
    addQuote(this.quote, this.#parts, price, lots, 0);
    if (trade.isBuyerMaker) return;
    this.buyLots += lots;
    addQuote(this.buyQuote, this.#parts, price, lots, 0);
  }

  /** Sets the price of a window without trades: that of the last trade before it. */
  setUnchanged(price: number): void {
    this.open = price;
    this.high = price;
    this.low = price;
    this.close = price;
  }

  /**
   * Adds trades of an inverse contract to the volume in the base asset: `lots` times `unitsOfLot` units (of
   * 10^-decimals coins), less `value` units.
   */
  #addBase(lots: number, unitsOfLot: number, value: number, isBuy: boolean): void {
    const { decimals } = this.#inverse!;
    addUnits(this.quote, decimals, unitsOfLot, lots, value);
    if (isBuy) addUnits(this.buyQuote, decimals, unitsOfLot, lots, value);
  }

  #addPrices(firstId: number, count: number, open: number, high: number, low: number, close: number): void {
    if (this.count === 0) {
      this.firstId = firstId;
      this.open = open;
      this.high = high;
      this.low = low;
    } else {
      if (high > this.high) this.high = high;
      if (low < this.low) this.low = low;
    }
    this.close = close;
    this.count += count;
  }
}

/** Returns the prices between which a window traded; undefined without trades. */
export function priceRangeOf({ count, low, high }: Summary): PriceRange | undefined {
  return count === 0 ? undefined : { low, high };
}

/**
 * Returns a summary of what neighbouring windows traded together; undefined if none had a trade. Trades keep
 * their ids.
 */
export function combineSummaries(
  { tickDecimals, lotDecimals }: SymbolDecimals,
  parts: readonly Summary[],
): Summary | undefined {
  const traded = parts.filter(({ count }) => count > 0);
  const [first, last] = [traded[0], traded.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (first === last) return first;
  const { isInBase = false } = first;
  const size = 10 ** (isInBase ? SUM_DECIMALS : tickDecimals + lotDecimals);
  const sum = { count: 0, high: 0, low: Number.MAX_SAFE_INTEGER, lots: 0, buyLots: 0 };
  const [quote, buyQuote] = [
    { whole: 0, part: 0 },
    { whole: 0, part: 0 },
  ];
  for (const part of traded) {
    sum.count += part.count;
    sum.high = Math.max(sum.high, part.high);
    sum.low = Math.min(sum.low, part.low);
    sum.lots += part.lots;
    sum.buyLots += part.buyLots;
    addVolume(quote, part.quote, size);
    addVolume(buyQuote, part.buyQuote, size);
  }
  const span =
    first.span === undefined || last.span === undefined
      ? {}
      : { span: { firstId: first.span.firstId, lastId: last.span.lastId } };
  const prices = { open: first.open, close: last.close };
  return { ...sum, ...prices, firstId: first.firstId, quote, buyQuote, isInBase, ...span };
}

type SymbolDecimals = Pick<MarketSymbol, 'tickDecimals' | 'lotDecimals'>;

/** Adds an amount of the base asset in 10^-8 to a sum in the base asset. */
export function addBase(sum: Sum, amount: bigint): void {
  const unit = 10n ** BigInt(SUM_DECIMALS);
  addVolume(sum, { whole: Number(amount / unit), part: Number(amount % unit) }, Number(unit));
}

/** Adds a volume to a sum of the same parts, of which a unit has `size`. */
function addVolume(sum: Sum, { whole, part }: QuoteVolume, size: number): void {
  const fraction = sum.part + part;
  sum.whole += whole + (fraction >= size ? 1 : 0);
  sum.part = fraction >= size ? fraction - size : fraction;
}

/**
 * Adds price x lots + value to a sum. Every product stays below 2^53, because a price is below 2^26 and a
 * unit has at most 10^8 parts (see `TICKS_MAX` in `symbol-profile.ts`).
 */
export function addQuote(sum: Sum, parts: number, price: number, lots: number, value: number): void {
  const lotsWhole = Math.floor(lots / parts);
  const valueWhole = Math.floor(value / parts);
  const fraction = price * (lots - lotsWhole * parts) + (value - valueWhole * parts) + sum.part;
  const carry = Math.floor(fraction / parts);
  sum.whole += price * lotsWhole + valueWhole + carry;
  sum.part = fraction - carry * parts;
}

/**
 * Adds unitsOfLot x lots - value, in units of 10^-decimals of the base asset, to a sum in the base asset. The bounds
 * are those of `addQuote`: a lot has less than 2^26 units.
 */
function addUnits(sum: Sum, decimals: number, unitsOfLot: number, lots: number, value: number): void {
  const volume = { whole: 0, part: 0 };
  addQuote(volume, 10 ** decimals, unitsOfLot, lots, -value);
  volume.part *= 10 ** (SUM_DECIMALS - decimals);
  addVolume(sum, volume, 10 ** SUM_DECIMALS);
}
