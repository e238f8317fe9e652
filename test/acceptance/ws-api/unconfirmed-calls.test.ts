/**
 * Every order method of the WebSocket API, once executed without an answer and once lost before execution:
 * output and exit code of the command.
 */
import { describe, expect, it } from 'vitest';
import type { WsApiProduct } from '../../../src/catalogue/ws-apis.ts';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { wireOf } from '../../../src/commands/ws/method-call.ts';
import { buildRequest } from '../../../src/request/prepare.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { signedParams } from '../../../src/stream/ws-signature.ts';
import { rightTo } from '../../signing/permitted.ts';
import { failure, json, lines } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';

type Doors = Awaited<ReturnType<typeof openRelayedRestAndWs>>;

const order = (id: string, price = 50000) =>
  `trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price ${price} --new-client-order-id ${id}`;
const LIMIT = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=49000';
const LIST = 'symbol=BTCUSDT side=SELL quantity=0.01 price=150000 stopPrice=40000 listClientOrderId=both';

const WORKING =
  'symbol=BTCUSDT listClientOrderId=both workingType=LIMIT workingTimeInForce=GTC workingSide=BUY workingPrice=49000 workingQuantity=0.01 pendingSide=SELL';
const PENDING = 'pendingType=LIMIT_MAKER pendingPrice=150000';
const PAIR =
  'pendingAboveType=LIMIT_MAKER pendingAbovePrice=150000 pendingBelowType=STOP_LOSS pendingBelowStopPrice=40000';
const placesList = (call: string): Case => ({
  before: [],
  call,
  done: { listClientOrderId: 'both' },
  notDone: 5,
});

interface Case {
  /** Commands that are run before. */
  readonly before: readonly string[];
  readonly call: string;
  /** Fields of the output if the call was executed; the exit code if it is not 0. */
  readonly done: object | number;
  /** The exit code if the call was not executed: 5 if that is proved, 7 if it may be sent again. */
  readonly notDone: 5 | 7;
}

const CASES: Readonly<Record<string, Case>> = {
  'order.place': {
    before: [],
    call: `${LIMIT} newClientOrderId=mine`,
    done: { clientOrderId: 'mine', status: 'NEW' },
    notDone: 5,
  },
  'order.cancel': {
    before: [order('old')],
    call: 'symbol=BTCUSDT origClientOrderId=old',
    done: { clientOrderId: 'old', status: 'CANCELED' },
    notDone: 7,
  },
  'order.cancelReplace': {
    before: [order('old')],
    call: `${LIMIT} cancelOrigClientOrderId=old newClientOrderId=mine cancelReplaceMode=STOP_ON_FAILURE`,
    done: {
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { clientOrderId: 'old', status: 'CANCELED' },
      newOrderResponse: { clientOrderId: 'mine', status: 'NEW' },
    },
    notDone: 5,
  },
  'order.amend.keepPriority': {
    before: [order('old')],
    call: 'symbol=BTCUSDT origClientOrderId=old newQty=0.005 newClientOrderId=less',
    done: { clientOrderId: 'less', origQty: '0.00500000' },
    notDone: 5,
  },
  'openOrders.cancelAll': { before: [order('old')], call: 'symbol=BTCUSDT', done: [], notDone: 5 },
  'orderList.place': { before: [], call: LIST, done: { listClientOrderId: 'both' }, notDone: 5 },
  'orderList.place.oco': placesList(
    'symbol=BTCUSDT side=SELL quantity=0.01 aboveType=LIMIT_MAKER abovePrice=150000 belowType=STOP_LOSS belowStopPrice=40000 listClientOrderId=both',
  ),
  'orderList.place.oto': placesList(`${WORKING} ${PENDING} pendingQuantity=0.01`),
  'orderList.place.otoco': placesList(`${WORKING} ${PAIR} pendingQuantity=0.01`),
  'orderList.place.opo': placesList(`${WORKING} ${PENDING}`),
  'orderList.place.opoco': placesList(`${WORKING} ${PAIR}`),
  'orderList.cancel': {
    before: [
      `trade oco place BTCUSDT --side SELL --quantity 0.01 --price 150000 --stop-price 40000 --list-client-order-id both`,
    ],
    call: 'symbol=BTCUSDT listClientOrderId=both',
    done: { listClientOrderId: 'both', listOrderStatus: 'ALL_DONE' },
    notDone: 7,
  },
  'sor.order.place': {
    before: [],
    call: `${LIMIT} newClientOrderId=mine`,
    done: { clientOrderId: 'mine', status: 'NEW' },
    notDone: 5,
  },
};

const futuresOrder = (product: string, symbol: string, quantity: string) =>
  `trade order place ${symbol} --on ${product} --side BUY --type LIMIT --time-in-force GTC --quantity ${quantity} --price 90000 --new-client-order-id old`;

