/** Where changes of positions and orders of both lines of futures show, should their answers be lost. */

import type { FuturesProduct } from '../futures-products.ts';
import type { SeenIn } from '../write-types.ts';

/** Returns where the settings of a line's positions show. */
export function positionsSeenIn(product: FuturesProduct) {
  const setting = { noun: 'setting', query: `${product}.position-risk`, by: 'state' } as const;
  // Only USD-M takes a contract; on COIN-M all positions are answered.
  const asks = product === 'usdm' ? { asks: { symbol: 'symbol' } } : {};
  return {
    leverage: { ...setting, ...asks, repeats: { symbol: 'symbol', leverage: 'leverage' } },
    marginType: {
      ...setting,
      ...asks,
      repeats: { symbol: 'symbol', marginType: 'marginType' },
      written: { CROSSED: 'cross', ISOLATED: 'isolated' },
    },
    positionMargin: {
      noun: 'change',
      query: `${product}.margin-history`,
      by: 'values',
      asks: { symbol: 'symbol', type: 'type' },
      repeats: { positionSide: 'positionSide', type: 'type', amount: 'amount' },
      time: 'time',
    },
  } as const satisfies Readonly<Record<string, SeenIn>>;
}

/** Returns where a change of an order of a line shows: in the order itself. */
export function orderChangeSeenIn(product: FuturesProduct): SeenIn {
  return {
    noun: 'order',
    query: `${product}.order.get`,
    by: 'state',
    asks: { symbol: 'symbol', orderId: 'orderId', origClientOrderId: 'origClientOrderId' },
    repeats: { price: 'price', quantity: 'origQty' },
    notWith: ['priceMatch'],
  };
}
