/** Endpoints of the interface document with rules that market data does not use. */

import { dispute, endpoint, requiredParam } from '../../src/catalogue/define.ts';
import { endTime, fromId, limit, startTime, symbol } from '../../src/catalogue/params.ts';
import type { Endpoint, Param, Params } from '../../src/catalogue/types.ts';
import { DAY_MS } from '../../src/core/time-units.ts';

const positive = { type: 'DECIMAL', about: 'Positive number', above: 0 } as const satisfies Param;
const clientId = {
  type: 'STRING',
  about: 'Client order id',
  maxLength: 36,
  format: 'client-order-id',
} as const satisfies Param;

const orderParams = {
  symbol: requiredParam(symbol),
  side: requiredParam({ type: 'ENUM', about: 'Side', values: ['BUY', 'SELL'] }),
  type: requiredParam({
    type: 'ENUM',
    about: 'Order type',
    values: [
      'LIMIT',
      'MARKET',
      'STOP_LOSS',
      'STOP_LOSS_LIMIT',
      'TAKE_PROFIT',
      'TAKE_PROFIT_LIMIT',
      'LIMIT_MAKER',
    ],
  }),
  timeInForce: { type: 'ENUM', about: 'Time in force', values: ['GTC', 'IOC', 'FOK'] },
  quantity: positive,
  quoteOrderQty: positive,
  price: positive,
  newClientOrderId: clientId,
  strategyId: { type: 'LONG', about: 'Strategy id' },
  stopPrice: positive,
  icebergQty: positive,
  goodTillDate: { type: 'LONG', about: 'Good till', unit: 'ms' },
} as const satisfies Params;

const orderRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      LIMIT: ['timeInForce', 'quantity', 'price'],
      MARKET: [{ anyOf: ['quantity', 'quoteOrderQty'] }],
      STOP_LOSS: ['quantity', 'stopPrice'],
      TAKE_PROFIT: ['quantity', 'stopPrice'],
      STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
      TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
      LIMIT_MAKER: ['quantity', 'price'],
    },
  },
] as const;

const signedSpot = { product: 'spot', origin: 'document', security: 'TRADE', effect: 'write' } as const;
const proof = { by: 'empty-object' } as const;

export const order = endpoint({
  ...signedSpot,
  id: 'spot.order',
  proof,
  summary: 'Place an order',
  method: 'POST',
  path: '/api/v3/order',
  weight: 1,
  params: orderParams,
  rules: orderRules,
});

export const cancel = endpoint({
  ...signedSpot,
  id: 'spot.cancel',
  proof,
  summary: 'Cancel an order',
  method: 'DELETE',
  path: '/api/v3/order',
  weight: 1,
  params: {
    symbol: requiredParam(symbol),
    orderId: { type: 'LONG', about: 'Order id' },
    origClientOrderId: clientId,
  },
  rules: [{ rule: 'at-least-one', of: ['orderId', 'origClientOrderId'] }],
});

export const myTrades = endpoint({
  ...signedSpot,
  id: 'spot.my-trades',
  summary: 'Own trades',
  method: 'GET',
  path: '/api/v3/myTrades',
  security: 'USER_DATA',
  effect: 'read',
  weight: dispute(20, { by: 'presence', param: 'orderId', present: 5, absent: 20 }, 'second', 'both listed'),
  params: {
    symbol: requiredParam(symbol),
    orderId: { type: 'LONG', about: 'Order id' },
    startTime,
    endTime,
    fromId,
    limit: limit(500, 1000),
  },
  rules: [
    {
      rule: 'combinations',
      of: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId'],
      allowed: [
        ['symbol'],
        ['symbol', 'orderId'],
        ['symbol', 'startTime'],
        ['symbol', 'endTime'],
        ['symbol', 'fromId'],
        ['symbol', 'startTime', 'endTime'],
        ['symbol', 'orderId', 'fromId'],
      ],
    },
    { rule: 'only-with', param: 'orderId', needs: ['symbol'] },
  ],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
});

export const allocations = endpoint({
  ...signedSpot,
  id: 'spot.allocations',
  summary: 'Own allocations',
  method: 'GET',
  path: '/api/v3/myAllocations',
  security: 'USER_DATA',
  effect: 'read',
  weight: 20,
  params: {
    symbol: requiredParam(symbol),
    startTime,
    endTime,
    fromAllocationId: { type: 'INT', about: 'First allocation' },
    limit: limit(500, 1000),
  },
  rules: [
    { rule: 'max-span', from: 'startTime', to: 'endTime', ms: DAY_MS },
    { rule: 'not-after', from: 'startTime', to: 'endTime' },
  ],
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'time', spanMs: DAY_MS },
});

