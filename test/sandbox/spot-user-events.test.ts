/** Events of the spot user data stream; names and JSON types are those of the public facts. */
import { describe, expect, it } from 'vitest';
import { DEMO_USER } from '../../src/sandbox/engine/ledger/demo-account.ts';
import { runAdminCommand, runDueEvents } from '../../src/sandbox/exchange/requests.ts';
import { manualClock } from './manual-clock.ts';
import { createScriptedMarket } from './scripted-market.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from './signed-calls.ts';

type Event = Readonly<Record<string, unknown>>;

/** An exchange that records its user events in the order of their arrival. */
function subscribeToEvents() {
  const scriptedMarket = createScriptedMarket(3_000_000);
  const clock = manualClock();
  const exchange = createTestExchange({ clock, liquiditySource: scriptedMarket });
  const events: Event[] = [];
  exchange.userEvents.subscribe(({ scope, user, payload }) => {
    expect([scope, user.name]).toEqual(['spot', DEMO_USER]);
    events.push(JSON.parse(payload()));
  });
  return { exchange, scriptedMarket, clock, events };
}

const order = (changed: Params = {}): Params => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '30000',
  quantity: '0.5',
  newClientOrderId: 'mine',
  ...changed,
});

const place = ({ exchange }: ReturnType<typeof subscribeToEvents>, params: Params) =>
  requestJson(exchange, 'POST', '/api/v3/order', params);

/** The kind, and for orders what happened and what became of them. */
const shortly = (events: readonly Event[]) =>
  events.map(({ e, x, X }) => (e === 'executionReport' ? `${x} ${X}` : e));

describe('an executionReport', () => {
  it('of a new order has every field of the public facts', () => {
    const setup = subscribeToEvents();
    place(setup, order({ strategyId: 7, strategyType: 1_000_001 }));
    const now = setup.clock.now();
    expect(setup.events[0]).toEqual({
      e: 'executionReport',
      E: now,
      s: 'BTCUSDT',
      c: 'mine',
      S: 'BUY',
      o: 'LIMIT',
      f: 'GTC',
      q: '0.50000000',
      p: '30000.00000000',
      P: '0.00000000',
      F: '0.00000000',
      g: -1,
      C: '',
      x: 'NEW',
      X: 'NEW',
      r: 'NONE',
      i: 1,
      l: '0.00000000',
      z: '0.00000000',
      L: '0.00000000',
      n: '0',
      N: null,
      T: now,
      t: -1,
      I: 1,
      w: true,
      m: false,
      M: false,
      O: now,
      Z: '0.00000000',
      Y: '0.00000000',
      Q: '0.00000000',
      W: now,
      V: 'EXPIRE_MAKER',
      j: 7,
      J: 1_000_001,
    });
  });

  it('is sent for each fill with the quantity filled so far, and balances follow all of them', () => {
    const setup = subscribeToEvents();
    setup.scriptedMarket.asks.push({ price: 2_999_000, lots: 30_000 }, { price: 3_000_000, lots: 10_000 });
    place(setup, order());
    expect(shortly(setup.events)).toEqual([
      'NEW NEW',
      'TRADE PARTIALLY_FILLED',
      'TRADE PARTIALLY_FILLED',
      'outboundAccountPosition',
    ]);
    expect(setup.events[2]).toMatchObject({
      l: '0.10000000',
      L: '30000.00000000',
      Y: '3000.00000000',
      z: '0.40000000',
      Z: '11997.00000000',
      n: '0.00010000',
      N: 'BTC',
      m: false,
      w: true,
      I: 3,
    });
    const trades = requestJson(setup.exchange, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
    expect(setup.events.slice(1, 3).map(({ t }) => t)).toEqual(trades.map(({ id }: { id: number }) => id));
    expect(setup.events[3]).toEqual({
      e: 'outboundAccountPosition',
      E: setup.clock.now(),
      u: setup.clock.now(),
      B: [
        { a: 'USDT', f: '985003.00000000', l: '3000.00000000' },
        { a: 'BTC', f: '10.39960000', l: '0.00000000' },
      ],
    });
  });

  it.each([
    ['IOC', ['NEW NEW', 'TRADE PARTIALLY_FILLED', 'EXPIRED EXPIRED', 'outboundAccountPosition']],
    ['FOK', ['NEW NEW', 'EXPIRED EXPIRED', 'outboundAccountPosition']],
  ])('reports that an order with %s expired', (timeInForce, expected) => {
    const setup = subscribeToEvents();
    setup.scriptedMarket.asks.push({ price: 2_999_000, lots: 30_000 });
    place(setup, order({ timeInForce }));
    expect(shortly(setup.events)).toEqual(expected);
  });

  it('of a cancellation carries its id and that of the order', () => {
    const setup = subscribeToEvents();
    place(setup, order());
    const { clientOrderId } = requestJson(setup.exchange, 'DELETE', '/api/v3/order', {
      symbol: 'BTCUSDT',
      origClientOrderId: 'mine',
    });
    expect(shortly(setup.events.slice(2))).toEqual(['CANCELED CANCELED', 'outboundAccountPosition']);
    expect(setup.events[2]).toMatchObject({ c: clientOrderId, C: 'mine', w: false, q: '0.50000000' });
    expect(setup.events[3]).toMatchObject({ B: [{ a: 'USDT', f: '1000000.00000000', l: '0.00000000' }] });
  });

  it('is sent when the market fills an order, with the time of the fill', () => {
    const setup = subscribeToEvents();
    place(setup, order());
    const reachedAt = setup.clock.now() + 5000;
    setup.scriptedMarket.prints.set(reachedAt, 2_999_999);
    setup.clock.move(60_000);
    runDueEvents(setup.exchange, setup.clock.now());
    expect(setup.events.slice(2)).toMatchObject([
      { x: 'TRADE', X: 'FILLED', E: reachedAt, T: reachedAt, m: true, w: false, W: reachedAt - 5000 },
      { e: 'outboundAccountPosition', E: reachedAt, u: reachedAt },
    ]);
  });

  it('of a prevented self-trade names both orders and what they would have traded', () => {
    const setup = subscribeToEvents();
    place(setup, order());
    place(setup, order({ side: 'SELL', quantity: '0.2', newClientOrderId: 'other' }));
    expect(setup.events.slice(2, 4)).toMatchObject([
      { x: 'NEW', i: 2 },
      {
        x: 'TRADE_PREVENTION',
        X: 'EXPIRED_IN_MATCH',
        i: 1,
        v: 0,
        A: '0.50000000',
        B: '0.50000000',
        u: -1,
        U: 2,
        Cs: 'BTCUSDT',
        pl: '0.20000000',
        pL: '30000.00000000',
        pY: '6000.00000000',
      },
    ]);
  });
});

describe('a deposit', () => {
  it('is reported as a balanceUpdate and with the new balance', () => {
    const setup = subscribeToEvents();
    runAdminCommand(setup.exchange, { do: 'fund', user: DEMO_USER, asset: 'BTC', amount: '2.5' });
    const now = setup.clock.now();
    expect(setup.events).toEqual([
      { e: 'balanceUpdate', E: now, a: 'BTC', d: '2.50000000', T: now },
      {
        e: 'outboundAccountPosition',
        E: now,
        u: now,
        B: [{ a: 'BTC', f: '12.50000000', l: '0.00000000' }],
      },
    ]);
  });
});

describe('a rejected order', () => {
  it('sends no event', () => {
    const setup = subscribeToEvents();
    expect(sendSigned(setup.exchange, 'POST', '/api/v3/order', order({ quantity: '40' })).status).toBe(400);
    expect(setup.events).toEqual([]);
  });
});