/** The cases of the methods that both futures APIs have. */
const futuresCases = (product: 'usdm' | 'coinm', symbol: string, quantity: string): typeof CASES => ({
  'order.place': {
    before: [],
    call: `symbol=${symbol} side=BUY type=LIMIT timeInForce=GTC quantity=${quantity} price=90000 newClientOrderId=mine`,
    done: { clientOrderId: 'mine', status: 'NEW' },
    notDone: 5,
  },
  'order.modify': {
    before: [futuresOrder(product, symbol, quantity)],
    call: `symbol=${symbol} origClientOrderId=old side=BUY quantity=${quantity} price=91000`,
    done: { clientOrderId: 'old', price: '91000.0' },
    notDone: 7,
  },
  'order.cancel': {
    before: [futuresOrder(product, symbol, quantity)],
    call: `symbol=${symbol} origClientOrderId=old`,
    done: { clientOrderId: 'old', status: 'CANCELED' },
    notDone: 7,
  },
});

const stop =
  'algoType=CONDITIONAL symbol=BTCUSDT side=SELL type=STOP_MARKET quantity=0.01 triggerPrice=40000';

const CASES_OF: Readonly<Record<WsApiProduct, typeof CASES>> = {
  spot: CASES,
  usdm: {
    ...futuresCases('usdm', 'BTCUSDT', '0.01'),
    'algoOrder.place': {
      before: [],
      call: `${stop} clientAlgoId=mine`,
      done: { clientAlgoId: 'mine', algoStatus: 'NEW' },
      notDone: 5,
    },
    'algoOrder.cancel': {
      before: [
        'trade stop BTCUSDT 0.01 --on usdm --side SELL --trigger 40000 --new-client-order-id old --yes',
      ],
      call: 'clientAlgoId=old',
      done: { clientAlgoId: 'old', algoStatus: 'CANCELED' },
      notDone: 7,
    },
  },
  coinm: futuresCases('coinm', 'BTCUSD_PERP', '1'),
};

const writes = WS_METHODS.filter(({ effect }) => effect === 'write' || effect === 'funds');

async function prepareSandbox(before: readonly string[], api: WsApiProduct = 'spot'): Promise<Doors> {
  const relayed = await openRelayedRestAndWs(api);
  for (const line of before) expect(await relayed.run(line)).toMatchObject({ code: 0 });
  return relayed;
}

describe.each(writes)('$api $method', ({ api, method }) => {
  const { before, call, done, notDone } = CASES_OF[api][method]!;
  const line = `ws call ${method} ${call} --on ${api} --yes`;

  it('without an answer is looked up and printed, and was sent once', async () => {
    const relayed = await prepareSandbox(before, api);
    relayed.ws.setAction(() => 'cut-answer');
    const outcome = await relayed.run(line);
    if (typeof done === 'number') expect(failure(outcome).exitCode).toBe(done);
    else expect(json(outcome)).toMatchObject(done);
    expect(relayed.ws.requests).toHaveLength(1);
  });

  it('that never arrived is proved not executed, or may be sent again', async () => {
    const relayed = await prepareSandbox(before, api);
    relayed.ws.setAction(() => 'cut');
    const error = failure(await relayed.run(line));
    const execution = notDone === 5 ? 'not_executed' : 'unknown';
    expect(error).toMatchObject({ exitCode: notDone, execution });
    if (notDone === 7)
      expect(error.hint).toContain(
        /cancel/i.test(method) ? 'It is safe to cancel again.' : 'Run the lookup again',
      );
    expect(relayed.ws.requests).toHaveLength(1);
  });

  it('is looked up by a session too', async () => {
    const relayed = await prepareSandbox(before, api);
    relayed.ws.setAction(() => 'cut-answer');
    const params = Object.fromEntries(call.split(' ').map((pair) => pair.split('=')));
    const stdin = `${JSON.stringify({ id: 1, method, params })}\n`;
    const { code, stdout } = await relayed.run(`ws session --on ${api} --yes`, { stdin });
    const records = lines<{ id?: number; bourse?: string; result?: object }>(stdout).find(
      ({ id }) => id === 1,
    )!;
    expect(code).toBe(0);
    if (typeof done === 'number')
      expect(records).toMatchObject({ bourse: 'unanswered', error: { exitCode: done } });
    else expect(records).toMatchObject({ bourse: 'found', result: done });
    expect(relayed.ws.requests).toHaveLength(1);
  });
});

