/** What differs between the two lines of futures where today's interface treats them alike. */

import type { FuturesProduct } from '../futures-products.ts';
import type { RuledBy } from '../write-types.ts';

/** What all paths of a line begin with. */
export const ROOTS = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;

/** How help names a contract of a line. */
export const CONTRACTS = {
  usdm: 'Contract, such as BTCUSDT',
  coinm: 'Contract, such as BTCUSD_PERP',
} as const;

/** Returns the rules that orders of a line obey. */
export function ruledByLine(product: FuturesProduct) {
  return {
    rules: `${product}.exchange-info`,
    price: { lookup: `${product}.premium-index`, field: 'markPrice' },
    isBandOneSided: true,
  } as const satisfies RuledBy;
}
