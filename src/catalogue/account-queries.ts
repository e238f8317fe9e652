/** The queries that show what the account of a product has, by which orders are sized. */
import type { Product } from './types.ts';

export interface AccountQueries {
  /** The balances, and the field of what an order may use: what is free, or available as margin. */
  readonly balances: { readonly query: string; readonly free: string };
  /** Open positions, if the product has positions, and the margins of the account. */
  readonly positions?: string;
  readonly account?: string;
}

/** The products whose orders can be sized by what the account has. */
export const ACCOUNT_QUERIES: Partial<Readonly<Record<Product, AccountQueries>>> = {
  spot: {
    balances: { query: 'spot.account', free: 'free' },
  },
  usdm: {
    balances: { query: 'usdm.balance', free: 'availableBalance' },
    positions: 'usdm.position-risk',
    account: 'usdm.account',
  },
  coinm: {
    balances: { query: 'coinm.balance', free: 'availableBalance' },
    positions: 'coinm.position-risk',
    account: 'coinm.account',
  },
};
