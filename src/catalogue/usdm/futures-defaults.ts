/** Paths, texts and order rules that differ between USD-M and COIN-M futures. */

import type { FuturesProduct } from '../futures-products.ts';
import type { OrderRules } from '../write-types.ts';

/** The path prefix of a futures product. */
export const PATH_PREFIXES = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;

/** The help text of a contract parameter. */
export const CONTRACT_HELP = {
  usdm: 'Contract, such as BTCUSDT',
  coinm: 'Contract, such as BTCUSD_PERP',
} as const;

/** Returns the filters of orders of a futures product. */
export function futuresOrderRules(product: FuturesProduct) {
  return {
    rules: `${product}.exchange-info`,
    price: { lookup: `${product}.premium-index`, field: 'markPrice' },
    postOnly: { param: 'timeInForce', value: 'GTX' },
    isBandOneSided: true,
    isBandAtTrigger: true,
    ...(product === 'coinm' ? { isInContracts: true } : {}),
  } as const satisfies OrderRules;
}
