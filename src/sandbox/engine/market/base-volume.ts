/**
 * Volumes of inverse contracts in the base asset. A contract is worth its dollars / price, so the volume of a time
 * cannot be computed from its contracts and its average price. Since market model 2 time spans of inverse contracts
 * therefore count it in place of the quote volume: the volumes of all candles add up exactly, down to single trades.
 */

/** What an inverse contract is worth, and how finely its volumes in the base asset are counted. */
export interface InverseTerms {
  /** The worth of a contract in US dollars. */
  readonly dollars: number;
  /** Volumes of the simulated market are whole numbers of 10^-decimals of the base asset. */
  readonly decimals: number;
}

/** The number of decimals of volumes in the base asset, as many as the exchange shows. */
export const SUM_DECIMALS = 8;

/**
 * The most units of the base asset that one contract may be worth on the day from which prices are counted; with more,
 * sums of units could exceed 2^53 at a low price.
 */
const CONTRACT_UNITS_MAX = 1_000_000;

/** Returns the terms of an inverse contract on an asset with a price in US dollars. */
export function inverseTerms(dollars: number, price: number): InverseTerms {
  let decimals = SUM_DECIMALS;
  while (decimals > 0 && (dollars / price) * 10 ** decimals > CONTRACT_UNITS_MAX) decimals -= 1;
  return { dollars, decimals };
}

/** Returns the units of the base asset in a contract, times its price in ticks. */
export function unitsTimesTicks({ dollars, decimals }: InverseTerms, tickDecimals: number): number {
  return dollars * 10 ** (decimals + tickDecimals);
}

/** Returns what contracts are worth at a price in ticks, in units of the base asset. */
export function baseUnits(terms: InverseTerms, tickDecimals: number, price: number, lots: number): number {
  return Math.round((unitsTimesTicks(terms, tickDecimals) / price) * lots);
}

/** Returns what contracts of a user are worth at a price in ticks, in 10^-8 of the base asset. */
export function baseAt({ dollars }: InverseTerms, tickDecimals: number, price: number, lots: number): bigint {
  const worth = BigInt(lots) * BigInt(dollars) * 10n ** BigInt(SUM_DECIMALS + tickDecimals);
  return (2n * worth + BigInt(price)) / (2n * BigInt(price));
}

/** Returns a volume, given in the units of an inverse contract's terms, in 10^-8 of the base asset. */
export function baseOfUnits({ decimals }: InverseTerms, units: number): bigint {
  return BigInt(units) * 10n ** BigInt(SUM_DECIMALS - decimals);
}

/** Returns a summed volume in 10^-8 of the base asset. */
export function baseOfSum({ whole, part }: { readonly whole: number; readonly part: number }): bigint {
  return BigInt(whole) * 10n ** BigInt(SUM_DECIMALS) + BigInt(part);
}
