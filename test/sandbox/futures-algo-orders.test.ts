/** Algo orders of futures: they wait, trigger, place an order, and report each step to the user stream. */
import { describe, expect, it } from 'vitest';
import { scenarioMarket } from '../../src/sandbox/engine/market/scenario.ts';
import type { ScenarioName } from '../../src/sandbox/engine/market/scenario-kinds.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, type FuturesSetup, setUpFutures } from './futures-setup.ts';
import { requestJson, requestPublicJson, sendSigned } from './signed-calls.ts';

const symbol = 'BTCUSDT';
const ALGO = { algoType: 'CONDITIONAL', symbol, side: 'SELL' };
const PATH = '/fapi/v1/algoOrder';
const DAY = 86_400_000;

interface EmittedEvent {
  readonly e: string;
  readonly o?: Readonly<Record<string, unknown>>;
}

function collectEvents({ exchange }: FuturesSetup): EmittedEvent[] {
  const emitted: EmittedEvent[] = [];
  exchange.userEvents.subscribe(({ scope, user, payload }) => {
    if (scope === 'usdm' && user.name === 'demo') emitted.push(JSON.parse(payload()));
  });
  return emitted;
}

function price({ exchange }: FuturesSetup, percent: number): string {
  const last = Number(requestPublicJson(exchange, `/fapi/v1/ticker/price?symbol=${symbol}`).price);
  return (last * (1 + percent / 100)).toFixed(1);
}

/** Returns an exchange on which prices soon fall by a third, or climb and come back. */
function setUpMoving(scenario: ScenarioName = 'crash'): FuturesSetup {
  return setUpFutures(undefined, 1, {
    transformMarket: (market, now) => scenarioMarket(market, scenario, now),
  });
}

/** Opens a long position and places a stop-loss below the market. */
function longWithStop(terms: Record<string, string> = {}, scenario?: ScenarioName) {
  const setup = setUpMoving(scenario);
  requestJson(setup.exchange, 'POST', '/fapi/v1/order', {
    symbol,
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.01',
  });
  const events = collectEvents(setup);
  const placed = requestJson(setup.exchange, 'POST', PATH, {
    ...ALGO,
    type: 'STOP_MARKET',
    quantity: '0.01',
    triggerPrice: price(setup, -5),
    reduceOnly: 'true',
    clientAlgoId: 'loss',
    ...terms,
  });
  return { setup, events, placed };
}

/** Lets time pass until an algo order is no longer NEW. */
function waitForTrigger(setup: FuturesSetup, clientAlgoId = 'loss') {
  for (let minute = 0; minute < 600; minute += 10) {
    setup.pass(600_000);
    const algo = requestJson(setup.exchange, 'GET', PATH, { clientAlgoId });
    if (algo.algoStatus !== 'NEW') return algo;
  }
  throw new Error('the price never reached the trigger within ten hours');
}

function positionAmount({ exchange }: FuturesSetup): string | undefined {
  return requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol })[0]?.positionAmt;
}

