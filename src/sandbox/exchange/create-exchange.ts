/** The exchange with all that is simulated. What a single open read needs is less: `light.ts` loads only that. */
import { ENDPOINTS } from '../../catalogue/index.ts';
import { FUNDS } from '../engine/funds/engine.ts';
import { HANDLERS } from '../handlers/all.ts';
import { FUTURES } from '../handlers/futures/engines.ts';
import { type OpenExchangeOptions, openExchange, type SandboxExchange } from './open-exchange.ts';

export type { SandboxExchange, WeightListing } from './open-exchange.ts';
export {
  answerRequest as answer,
  replayEntry as repeat,
  runAdminCommand as command,
  runDueEvents as settled,
} from './requests.ts';

/** What an exchange is made with; it has every endpoint and handler where none are named. */
export type ExchangeOptions = Omit<OpenExchangeOptions, 'endpoints' | 'handlers' | 'engines'> &
  Partial<Pick<OpenExchangeOptions, 'endpoints' | 'handlers'>>;

/** Returns an exchange on which nothing has been done yet but opening the demo account. */
export function createExchange(options: ExchangeOptions): SandboxExchange {
  return openExchange({ endpoints: ENDPOINTS, handlers: HANDLERS, engines: [FUNDS, ...FUTURES], ...options });
}
