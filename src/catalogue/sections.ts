/**
 * The sections of the catalogue: lists of endpoints that are loaded together. The static list in `index.ts`, the
 * section of each endpoint id (generated at build), the sandbox's handlers and the packs of the program follow it.
 */
import type { HostName } from './hosts.ts';
import type { Endpoint, Product } from './types.ts';

/** A list of endpoints of one product. */
export interface Section {
  readonly product: Product;
  /** The pack of the built program that contains the section; a pack of its own if absent. */
  readonly pack?: string;
  /** The host whose server time one of the section's endpoints returns (`isServerTime`). */
  readonly clockOf?: HostName;
  /** Loads the endpoints of the section by a literal `import()`, at which the bundler splits the program. */
  readonly load: () => Promise<readonly Endpoint[]>;
}

/** All sections, in the order in which reference documents list them. */
export const SECTIONS = {
  'spot.server': {
    product: 'spot',
    pack: 'spot',
    clockOf: 'spot',
    load: () => import('./spot/server.ts').then((file) => file.spotServer),
  },
  'spot.trades': {
    product: 'spot',
    pack: 'spot',
    load: () => import('./spot/trades.ts').then((file) => file.spotTrades),
  },
  'spot.candles': {
    product: 'spot',
    pack: 'market',
    load: () => import('./spot/candles.ts').then((file) => file.spotCandles),
  },
  'spot.tickers': {
    product: 'spot',
    pack: 'spot',
    load: () => import('./spot/tickers.ts').then((file) => file.spotTickers),
  },
  'spot.references': {
    product: 'spot',
    load: () => import('./spot/references.ts').then((file) => file.spotReferences),
  },
  'spot.trading': {
    product: 'spot',
    pack: 'orders',
    load: () => import('./spot/trading.ts').then((file) => file.spotTrading),
  },
  'spot.lists': { product: 'spot', load: () => import('./spot/lists.ts').then((file) => file.spotLists) },
  'spot.list-placements': {
    product: 'spot',
    load: () => import('./spot/list-placements.ts').then((file) => file.spotListPlacements),
  },
  'spot.account': {
    product: 'spot',
    pack: 'account',
    load: () => import('./spot/account.ts').then((file) => file.spotAccount),
  },
  'usdm.market': {
    product: 'usdm',
    pack: 'futures',
    clockOf: 'usdm',
    load: () => import('./usdm/market.ts').then((file) => file.usdmMarket),
  },
  'usdm.trading': {
    product: 'usdm',
    pack: 'positions',
    load: () => import('./usdm/trading.ts').then((file) => file.usdmTrading),
  },
  'usdm.algo': {
    product: 'usdm',
    load: () => import('./usdm/algo.ts').then((file) => file.usdmAlgoOrders),
  },
  'usdm.account': {
    product: 'usdm',
    pack: 'positions',
    load: () => import('./usdm/account.ts').then((file) => file.usdmAccount),
  },
  'coinm.market': {
    product: 'coinm',
    pack: 'futures',
    clockOf: 'coinm',
    load: () => import('./coinm/market.ts').then((file) => file.coinmMarket),
  },
  'coinm.trading': {
    product: 'coinm',
    pack: 'positions',
    load: () => import('./coinm/trading.ts').then((file) => file.coinmTrading),
  },
  'coinm.algo': {
    product: 'coinm',
    load: () => import('./coinm/algo.ts').then((file) => file.coinmAlgoOrders),
  },
  'coinm.account': {
    product: 'coinm',
    pack: 'positions',
    load: () => import('./coinm/account.ts').then((file) => file.coinmAccount),
  },
  'options.market': {
    product: 'options',
    pack: 'options',
    clockOf: 'options',
    load: () => import('./options/market.ts').then((file) => file.optionsMarket),
  },
  'options.trading': {
    product: 'options',
    load: () => import('./options/trading.ts').then((file) => file.optionsTrading),
  },
  'options.account': {
    product: 'options',
    load: () => import('./options/account.ts').then((file) => file.optionsAccount),
  },
  'margin.account': {
    product: 'margin',
    pack: 'margin',
    load: () => import('./margin/account.ts').then((file) => file.marginAccount),
  },
  'margin.funds': {
    product: 'margin',
    pack: 'margin',
    load: () => import('./margin/funds.ts').then((file) => file.marginFunds),
  },
  'margin.borrow-repay': {
    product: 'margin',
    load: () => import('./margin/borrow-repay.ts').then((file) => file.marginBorrowRepay),
  },
  'margin.isolated': {
    product: 'margin',
    load: () => import('./margin/isolated-accounts.ts').then((file) => file.marginIsolatedAccounts),
  },
  'margin.terms': {
    product: 'margin',
    load: () => import('./margin/terms.ts').then((file) => file.marginTerms),
  },
  'margin.settings': {
    product: 'margin',
    load: () => import('./margin/settings.ts').then((file) => file.marginSettings),
  },
  'margin.orders': {
    product: 'margin',
    pack: 'margin',
    load: () => import('./margin/orders.ts').then((file) => file.marginOrders),
  },
  'margin.lists': {
    product: 'margin',
    load: () => import('./margin/lists.ts').then((file) => file.marginLists),
  },
  'margin.records': {
    product: 'margin',
    pack: 'margin',
    load: () => import('./margin/records.ts').then((file) => file.marginRecords),
  },
  'funds.coins': {
    product: 'funds',
    pack: 'funds',
    load: () => import('./funds/coins.ts').then((file) => file.fundsCoins),
  },
  'funds.withdrawals': {
    product: 'funds',
    pack: 'funds',
    load: () => import('./funds/withdrawals.ts').then((file) => file.fundsWithdrawals),
  },
  'funds.assets': {
    product: 'funds',
    pack: 'funds',
    load: () => import('./funds/assets.ts').then((file) => file.fundsAssets),
  },
  'funds.transfers': {
    product: 'funds',
    load: () => import('./funds/transfers.ts').then((file) => file.fundsTransfers),
  },
  'sub.accounts': {
    product: 'sub',
    pack: 'funds',
    load: () => import('./sub-account/accounts.ts').then((file) => file.subAccounts),
  },
  'sub.transfers': {
    product: 'sub',
    pack: 'funds',
    load: () => import('./sub-account/transfers.ts').then((file) => file.subTransfers),
  },
  'sub.today': {
    product: 'sub',
    load: () => import('./sub-account/today.ts').then((file) => file.subToday),
  },
  earn: { product: 'earn', pack: 'earn', load: () => import('./earn.ts').then((file) => file.earnEndpoints) },
  mining: {
    product: 'mining',
    pack: 'earn',
    load: () => import('./mining.ts').then((file) => file.miningEndpoints),
  },
  fiat: { product: 'fiat', pack: 'earn', load: () => import('./fiat.ts').then((file) => file.fiatEndpoints) },
  c2c: { product: 'c2c', pack: 'earn', load: () => import('./c2c.ts').then((file) => file.c2cEndpoints) },
  convert: {
    product: 'convert',
    pack: 'earn',
    load: () => import('./convert.ts').then((file) => file.convertEndpoints),
  },
  'spot.listen-keys': {
    product: 'spot',
    load: () => import('./stream-keys.ts').then((file) => file.spotKeys),
  },
  'usdm.listen-keys': {
    product: 'usdm',
    load: () => import('./stream-keys.ts').then((file) => file.usdmKeys),
  },
  'margin.listen-keys': {
    product: 'margin',
    load: () => import('./stream-keys.ts').then((file) => file.marginKeys),
  },
  'coinm.listen-keys': {
    product: 'coinm',
    load: () => import('./stream-keys.ts').then((file) => file.coinmKeys),
  },
  'options.listen-keys': {
    product: 'options',
    load: () => import('./stream-keys.ts').then((file) => file.optionsKeys),
  },
  'portfolio.account': {
    product: 'portfolio',
    load: () => import('./portfolio/account.ts').then((file) => file.portfolioAccount),
  },
  'portfolio.trading': {
    product: 'portfolio',
    load: () => import('./portfolio/trading.ts').then((file) => file.portfolioTrading),
  },
  'portfolio.order-kinds': {
    product: 'portfolio',
    load: () => import('./portfolio/order-kinds.ts').then((file) => file.portfolioOrderKinds),
  },
  'portfolio.collections': {
    product: 'portfolio',
    load: () => import('./portfolio/collections.ts').then((file) => file.portfolioCollections),
  },
  onchain: {
    product: 'onchain',
    load: () => import('./onchain/holdings.ts').then((file) => file.onchainEndpoints),
  },
} as const satisfies Readonly<Partial<Record<Product | `${Product}.${string}`, Section>>>;

export type SectionName = keyof typeof SECTIONS;

/** The endpoints of a section as declared. */
export type SectionEndpoints<S extends SectionName> = Awaited<ReturnType<(typeof SECTIONS)[S]['load']>>;