describe('an algo order', () => {
  it('waits beside ordinary orders: no list or margin of them shows it', () => {
    const { setup, placed } = longWithStop();
    const { exchange } = setup;
    expect(placed).toMatchObject({
      algoStatus: 'NEW',
      orderType: 'STOP_MARKET',
      activatePrice: '',
      callbackRate: '',
      triggerTime: 0,
    });
    expect(requestJson(exchange, 'GET', '/fapi/v1/openOrders', { symbol })).toEqual([]);
    expect(requestJson(exchange, 'GET', '/fapi/v1/openAlgoOrders')).toMatchObject([
      { algoId: placed.algoId, actualOrderId: '', slPrice: '0.0' },
    ]);
    const account = () => requestJson(exchange, 'GET', '/fapi/v2/account').totalOpenOrderInitialMargin;
    const before = account();
    requestJson(exchange, 'POST', PATH, {
      ...ALGO,
      side: 'BUY',
      type: 'STOP',
      quantity: '5',
      price: price(setup, 6),
      triggerPrice: price(setup, 5),
    });
    expect(account()).toBe(before);
    requestJson(exchange, 'DELETE', '/fapi/v1/allOpenOrders', { symbol });
    expect(requestJson(exchange, 'GET', '/fapi/v1/openAlgoOrders', { symbol })).toHaveLength(2);
  });

  it('places an order at its trigger, closes the position, and reports every step', () => {
    const { setup, events, placed } = longWithStop();
    const algo = waitForTrigger(setup);
    expect(algo).toMatchObject({ algoStatus: 'FINISHED', actualType: 'MARKET', actualQty: '0.010' });
    expect(Number(algo.actualPrice)).toBeGreaterThan(0);
    expect(algo.triggerTime).toBeGreaterThan(placed.createTime);
    expect(positionAmount(setup) ?? '0.000').toBe('0.000');
    const order = requestJson(setup.exchange, 'GET', '/fapi/v1/order', {
      symbol,
      orderId: Number(algo.actualOrderId),
    });
    expect(order).toMatchObject({
      status: 'FILLED',
      type: 'MARKET',
      clientOrderId: 'loss',
      reduceOnly: true,
    });
    const steps = events
      .filter(({ e }) => e === 'ALGO_UPDATE' || e === 'ORDER_TRADE_UPDATE')
      .map(({ e, o }) => `${e === 'ALGO_UPDATE' ? 'algo' : 'order'} ${o!['X']}`);
    expect(steps.slice(0, 4)).toEqual(['algo NEW', 'algo TRIGGERING', 'algo TRIGGERED', 'order NEW']);
    expect(steps.at(-1)).toBe('algo FINISHED');
    expect(steps.at(-2)).toBe('order FILLED');
    expect(events.findLast(({ e }) => e === 'ALGO_UPDATE')!.o).toMatchObject({
      aid: placed.algoId,
      caid: 'loss',
      ai: algo.actualOrderId,
      aq: '0.010',
      act: 'MARKET',
    });
  });

  it('is known no more after its cancellation', () => {
    const { setup, placed } = longWithStop();
    const { exchange } = setup;
    const gone = requestJson(exchange, 'DELETE', PATH, { algoId: placed.algoId });
    expect(gone).toEqual({ algoId: placed.algoId, clientAlgoId: 'loss', code: '200', msg: 'success' });
    expect(JSON.parse(sendSigned(exchange, 'DELETE', PATH, { algoId: placed.algoId }).body).code).toBe(-2011);
    setup.pass(4 * DAY);
    expect(JSON.parse(sendSigned(exchange, 'GET', PATH, { algoId: placed.algoId }).body).code).toBe(-2013);
  });

  it.each([
    ['that would trigger at once', { type: 'STOP_MARKET', quantity: '0.01' }, 5, -2021],
    ['that closes a position that is not there', { type: 'STOP_MARKET', closePosition: 'true' }, -5, -4509],
    ['of a quantity that is finer than the step', { type: 'STOP_MARKET', quantity: '0.00001' }, -5, -1111],
  ])('%s is refused', (_name, terms, percent, code) => {
    const setup = setUpFutures();
    const answer = sendSigned(setup.exchange, 'POST', PATH, {
      ...ALGO,
      ...terms,
      triggerPrice: price(setup, percent),
    });
    expect(JSON.parse(answer.body).code).toBe(code);
  });

  it('that closes the position stands alone, and expires once the position is gone', () => {
    const { setup } = longWithStop({ reduceOnly: 'false' });
    const { exchange } = setup;
    const closing = {
      ...ALGO,
      type: 'STOP_MARKET',
      closePosition: 'true',
      triggerPrice: price(setup, -20),
      clientAlgoId: 'all',
    };
    requestJson(exchange, 'POST', PATH, closing);
    const second = sendSigned(exchange, 'POST', PATH, { ...closing, clientAlgoId: 'again' });
    expect(JSON.parse(second.body).code).toBe(-4130);
    requestJson(exchange, 'POST', '/fapi/v1/order', {
      symbol,
      side: 'SELL',
      type: 'MARKET',
      quantity: '0.01',
      reduceOnly: 'true',
    });
    expect(requestJson(exchange, 'GET', PATH, { clientAlgoId: 'all' }).algoStatus).toBe('EXPIRED');
    expect(requestJson(exchange, 'GET', PATH, { clientAlgoId: 'loss' }).algoStatus).toBe('NEW');
  });

  it('whose margin is missing at the trigger ends as REJECTED, with the reason', () => {
    const { setup, events } = longWithStop({ reduceOnly: 'false', quantity: '900' });
    const algo = waitForTrigger(setup);
    expect(algo.algoStatus).toBe('REJECTED');
    expect(algo.actualOrderId).toBe('');
    expect(events.findLast(({ e }) => e === 'ALGO_UPDATE')!.o).toMatchObject({
      X: 'REJECTED',
      rm: expect.stringMatching(/insufficient|maximum allowable/),
    });
    expect(positionAmount(setup)).toBe('0.010');
  });

  it('of a trailing stop is activated, follows the price, and fills', () => {
    const { setup, events } = longWithStop({ clientAlgoId: 'unused' }, 'trend');
    requestJson(setup.exchange, 'POST', PATH, {
      ...ALGO,
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.01',
      callbackRate: '3',
      activatePrice: price(setup, 5),
      reduceOnly: 'true',
      clientAlgoId: 'trail',
    });
    requestJson(setup.exchange, 'DELETE', PATH, { clientAlgoId: 'unused' });
    const algo = waitForTrigger(setup, 'trail');
    expect(algo.algoStatus).toBe('FINISHED');
    const activations = events
      .filter(({ o }) => o?.['caid'] === 'trail' && o['X'] === 'NEW')
      .map(({ o }) => o!['ia']);
    expect(activations).toEqual([false, true]);
  });

  it('has the same course when the journal is replayed', () => {
    const first = setUpMoving();
    const entries: JournalEntry[] = [];
    first.exchange.appendEntry = (entry) => void entries.push(entry);
    const order = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.02' };
    requestJson(first.exchange, 'POST', '/fapi/v1/order', order);
    for (const [clientAlgoId, percent] of [
      ['near', -3],
      ['far', -60],
    ] as const)
      requestJson(first.exchange, 'POST', PATH, {
        ...ALGO,
        type: 'STOP_MARKET',
        quantity: '0.01',
        triggerPrice: price(first, percent),
        clientAlgoId,
      });
    first.pass(DAY / 2);
    requestJson(first.exchange, 'DELETE', PATH, { clientAlgoId: 'far' });
    const again = setUpMoving();
    for (const entry of entries) {
      again.clock.move(entry.at - again.clock.now());
      replayEntry(again.exchange, entry);
    }
    const shown = ({ exchange }: FuturesSetup) => {
      const { algoOrders } = engine(exchange, 'usdm');
      const demo = exchange.accounts.findUser('demo')!;
      return [...algoOrders.historyOf(demo).newestFirst()].map(({ algoId, status, orderId, triggerTime }) => [
        algoId,
        status,
        orderId,
        triggerTime,
      ]);
    };
    expect(shown(again)).toEqual(shown(first));
    expect(shown(first).map(([, status]) => status)).toEqual(['CANCELED', 'FINISHED']);
  });
});

