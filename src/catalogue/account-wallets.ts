/** The wallets of an account: the queries that show what each holds, and what is open in it. */
import type { FuturesProduct } from './futures-products.ts';

/** Where a row of balances names its asset, and the fields whose sum is what the account has of it. */
export interface BalanceFields {
  readonly asset: string;
  readonly fields: readonly string[];
}

export interface AccountWallet {
  readonly name: string;
  readonly balances: {
    readonly query: string;
    readonly args?: Readonly<Record<string, string>>;
    /** The field of the answer with the rows, where the answer is a record of totals. */
    readonly rowsAt?: string;
    readonly assets: readonly BalanceFields[];
    /** The field of a row with the unrealised profit in the row's asset, which the amounts include. */
    readonly unrealised?: string;
  };
  /** Open orders of all symbols; those that only hosts of today's interface need have come second. */
  readonly openOrders?: { readonly query: string; readonly today?: string };
  /** Positions: the field with the size of each, and the list of them if they are part of the answer about balances. */
  readonly positions?: { readonly size: string } & (
    | { readonly query: string }
    | { readonly inBalancesAt: string }
  );
  /** What the profit of the wallet is computed from, as far as it is. */
  readonly profit?: 'spot trades' | { readonly incomeOf: FuturesProduct };
}

function futures(product: FuturesProduct): AccountWallet {
  return {
    name: product,
    balances: {
      query: `${product}.account`,
      rowsAt: 'assets',
      assets: [{ asset: 'asset', fields: ['marginBalance'] }],
      unrealised: 'unrealizedProfit',
    },
    openOrders: { query: `${product}.open-orders`, today: `${product}.algo-orders.open` },
    positions: { inBalancesAt: 'positions', size: 'positionAmt' },
    profit: { incomeOf: product },
  };
}

export const ACCOUNT_WALLETS: readonly AccountWallet[] = [
  {
    name: 'spot',
    balances: {
      query: 'spot.account',
      args: { omitZeroBalances: 'true' },
      rowsAt: 'balances',
      assets: [{ asset: 'asset', fields: ['free', 'locked'] }],
    },
    openOrders: { query: 'spot.open-orders' },
    profit: 'spot trades',
  },
  {
    name: 'funding',
    balances: {
      query: 'funds.funding-assets',
      assets: [{ asset: 'asset', fields: ['free', 'locked', 'freeze', 'withdrawing'] }],
    },
  },
  {
    name: 'margin',
    balances: {
      query: 'margin.account',
      rowsAt: 'userAssets',
      assets: [{ asset: 'asset', fields: ['netAsset'] }],
    },
    openOrders: { query: 'margin.open-orders' },
  },
  {
    name: 'isolated margin',
    balances: {
      query: 'margin.isolated.accounts',
      rowsAt: 'assets',
      assets: [
        { asset: 'baseAsset.asset', fields: ['baseAsset.netAsset'] },
        { asset: 'quoteAsset.asset', fields: ['quoteAsset.netAsset'] },
      ],
    },
  },
  futures('usdm'),
  futures('coinm'),
  {
    name: 'options',
    balances: {
      query: 'options.account',
      rowsAt: 'asset',
      assets: [{ asset: 'asset', fields: ['equity'] }],
      unrealised: 'unrealizedPNL',
    },
    openOrders: { query: 'options.open-orders' },
    positions: { query: 'options.position', size: 'quantity' },
  },
  {
    name: 'earn flexible',
    balances: { query: 'earn.flexible.positions', assets: [{ asset: 'asset', fields: ['totalAmount'] }] },
  },
  {
    name: 'earn locked',
    balances: { query: 'earn.locked.positions', assets: [{ asset: 'asset', fields: ['amount'] }] },
  },
];
