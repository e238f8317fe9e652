/** The engines of both lines of futures, by line. */

import type { EngineKey } from '../../engine/exchange.ts';
import type { FuturesProduct } from '../../engine/futures/contracts.ts';
import { FuturesEngine } from '../../engine/futures/engine.ts';
import type { Handler, SandboxCall } from '../../types.ts';

const KEYS: Readonly<Record<FuturesProduct, EngineKey<FuturesEngine>>> = {
  usdm: { name: 'usdm', rank: 2, open: (exchange) => new FuturesEngine('usdm', exchange) },
  coinm: { name: 'coinm', rank: 3, open: (exchange) => new FuturesEngine('coinm', exchange) },
};

/** Both are open from the start: they write down what is transferred into and out of their wallets. */
export const FUTURES: readonly EngineKey<FuturesEngine>[] = [KEYS.usdm, KEYS.coinm];

/** Returns the engine of the line that the call's endpoint belongs to. */
export function engineOf({ exchange, endpoint }: SandboxCall): FuturesEngine {
  return exchange.engines.get(KEYS[endpoint.product as FuturesProduct]);
}

/**
 * Returns a handler that answers for one line whichever endpoint it is asked by: those of sub-accounts ask on their
 * behalf.
 */
export function forProduct(line: FuturesProduct, handler: Handler): Handler {
  return (call) => handler({ ...call, endpoint: { ...call.endpoint, product: line } });
}
