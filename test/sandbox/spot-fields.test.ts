/**
 * Every endpoint of spot trading and of the spot account through the gate, with the names, their order and the JSON
 * types of the public facts: d decimal text, i integer, b boolean, s text, a list, o object.
 */
import { describe, expect, it } from 'vitest';
import { spotAccount } from '../../src/catalogue/spot/account.ts';
import { spotLists } from '../../src/catalogue/spot/lists.ts';
import { spotTrading } from '../../src/catalogue/spot/trading.ts';
import type { Params } from './signed-calls.ts';
import { limit, spotFloor } from './spot-floor.ts';

type Row = Record<string, unknown>;
interface Case {
  readonly method: string;
  readonly path: string;
  readonly params?: Params;
  /** Takes the row out of the answer; the answer itself where absent. */
  readonly row?: (answer: never) => unknown;
  readonly fields: string;
}

const ACK = 'symbol:s orderId:i orderListId:i clientOrderId:s transactTime:i';
const AMOUNTS = 'price:d origQty:d executedQty:d origQuoteOrderQty:d cummulativeQuoteQty:d';
const KIND = 'status:s timeInForce:s type:s side:s';
const RESULT = `${ACK} ${AMOUNTS} ${KIND} workingTime:i selfTradePreventionMode:s`;
const TAGS = 'strategyId:i strategyType:i';
const QUERY =
  'symbol:s orderId:i orderListId:i clientOrderId:s price:d origQty:d executedQty:d cummulativeQuoteQty:d ' +
  `${KIND} stopPrice:d icebergQty:d time:i updateTime:i isWorking:b workingTime:i origQuoteOrderQty:d selfTradePreventionMode:s`;
const CANCEL =
  'symbol:s origClientOrderId:s orderId:i orderListId:i clientOrderId:s transactTime:i ' +
  `${AMOUNTS} ${KIND} selfTradePreventionMode:s`;
const LIST =
  'orderListId:i contingencyType:s listStatusType:s listOrderStatus:s listClientOrderId:s transactionTime:i ' +
  'symbol:s orders:a';
const BTC = { symbol: 'BTCUSDT' };
const OCO = { ...BTC, side: 'SELL', quantity: 1, price: 31000, stopPrice: 29000 };
const RATES = 'maker:d taker:d buyer:d seller:d';

