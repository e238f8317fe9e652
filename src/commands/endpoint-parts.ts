/** The endpoints by product and part of the catalogue: a run pays for no more of them than it needs. */
import type { Endpoint, Product } from '../catalogue/types.ts';

type Load = () => Promise<readonly Endpoint[]>;

const keys: Load = () => import('../catalogue/stream-keys.ts').then((part) => part.streamKeys);

/** The parts of each product; those that orders need come first, since each is loaded until one has what is sought. */
const PARTS = {
  spot: {
    trading: () => import('../catalogue/spot/trading.ts').then((part) => part.spotTrading),
    server: () => import('../catalogue/spot/server.ts').then((part) => part.spotServer),
    trades: () => import('../catalogue/spot/trades.ts').then((part) => part.spotTrades),
    lists: () => import('../catalogue/spot/lists.ts').then((part) => part.spotLists),
    account: () => import('../catalogue/spot/account.ts').then((part) => part.spotAccount),
    candles: () => import('../catalogue/spot/candles.ts').then((part) => part.spotCandles),
    tickers: () => import('../catalogue/spot/tickers.ts').then((part) => part.spotTickers),
    keys,
  },
  usdm: {
    trading: () => import('../catalogue/usdm/trading.ts').then((part) => part.usdmTrading),
    account: () => import('../catalogue/usdm/account.ts').then((part) => part.usdmAccount),
    market: () => import('../catalogue/usdm/market.ts').then((part) => part.usdmMarket),
    keys,
  },
  coinm: {
    trading: () => import('../catalogue/coinm/trading.ts').then((part) => part.coinmTrading),
    account: () => import('../catalogue/coinm/account.ts').then((part) => part.coinmAccount),
    market: () => import('../catalogue/coinm/market.ts').then((part) => part.coinmMarket),
    keys,
  },
  options: {
    trading: () => import('../catalogue/options/trading.ts').then((part) => part.optionsTrading),
    account: () => import('../catalogue/options/account.ts').then((part) => part.optionsAccount),
    market: () => import('../catalogue/options/market.ts').then((part) => part.optionsMarket),
    keys,
  },
  margin: {
    orders: () => import('../catalogue/margin/orders.ts').then((part) => part.marginOrders),
    account: () => import('../catalogue/margin/account.ts').then((part) => part.marginAccount),
    funds: () => import('../catalogue/margin/funds.ts').then((part) => part.marginFunds),
    records: () => import('../catalogue/margin/records.ts').then((part) => part.marginRecords),
    keys,
  },
  funds: {
    withdrawals: () => import('../catalogue/funds/withdrawals.ts').then((part) => part.fundsWithdrawals),
    coins: () => import('../catalogue/funds/coins.ts').then((part) => part.fundsCoins),
    assets: () => import('../catalogue/funds/assets.ts').then((part) => part.fundsAssets),
    transfers: () => import('../catalogue/funds/transfers.ts').then((part) => part.fundsTransfers),
  },
  sub: {
    accounts: () => import('../catalogue/sub-account/accounts.ts').then((part) => part.subAccounts),
    transfers: () => import('../catalogue/sub-account/transfers.ts').then((part) => part.subTransfers),
  },
  earn: { all: () => import('../catalogue/earn.ts').then((part) => part.earnEndpoints) },
  mining: { all: () => import('../catalogue/mining.ts').then((part) => part.miningEndpoints) },
  fiat: { all: () => import('../catalogue/fiat.ts').then((part) => part.fiatEndpoints) },
  c2c: { all: () => import('../catalogue/c2c.ts').then((part) => part.c2cEndpoints) },
  convert: { all: () => import('../catalogue/convert.ts').then((part) => part.convertEndpoints) },
  onchain: { holdings: () => import('../catalogue/onchain/holdings.ts').then((part) => [part.holdings]) },
} satisfies Readonly<Record<Product, Readonly<Record<string, Load>>>>;

/** Names of parts by product; the part that is asked for most comes first. */
export type PartNames = { readonly [P in Product]?: readonly (keyof (typeof PARTS)[P] & string)[] };

/** Returns the endpoints of all these parts, or of those of one product. */
export async function loadParts(names: PartNames = {}, product?: Product): Promise<readonly Endpoint[]> {
  const loads = product === undefined ? PRODUCTS.flatMap((one) => named(names, one)) : named(names, product);
  return (await Promise.all([...new Set(loads)].map((load) => load()))).flat();
}

/**
 * Returns the endpoint of an id; asserts that there is one. Loads part after part of its product until one has it:
 * those that are named, or all.
 */
export async function endpointById(id: string, names?: PartNames): Promise<Endpoint> {
  const product = id.slice(0, id.indexOf('.')) as Product;
  const loads = names === undefined ? Object.values<Load>(PARTS[product]) : named(names, product);
  for (const load of loads) {
    const found = (await load()).find((one) => one.id === id);
    if (found !== undefined) return found;
  }
  throw new RangeError(`the endpoint ${id} is not declared`);
}

const PRODUCTS = Object.keys(PARTS) as readonly Product[];

function named(names: PartNames, product: Product): readonly Load[] {
  const parts: Readonly<Record<string, Load>> = PARTS[product];
  return (names[product] ?? []).map((name) => parts[name]!);
}
