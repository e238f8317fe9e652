/**
 * Runs a week on the exchange after which every endpoint returns rows: the demo user trades every product,
 * borrows, transfers, subscribes and converts, while funding, interest, an option expiry and liquidations
 * occur.
 */
import { DAY_MS } from '../../../src/core/time-units.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand, runDueEvents } from '../../../src/sandbox/exchange/requests.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { type Credentials, createTestExchange } from '../signed-calls.ts';
import { type DemoClient, demoClient } from './demo-client.ts';
import {
  buyExpiringOption,
  openFuturesPositions,
  prepareFuturesLiquidation,
  prepareMarginLiquidation,
  useWallets,
} from './first-days.ts';
import { placeFuturesOrders, placeMarginOrders, placeOptionsOrders, placeSpotOrders } from './last-day.ts';

/** Request limits that these tests never reach. */
export const UNLIMITED = {
  spotWeight: 1e9,
  futuresWeight: 1e9,
  sapiAddressWeight: 1e9,
  sapiAccountWeight: 1e9,
  futuresDataRequests: 1e9,
  fundingRequests: 1e9,
} as const;

/** The exchange after that week, with the keys and ids that calls need. */
export interface TradingWeek extends DemoClient {
  readonly clock: ManualClock;
  /** A key of the demo user's first sub-account. */
  readonly subAccount: Credentials;
  /** A key of a user without any activity. */
  readonly newcomer: Credentials;
  /** An option that expires in some weeks, and its lowest allowed price. */
  readonly option: string;
  readonly lowestPrice: string;
  /** Order ids: filled ones, resting ones, one of a list, and one that self-trade prevention expired. */
  readonly firstOrder: number;
  readonly firstFuture: number;
  readonly firstCoin: number;
  readonly cancelMe: number;
  readonly cancelFuture: number;
  readonly cancelCoin: number;
  readonly listOrder: number;
  readonly preventedOrder: number;
  /** An order that smart order routing filled. */
  readonly routedOrder: number;
  readonly optionOrder: string;
  readonly marginOrder: number;
  readonly isolatedOrder: number;
  /** Ids of loans, transfers and subscriptions. */
  readonly loan: number;
  readonly repayment: number;
  readonly withdrawal: string;
  readonly deposit: string;
  readonly purchase: number;
  readonly lockedPurchase: number;
  /** Request a new convert quote, and the spot listen key. */
  quote(): string;
  listenKey(path?: string): string;
}

/** Runs the week. */
export function runTradingWeek(): TradingWeek {
  const clock = manualClock();
  const exchange = createTestExchange({
    clock,
    limits: UNLIMITED,
    // Prices lose a third in a quarter of an hour, which liquidates margin accounts with debt.
    transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
  });
  const subAccount = addKey(exchange, 'desk');
  runAdminCommand(exchange, { do: 'add-user', user: 'newcomer' });
  const newcomer = addKey(exchange, 'newcomer');
  const client = demoClient(exchange);
  const { post } = client;
  const advance = (ms: number) => {
    clock.move(ms);
    runDueEvents(exchange, clock.now());
  };
  prepareMarginLiquidation(post);
  prepareFuturesLiquidation(post);
  buyExpiringOption(exchange, post);
  advance(5 * DAY_MS);
  const walletIds = useWallets(exchange, post, subAccount);
  const futuresIds = openFuturesPositions(post, subAccount);
  advance(2 * DAY_MS);
  const spotIds = placeSpotOrders(client);
  // Waits because of the limit of ten orders per second.
  advance(1000);
  return {
    ...client,
    clock,
    subAccount,
    newcomer,
    ...walletIds,
    ...futuresIds,
    ...spotIds,
    ...placeFuturesOrders(client),
    ...placeMarginOrders(client),
    ...placeOptionsOrders(client),
    quote: () =>
      post('/sapi/v1/convert/getQuote', { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '100' }).quoteId,
    listenKey: (path = '/api/v3/userDataStream') => post(path, {}).listenKey,
  };
}

function addKey(exchange: SandboxExchange, user: string): Credentials {
  const keys = { apiKey: `SandboxKey${user}`.padEnd(64, '0'), apiSecret: 's'.repeat(64) };
  runAdminCommand(exchange, {
    do: 'add-key',
    user,
    apiKey: keys.apiKey,
    kind: 'HMAC',
    secret: keys.apiSecret,
    permissions: ['reading', 'transfers', 'futures'],
  });
  return keys;
}
