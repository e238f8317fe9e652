/** What differs between the two lines of futures where today's interface treats them alike. */

import type { FuturesProduct } from '../futures-products.ts';
import type { OrderRules } from '../write-types.ts';

/** What all paths of a line begin with. */
export const PATH_PREFIXES = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;

/** How help names a contract of a line. */
export const CONTRACT_HELP = {
  usdm: 'Contract, such as BTCUSDT',
  coinm: 'Contract, such as BTCUSD_PERP',
} as const;

/** Returns the rules that orders of a line obey. */
export function futuresOrderRules(product: FuturesProduct) {
  return {
    rules: `${product}.exchange-info`,
    price: { lookup: `${product}.premium-index`, field: 'markPrice' },
    isBandOneSided: true,
  } as const satisfies OrderRules;
}