/** On an account that has orders 1 to 3: a filled one, an open one with a strategy, one prevented by a fourth; and list 0. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  'spot.order.new': [
    { method: 'POST', path: 'order', params: { ...BTC, ...limit('BUY', 29000, 1) }, fields: ACK },
    {
      method: 'POST',
      path: 'order',
      params: { ...BTC, ...limit('BUY', 29000, 1, { newOrderRespType: 'RESULT' }) },
      fields: RESULT,
    },
    {
      method: 'POST',
      path: 'order',
      params: {
        ...BTC,
        ...limit('BUY', 29000, 1, {
          newOrderRespType: 'FULL',
          strategyId: 1,
          strategyType: 1_000_000,
          icebergQty: 0.5,
        }),
      },
      fields: `${RESULT} icebergQty:d ${TAGS} fills:a`,
    },
    {
      method: 'POST',
      path: 'order',
      params: {
        ...BTC,
        side: 'SELL',
        type: 'STOP_LOSS',
        quantity: 1,
        stopPrice: 29000,
        trailingDelta: 100,
        newOrderRespType: 'RESULT',
      },
      fields: `${RESULT} stopPrice:d trailingDelta:i trailingTime:i`,
    },
    {
      method: 'POST',
      path: 'order',
      params: { ...BTC, side: 'SELL', type: 'MARKET', quantity: 1, newOrderRespType: 'FULL' },
      row: ({ fills }: { fills: Row[] }) => fills[0],
      fields: 'price:d qty:d commission:d commissionAsset:s tradeId:i',
    },
  ],
  'spot.order.test': [
    { method: 'POST', path: 'order/test', params: { ...BTC, ...limit('BUY', 29000, 1) }, fields: '' },
    {
      method: 'POST',
      path: 'order/test',
      params: { ...BTC, ...limit('BUY', 29000, 1, { computeCommissionRates: 'true' }) },
      fields: 'standardCommissionForOrder:o specialCommissionForOrder:o taxCommissionForOrder:o discount:o',
    },
  ],
  'spot.order.cancel': [
    { method: 'DELETE', path: 'order', params: { ...BTC, orderId: 2 }, fields: `${CANCEL} ${TAGS}` },
  ],
  'spot.open-orders.cancel': [
    {
      method: 'DELETE',
      path: 'openOrders',
      params: BTC,
      row: ([first]: Row[]) => first,
      fields: `${CANCEL} ${TAGS}`,
    },
    {
      method: 'DELETE',
      path: 'openOrders',
      params: BTC,
      row: (rows: Row[]) => rows.at(-1),
      fields: `${LIST} orderReports:a`,
    },
  ],
  'spot.order.get': [
    { method: 'GET', path: 'order', params: { ...BTC, orderId: 1 }, fields: QUERY },
    {
      method: 'GET',
      path: 'order',
      params: { ...BTC, orderId: 3 },
      fields: `${QUERY} preventedMatchId:i preventedQuantity:d`,
    },
  ],
  'spot.open-orders': [
    { method: 'GET', path: 'openOrders', row: ([first]: Row[]) => first, fields: `${QUERY} ${TAGS}` },
  ],
  'spot.all-orders': [
    { method: 'GET', path: 'allOrders', params: BTC, row: ([first]: Row[]) => first, fields: QUERY },
  ],
  'spot.order.amend': [
    {
      method: 'PUT',
      path: 'order/amend/keepPriority',
      params: { ...BTC, orderId: 2, newQty: 0.5 },
      fields: 'transactTime:i executionId:i amendedOrder:o',
    },
    {
      method: 'PUT',
      path: 'order/amend/keepPriority',
      params: { ...BTC, orderId: 6, newQty: 0.5 },
      row: ({ listStatus }: { listStatus: Row }) => listStatus,
      fields: 'orderListId:i contingencyType:s listOrderStatus:s listClientOrderId:s symbol:s orders:a',
    },
  ],
  'spot.oco.new': [
    { method: 'POST', path: 'order/oco', params: OCO, fields: `${LIST} orderReports:a` },
    {
      method: 'POST',
      path: 'order/oco',
      params: { ...OCO, newOrderRespType: 'RESULT' },
      row: ({ orderReports }: { orderReports: Row[] }) => orderReports[0],
      fields: `${RESULT} stopPrice:d`,
    },
    {
      method: 'POST',
      path: 'order/oco',
      params: OCO,
      row: ({ orders }: { orders: Row[] }) => orders[0],
      fields: 'symbol:s orderId:i clientOrderId:s',
    },
  ],
  'spot.order-list.cancel': [
    {
      method: 'DELETE',
      path: 'orderList',
      params: { ...BTC, orderListId: 0 },
      fields: `${LIST} orderReports:a`,
    },
  ],
  'spot.order-list.get': [{ method: 'GET', path: 'orderList', params: { orderListId: 0 }, fields: LIST }],
  'spot.all-order-lists': [
    {
      method: 'GET',
      path: 'allOrderList',
      params: { fromId: 0 },
      row: ([first]: Row[]) => first,
      fields: LIST,
    },
  ],
  'spot.open-order-lists': [
    { method: 'GET', path: 'openOrderList', row: ([first]: Row[]) => first, fields: LIST },
  ],
  'spot.account': [
    {
      method: 'GET',
      path: 'account',
      fields:
        'makerCommission:i takerCommission:i buyerCommission:i sellerCommission:i commissionRates:o canTrade:b ' +
        'canWithdraw:b canDeposit:b brokered:b requireSelfTradePrevention:b preventSor:b updateTime:i accountType:s ' +
        'balances:a permissions:a uid:i',
    },
    {
      method: 'GET',
      path: 'account',
      row: ({ balances }: { balances: Row[] }) => balances[0],
      fields: 'asset:s free:d locked:d',
    },
  ],
  'spot.my-trades': [
    {
      method: 'GET',
      path: 'myTrades',
      params: BTC,
      row: ([first]: Row[]) => first,
      fields:
        'symbol:s id:i orderId:i orderListId:i price:d qty:d quoteQty:d commission:d commissionAsset:s time:i ' +
        'isBuyer:b isMaker:b isBestMatch:b',
    },
  ],
  'spot.order-limits': [
    {
      method: 'GET',
      path: 'rateLimit/order',
      row: ([first]: Row[]) => first,
      fields: 'rateLimitType:s interval:s intervalNum:i limit:i count:i',
    },
  ],
  'spot.prevented-matches': [
    {
      method: 'GET',
      path: 'myPreventedMatches',
      params: { ...BTC, preventedMatchId: 0 },
      row: ([first]: Row[]) => first,
      fields:
        'symbol:s preventedMatchId:i takerOrderId:i makerSymbol:s makerOrderId:i tradeGroupId:i ' +
        'selfTradePreventionMode:s price:d takerPreventedQuantity:d makerPreventedQuantity:d transactTime:i',
    },
  ],
  'spot.allocations': [{ method: 'GET', path: 'myAllocations', params: BTC, fields: '' }],
  'spot.commission': [
    {
      method: 'GET',
      path: 'account/commission',
      params: BTC,
      fields: 'symbol:s standardCommission:o taxCommission:o discount:o',
    },
    {
      method: 'GET',
      path: 'account/commission',
      params: BTC,
      row: ({ standardCommission }: { standardCommission: Row }) => standardCommission,
      fields: RATES,
    },
  ],
};

function account() {
  const floor = spotFloor();
  floor.venue.bids.push({ price: 2_950_000, lots: 1_000_000 });
  floor.place({ side: 'SELL', type: 'MARKET', quantity: 0.1 });
  floor.place(limit('BUY', 28000, 1, { strategyId: 1, strategyType: 1_000_000 }));
  floor.place(limit('BUY', 29600, 1));
  floor.place(limit('SELL', 29600, 1, { selfTradePreventionMode: 'EXPIRE_BOTH' }));
  floor.send('POST', 'order/oco', OCO);
  floor.clock.move(1000);
  return floor;
}

const FORMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  d: (value) => typeof value === 'string' && /^-?\d+\.\d{8}$/.test(value),
  i: Number.isSafeInteger,
  b: (value) => typeof value === 'boolean',
  s: (value) => typeof value === 'string',
  a: Array.isArray,
  o: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

describe('every endpoint of spot orders and the spot account', () => {
  it('is looked at', () => {
    const ids = [...spotTrading, ...spotLists, ...spotAccount].map(({ id }) => id);
    expect(Object.keys(CASES).sort()).toEqual([...ids].sort());
  });

  const all = Object.entries(CASES).flatMap(([id, cases]) =>
    cases.map((one, index) => ({ id, index, ...one })),
  );
  it.each(all)(
    '$id $index answers with its fields and their types',
    ({ method, path, params, row, fields }) => {
      const floor = account();
      const answer = method === 'GET' ? floor.get(path, params) : floor.send(method, path, params ?? {});
      const found = (row === undefined ? answer : row(answer as never)) as Row;
      const wanted =
        fields === '' ? [] : fields.split(' ').map((field) => field.split(':') as [string, string]);
      if (Array.isArray(found)) {
        expect(found).toEqual([]);
        return;
      }
      expect(Object.keys(found)).toEqual(wanted.map(([name]) => name));
      for (const [name, form] of wanted) expect([name, FORMS[form]!(found[name])]).toEqual([name, true]);
    },
  );
});
