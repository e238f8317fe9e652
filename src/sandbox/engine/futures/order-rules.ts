/** Order limits, fees and leverage brackets of contracts (public facts, USD-M, mechanics). */
import type { Contract } from './contracts.ts';
import { fixedText } from './integer-math.ts';

export const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;

export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'] as const;

/**
 * The order limits of a contract: prices in ticks, quantities in lots, values in 10^-8 of the settle asset.
 */
export interface ContractOrderLimits {
  readonly priceMin: number;
  readonly priceMax: number;
  readonly lotsMin: number;
  readonly lotsMax: number;
  readonly marketLotsMax: number;
  readonly ordersMax: number;
  readonly conditionalOrdersMax: number;
  /** The minimum notional value of an order; 0n for inverse contracts. */
  readonly notionalMin: bigint;
}

/** The lowest and highest allowed order prices in per cent of the mark price. */
export const PRICE_BAND = { up: 105n, down: 95n } as const;

/** Commission and liquidation fee rates in 10^-8 (public facts: 0.02 %, 0.05 %, 1.25 %). */
export const FEE_RATES = { maker: 20_000n, taker: 50_000n, liquidation: 1_250_000n } as const;

/** A leverage bracket: the maximum leverage and the maintenance margin rate between two notional values. */
export interface LeverageBracket {
  readonly leverage: number;
  /** The notional values between which the bracket applies, in 10^-8 of the settle asset. */
  readonly minNotional: bigint;
  readonly maxNotional: bigint;
  /**
   * The rate of the maintenance margin in 10^-8 of the notional value; `cum` is subtracted from the product.
   */
  readonly rate: bigint;
  readonly cum: bigint;
}

/**
 * The leverage brackets of BTC and ETH (public facts, Bracket record); those of other assets are a tenth as
 * large.
 */
const BTC_BRACKETS: readonly (readonly [capThousands: bigint, leverage: number, rate: bigint])[] = [
  [50n, 125, 400_000n],
  [250n, 100, 500_000n],
  [1000n, 50, 1_000_000n],
  [10_000n, 20, 2_500_000n],
  [20_000n, 10, 5_000_000n],
  [50_000n, 5, 10_000_000n],
  [100_000n, 4, 12_500_000n],
  [200_000n, 3, 15_000_000n],
  [300_000n, 2, 25_000_000n],
  [500_000n, 1, 50_000_000n],
];

const LARGE_BASES: readonly string[] = ['BTC', 'ETH'];
const ONE = 100_000_000n;

const bracketsByContract = new Map<string, readonly LeverageBracket[]>();

/**
 * Returns the leverage brackets of a contract, the smallest first; the maintenance margin is continuous
 * across them.
 */
export function bracketsOf(contract: Contract): readonly LeverageBracket[] {
  const cached = bracketsByContract.get(contract.market.name);
  if (cached !== undefined) return cached;
  const unit = thousandDollarsOf(contract);
  const brackets: LeverageBracket[] = [];
  for (const [thousands, leverage, rate] of BTC_BRACKETS) {
    const previous = brackets.at(-1);
    const minNotional = previous?.maxNotional ?? 0n;
    const cum = previous === undefined ? 0n : previous.cum + (minNotional * (rate - previous.rate)) / ONE;
    brackets.push({ leverage, minNotional, maxNotional: thousands * unit, rate, cum });
  }
  bracketsByContract.set(contract.market.name, brackets);
  return brackets;
}

/**
 * Returns the unit of `BTC_BRACKETS` for a contract: a thousand dollars (a hundred for small assets) in the
 * settle asset, for inverse contracts at the asset's price on the anchor day.
 */
function thousandDollarsOf({ isInverse, baseAsset, market }: Contract): bigint {
  const scale = LARGE_BASES.includes(baseAsset) ? 1n : 10n;
  if (!isInverse) return (1000n * ONE) / scale;
  return BigInt(Math.round((1000 / market.base.dollars) * 1e8)) / scale;
}

/** Returns the order limits of a contract. */
export function orderLimitsOf({ market, isInverse, size: lotFilter }: Contract): ContractOrderLimits {
  const perDollar = isInverse ? 1 / lotFilter : 10 ** market.lotDecimals / market.base.dollars;
  return {
    priceMin: 1,
    priceMax: 50 * Math.max(1, Math.round(market.base.dollars * 10 ** market.tickDecimals)),
    lotsMin: 1,
    lotsMax: Math.max(1000, Math.round(100_000_000 * perDollar)),
    marketLotsMax: Math.max(120, Math.round(12_000_000 * perDollar)),
    ordersMax: 200,
    conditionalOrdersMax: 10,
    notionalMin: isInverse ? 0n : 5n * ONE,
  };
}

/** Returns the filters of a contract as in the exchange information. */
export function filtersOf(contract: Contract): readonly Readonly<Record<string, string | number>>[] {
  const { tickDecimals, lotDecimals } = contract.market;
  const limits = orderLimitsOf(contract);
  const price = (ticks: number) => fixedText(BigInt(ticks), tickDecimals);
  const lots = (count: number) => fixedText(BigInt(count), lotDecimals);
  const lotFilter = (filterType: string, maxLots: number) => ({
    filterType,
    minQty: lots(limits.lotsMin),
    maxQty: lots(maxLots),
    stepSize: lots(1),
  });
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: price(limits.priceMin),
      maxPrice: price(limits.priceMax),
      tickSize: price(1),
    },
    lotFilter('LOT_SIZE', limits.lotsMax),
    lotFilter('MARKET_LOT_SIZE', limits.marketLotsMax),
    { filterType: 'MAX_NUM_ORDERS', limit: limits.ordersMax },
    { filterType: 'MAX_NUM_ALGO_ORDERS', limit: limits.conditionalOrdersMax },
    ...(contract.isInverse ? [] : [{ filterType: 'MIN_NOTIONAL', notional: '5' }]),
    {
      filterType: 'PERCENT_PRICE',
      multiplierUp: fixedText(PRICE_BAND.up * 100n, 4),
      multiplierDown: fixedText(PRICE_BAND.down * 100n, 4),
      multiplierDecimal: '4',
    },
  ];
}
