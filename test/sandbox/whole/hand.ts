/** With what the demo user acts. */
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { ask, askOpenly, type Credentials, type Params } from '../signed-calls.ts';

export const BTC = { symbol: 'BTCUSDT' } as const;

/** Makes a call that must succeed, with the demo user's key where no other is given. */
export type Post = (path: string, params: Params, keys?: Credentials) => ReturnType<typeof ask>;

export interface Hand {
  readonly exchange: SandboxExchange;
  readonly post: Post;
  /** Return the last price moved by so many per cent, of spot, USD-M and COIN-M. */
  near(symbol: string, percent: number): string;
  nearFuture(symbol: string, percent: number): string;
  nearCoin(symbol: string, percent: number): string;
}

export function handOn(exchange: SandboxExchange): Hand {
  const priceOf = (path: string) => (symbol: string, percent: number) => {
    const found = askOpenly(exchange, `${path}?symbol=${symbol}`);
    const price = Number(found.price ?? found[0].lastPrice);
    return (price * (1 + percent / 100)).toFixed(1);
  };
  return {
    exchange,
    post: (path, params, keys) => ask(exchange, 'POST', path, params, keys),
    near: priceOf('/api/v3/ticker/price'),
    nearFuture: priceOf('/fapi/v1/ticker/price'),
    nearCoin: priceOf('/dapi/v1/ticker/24hr'),
  };
}
