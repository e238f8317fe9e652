/** The client of the demo user: signed calls and prices. */
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { type Credentials, type Params, requestJson, requestPublicJson } from '../signed-calls.ts';

export const BTC = { symbol: 'BTCUSDT' } as const;

/** Makes a call that must succeed, by default with the demo user's key. */
export type Post = (path: string, params: Params, keys?: Credentials) => ReturnType<typeof requestJson>;

/** The means by which tests act as the demo user. */
export interface DemoClient {
  readonly exchange: SandboxExchange;
  readonly post: Post;
  /** Return the last price of spot, USD-M or COIN-M, moved by a percentage. */
  priceNear(symbol: string, percent: number): string;
  futuresPriceNear(symbol: string, percent: number): string;
  coinmPriceNear(symbol: string, percent: number): string;
}

export function demoClient(exchange: SandboxExchange): DemoClient {
  const priceReader = (path: string) => (symbol: string, percent: number) => {
    const ticker = requestPublicJson(exchange, `${path}?symbol=${symbol}`);
    const price = Number(ticker.price ?? ticker[0].lastPrice);
    return (price * (1 + percent / 100)).toFixed(1);
  };
  return {
    exchange,
    post: (path, params, keys) => requestJson(exchange, 'POST', path, params, keys),
    priceNear: priceReader('/api/v3/ticker/price'),
    futuresPriceNear: priceReader('/fapi/v1/ticker/price'),
    coinmPriceNear: priceReader('/dapi/v1/ticker/24hr'),
  };
}
