/** How the services of the exchange differ in reading parameters. */
import { FUTURES_PRODUCTS } from './futures-products.ts';
import type { Endpoint, Product } from './types.ts';

/** The products that refuse unknown parameters: spot, and the onchain wallet service (our choice: not published). */
const REFUSING_PRODUCTS: readonly Product[] = ['spot', 'onchain'];

/**
 * Returns whether the exchange refuses a call with a parameter that the endpoint does not have. Spot does, over REST
 * and over the WebSocket API; the other services ignore it (public facts, Unknown parameters and listen keys).
 */
export function refusesUnknownParameters({ product }: Endpoint): boolean {
  return REFUSING_PRODUCTS.includes(product);
}

/**
 * Returns whether the exchange accepts the names of symbols and pairs in lowercase too: futures do, spot
 * refuses them (public clients send both).
 */
export function ignoresSymbolCase({ product }: Endpoint): boolean {
  return (FUTURES_PRODUCTS as readonly Product[]).includes(product);
}
