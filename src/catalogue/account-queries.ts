/** The queries that show what the account of a product has: for sizes of orders, and for limits on exposure and losses. */
import type { Product } from './types.ts';

export interface AccountQueries {
  /** Open orders of all symbols. */
  readonly openOrders: string;
  /** The balances, and the field of what an order may use: what is free, or available as margin. */
  readonly balances: { readonly query: string; readonly free: string };
  /** Open positions, if the product has positions, and the margins of the account. */
  readonly positions?: string;
  readonly account?: string;
  /** What was credited and charged; a product without it has the trades of a symbol. */
  readonly income?: string;
  readonly trades?: string;
}

/** The products of which exposure and the loss of a day can be computed. */
export const ACCOUNT_QUERIES: Partial<Readonly<Record<Product, AccountQueries>>> = {
  spot: {
    openOrders: 'spot.open-orders',
    balances: { query: 'spot.account', free: 'free' },
    trades: 'spot.my-trades',
  },
  usdm: {
    openOrders: 'usdm.open-orders',
    balances: { query: 'usdm.balance', free: 'availableBalance' },
    positions: 'usdm.position-risk',
    account: 'usdm.account',
    income: 'usdm.income',
  },
  coinm: {
    openOrders: 'coinm.open-orders',
    balances: { query: 'coinm.balance', free: 'availableBalance' },
    positions: 'coinm.position-risk',
    account: 'coinm.account',
    income: 'coinm.income',
  },
};

/** The income types that are gains and losses; the others move funds or grant bonuses (interface document, income). */
export const PROFIT_TYPES: readonly string[] = [
  'REALIZED_PNL',
  'FUNDING_FEE',
  'COMMISSION',
  'INSURANCE_CLEAR',
  'FEE_RETURN',
];
