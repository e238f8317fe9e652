/** The endpoints that reports on an account read. */
import type { FuturesProduct } from '../../catalogue/futures-products.ts';

/** The reads of spot and of the exchange's wallets, by what they hold. */
export const REPORT_READS = {
  balances: 'spot.account',
  trades: 'spot.my-trades',
  symbols: 'spot.exchange-info',
  commission: 'spot.commission',
  prices: 'spot.ticker-price',
  candles: 'spot.klines',
  deposits: 'funds.deposits',
  withdrawals: 'funds.withdrawals',
  conversions: 'convert.trades',
  dust: 'funds.dust.log',
} as const;

/** Returns the reads of a futures product, by what they hold. */
export function futuresReads(product: FuturesProduct) {
  return { income: `${product}.income`, contracts: `${product}.exchange-info` } as const;
}
