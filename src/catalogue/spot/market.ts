/** Spot market data: the fifteen open endpoints (interface document, Spot market data). */
import { spotCandles } from './candles.ts';
import { spotServer } from './server.ts';
import { spotTickers } from './tickers.ts';
import { spotTrades } from './trades.ts';

export const spotMarket = [...spotServer, ...spotTrades, ...spotCandles, ...spotTickers] as const;
