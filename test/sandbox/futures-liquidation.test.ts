/** Which orders a liquidation cancels. */

import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { setUpFutures, trader } from './futures-setup.ts';
import { requestJson } from './signed-calls.ts';

it('a cross liquidation does not cancel the orders of an isolated position', () => {
  const { exchange, pass } = setUpFutures();
  const { keys } = trader(exchange, 'bold', 'usdm', 'USDT', 3_400n * 100_000_000n);
  const post = (path: string, params: Readonly<Record<string, string | number>>) =>
    requestJson(exchange, 'POST', path, params, keys);
  const held = (symbol: string) =>
    Number(requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol }, keys)[0].positionAmt);
  const statusOf = (symbol: string, orderId: number) =>
    requestJson(exchange, 'GET', '/fapi/v1/order', { symbol, orderId }, keys).status;
  post('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
  post('/fapi/v1/leverage', { symbol: 'ETHUSDT', leverage: 2 });
  post('/fapi/v1/order', { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.3' });
  const stop = { side: 'SELL', type: 'STOP_MARKET', closePosition: 'true' };
  const isolated = post('/fapi/v1/order', { ...stop, symbol: 'ETHUSDT', stopPrice: '1000' });
  post('/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 100 });
  post('/fapi/v1/order', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '2' });
  const cross = post('/fapi/v1/order', { ...stop, symbol: 'BTCUSDT', stopPrice: '1000' });
  for (let hour = 0; hour < 4000 && held('BTCUSDT') !== 0; hour += 1) pass(HOUR_MS);
  expect([held('BTCUSDT'), held('ETHUSDT')]).toEqual([0, 0.3]);
  expect(statusOf('BTCUSDT', cross.orderId)).toBe('EXPIRED');
  expect(statusOf('ETHUSDT', isolated.orderId)).toBe('NEW');
});
