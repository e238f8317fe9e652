/** Sets up an exchange on a scripted market, with calls of its spot account. */
import type { Interface } from '../../src/catalogue/environments.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { manualClock } from './manual-clock.ts';
import { createScriptedMarket, requireSymbol, type ScriptedMarket } from './scripted-market.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from './signed-calls.ts';

export const ORDER = '/api/v3/order';

/** Lots of BTCUSDT are 0.00001 and ticks 0.01; the first last price is 30000.00. */
export function openSpotContext(served: Interface = 'document') {
  const scriptedMarket = createScriptedMarket(3_000_000);
  const clock = manualClock();
  const exchange = createTestExchange({ clock, liquiditySource: scriptedMarket, interface: served });
  const events: Record<string, unknown>[] = [];
  exchange.userEvents.subscribe(({ payload }) => events.push(JSON.parse(payload())));
  return {
    exchange,
    scriptedMarket,
    clock,
    events,
    ...spotCalls(exchange),
    scheduleTrade: tradeScheduler(scriptedMarket, clock.now),
  };
}

function spotCalls(exchange: SandboxExchange) {
  const withSymbol = (params: Params) => ({ symbol: 'BTCUSDT', ...params });
  return {
    /** Returns the price levels of user orders as "price quantity", best first. */
    book: (isBuy: boolean) =>
      [...exchange.spot.instrumentOf(requireSymbol('BTCUSDT')).book.visibleLevels(isBuy)].map(
        ({ price, lots }) => `${price / 100} ${lots / 100_000}`,
      ),
    get: (path: string, params: Params = {}) => requestJson(exchange, 'GET', `/api/v3/${path}`, params),
    place: (params: Params) =>
      requestJson(exchange, 'POST', ORDER, withSymbol({ newOrderRespType: 'FULL', ...params })),
    send: (method: string, path: string, params: Params) =>
      requestJson(exchange, method, `/api/v3/${path}`, withSymbol(params)),
    order: (orderId: number) => requestJson(exchange, 'GET', ORDER, { symbol: 'BTCUSDT', orderId }),
    /** Returns status, code and text of a call that must be rejected. */
    refusal(method: string, path: string, params: Params) {
      const { status, body } = sendSigned(exchange, method, `/api/v3/${path}`, withSymbol(params));
      const { code, msg } = JSON.parse(body);
      return `${status} ${code} ${msg}`;
    },
    balance(asset: string) {
      const { balances } = requestJson(exchange, 'GET', '/api/v3/account');
      const { free, locked } = balances.find((one: { asset: string }) => one.asset === asset);
      return `${Number(free)} ${Number(locked)}`;
    },
  };
}

/** Returns a function that schedules a market trade at a price, `inMs` from now. */
function tradeScheduler(scriptedMarket: ScriptedMarket, now: () => number) {
  return (inMs: number, price: number) =>
    void scriptedMarket.prints.set(now() + inMs, Math.round(price * 100));
}

export const limit = (
  side: 'BUY' | 'SELL',
  price: number,
  quantity: number,
  changed: Params = {},
): Params => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
  ...changed,
});

/** Returns the type of each event, and for orders the execution type, order status and order id. */
export function summarizeEvents(events: readonly Record<string, unknown>[]): unknown[] {
  return events.map(({ e, x, X, i, l, L }) => {
    if (e === 'executionReport') return `${x} ${X} ${i}`;
    return e === 'listStatus' ? `list ${l} ${L}` : e;
  });
}
