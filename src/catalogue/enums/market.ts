/**
 * Closed sets of values of market data (interface document, Order-related enumerations; States and
 * transitions). The meanings of the values are in `enumerations.ts`.
 */

/** Futures and options: the spot intervals without 1s. */
export const KLINE_INTERVALS_FUTURES = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export const KLINE_INTERVALS_SPOT = ['1s', ...KLINE_INTERVALS_FUTURES] as const;
export const STATISTICS_PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;
export const TICKER_TYPES = ['FULL', 'MINI'] as const;
export const PERMISSIONS = ['SPOT', 'MARGIN', 'LEVERAGED'] as const;
/** Groups that the public hosts put trading pairs into today: TRD_GRP_002 to TRD_GRP_025. */
export const PERMISSIONS_TODAY = Array.from(
  { length: 24 },
  (_, index) => `TRD_GRP_${String(index + 2).padStart(3, '0')}` as const,
);
export const CONTRACT_TYPES = [
  'PERPETUAL',
  'CURRENT_MONTH',
  'NEXT_MONTH',
  'CURRENT_QUARTER',
  'NEXT_QUARTER',
] as const;
/**
 * What the rate limits of exchangeInfo and of usage entries count, and over which interval (public facts).
 */
export const RATE_LIMIT_TYPES = ['REQUEST_WEIGHT', 'ORDERS', 'RAW_REQUESTS'] as const;
export const RATE_LIMIT_INTERVALS = ['SECOND', 'MINUTE', 'HOUR', 'DAY'] as const;
/** The states of a spot symbol (public facts). */
export const SYMBOL_STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;
