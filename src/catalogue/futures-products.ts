/** The two futures markets of the exchange: USD-M and COIN-M. */
export const FUTURES_PRODUCTS = ['usdm', 'coinm'] as const;

export type FuturesProduct = (typeof FUTURES_PRODUCTS)[number];

/** Returns whether a product is USD-M or COIN-M futures. */
export function isFuturesProduct(product: string): product is FuturesProduct {
  return (FUTURES_PRODUCTS as readonly string[]).includes(product);
}
