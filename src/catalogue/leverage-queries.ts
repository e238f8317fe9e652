/** The queries that show at which leverage an account trades, for the limit on leverage. */

/** A leverage that is set for each symbol of futures. */
export interface SymbolLeverage {
  readonly by: 'symbol';
  readonly query: string;
  readonly field: string;
}

/** A leverage that follows from what a margin account has and owes: all assets by the net assets. */
export interface DebtLeverage {
  readonly by: 'debt';
  /** The cross margin account, whose totals are amounts of one asset. */
  readonly cross: {
    readonly query: string;
    readonly assets: string;
    readonly net: string;
    readonly asset: string;
  };
  /** The isolated margin accounts, one for each symbol, with its base and quote asset and their index price. */
  readonly isolated: {
    readonly query: string;
    readonly symbols: string;
    readonly rowsAt: string;
    readonly base: string;
    readonly quote: string;
    readonly asset: string;
    readonly total: string;
    readonly net: string;
    readonly price: string;
  };
}

/** An account whose leverage the interface does not let one compute. */
export interface UnknownLeverage {
  readonly by: 'nothing';
  /** What is not known, as the subject of "cannot be computed". */
  readonly what: string;
}

export type LeverageQuery = SymbolLeverage | DebtLeverage | UnknownLeverage;

/** How the leverage of an order is found, by the beginning of the id of its endpoint; spot and options have no leverage. */
const LEVERAGE_QUERIES: Readonly<Record<string, LeverageQuery>> = {
  'usdm.': { by: 'symbol', query: 'usdm.position-risk', field: 'leverage' },
  'coinm.': { by: 'symbol', query: 'coinm.position-risk', field: 'leverage' },
  'portfolio.um.': { by: 'symbol', query: 'portfolio.um.positions', field: 'leverage' },
  'portfolio.cm.': { by: 'symbol', query: 'portfolio.cm.positions', field: 'leverage' },
  // Equity and debts are stated in different assets, and positions of futures count as well.
  'portfolio.margin.': { by: 'nothing', what: 'the leverage of margin in a portfolio margin account' },
  'margin.': {
    by: 'debt',
    cross: {
      ...{ query: 'margin.account', asset: 'BTC' },
      ...{ assets: 'totalAssetOfBtc', net: 'totalNetAssetOfBtc' },
    },
    isolated: {
      ...{ query: 'margin.isolated.accounts', symbols: 'symbols', rowsAt: 'assets' },
      ...{ base: 'baseAsset', quote: 'quoteAsset', price: 'indexPrice' },
      ...{ asset: 'asset', total: 'totalAsset', net: 'netAsset' },
    },
  },
};

/** Returns how the leverage of an order of an endpoint is found; undefined for an endpoint without leverage. */
export function leverageQueryOf(endpoint: string): LeverageQuery | undefined {
  return Object.entries(LEVERAGE_QUERIES).find(([start]) => endpoint.startsWith(start))?.[1];
}
