/** How unconfirmed changes of futures positions and orders are verified. */

import type { FuturesProduct } from '../futures-products.ts';
import type { Verification } from '../write-types.ts';

/** Returns how position settings of a futures product are verified. */
export function positionVerification(product: FuturesProduct) {
  const setting = { noun: 'setting', query: `${product}.position-risk`, by: 'state' } as const;
  // The query takes a symbol on USD-M only; on COIN-M it returns all positions.
  const queryParams = product === 'usdm' ? { queryParams: { symbol: 'symbol' } } : {};
  return {
    leverage: { ...setting, ...queryParams, echoes: { symbol: 'symbol', leverage: 'leverage' } },
    marginType: {
      ...setting,
      ...queryParams,
      echoes: { symbol: 'symbol', marginType: 'marginType' },
      echoedAs: { CROSSED: 'cross', ISOLATED: 'isolated' },
    },
    positionMargin: {
      noun: 'change',
      query: `${product}.margin-history`,
      by: 'values',
      queryParams: { symbol: 'symbol', type: 'type' },
      echoes: { positionSide: 'positionSide', type: 'type', amount: 'amount' },
      time: 'time',
    },
  } as const satisfies Readonly<Record<string, Verification>>;
}

/** Returns how an order change is verified: by the order itself. */
export function orderChangeVerification(product: FuturesProduct): Verification {
  return {
    noun: 'order',
    query: `${product}.order.get`,
    by: 'state',
    queryParams: { symbol: 'symbol', orderId: 'orderId', origClientOrderId: 'origClientOrderId' },
    echoes: { price: 'price', quantity: 'origQty' },
    unlessSent: ['priceMatch'],
  };
}
