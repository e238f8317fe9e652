/** Black-Scholes prices and greeks of European options, as floats that the caller rounds. */
import { exponential } from '../market/noise.ts';
import { cumulativeNormal, logarithm, normalDensity } from './normal.ts';

/** The inputs of an option price. */
export interface OptionTerms {
  readonly isCall: boolean;
  /** Price of the underlying and strike, in the quote asset; above 0. */
  readonly spot: number;
  readonly strike: number;
  /** Time to expiry in years of 365 days; above 0. */
  readonly years: number;
  /** The annual risk-free interest rate, as a fraction. */
  readonly rate: number;
  /** The annual volatility, as a fraction; above 0. */
  readonly volatility: number;
}

export interface OptionGreeks {
  /** The change of the option price per unit of change of the underlying's price. */
  readonly delta: number;
  /** The change of delta per unit of change of the underlying's price. */
  readonly gamma: number;
  /** The change of the option price per day. */
  readonly theta: number;
  /** The change of the option price per percentage point of volatility. */
  readonly vega: number;
}

const DAYS_PER_YEAR = 365;

/**
 * Bounds of the search for an implied volatility; an annual volatility of 1000 % is above that of any market.
 */
const VOLATILITY_MIN = 0.000_1;
const VOLATILITY_MAX = 10;
/** Bisection steps, which reduce the search range to 10^-14. */
const BISECTION_STEPS = 50;

/** Returns the price of an option. */
export function optionPrice(terms: OptionTerms): number {
  const { isCall, spot, strike } = terms;
  const { first: d1, d2, discount } = d1AndD2(terms);
  return isCall
    ? spot * cumulativeNormal(d1) - strike * discount * cumulativeNormal(d2)
    : strike * discount * cumulativeNormal(-d2) - spot * cumulativeNormal(-d1);
}

/** Returns the greeks of an option. */
export function optionGreeks(terms: OptionTerms): OptionGreeks {
  const { isCall, spot, strike, years, rate, volatility } = terms;
  const { first: d1, d2, discount } = d1AndD2(terms);
  const sqrtYears = Math.sqrt(years);
  const density = normalDensity(d1);
  const decay = (spot * density * volatility) / (2 * sqrtYears);
  const carry = rate * strike * discount * cumulativeNormal(isCall ? d2 : -d2);
  return {
    delta: isCall ? cumulativeNormal(d1) : cumulativeNormal(d1) - 1,
    gamma: density / (spot * volatility * sqrtYears),
    theta: (-decay - (isCall ? carry : -carry)) / DAYS_PER_YEAR,
    vega: (spot * density * sqrtYears) / 100,
  };
}

/**
 * Returns the implied volatility of an option price; undefined if no volatility yields it, because the price
 * is below the intrinsic value or above the price of the underlying.
 */
export function impliedVolatility(terms: Omit<OptionTerms, 'volatility'>, price: number): number | undefined {
  let low = VOLATILITY_MIN;
  let high = VOLATILITY_MAX;
  if (
    price < optionPrice({ ...terms, volatility: low }) ||
    price > optionPrice({ ...terms, volatility: high })
  ) {
    return undefined;
  }
  for (let halving = 0; halving < BISECTION_STEPS; halving += 1) {
    const middle = (low + high) / 2;
    if (optionPrice({ ...terms, volatility: middle }) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function d1AndD2({ spot, strike, years, rate, volatility }: OptionTerms) {
  const deviation = volatility * Math.sqrt(years);
  const d1 = (logarithm(spot / strike) + (rate + (volatility * volatility) / 2) * years) / deviation;
  return { first: d1, d2: d1 - deviation, discount: exponential(-rate * years) };
}
