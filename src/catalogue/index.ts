/** The whole catalogue, for readers that need all of it; a command loads only the sections it needs. */
import { c2cEndpoints } from './c2c.ts';
import { coinmAccount } from './coinm/account.ts';
import { coinmAlgoOrders } from './coinm/algo.ts';
import { coinmMarket } from './coinm/market.ts';
import { coinmTrading } from './coinm/trading.ts';
import { convertEndpoints } from './convert.ts';
import { earnEndpoints } from './earn.ts';
import { fiatEndpoints } from './fiat.ts';
import { fundsAssets } from './funds/assets.ts';
import { fundsCoins } from './funds/coins.ts';
import { fundsTransfers } from './funds/transfers.ts';
import { fundsWithdrawals } from './funds/withdrawals.ts';
import { marginAccount } from './margin/account.ts';
import { marginBorrowRepay } from './margin/borrow-repay.ts';
import { marginFunds } from './margin/funds.ts';
import { marginIsolatedAccounts } from './margin/isolated-accounts.ts';
import { marginLists } from './margin/lists.ts';
import { marginOrders } from './margin/orders.ts';
import { marginRecords } from './margin/records.ts';
import { marginSettings } from './margin/settings.ts';
import { marginTerms } from './margin/terms.ts';
import { miningEndpoints } from './mining.ts';
import { onchainEndpoints } from './onchain/holdings.ts';
import { optionsAccount } from './options/account.ts';
import { optionsMarket } from './options/market.ts';
import { optionsTrading } from './options/trading.ts';
import { portfolioAccount } from './portfolio/account.ts';
import { portfolioCollections } from './portfolio/collections.ts';
import { portfolioOrderKinds } from './portfolio/order-kinds.ts';
import { portfolioTrading } from './portfolio/trading.ts';
import type { SectionEndpoints, SectionName } from './sections.ts';
import { spotAccount } from './spot/account.ts';
import { spotCandles } from './spot/candles.ts';
import { spotListPlacements } from './spot/list-placements.ts';
import { spotLists } from './spot/lists.ts';
import { spotReferences } from './spot/references.ts';
import { spotServer } from './spot/server.ts';
import { spotTickers } from './spot/tickers.ts';
import { spotTrades } from './spot/trades.ts';
import { spotTrading } from './spot/trading.ts';
import { coinmKeys, marginKeys, optionsKeys, spotKeys, usdmKeys } from './stream-keys.ts';
import { subAccounts } from './sub-account/accounts.ts';
import { subToday } from './sub-account/today.ts';
import { subTransfers } from './sub-account/transfers.ts';
import type { Endpoint } from './types.ts';
import { usdmAccount } from './usdm/account.ts';
import { usdmAlgoOrders } from './usdm/algo.ts';
import { usdmMarket } from './usdm/market.ts';
import { usdmTrading } from './usdm/trading.ts';

/** The endpoints of every section of `sections.ts`; the type rejects a missing, unknown or exchanged list. */
const ENDPOINTS_BY_SECTION: { readonly [S in SectionName]: SectionEndpoints<S> } = {
  'spot.server': spotServer,
  'spot.trades': spotTrades,
  'spot.candles': spotCandles,
  'spot.tickers': spotTickers,
  'spot.references': spotReferences,
  'spot.trading': spotTrading,
  'spot.lists': spotLists,
  'spot.list-placements': spotListPlacements,
  'spot.account': spotAccount,
  'usdm.market': usdmMarket,
  'usdm.trading': usdmTrading,
  'usdm.algo': usdmAlgoOrders,
  'usdm.account': usdmAccount,
  'coinm.market': coinmMarket,
  'coinm.trading': coinmTrading,
  'coinm.algo': coinmAlgoOrders,
  'coinm.account': coinmAccount,
  'options.market': optionsMarket,
  'options.trading': optionsTrading,
  'options.account': optionsAccount,
  'margin.account': marginAccount,
  'margin.funds': marginFunds,
  'margin.borrow-repay': marginBorrowRepay,
  'margin.isolated': marginIsolatedAccounts,
  'margin.terms': marginTerms,
  'margin.settings': marginSettings,
  'margin.orders': marginOrders,
  'margin.lists': marginLists,
  'margin.records': marginRecords,
  'funds.coins': fundsCoins,
  'funds.withdrawals': fundsWithdrawals,
  'funds.assets': fundsAssets,
  'funds.transfers': fundsTransfers,
  'sub.accounts': subAccounts,
  'sub.transfers': subTransfers,
  'sub.today': subToday,
  earn: earnEndpoints,
  mining: miningEndpoints,
  fiat: fiatEndpoints,
  c2c: c2cEndpoints,
  convert: convertEndpoints,
  'spot.listen-keys': spotKeys,
  'usdm.listen-keys': usdmKeys,
  'margin.listen-keys': marginKeys,
  'coinm.listen-keys': coinmKeys,
  'options.listen-keys': optionsKeys,
  'portfolio.account': portfolioAccount,
  'portfolio.trading': portfolioTrading,
  'portfolio.order-kinds': portfolioOrderKinds,
  'portfolio.collections': portfolioCollections,
  onchain: onchainEndpoints,
};

export const ENDPOINTS: readonly Endpoint[] = Object.values<readonly Endpoint[]>(ENDPOINTS_BY_SECTION).flat();
