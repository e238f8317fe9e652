/** Creates the whole exchange. `process/read-only.ts` opens a smaller one for public reads, to start faster. */
import { ENDPOINTS } from '../../catalogue/index.ts';
import { FUNDS } from '../engine/funds/engine.ts';
import { HANDLERS } from '../handlers/all.ts';
import { FUTURES } from '../handlers/futures/engines.ts';
import { type OpenExchangeOptions, openExchange, type SandboxExchange } from './open-exchange.ts';

export type { SandboxExchange, WeightListing } from './open-exchange.ts';

/** Options of an exchange; by default it has all endpoints and handlers. */
export type ExchangeOptions = Omit<OpenExchangeOptions, 'endpoints' | 'handlers' | 'engines'> &
  Partial<Pick<OpenExchangeOptions, 'endpoints' | 'handlers'>>;

/** Returns a new exchange whose only account is the demo account. */
export function createExchange(options: ExchangeOptions): SandboxExchange {
  return openExchange({ endpoints: ENDPOINTS, handlers: HANDLERS, engines: [FUNDS, ...FUTURES], ...options });
}
