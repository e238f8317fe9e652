/**
 * The request handlers of all endpoints; an endpoint without a handler is refused as not simulated.
 *
 * A handler receives an admitted request (`gate/`), calls the engines, and returns the JSON text of the
 * response. Each product has a folder with the same files: `account` and `trading` and `market` are handlers,
 * `order-request` reads orders, `order-records` writes JSON records, `values` reads the parameters of that
 * product. `request-values`, `amounts`, `account-values`, `history-query` and `history-pages` read the
 * parameters that all products share. Handlers hold no state. Only the exchange calls them; begin with
 * `spot/trading.ts`.
 */
import type { SectionName } from '../../catalogue/sections.ts';
import type { Handler } from '../types.ts';
import { c2cHandlers } from './c2c.ts';
import { convertHandlers } from './convert.ts';
import { earnHandlers } from './earn.ts';
import { earnTodayHandlers } from './earn-today.ts';
import { fiatHandlers } from './fiat.ts';
import { fundsAssetHandlers } from './funds/assets.ts';
import { fundsChainHandlers } from './funds/chain.ts';
import { fundsCoinHandlers } from './funds/coins.ts';
import { fundsDustHandlers } from './funds/dust.ts';
import { fundsTravelRuleHandlers } from './funds/travel-rule.ts';
import { fundsWalletHandlers } from './funds/wallets.ts';
import { futuresAccountHandlers } from './futures/account.ts';
import { futuresAccountV3Handlers } from './futures/account-v3.ts';
import { futuresAlgoOrderHandlers } from './futures/algo-orders.ts';
import { coinmMarketHandlers } from './futures/coinm-market.ts';
import { usdmMarketHandlers } from './futures/market.ts';
import { usdmMarketReadHandlers } from './futures/market-reads.ts';
import { futuresOrderChangeHandlers } from './futures/order-changes.ts';
import { futuresRiskHandlers } from './futures/risk.ts';
import { futuresSettingHandlers } from './futures/settings.ts';
import { futuresTradingHandlers } from './futures/trading.ts';
import { marginAccountHandlers } from './margin/account.ts';
import { marginBorrowRepayHandlers } from './margin/borrow-repay.ts';
import { marginFlowHandlers } from './margin/capital-flow.ts';
import { marginHistoryHandlers } from './margin/history.ts';
import { marginIsolatedHandlers } from './margin/isolated-accounts.ts';
import { marginListHandlers } from './margin/order-lists.ts';
import { marginSettingHandlers } from './margin/settings.ts';
import { marginTermHandlers } from './margin/terms.ts';
import { marginOrderHandlers } from './margin/trading.ts';
import { miningHandlers } from './mining.ts';
import { onchainHandlers } from './onchain.ts';
import { optionsAccountHandlers } from './options/account.ts';
import { optionsAccountReadHandlers } from './options/account-reads.ts';
import { optionsBlockHandlers } from './options/block-trades.ts';
import { optionsCancellationHandlers } from './options/cancellations.ts';
import { optionsMarketHandlers } from './options/market.ts';
import { optionsTradingHandlers } from './options/trading.ts';
import { spotAccountHandlers } from './spot/account.ts';
import { spotMarketHandlers } from './spot/market.ts';
import { spotListHandlers } from './spot/order-lists.ts';
import { spotReplacementHandlers } from './spot/replacement.ts';
import { spotTradingHandlers } from './spot/trading.ts';
import { streamKeyHandlers } from './stream-keys.ts';
import { subAccountHandlers } from './sub-account/accounts.ts';
import { subAccountProductHandlers } from './sub-account/products.ts';
import { subAccountTodayHandlers } from './sub-account/today.ts';
import { subAccountTransferHandlers } from './sub-account/transfers.ts';

type Handlers = Readonly<Record<string, Handler>>;

/** The handlers of each section of the catalogue; one file of handlers may answer several sections. */
export const SECTION_HANDLERS: Readonly<Record<SectionName, readonly Handlers[]>> = {
  'spot.server': [spotMarketHandlers],
  'spot.trades': [spotMarketHandlers],
  'spot.candles': [spotMarketHandlers],
  'spot.tickers': [spotMarketHandlers],
  'spot.references': [],
  'spot.trading': [spotTradingHandlers, spotReplacementHandlers],
  'spot.lists': [spotListHandlers],
  'spot.list-placements': [spotListHandlers],
  'spot.account': [spotAccountHandlers],
  'usdm.market': [usdmMarketHandlers, usdmMarketReadHandlers],
  'usdm.trading': [futuresTradingHandlers, futuresOrderChangeHandlers, futuresSettingHandlers],
  'usdm.algo': [futuresAlgoOrderHandlers],
  'coinm.algo': [futuresAlgoOrderHandlers],
  'usdm.account': [
    futuresAccountHandlers,
    futuresSettingHandlers,
    futuresRiskHandlers,
    futuresAccountV3Handlers,
    convertHandlers,
  ],
  'coinm.market': [coinmMarketHandlers],
  'coinm.trading': [futuresTradingHandlers, futuresOrderChangeHandlers, futuresSettingHandlers],
  'coinm.account': [futuresAccountHandlers, futuresSettingHandlers, futuresRiskHandlers],
  'options.market': [optionsMarketHandlers, optionsBlockHandlers],
  'options.trading': [optionsTradingHandlers, optionsCancellationHandlers, optionsBlockHandlers],
  'options.account': [optionsAccountHandlers, optionsAccountReadHandlers, optionsBlockHandlers],
  'margin.account': [marginAccountHandlers],
  'margin.funds': [marginAccountHandlers],
  'margin.borrow-repay': [marginBorrowRepayHandlers],
  'margin.isolated': [marginIsolatedHandlers],
  'margin.terms': [marginTermHandlers],
  'margin.settings': [marginSettingHandlers],
  'margin.orders': [marginOrderHandlers],
  'margin.lists': [marginListHandlers],
  'margin.records': [marginHistoryHandlers, marginFlowHandlers],
  'funds.coins': [fundsCoinHandlers, fundsChainHandlers],
  'funds.withdrawals': [fundsChainHandlers, fundsCoinHandlers, fundsTravelRuleHandlers],
  'funds.assets': [fundsAssetHandlers, fundsCoinHandlers, fundsDustHandlers, fundsWalletHandlers],
  'funds.transfers': [fundsAssetHandlers],
  'sub.accounts': [subAccountHandlers, subAccountProductHandlers((endpoint) => HANDLERS[endpoint])],
  'sub.transfers': [subAccountTransferHandlers],
  'sub.today': [subAccountTodayHandlers((endpoint) => HANDLERS[endpoint]), subAccountTransferHandlers],
  earn: [earnHandlers, earnTodayHandlers],
  mining: [miningHandlers],
  fiat: [fiatHandlers],
  c2c: [c2cHandlers],
  convert: [convertHandlers],
  'spot.listen-keys': [streamKeyHandlers],
  'usdm.listen-keys': [streamKeyHandlers],
  'margin.listen-keys': [streamKeyHandlers],
  'coinm.listen-keys': [streamKeyHandlers],
  'options.listen-keys': [streamKeyHandlers],
  'portfolio.account': [],
  'portfolio.trading': [],
  'portfolio.order-kinds': [],
  'portfolio.collections': [],
  onchain: [onchainHandlers],
};

/** All request handlers by endpoint id. */
export const HANDLERS: Handlers = Object.assign({}, ...Object.values(SECTION_HANDLERS).flat());
