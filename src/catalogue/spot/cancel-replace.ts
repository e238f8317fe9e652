/** Replaces an order by another in one call (spot API documentation, Cancel an existing order and send a new order). */
import { endpoint, requiredParam } from '../define.ts';
import { CANCEL_RESTRICTIONS } from '../enums/orders.ts';
import { FREE_IF_DONE, orderId, spotOrderRules } from '../order-params.ts';
import { clientOrderId } from '../params.ts';
import { replaceProof } from '../write-proofs.ts';
import type { OrderReplacement } from '../write-types.ts';
import { orderColumns, orderParams, orderRules } from './orders.ts';

/** Every parameter of a new order except those that this call does not accept. */
const { goodTillDate: _goodTillDate, ...newOrderParams } = orderParams;

/** The two halves of the call, which are the same over REST and the WebSocket API. */
export const replacedOrder: OrderReplacement = {
  cancelEndpoint: 'spot.order.cancel',
  placeEndpoint: 'spot.order.new',
  cancelNames: {
    symbol: 'symbol',
    orderId: 'cancelOrderId',
    origClientOrderId: 'cancelOrigClientOrderId',
    newClientOrderId: 'cancelNewClientOrderId',
    cancelRestrictions: 'cancelRestrictions',
  },
};

export const orderReplace = endpoint({
  id: 'spot.order.cancel-replace',
  proof: replaceProof,
  product: 'spot',
  summary: 'Cancel an order and place another by one call',
  inWords:
    'Cancel order {cancelOrderId|cancelOrigClientOrderId} of {symbol}, then {side}[ {quantity}][ for {quoteOrderQty} of the quote asset][ at {price}], {type}[ triggered at {stopPrice}][ trailing by {trailingDelta} bps][, {timeInForce}], {cancelReplaceMode}',
  origin: 'today',
  method: 'POST',
  path: '/api/v3/order/cancelReplace',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
  params: {
    ...newOrderParams,
    cancelReplaceMode: requiredParam({
      type: 'ENUM',
      about: 'Whether the new order is placed when the cancellation fails',
      values: ['STOP_ON_FAILURE', 'ALLOW_FAILURE'],
    }),
    cancelOrderId: { ...orderId, about: "The exchange's number of the order to cancel" },
    cancelOrigClientOrderId: { ...clientOrderId, about: 'Client id of the order to cancel' },
    cancelNewClientOrderId: {
      ...clientOrderId,
      about: 'Client id of the cancellation; generated if omitted',
    },
    cancelRestrictions: {
      type: 'ENUM',
      about: 'Cancel only an order in this state',
      values: CANCEL_RESTRICTIONS,
    },
    orderRateLimitExceededMode: {
      type: 'ENUM',
      about: 'What to do when the limit of orders is reached',
      values: ['DO_NOTHING', 'CANCEL_ONLY'],
      default: 'DO_NOTHING',
    },
  },
  rules: [...orderRules, { rule: 'at-least-one', of: ['cancelOrderId', 'cancelOrigClientOrderId'] }],
  lookup: 'spot.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  replaces: replacedOrder,
  wsMethod: 'order.cancelReplace',
  orderRules: spotOrderRules,
  view: {
    shape: 'record',
    columns: [
      { name: 'cancelResult', title: 'cancellation', is: 'text' },
      { name: 'newOrderResult', title: 'new order', is: 'text' },
      { name: 'cancelResponse', title: 'cancelled order', is: 'text', wire: 'object', items: orderColumns },
      { name: 'newOrderResponse', title: 'placed order', is: 'text', wire: 'object', items: orderColumns },
    ],
  },
  notes: [
    FREE_IF_DONE,
    'The exchange checks the filters and the order limit before it cancels anything.',
    'Cancelling an order of a list this way ends the list.',
  ],
});
