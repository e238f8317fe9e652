/** Sets up an exchange with funded users for all products. */

import { PERMISSIONS, type WalletName } from '../../../../src/sandbox/engine/ledger/accounts.ts';
import { type DemoKeys, demoKeys } from '../../../../src/sandbox/engine/ledger/demo-keys.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../../src/sandbox/exchange/requests.ts';
import { type ManualClock, manualClock } from '../../manual-clock.ts';
import { createTestExchange, requestJson } from '../../signed-calls.ts';
import { UNLIMITED } from '../trading-week.ts';

/** The users, who all trade the same few symbols. */
export const USERS = ['ada', 'ben', 'cleo', 'dora', 'emil', 'desk'] as const;

/** The users in hedge mode. */
const HEDGE_MODE_USERS = ['cleo', 'dora'] as const;

/** Initial balances in whole units by wallet, low enough for some positions to be liquidated. */
const FUNDS: readonly (readonly ['MAIN' | WalletName, Readonly<Record<string, bigint>>])[] = [
  ['MAIN', { USDT: 200_000n, BTC: 2n, ETH: 40n, BNB: 200n, TRX: 10n }],
  ['FUNDING', { USDT: 5000n, BTC: 1n }],
  ['UMFUTURE', { USDT: 20_000n }],
  ['CMFUTURE', { BTC: 1n, ETH: 5n }],
  ['OPTION', { USDT: 20_000n }],
  ['MARGIN', { USDT: 20_000n, BTC: 1n }],
  ['ISOLATED BTCUSDT', { USDT: 5000n }],
];

export interface World {
  readonly exchange: SandboxExchange;
  readonly clock: ManualClock;
  readonly traders: ReadonlyMap<string, DemoKeys>;
}

/** Opens the exchange of a seed, always in the same state. */
export function openWorld(seed: number): World {
  const clock = manualClock();
  const exchange = createTestExchange({
    clock,
    seed,
    limits: UNLIMITED,
    orderLimits: { perSecond: 100, perDay: 1e9 },
  });
  const { accounts } = exchange;
  const traders = new Map<string, DemoKeys>([['demo', demoKeys(seed)]]);
  for (const name of USERS) {
    if (name !== 'desk') runAdminCommand(exchange, { do: 'add-user', user: name });
    const user = accounts.findUser(name)!;
    const trader = { apiKey: `SandboxKey${name}`.padEnd(64, '0'), apiSecret: `secret-of-${name}` };
    accounts.addKey({
      apiKey: trader.apiKey,
      user,
      kind: 'HMAC',
      secret: trader.apiSecret,
      permissions: new Set(PERMISSIONS),
    });
    traders.set(name, trader);
    for (const [wallet, assets] of FUNDS) {
      const account = wallet === 'MAIN' ? user.account : accounts.walletOf(user, wallet);
      for (const [asset, amount] of Object.entries(assets)) {
        accounts.ledger.transfer(asset, amount * 100_000_000n, accounts.outside, account);
      }
    }
  }
  for (const name of HEDGE_MODE_USERS) {
    // One position mode holds for both futures products.
    requestJson(
      exchange,
      'POST',
      '/fapi/v1/positionSide/dual',
      { dualSidePosition: 'true' },
      traders.get(name),
    );
  }
  return { exchange, clock, traders };
}
