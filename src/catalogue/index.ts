/** The whole catalogue, for readers that need all of it; a command loads only its own part. */
import { coinmAccount } from './coinm/account.ts';
import { coinmMarket } from './coinm/market.ts';
import { coinmTrading } from './coinm/trading.ts';
import { holdings } from './onchain/holdings.ts';
import { optionsAccount } from './options/account.ts';
import { optionsMarket } from './options/market.ts';
import { optionsTrading } from './options/trading.ts';
import { spotAccount } from './spot/account.ts';
import { spotLists } from './spot/lists.ts';
import { spotMarket } from './spot/market.ts';
import { spotTrading } from './spot/trading.ts';
import { streamKeys } from './stream-keys.ts';
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
  ...streamKeys,
  holdings,
];
