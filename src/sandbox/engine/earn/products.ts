/** The flexible and locked products of simple earn and their rates (our choice: all products and rates). */

import { roundAmount } from '../funds/round-amount.ts';
import { ASSETS } from '../market/assets.ts';
import { blend, fraction, scramble, textKey } from '../market/noise.ts';

/** A product that can be redeemed at any time. Amounts are in 10^-8. */
export interface FlexibleProduct {
  readonly productId: string;
  readonly asset: string;
  readonly minAmount: bigint;
}

/** A product that locks the subscribed amount for a number of days. */
export interface LockedProduct {
  readonly projectId: string;
  readonly asset: string;
  readonly days: number;
  readonly minAmount: bigint;
  /** The largest amount that one user may lock. */
  readonly maxAmount: bigint;
}

/** The number that stands for an APR of 100 %: rates are in units of 10^-8. */
export const RATE_ONE = 100_000_000n;

/** The time since which all earn products have existed: 2021-01-01. */
export const PRODUCTS_START = Date.UTC(2021, 0, 1);

const FLEXIBLE_ASSETS = 'USDT USDC FDUSD BTC ETH BNB SOL XRP DOGE ADA LTC TRX LINK AVAX DOT'.split(' ');
const LOCKED_TERMS: readonly (readonly [asset: string, terms: readonly number[]])[] = [
  ['BNB', [30, 60, 90]],
  ['ETH', [30, 60]],
  ['SOL', [15, 30, 60]],
  ['ADA', [60, 90]],
  ['DOT', [30, 60, 90]],
  ['AVAX', [30, 60]],
  ['AXS', [30, 60, 90]],
  ['NEAR', [30, 90]],
];

/** Stablecoins, which earn higher rates. */
const STABLECOINS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'FDUSD']);

/**
 * The minimum subscription and the maximum locked amount, in US dollars at the prices of the anchor day (the
 * day from which simulated prices start).
 */
const MINIMUM_DOLLARS = 0.1;
const QUOTA_DOLLARS = 100_000;

export const FLEXIBLE_PRODUCTS: readonly FlexibleProduct[] = FLEXIBLE_ASSETS.map((asset) => ({
  productId: `${asset}001`,
  asset,
  minAmount: roundAmount(MINIMUM_DOLLARS / dollarPrice(asset)),
}));

export const LOCKED_PRODUCTS: readonly LockedProduct[] = LOCKED_TERMS.flatMap(([asset, terms]) =>
  terms.map((days) => ({
    projectId: `${asset[0]}${asset.slice(1).toLowerCase()}*${days}`,
    asset,
    days,
    minAmount: roundAmount(MINIMUM_DOLLARS / dollarPrice(asset)),
    maxAmount: roundAmount(QUOTA_DOLLARS / dollarPrice(asset)),
  })),
);

/**
 * Returns the APR of a flexible product on a day (counted from 1970-01-01); it varies around a mean per
 * asset.
 */
export function flexibleRate(seed: number, asset: string, day: number): bigint {
  const key = textKey(scramble(seed), `flexible ${asset}`);
  const mean = STABLECOINS.has(asset)
    ? 0.025 + 0.04 * fraction(blend(key, 1))
    : 0.002 + 0.02 * fraction(blend(key, 1));
  const dailyFactor = 0.8 + 0.4 * fraction(blend(blend(key, 2), day));
  return BigInt(Math.floor(mean * dailyFactor * Number(RATE_ONE)));
}

/** Returns the APR of a locked product; longer terms have higher rates. */
export function lockedRate(seed: number, { asset, days }: LockedProduct): bigint {
  const key = textKey(scramble(seed), `locked ${asset}`);
  const rate = 0.01 + 0.04 * fraction(blend(key, 1)) + 0.0004 * days;
  return BigInt(Math.floor(rate * 10_000)) * (RATE_ONE / 10_000n);
}

/** Returns the interest of one day at an APR, rounded down. */
export function dailyInterest(amount: bigint, rate: bigint): bigint {
  return (amount * rate) / (365n * RATE_ONE);
}

function dollarPrice(asset: string): number {
  return ASSETS.get(asset)!.dollars;
}
