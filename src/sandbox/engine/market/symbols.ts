/** The symbols of the simulated market: their assets, precision and listing dates. */
import { DAY_MS } from '../../../core/time-units.ts';
import { ASSETS, type Asset, PAIRS, type PairPlan } from './assets.ts';
import type { InverseTerms } from './base-volume.ts';

/** A spot symbol, or the market of a futures contract. Prices are counted in ticks and quantities in lots, both whole numbers. */
export interface MarketSymbol {
  readonly name: string;
  readonly base: Asset;
  readonly quote: Asset;
  /** The decimals of prices: a tick is 10^-tickDecimals of the quote asset. */
  readonly tickDecimals: number;
  /**
   * The decimals of quantities: a lot is 10^-lotDecimals of the base asset; tick and lot decimals together
   * are at most 8.
   */
  readonly lotDecimals: number;
  /** When trading begins, in ms: the start of a UTC day. */
  readonly listedAt: number;
  /** When trading ends, in ms (exclusive); absent for a symbol without an end of trading. */
  readonly delistedAt?: number;
  /**
   * Present if it is a futures contract on the pair of both assets. Perpetual contracts have no delivery time, linear
   * ones no inverse terms.
   */
  readonly contract?: {
    readonly deliversAt: number | undefined;
    readonly inverse?: InverseTerms | undefined;
  };
  /** Whether the spot symbol can also be traded on margin. */
  readonly isMarginAllowed: boolean;
}

/**
 * The number of decimals in the exchange's answers; price times quantity must fit in them without rounding.
 */
const DECIMALS = 8;

/** The price precision of symbols whose simulated price is no longer near the price at their listing. */
const TICK_DECIMALS: Readonly<Record<string, number>> = { ETHBTC: 5, PAXGUSDT: 2 };

/** The number of price decimals of a symbol, by the price from which on it applies. */
const TICK_DECIMALS_FROM: readonly (readonly [price: number, decimals: number])[] = [
  [30, 2],
  [5, 3],
  [0.5, 4],
  [0.05, 5],
  [0.005, 6],
  [0.0005, 7],
];

const LOT_DECIMALS_FROM: readonly (readonly [dollars: number, decimals: number])[] = [
  [20_000, 5],
  [1000, 4],
  [50, 3],
  [5, 2],
  [0.7, 1],
];

let listed: readonly MarketSymbol[] | undefined;

/** Returns every symbol in the order in which the exchange lists them; the same for every seed. */
export function listSymbols(): readonly MarketSymbol[] {
  listed ??= PAIRS.map(symbolOf);
  return listed;
}

function symbolOf(plan: PairPlan): MarketSymbol {
  const base = assetOf(plan.base);
  const quote = assetOf(plan.quote);
  const name = `${base.name}${quote.name}`;
  const tickDecimals =
    TICK_DECIMALS[name] ?? decimalsFrom(TICK_DECIMALS_FROM, base.dollars / quote.dollars, DECIMALS);
  const lotDecimals = Math.min(decimalsFrom(LOT_DECIMALS_FROM, base.dollars, 0), DECIMALS - tickDecimals);
  const day = [base.listed, quote.listed, plan.listed ?? ''].reduce((late, next) =>
    next > late ? next : late,
  );
  return {
    name,
    base,
    quote,
    tickDecimals,
    lotDecimals,
    listedAt: startOf(day),
    ...(plan.delisted === undefined ? {} : { delistedAt: startOf(plan.delisted) }),
    isMarginAllowed: plan.delisted === undefined && base.tradesPerDay >= 8000,
  };
}

function decimalsFrom(
  table: readonly (readonly [number, number])[],
  value: number,
  otherwise: number,
): number {
  return table.find(([from]) => value >= from)?.[1] ?? otherwise;
}

function assetOf(name: string): Asset {
  const asset = ASSETS.get(name);
  if (asset === undefined) throw new Error(`no asset is called ${name}`);
  return asset;
}

function startOf(day: string): number {
  const [year, month, date] = day.split('-').map(Number);
  return Math.floor(Date.UTC(year!, month! - 1, date!) / DAY_MS) * DAY_MS;
}
