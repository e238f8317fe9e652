/** Errors of the library: the words of a program, and what a call that was done in part says. */
import { expect, it } from 'vitest';
import { libraryText } from '../../src/library/library-words.ts';
import { openLibrary } from './test-library.ts';

it.each([
  ['Add --order-id or --orig-client-order-id.', 'Add orderId or origClientOrderId.'],
  ['Try again with --max-wait 5m.', 'Try again with maxWaitMs 5m.'],
  ['List them with bourse trade open-orders BTCUSDT --env=sandbox', 'List them with x.trade.openOrders'],
  ['See bourse orders resolve. Nothing was sent.', 'See x.orders.resolve. Nothing was sent.'],
  [
    'A person runs bourse approve p-1 --yes, then try again.',
    'A person runs bourse approve p-1 --yes, then try again.',
  ],
  ['The price fell -- by much.', 'The price fell -- by much.'],
])('says %j as %j', (text, expected) => {
  expect(libraryText(text)).toBe(expected);
});

it('names parameters, not options, in the error of a call without an id', async () => {
  const { x } = openLibrary();
  const error = await x.trade.cancelOrder({ symbol: 'BTCUSDT' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: 'usage',
    faults: [{ message: expect.stringContaining('Add orderId or') }],
  });
  expect(String(error)).not.toContain('--');
});

it('says why the new order of a replacement was refused, and that the old one was cancelled', async () => {
  const { x } = openLibrary();
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.01' } as const;
  const [{ price: last }] = (await x.market.tickerPrice({ symbol: 'BTCUSDT' })) as [{ price: string }];
  // Above the best ask, so that an order that may only rest is refused.
  const price = String((BigInt(last.split('.')[0]!) * 3n) / 2n);
  const { clientOrderId, orderId } = await x.trade.placeOrder({ ...order, price: '60000' });
  const replaced = x.trade.replaceOrder(
    {
      ...order,
      price,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: clientOrderId,
    },
    { skipFilters: true },
  );
  await expect(replaced).rejects.toMatchObject({
    kind: 'partial',
    code: -2010,
    codeName: 'NEW_ORDER_REJECTED',
    execution: 'executed',
    endpoint: 'spot.order.cancel-replace',
    message: 'trade.replaceOrder was done in part only: Order would immediately match and take.',
    answer: { cancelResult: 'SUCCESS', cancelResponse: { orderId }, newOrderResult: 'FAILURE' },
  });
});
