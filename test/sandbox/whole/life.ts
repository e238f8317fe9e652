/**
 * A week on the exchange after which every answer has something to tell: the demo user trades on every line, borrows,
 * moves coins, subscribes and converts, while fundings, interest, an expiry and a liquidation happen.
 */
import { DAY_MS } from '../../../src/core/time-units.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { command, type SandboxExchange, settled } from '../../../src/sandbox/exchange/create-exchange.ts';
import { type StillClock, stillClock } from '../clock.ts';
import { type Credentials, exchangeWith } from '../signed-calls.ts';
import { closeByForce, closeFutures, exerciseNext, holdFutures, moveMoney } from './first-days.ts';
import { type Hand, handOn } from './hand.ts';
import { orderFutures, orderOnMargin, orderOptions, orderSpot } from './last-day.ts';

/** Looking is not what is tested here: it may cost what it does. */
export const UNLIMITED = {
  spotWeight: 1e9,
  futuresWeight: 1e9,
  sapiAddressWeight: 1e9,
  sapiAccountWeight: 1e9,
  futuresDataRequests: 1e9,
  fundingRequests: 1e9,
} as const;

/** The exchange after that week, and what calls need to know of it. */
export interface Life extends Hand {
  readonly clock: StillClock;
  /** A key of the demo user's first sub-account. */
  readonly desk: Credentials;
  /** A key of a user who has done nothing yet. */
  readonly newcomer: Credentials;
  /** An option that is listed for some weeks, and the lowest price that it takes. */
  readonly option: string;
  readonly lowest: string;
  /** Ids of orders: three that were filled, two that rest, one of a list, one that met an order of its own user. */
  readonly firstOrder: number;
  readonly firstFuture: number;
  readonly firstCoin: number;
  readonly cancelMe: number;
  readonly cancelFuture: number;
  readonly cancelCoin: number;
  readonly listed: number;
  readonly prevented: number;
  readonly optionOrder: string;
  readonly marginOrder: number;
  readonly isolatedOrder: number;
  /** Ids of what was done to the wallets. */
  readonly loan: number;
  readonly repayment: number;
  readonly withdrawal: string;
  readonly deposit: string;
  readonly purchase: number;
  readonly lockedPurchase: number;
  /** Ask for a fresh quote of a conversion, and for the listen key of spot. */
  quote(): string;
  listenKey(): string;
}

/** Lives the week. */
export function liveWeek(): Life {
  const clock = stillClock();
  const exchange = exchangeWith({
    clock,
    limits: UNLIMITED,
    // A third is lost in a quarter of an hour: whoever owes on margin is closed.
    transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
  });
  const desk = addKey(exchange, 'desk');
  command(exchange, { do: 'add-user', user: 'newcomer' });
  const newcomer = addKey(exchange, 'newcomer');
  const hand = handOn(exchange);
  const { post } = hand;
  const pass = (ms: number) => {
    clock.move(ms);
    settled(exchange, clock.now());
  };
  closeByForce(post);
  closeFutures(post);
  exerciseNext(exchange, post);
  pass(5 * DAY_MS);
  const moved = moveMoney(exchange, post, desk);
  const held = holdFutures(post, desk);
  pass(2 * DAY_MS);
  const spot = orderSpot(hand);
  // Ten orders may be placed in a second.
  pass(1000);
  return {
    ...hand,
    clock,
    desk,
    newcomer,
    ...moved,
    ...held,
    ...spot,
    ...orderFutures(hand),
    ...orderOnMargin(hand),
    ...orderOptions(hand),
    quote: () =>
      post('/sapi/v1/convert/getQuote', { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '100' }).quoteId,
    listenKey: () => post('/api/v3/userDataStream', {}).listenKey,
  };
}

function addKey(exchange: SandboxExchange, user: string): Credentials {
  const keys = { apiKey: `SandboxKey${user}`.padEnd(64, '0'), apiSecret: 's'.repeat(64) };
  command(exchange, {
    do: 'add-key',
    user,
    apiKey: keys.apiKey,
    kind: 'HMAC',
    secret: keys.apiSecret,
    permissions: ['reading', 'transfers', 'futures'],
  });
  return keys;
}
