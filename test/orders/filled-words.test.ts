/** What of an order was filled, in words. */
import { expect, it } from 'vitest';
import { filledWords } from '../../src/orders/filled-words.ts';

const SPOT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  origQty: '0.50000000',
  executedQty: '0.30000000',
  cummulativeQuoteQty: '20000.00000000',
  fills: [
    { commission: '0.00010000', commissionAsset: 'BTC' },
    { commission: '0.00020000', commissionAsset: 'BTC' },
    { commission: '0.00100000', commissionAsset: 'BNB' },
  ],
};

it('states the average price, the value and the sum of the fees of each asset', () => {
  expect(filledWords(SPOT, 'USDT')).toBe(
    'BUY 0.3 of 0.5 BTCUSDT filled at 66666.66666667 on average, 20000 USDT, fee 0.0003 BTC and 0.001 BNB.',
  );
});

it('takes the average price of futures as stated, and no fee, which the answer lacks', () => {
  const order = {
    symbol: 'BTCUSDT',
    side: 'SELL',
    origQty: '0.01',
    executedQty: '0.010',
    avgPrice: '60000.50',
    cumQuote: '600.005',
  };
  expect(filledWords(order, 'USDT')).toBe('SELL 0.01 BTCUSDT filled at 60000.5 on average, 600.005 USDT.');
  const { cumQuote: _value, ...contracts } = order;
  expect(filledWords(contracts, 'USD')).toBe('SELL 0.01 BTCUSDT filled at 60000.5 on average.');
});

it('is silent about an order that is not filled, or whose answer does not say it', () => {
  expect(filledWords({ ...SPOT, executedQty: '0.00000000' }, 'USDT')).toBeUndefined();
  expect(filledWords({ orderId: 1 }, undefined)).toBeUndefined();
  expect(filledWords({ ...SPOT, cummulativeQuoteQty: '0' }, 'USDT')).toBeUndefined();
});