describe('a cancel-replace', () => {
  const replace = (more = '') =>
    `ws call order.cancelReplace ${LIMIT} cancelOrigClientOrderId=old newClientOrderId=mine ${more} --yes`;
  const STOP = replace('cancelReplaceMode=STOP_ON_FAILURE');
  const ALLOW = replace('cancelReplaceMode=ALLOW_FAILURE');
  const open = async (relayed: Doors) =>
    json<{ clientOrderId: string }[]>(await relayed.run('trade open-orders BTCUSDT')).map(
      (one) => one.clientOrderId,
    );

  it('gets a client order id if it has none, so that it can be looked up', async () => {
    const relayed = await prepareSandbox([order('old')]);
    relayed.ws.setAction(() => 'cut-answer');
    const outcome = json<{ newOrderResponse: object }>(
      await relayed.run(STOP.replace('newClientOrderId=mine', '')),
    );
    expect(outcome.newOrderResponse).toMatchObject({ clientOrderId: expect.stringMatching(/^bo/) });
  });

  it('exits with 8 if only the cancellation was executed', async () => {
    const relayed = await prepareSandbox([order('old')]);
    const { code, stdout, stderr } = await relayed.run(STOP.replace('quantity=0.01', 'quantity=100'));
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'FAILURE',
      newOrderResponse: { code: -2010 },
    });
    expect(stderr).toContain('The order old was cancelled. The new order mine was not placed: ');
    expect(await open(relayed)).toEqual([]);
  });

  it('exits with 8 if only the new order was placed, and with 4 if neither half was executed', async () => {
    const relayed = await prepareSandbox([]);
    expect(await relayed.run(ALLOW)).toMatchObject({ code: 8 });
    const stopped = failure(await relayed.run(STOP.replace('=mine', '=other')));
    expect(stopped).toMatchObject({ exitCode: 4, execution: 'not_executed', clientOrderId: 'other' });
    expect(stopped.message).toContain('The order old was not cancelled: ');
    expect(await open(relayed)).toEqual(['mine']);
  });

  it('without an answer is reported as partly executed if the new order was rejected', async () => {
    const relayed = await prepareSandbox([order('old')]);
    relayed.ws.setAction(() => 'cut-answer');
    const { code, stdout, stderr } = await relayed.run(STOP.replace('quantity=0.01', 'quantity=100'));
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'FAILURE',
      cancelResponse: { status: 'CANCELED' },
      newOrderResponse: { execution: 'not_executed' },
    });
    expect(stderr).toContain('The order old was cancelled. The new order mine was not placed: ');
  });

  it('that never arrived after its order was filled was not executed: 5', async () => {
    const relayed = await prepareSandbox([
      'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --new-client-order-id old',
    ]);
    relayed.ws.setAction(() => 'cut');
    const error = failure(await relayed.run(STOP));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed' });
    expect(error.message).toContain('it is FILLED');
  });

  it('with one half timed out looks up that half only', async () => {
    for (const [fault, route, code] of [
      ['timeout-executed', 'spot.order.new', 0],
      ['timeout-executed', 'spot.order.cancel', 8],
      ['timeout', 'spot.order.new', 8],
    ] as const) {
      const relayed = await prepareSandbox([order('old')]);
      relayed.sandbox.exchange.faults.add({ kind: fault, route, count: 1 });
      const outcome = await relayed.run(STOP);
      expect([fault, route, outcome.code]).toEqual([fault, route, code]);
      expect(JSON.parse(outcome.stdout)).toMatchObject({ cancelResult: 'SUCCESS' });
      expect(relayed.ws.requests).toHaveLength(1);
    }
  });

  it('stays unknown if no query is answered: 7, and the lookup commands for both halves', async () => {
    const relayed = await prepareSandbox([order('old')]);
    relayed.ws.setAction(() => 'cut-answer');
    relayed.rest.setAction(({ query }) =>
      query.includes('signature=') ? { status: 503, body: '' } : 'pass',
    );
    const both = failure(await relayed.run(STOP));
    expect(both).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: 'mine' });
    expect(both.resume).toContain('trade order get BTCUSDT --orig-client-order-id mine');
    const others = await prepareSandbox([order('old')]);
    others.ws.setAction(() => 'cut-answer');
    others.rest.setAction(({ query }) => (query.includes('=old&') ? { status: 503, body: '' } : 'pass'));
    const one = failure(await others.run(ALLOW));
    expect(one.message).toBe(
      'Whether the order old was cancelled is unknown. The new order mine was placed.',
    );
    expect(one.resume).toContain('trade order get BTCUSDT --orig-client-order-id old');
  });

  it('that was signed by its line and has no id stays unknown without an answer', async () => {
    const relayed = await prepareSandbox([order('old')]);
    const { apiKey, apiSecret } = relayed.sandbox;
    const params = Object.fromEntries(LIMIT.split(' ').map((pair) => pair.split('=')));
    const method = WS_METHODS.find((one) => one.method === 'order.cancelReplace')!;
    const own = { ...params, cancelOrigClientOrderId: 'old', cancelReplaceMode: 'STOP_ON_FAILURE' };
    const request = buildRequest(method.endpoint!, wireOf(own));
    const whole = signedParams(method, own, {
      ...rightTo(request, createSigner({ secret: apiSecret }, apiKey)),
      request,
      times: { timestamp: relayed.clock.now() },
    });
    relayed.ws.setAction(() => 'cut-answer');
    const stdin = `${JSON.stringify({ id: 1, method: method.method, params: whole })}\n`;
    const { code, stdout } = await relayed.run('ws session --yes', { stdin });
    const records = lines<{ id?: number; error?: { message: string; clientOrderId: unknown } }>(stdout);
    const { message, clientOrderId } = records.find(({ id }) => id === 1)!.error!;
    expect([code, clientOrderId]).toEqual([7, null]);
    expect(message).toBe('The order old was cancelled. Whether the new order was placed is unknown.');
  });
});
