/** The whole catalogue, for readers that need all of it; a command loads only its own part. */
import { holdings } from './onchain/holdings.ts';
import { spotMarket } from './spot/market.ts';
import type { Endpoint } from './types.ts';

export const ENDPOINTS: readonly Endpoint[] = [...spotMarket, holdings];
