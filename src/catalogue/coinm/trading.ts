/**
 * Orders of coin-margined futures (interface document, Coin-margined futures). The document lists no query and no
 * cancellation; those of today's interface stand here, or an order whose outcome is unclear could not be looked up.
 */
import { endpoint, required } from '../define.ts';
import { symbol } from '../params.ts';
import {
  commonOrderParams,
  commonOrderRules,
  orderColumns,
  orderReference,
  orderReferenceRules,
} from '../usdm/orders.ts';

const write = { product: 'coinm', security: 'TRADE', effect: 'write' } as const;
const read = {
  product: 'coinm',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
} as const;
const view = { shape: 'rows', columns: orderColumns } as const;
const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;

const orderParams = {
  ...commonOrderParams,
  symbol: required(contract),
  quantity: { ...commonOrderParams.quantity, about: 'Number of contracts' },
} as const;

const reference = { ...orderReference, symbol: required(contract) } as const;

export const orderNew = endpoint({
  ...write,
  id: 'coinm.order.new',
  summary: 'Place an order',
  origin: 'document',
  method: 'POST',
  path: '/dapi/v1/order',
  weight: 1,
  params: orderParams,
  rules: commonOrderRules,
  lookup: 'coinm.order.get',
  view,
  notes: ['Callback rates up to 10 % are taken by the live service.'],
});

export const orderBatch = endpoint({
  ...write,
  id: 'coinm.order.batch',
  summary: 'Place up to 5 orders at once',
  origin: 'document',
  method: 'POST',
  path: '/dapi/v1/batchOrders',
  weight: 5,
  params: {
    batchOrders: required({
      type: 'LIST',
      about: 'Orders, each with the parameters of a single one',
      min: 1,
      max: 5,
      items: orderParams,
      itemRules: commonOrderRules,
    }),
  },
  lookup: 'coinm.order.get',
  view,
  notes: ['Each order succeeds or fails on its own; the answer has a row for each, in the order sent.'],
});

export const orderCancel = endpoint({
  ...write,
  id: 'coinm.order.cancel',
  summary: 'Cancel an order',
  origin: 'today',
  method: 'DELETE',
  path: '/dapi/v1/order',
  weight: 'unlisted',
  params: reference,
  rules: orderReferenceRules,
  lookup: 'coinm.order.get',
  view,
});

export const orderGet = endpoint({
  ...read,
  id: 'coinm.order.get',
  summary: 'Look up an order',
  path: '/dapi/v1/order',
  weight: 'unlisted',
  params: reference,
  rules: orderReferenceRules,
  view,
});

export const coinmTrading = [orderNew, orderBatch, orderCancel, orderGet] as const;
