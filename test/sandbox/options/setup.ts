import { SANDBOX_KEY_PREFIX } from '../../../src/core/sandbox-key.ts';
import type { ExchangeOptions, SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import {
  type Credentials,
  createTestExchange,
  type Params,
  requestJson,
  requestPublicJson,
  sendSigned,
} from '../signed-calls.ts';

/** An exchange with a clock and options calls of its users. */
export interface OptionsSetup {
  readonly exchange: SandboxExchange;
  readonly clock: ManualClock;
  mark(symbol: string): Record<string, string>;
  place(params: Params, keys?: Credentials): Record<string, unknown>;
  refusal(params: Params, keys?: Credentials): { status: number; code: number; msg: string };
  account(keys?: Credentials): Record<string, string>;
  positions(keys?: Credentials): Record<string, string>[];
}

export function setUpOptions(changed: Partial<ExchangeOptions> = {}): OptionsSetup {
  const clock = manualClock();
  // The prices and strikes of these tests suit market model 1, which never changes.
  const exchange = createTestExchange({ clock, marketModel: 1, ...changed });
  const order = (params: Params): Params => ({ newOrderRespType: 'RESULT', ...params });
  return {
    exchange,
    clock,
    mark: (symbol) => requestPublicJson(exchange, `/eapi/v1/mark?symbol=${symbol}`)[0],
    place: (params, keys) => requestJson(exchange, 'POST', '/eapi/v1/order', order(params), keys),
    refusal(params, keys) {
      const { status, body } = sendSigned(exchange, 'POST', '/eapi/v1/order', order(params), keys);
      return { status, ...JSON.parse(body) };
    },
    account: (keys) => requestJson(exchange, 'GET', '/eapi/v1/account', {}, keys),
    positions: (keys) => requestJson(exchange, 'GET', '/eapi/v1/position', {}, keys),
  };
}

/** Adds a user with USDT in the options wallet. */
export function addTrader(exchange: SandboxExchange, name: string, usdt: bigint): Credentials {
  const keys = {
    apiKey: `${SANDBOX_KEY_PREFIX}${name}`.padEnd(64, '0'),
    apiSecret: `${name} has no other secret`,
  };
  const apiSecret = keys.apiSecret.replaceAll(' ', '-');
  runAdminCommand(exchange, { do: 'add-user', user: name });
  runAdminCommand(exchange, {
    do: 'add-key',
    user: name,
    apiKey: keys.apiKey,
    kind: 'HMAC',
    secret: apiSecret,
    permissions: ['reading', 'options'],
  });
  const { accounts } = exchange;
  const wallet = accounts.walletOf(accounts.findUser(name)!, 'OPTION');
  accounts.ledger.transfer('USDT', usdt * 100_000_000n, accounts.outside, wallet);
  return { apiKey: keys.apiKey, apiSecret };
}

/**
 * Returns the option of an underlying's expiry, such as "ETH-240202", whose strike is nearest to the index.
 */
export function atTheMoney(exchange: SandboxExchange, expiry: string, side: 'C' | 'P'): string {
  const { indexPrice } = requestPublicJson(exchange, `/eapi/v1/index?underlying=${expiry.split('-')[0]}USDT`);
  const { optionSymbols } = requestPublicJson(exchange, '/eapi/v1/exchangeInfo');
  const away = ({ strikePrice }: { strikePrice: string }) =>
    Math.abs(Number(strikePrice) - Number(indexPrice));
  const [nearest] = optionSymbols
    .filter(({ symbol }: { symbol: string }) => symbol.startsWith(`${expiry}-`) && symbol.endsWith(side))
    .sort((a: { strikePrice: string }, b: { strikePrice: string }) => away(a) - away(b));
  return nearest.symbol;
}
