/** Prices and greeks of European options after Black and Scholes. Floats: what leaves is rounded by the caller. */
import { exponential } from '../market/noise.ts';
import { cumulativeNormal, logarithm, normalDensity } from './normal.ts';

/** What a price depends on. */
export interface Terms {
  readonly isCall: boolean;
  /** Price of the underlying and strike, in the quote asset; above 0. */
  readonly spot: number;
  readonly strike: number;
  /** Time to expiry in years of 365 days; above 0. */
  readonly years: number;
  /** The risk-free rate of a year, as a fraction. */
  readonly rate: number;
  /** Volatility of a year, as a fraction; above 0. */
  readonly volatility: number;
}

export interface Greeks {
  /** Change of the price for 1 of the underlying. */
  readonly delta: number;
  /** Change of delta for 1 of the underlying. */
  readonly gamma: number;
  /** Change of the price by a day that passes. */
  readonly theta: number;
  /** Change of the price for one percentage point of volatility. */
  readonly vega: number;
}

const DAYS_PER_YEAR = 365;

/** Implied volatilities are looked for between these; a year's volatility of 1000 % is beyond every market. */
const VOLATILITY_MIN = 0.000_1;
const VOLATILITY_MAX = 10;
/** Halvings of that range; they leave 10^-14. */
const HALVINGS = 50;

/** Returns the price of an option. */
export function priceOf(terms: Terms): number {
  const { isCall, spot, strike } = terms;
  const { first, second, discount } = pointsOf(terms);
  return isCall
    ? spot * cumulativeNormal(first) - strike * discount * cumulativeNormal(second)
    : strike * discount * cumulativeNormal(-second) - spot * cumulativeNormal(-first);
}

/** Returns how the price changes. */
export function greeksOf(terms: Terms): Greeks {
  const { isCall, spot, strike, years, rate, volatility } = terms;
  const { first, second, discount } = pointsOf(terms);
  const root = Math.sqrt(years);
  const density = normalDensity(first);
  const decay = (spot * density * volatility) / (2 * root);
  const carry = rate * strike * discount * cumulativeNormal(isCall ? second : -second);
  return {
    delta: isCall ? cumulativeNormal(first) : cumulativeNormal(first) - 1,
    gamma: density / (spot * volatility * root),
    theta: (-decay - (isCall ? carry : -carry)) / DAYS_PER_YEAR,
    vega: (spot * density * root) / 100,
  };
}

/**
 * Returns the volatility at which an option is worth a price, or undefined where none makes it so: the price is below
 * what exercise alone is worth, or above the underlying.
 */
export function impliedVolatility(terms: Omit<Terms, 'volatility'>, price: number): number | undefined {
  let low = VOLATILITY_MIN;
  let high = VOLATILITY_MAX;
  if (price < priceOf({ ...terms, volatility: low }) || price > priceOf({ ...terms, volatility: high })) {
    return undefined;
  }
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (priceOf({ ...terms, volatility: middle }) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function pointsOf({ spot, strike, years, rate, volatility }: Terms) {
  const spread = volatility * Math.sqrt(years);
  const first = (logarithm(spot / strike) + (rate + (volatility * volatility) / 2) * years) / spread;
  return { first, second: first - spread, discount: exponential(-rate * years) };
}