export const fundingRate = endpoint({
  id: 'usdm.funding-rate',
  product: 'usdm',
  summary: 'Funding rates',
  origin: 'document',
  method: 'GET',
  path: '/fapi/v1/fundingRate',
  security: 'NONE',
  effect: 'read',
  weight: 1,
  params: { symbol, startTime, endTime, limit: limit(100, 1000) },
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'fundingTime' },
});

export const subAccounts = endpoint({
  ...signedSpot,
  id: 'sub.list',
  product: 'sub',
  summary: 'Sub-accounts',
  method: 'GET',
  path: '/sapi/v1/sub-account/list',
  security: 'USER_DATA',
  effect: 'read',
  weight: 1,
  params: {
    email: { type: 'STRING', about: 'Address', format: 'email' },
    isFreeze: { type: 'STRING', about: 'Frozen', values: ['true', 'false'] },
    page: { type: 'INT', about: 'Page', default: 1, min: 1 },
    limit: { type: 'INT', about: 'Rows', default: 1, min: 1, max: 200 },
  },
  pages: { by: 'page', page: 'page', size: 'limit' },
});

export const loan = endpoint({
  ...signedSpot,
  id: 'margin.loan',
  proof,
  product: 'margin',
  summary: 'Borrow',
  method: 'POST',
  path: '/sapi/v1/margin/loan',
  weight: 'unlisted',
  params: {
    asset: requiredParam({ type: 'STRING', about: 'Asset' }),
    isIsolated: { type: 'ENUM', about: 'Isolated', values: ['TRUE', 'FALSE'], default: 'FALSE' },
    symbol,
    amount: requiredParam({ ...positive, max: '9000000000.5' }),
    type: { type: 'INT', about: 'Direction', values: [1, 2] },
    autoRepay: { type: 'BOOLEAN', about: 'Repay' },
  },
  rules: [
    { rule: 'needs-by-value', param: 'isIsolated', needs: { TRUE: ['symbol'] } },
    { rule: 'only-with', param: 'autoRepay', needs: ['type'] },
  ],
});

export const futuresDepth = endpoint({
  id: 'usdm.depth',
  product: 'usdm',
  summary: 'The order book',
  origin: 'document',
  method: 'GET',
  path: '/fapi/v1/depth',
  security: 'unlisted',
  effect: 'read',
  weight: { by: 'range', from: 1, to: 50 },
  params: {
    symbol: requiredParam(symbol),
    limit: {
      type: 'INT',
      about: 'Levels',
      default: 500,
      min: 1,
      max: dispute(1000, 5000, 'first', 'bounds differ'),
    },
    callbackRate: { type: 'DECIMAL', about: 'Callback', min: '0.1', max: 5, unit: 'percent' },
  },
});

export const openInterest = endpoint({
  id: 'options.open-interest',
  product: 'options',
  summary: 'Open interest',
  origin: 'document',
  method: 'GET',
  path: '/eapi/v1/openInterest',
  security: 'NONE',
  effect: 'read',
  weight: 1,
  params: { symbol, expiration: { type: 'STRING', about: 'Expiration', format: 'yyyymmdd' } },
});

/** A batch whose orders have the rules of a single order. */
const batchParam = {
  type: 'LIST',
  about: 'Orders',
  max: 5,
  items: orderParams,
  itemRules: orderRules,
} as const;

export const batch = endpoint({
  ...signedSpot,
  id: 'usdm.batch',
  proof,
  product: 'usdm',
  summary: 'Place several orders',
  method: 'POST',
  path: '/fapi/v1/batchOrders',
  weight: 5,
  params: {
    batchOrders: requiredParam(batchParam),
    ids: { type: 'ARRAY', about: 'Ids', items: { type: 'LONG', about: 'Id' } },
  },
});

export const EVERY_TEST_ENDPOINT: readonly Endpoint[] = [
  order,
  cancel,
  myTrades,
  allocations,
  fundingRate,
  subAccounts,
  loan,
  futuresDepth,
  openInterest,
  batch,
];