describe('the interface of today', () => {
  it('refuses a stop as an ordinary order, alone and in a batch, and takes every other order', () => {
    const stop = {
      symbol,
      side: 'SELL',
      type: 'STOP_MARKET',
      quantity: '0.01',
    };
    const setup = setUpFutures(undefined, 1, { interface: 'today' });
    const stopPrice = price(setup, -5);
    const single = sendSigned(setup.exchange, 'POST', '/fapi/v1/order', { ...stop, stopPrice });
    expect(JSON.parse(single.body)).toEqual({
      code: -4120,
      msg: 'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
    });
    const batch = requestJson(setup.exchange, 'POST', '/fapi/v1/batchOrders', {
      batchOrders: JSON.stringify([
        { ...stop, stopPrice },
        { symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' },
      ]),
    });
    expect(batch[0].code).toBe(-4120);
    expect(batch[1]).toMatchObject({ side: 'BUY' });
    expect(batch[1]).not.toHaveProperty('avgPrice');
    const document = setUpFutures();
    const placed = requestJson(document.exchange, 'POST', '/fapi/v1/order', {
      ...stop,
      stopPrice: price(document, -5),
    });
    expect(placed).toMatchObject({ type: 'STOP_MARKET', avgPrice: expect.any(String) });
  });
});
