/** Every closed set of words in the interface (interface document, Order-related enumerations and Endpoints). */

export const KLINE_INTERVALS_SPOT = [
  '1s',
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
export const TICKER_TYPES = ['FULL', 'MINI'] as const;
export const PERMISSIONS = ['SPOT', 'MARGIN', 'LEVERAGED'] as const;
export const CONTRACT_TYPES = [
  'PERPETUAL',
  'CURRENT_MONTH',
  'NEXT_MONTH',
  'CURRENT_QUARTER',
  'NEXT_QUARTER',
] as const;
