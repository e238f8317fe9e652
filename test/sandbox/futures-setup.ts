/** Sets up an exchange with futures users for tests. */

import type { FuturesProduct } from '../../src/catalogue/futures-products.ts';
import type { FuturesEngine } from '../../src/sandbox/engine/futures/engine.ts';
import type { User } from '../../src/sandbox/engine/ledger/accounts.ts';
import type { ExchangeOptions, SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand, runDueEvents } from '../../src/sandbox/exchange/requests.ts';
import { engineOf } from '../../src/sandbox/handlers/futures/engines.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { type Credentials, createTestExchange } from './signed-calls.ts';

/** 2026-11-20T12:34:56.789Z. */
export const NOW = Date.UTC(2026, 10, 20, 12, 34, 56, 789);

export interface FuturesSetup {
  readonly exchange: SandboxExchange;
  readonly clock: ManualClock;
  /** Moves the clock and runs all due events up to the new time. */
  pass(ms: number): void;
}

/**
 * Returns an exchange with a clock. Tests with amounts that suit certain prices choose market model 1, which never
 * changes.
 */
export function setUpFutures(now = NOW, seed = 1, options: Partial<ExchangeOptions> = {}): FuturesSetup {
  const clock = manualClock(now);
  const exchange = createTestExchange({ clock, seed, ...options });
  return {
    exchange,
    clock,
    pass(ms) {
      clock.move(ms);
      runDueEvents(exchange, clock.now());
    },
  };
}

export function engine(exchange: SandboxExchange, product: FuturesProduct): FuturesEngine {
  return engineOf({ exchange, endpoint: { product: product } } as never);
}

/** Adds a user with an amount (10^-8) of an asset in the wallet of a futures product. */
export function trader(
  exchange: SandboxExchange,
  name: string,
  product: FuturesProduct,
  asset: string,
  amount: bigint,
): { readonly user: User; readonly keys: Credentials } {
  const keys = { apiKey: `sandbox${name}`.padEnd(64, '0'), apiSecret: `secret${name}`.padEnd(64, '0') };
  runAdminCommand(exchange, { do: 'add-user', user: name });
  const user = exchange.accounts.findUser(name)!;
  exchange.accounts.addKey({
    apiKey: keys.apiKey,
    user,
    kind: 'HMAC',
    secret: keys.apiSecret,
    permissions: new Set(['reading', 'futures']),
  });
  const wallet = exchange.accounts.walletOf(user, product === 'usdm' ? 'UMFUTURE' : 'CMFUTURE');
  exchange.accounts.ledger.transfer(asset, amount, exchange.accounts.outside, wallet);
  return { user, keys };
}
