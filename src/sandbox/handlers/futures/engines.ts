/** The engines of USD-M and COIN-M futures. */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { EngineKey } from '../../engine/exchange.ts';
import { FuturesEngine } from '../../engine/futures/engine.ts';
import type { Handler, SandboxCall } from '../../types.ts';

const KEYS: Readonly<Record<FuturesProduct, EngineKey<FuturesEngine>>> = {
  usdm: { name: 'usdm', rank: 2, open: (exchange) => new FuturesEngine('usdm', exchange) },
  coinm: { name: 'coinm', rank: 3, open: (exchange) => new FuturesEngine('coinm', exchange) },
};

/** Both engines open with the exchange, because they record transfers into and out of their wallets. */
export const FUTURES: readonly EngineKey<FuturesEngine>[] = [KEYS.usdm, KEYS.coinm];

/** Returns the engine of the request's product. */
export function engineOf({ exchange, endpoint }: SandboxCall): FuturesEngine {
  return exchange.engines.get(KEYS[endpoint.product as FuturesProduct]);
}

/**
 * Returns a handler that always serves one futures product: the handlers of sub-account endpoints use it,
 * because those endpoints belong to no futures product.
 */
export function forProduct(line: FuturesProduct, handler: Handler): Handler {
  return (call) => handler({ ...call, endpoint: { ...call.endpoint, product: line } });
}
