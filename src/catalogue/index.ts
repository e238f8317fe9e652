/** The whole catalogue, for readers that need all of it; a command loads only its own part. */
import { c2cEndpoints } from './c2c.ts';
import { coinmAccount } from './coinm/account.ts';
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
import { marginFunds } from './margin/funds.ts';
import { marginOrders } from './margin/orders.ts';
import { marginRecords } from './margin/records.ts';
import { miningEndpoints } from './mining.ts';
import { holdings } from './onchain/holdings.ts';
import { optionsAccount } from './options/account.ts';
import { optionsMarket } from './options/market.ts';
import { optionsTrading } from './options/trading.ts';
import { spotAccount } from './spot/account.ts';
import { spotLists } from './spot/lists.ts';
import { spotMarket } from './spot/market.ts';
import { spotTrading } from './spot/trading.ts';
import { streamKeys } from './stream-keys.ts';
import { subAccounts } from './sub-account/accounts.ts';
import { subTransfers } from './sub-account/transfers.ts';
import type { Endpoint } from './types.ts';
import { usdmAccount } from './usdm/account.ts';
import { usdmMarket } from './usdm/market.ts';
import { usdmTrading } from './usdm/trading.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...spotMarket,
  ...spotTrading,
  ...spotLists,
  ...spotAccount,
  ...usdmMarket,
  ...usdmTrading,
  ...usdmAccount,
  ...coinmMarket,
  ...coinmTrading,
  ...coinmAccount,
  ...optionsMarket,
  ...optionsTrading,
  ...optionsAccount,
  ...marginAccount,
  ...marginFunds,
  ...marginOrders,
  ...marginRecords,
  ...fundsCoins,
  ...fundsWithdrawals,
  ...fundsAssets,
  ...fundsTransfers,
  ...subAccounts,
  ...subTransfers,
  ...earnEndpoints,
  ...miningEndpoints,
  ...fiatEndpoints,
  ...c2cEndpoints,
  ...convertEndpoints,
  ...streamKeys,
  holdings,
];
