/**
 * The assets and pairs of margin trading, interest rates and borrow limits (our choice: the interface shows no rates).
 */
import { amountText } from '../ledger/amounts.ts';
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
/**
 * The maximum debt of one account in an asset, in whole units of the asset; for each asset it is worth about
 * ten million USDT.
 */
const BORROW_LIMITS: Readonly<Record<string, bigint>> = {
  USDT: 10_000_000n,
  USDC: 10_000_000n,
  FDUSD: 10_000_000n,
  BTC: 150n,
  ETH: 4_000n,
  BNB: 20_000n,
};
const BORROW_LIMIT_DEFAULT = 1_000_000n;
const MILLION = 1_000_000n;
const HOURS_PER_DAY = 24n;

/**
 * Returns the daily interest rate of an asset as the exchange writes it; it does not depend on day or VIP
 * level.
 */
export function dailyRateText(asset: string): string {
  return `0.${String(DAILY_RATES[asset] ?? DAILY_RATE_DEFAULT).padStart(6, '0')}00`;
}

/** Returns the interest rate of an asset for a year of 365 days, as the exchange writes it. */
export function yearlyRateText(asset: string): string {
  return amountText((DAILY_RATES[asset] ?? DAILY_RATE_DEFAULT) * 365n * 100n);
}

/** Returns the interest rate of an hour as the exchange writes it, rounded up. */
export function hourlyRateText(asset: string): string {
  return amountText(((DAILY_RATES[asset] ?? DAILY_RATE_DEFAULT) * 100n + HOURS_PER_DAY - 1n) / HOURS_PER_DAY);
}

/** Returns the largest amount of an asset (10^-8) that one account may owe. */
export function borrowLimit(asset: string): bigint {
  return (BORROW_LIMITS[asset] ?? BORROW_LIMIT_DEFAULT) * 10n ** 8n;
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
