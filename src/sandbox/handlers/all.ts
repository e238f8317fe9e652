/** Every handler by endpoint id; an endpoint without one says that it is not simulated. */
import type { Handler } from '../types.ts';
import { c2cHandlers } from './c2c.ts';
import { convertHandlers } from './convert.ts';
import { earnHandlers } from './earn.ts';
import { fiatHandlers } from './fiat.ts';
import { fundsAssetHandlers } from './funds/assets.ts';
import { fundsChainHandlers } from './funds/chain.ts';
import { fundsCoinHandlers } from './funds/coins.ts';
import { coinmMarketHandlers } from './futures/coinm-market.ts';
import { futuresChangeHandlers } from './futures/order-changes.ts';
import { futuresRiskHandlers } from './futures/risk.ts';
import { futuresSettingHandlers } from './futures/settings.ts';
import { futuresAccountHandlers } from './futures/usdm-account.ts';
import { accountV3Handlers } from './futures/usdm-account-v3.ts';
import { usdmMarketHandlers } from './futures/usdm-market.ts';
import { futuresTradingHandlers } from './futures/usdm-trading.ts';
import { marginAccountHandlers } from './margin/account.ts';
import { marginHistoryHandlers } from './margin/history.ts';
import { marginOrderHandlers } from './margin/orders.ts';
import { miningHandlers } from './mining.ts';
import { onchainHandlers } from './onchain.ts';
import { optionsAccountHandlers } from './options/account.ts';
import { optionsMarketHandlers } from './options/market.ts';
import { optionsTradingHandlers } from './options/trading.ts';
import { spotAccountHandlers } from './spot/account.ts';
import { spotListHandlers } from './spot/lists.ts';
import { spotMarketHandlers } from './spot/market.ts';
import { spotTradingHandlers } from './spot/trading.ts';
import { streamKeyHandlers } from './stream-keys.ts';
import { subAccountHandlers } from './sub-account/accounts.ts';
import { subAccountLineHandlers } from './sub-account/products.ts';
import { subAccountTransferHandlers } from './sub-account/transfers.ts';

export const HANDLERS: Readonly<Record<string, Handler>> = {
  ...spotMarketHandlers,
  ...spotTradingHandlers,
  ...spotListHandlers,
  ...spotAccountHandlers,
  ...streamKeyHandlers,
  ...optionsMarketHandlers,
  ...optionsTradingHandlers,
  ...optionsAccountHandlers,
  ...usdmMarketHandlers,
  ...coinmMarketHandlers,
  ...marginAccountHandlers,
  ...marginOrderHandlers,
  ...marginHistoryHandlers,
  ...futuresTradingHandlers,
  ...accountV3Handlers,
  ...futuresChangeHandlers,
  ...futuresRiskHandlers,
  ...futuresSettingHandlers,
  ...futuresAccountHandlers,
  ...onchainHandlers,
  ...fundsCoinHandlers,
  ...fundsChainHandlers,
  ...fundsAssetHandlers,
  ...earnHandlers,
  ...convertHandlers,
  ...miningHandlers,
  ...fiatHandlers,
  ...c2cHandlers,
  ...subAccountHandlers,
  ...subAccountTransferHandlers,
  ...subAccountLineHandlers((endpoint) => HANDLERS[endpoint]),
};
