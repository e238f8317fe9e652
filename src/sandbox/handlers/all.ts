/** Every handler by endpoint id; an endpoint without one says that it is not simulated. */
import type { Handler } from '../types.ts';
import { onchainHandlers } from './onchain.ts';
import { optionsAccountHandlers } from './options-account.ts';
import { optionsMarketHandlers } from './options-market.ts';
import { optionsTradingHandlers } from './options-trading.ts';
import { spotAccountHandlers } from './spot-account.ts';
import { spotMarketHandlers } from './spot-market.ts';
import { spotTradingHandlers } from './spot-trading.ts';
import { streamKeyHandlers } from './stream-keys.ts';

export const HANDLERS: Readonly<Record<string, Handler>> = {
  ...spotMarketHandlers,
  ...spotTradingHandlers,
  ...spotAccountHandlers,
  ...streamKeyHandlers,
  ...optionsMarketHandlers,
  ...optionsTradingHandlers,
  ...optionsAccountHandlers,
  ...onchainHandlers,
};
