/**
 * Orders with smart order routing, which may be filled from the books of other symbols with the same base asset and an
 * interchangeable quote asset (spot API documentation, Smart order routing).
 */
import { emptyView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { FREE_IF_DONE, positive, spotOrderRules } from '../order-params.ts';
import { orderProof } from '../write-proofs.ts';
import { orderColumns, orderParams } from './orders.ts';

const { symbol, side, timeInForce, price, newClientOrderId, strategyId, strategyType, icebergQty } =
  orderParams;

const params = {
  symbol,
  side,
  type: requiredParam({ type: 'ENUM', about: 'Order type', values: ['LIMIT', 'MARKET'] }),
  timeInForce,
  quantity: requiredParam({ ...positive, about: 'Amount of the base asset' }),
  price,
  newClientOrderId,
  strategyId,
  strategyType,
  icebergQty,
  newOrderRespType: { ...orderParams.newOrderRespType, default: 'FULL' },
  selfTradePreventionMode: orderParams.selfTradePreventionMode,
} as const;

const rules = [
  { rule: 'needs-by-value', param: 'type', needs: { LIMIT: ['timeInForce', 'price'] } },
] as const;

export const sorNew = endpoint({
  id: 'spot.sor.new',
  answersOne: true,
  proof: orderProof,
  product: 'spot',
  summary: 'Place an order that is filled from the books of several symbols (smart order routing)',
  origin: 'today',
  method: 'POST',
  path: '/api/v3/sor/order',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'sor.order.place',
  weight: 1,
  params,
  rules,
  lookup: 'spot.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  testEndpoint: 'spot.sor.test',
  orderRules: spotOrderRules,
  view: { shape: 'rows', columns: orderColumns },
  notes: [
    FREE_IF_DONE,
    'exchangeInfo lists the symbols of each smart order routing in sors.',
    'What is filled from another symbol is an allocation, not a trade: account allocations lists it.',
  ],
});

export const sorTest = endpoint({
  id: 'spot.sor.test',
  product: 'spot',
  summary: 'Check an order with smart order routing without placing it',
  origin: 'today',
  method: 'POST',
  path: '/api/v3/sor/order/test',
  security: 'TRADE',
  effect: 'dry-run',
  wsMethod: 'sor.order.test',
  weight: { by: 'presence', param: 'computeCommissionRates', present: 20, absent: 1 },
  params: {
    ...params,
    computeCommissionRates: {
      type: 'BOOLEAN',
      about: 'Answer with the commission it would cost',
      default: false,
    },
  },
  rules,
  orderRules: spotOrderRules,
  view: emptyView,
});
