/** How spot orders were amended, an endpoint of today's interface (public facts, WebSocket API). */
import { endpoint, requiredParam } from '../define.ts';
import { orderId } from '../order-params.ts';
import { limit, symbol } from '../params.ts';

export const orderAmendments = endpoint({
  id: 'spot.order.amendments',
  product: 'spot',
  summary: 'How an order was amended, oldest first',
  origin: 'today',
  method: 'GET',
  path: '/api/v3/order/amendments',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'order.amendments',
  weight: 4,
  params: {
    symbol: requiredParam(symbol),
    orderId: requiredParam(orderId),
    fromExecutionId: { type: 'LONG', about: 'First execution id, inclusive', min: 0 },
    limit: limit(500, 1000),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'symbol', is: 'text' },
      { name: 'orderId', title: 'order', is: 'integer' },
      { name: 'executionId', title: 'execution', is: 'integer' },
      { name: 'origClientOrderId', title: 'client id before', is: 'text' },
      { name: 'newClientOrderId', title: 'client id', is: 'text' },
      { name: 'origQty', title: 'quantity before', is: 'decimal' },
      { name: 'newQty', title: 'quantity', is: 'decimal' },
    ],
  },
});
