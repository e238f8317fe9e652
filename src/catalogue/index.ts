/** The whole catalogue, for readers that need all of it; a command loads only its own part. */
import { holdings } from './onchain/holdings.ts';
import { spotAccount } from './spot/account.ts';
import { spotMarket } from './spot/market.ts';
import { spotTrading } from './spot/trading.ts';
import { streamKeys } from './stream-keys.ts';
import type { Endpoint } from './types.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...spotMarket,
  ...spotTrading,
  ...spotAccount,
  ...streamKeys,
  holdings,
];
