/** The two futures markets of the exchange: USD-M and COIN-M. */
export const FUTURES_PRODUCTS = ['usdm', 'coinm'] as const;

export type FuturesProduct = (typeof FUTURES_PRODUCTS)[number];

/** The names of the futures products, as messages write them. */
export const FUTURES_TITLES: Readonly<Record<FuturesProduct, string>> = {
  usdm: 'USD-M futures',
  coinm: 'COIN-M futures',
};

/** Returns whether a product is USD-M or COIN-M futures. */
export function isFuturesProduct(product: string): product is FuturesProduct {
  return (FUTURES_PRODUCTS as readonly string[]).includes(product);
}

/**
 * The prefix in front of /ws and /stream for each group of streams today: USD-margined hosts have one since
 * 2026-04-23, coin-margined hosts have none (public facts, Futures stream addresses).
 */
export const ROUTES_TODAY = {
  usdm: { market: { routeToday: 'market' }, book: { routeToday: 'public' } },
  coinm: { market: {}, book: {} },
} as const satisfies Readonly<
  Record<FuturesProduct, Readonly<Record<'market' | 'book', { readonly routeToday?: 'market' | 'public' }>>>
>;
