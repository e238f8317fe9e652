/** The assets and pairs of margin trading and the interest rates (our choice: the interface shows no rates). */
import type { MarketSymbol } from '../market/symbols.ts';

/** Daily interest rates in millionths. */
const DAILY_RATES: Readonly<Record<string, bigint>> = {
  USDT: 150n,
  USDC: 120n,
  FDUSD: 120n,
  BTC: 40n,
  ETH: 60n,
  BNB: 90n,
};
const DAILY_RATE_DEFAULT = 300n;
const MILLION = 1_000_000n;
const HOURS_PER_DAY = 24n;

/**
 * Returns the daily interest rate of an asset as the exchange writes it; it does not depend on day or VIP
 * level.
 */
export function dailyRateText(asset: string): string {
  return `0.${String(DAILY_RATES[asset] ?? DAILY_RATE_DEFAULT).padStart(6, '0')}00`;
}

/** Returns the interest of one hour (10^-8), rounded up. */
export function hourlyInterest(asset: string, principal: bigint): bigint {
  const divisor = MILLION * HOURS_PER_DAY;
  return (principal * (DAILY_RATES[asset] ?? DAILY_RATE_DEFAULT) + divisor - 1n) / divisor;
}

/** Returns the pairs of margin trading that are listed at a time. */
export function marginPairs(symbols: readonly MarketSymbol[], now: number): readonly MarketSymbol[] {
  return symbols.filter((symbol) => symbol.isMarginAllowed && symbol.listedAt <= now);
}

/**
 * Returns the assets of margin trading at a time, in the order of their pairs; all of them can be borrowed.
 */
export function marginAssets(symbols: readonly MarketSymbol[], now: number): readonly string[] {
  return [...new Set(marginPairs(symbols, now).flatMap(({ base, quote }) => [base.name, quote.name]))];
}
