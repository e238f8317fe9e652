/** A resting order fills only by volume that the market trades at its price or beyond. */
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import type { MarketModel } from '../../src/sandbox/engine/market/symbol-model.ts';
import { engine, NOW, setUpFutures } from './futures-setup.ts';
import { requestJson } from './signed-calls.ts';

/** Places a bid of 8 BTC at the best bid, waits, and returns what filled and what was traded at its price or below. */
function restAtBestBid(product: 'spot' | 'usdm', marketModel: MarketModel, at: number, waitMs: number) {
  const { exchange, pass } = setUpFutures(at, 1, { marketModel });
  const contract = engine(exchange, 'usdm').market.find('BTCUSDT', at)!;
  const market = product === 'spot' ? exchange.market : engine(exchange, 'usdm').market.contractMarket;
  const symbol = product === 'spot' ? exchange.market.find('BTCUSDT', unixMs(at))! : contract.market;
  const path = product === 'spot' ? '/api/v3/order' : '/fapi/v1/order';
  const price = market.book(symbol, 1, unixMs(at)).bids[0]!.price;
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: product === 'spot' ? 'GTC' : 'GTX',
    quantity: '8',
    price: (price / 10 ** symbol.tickDecimals).toFixed(symbol.tickDecimals),
  };
  const { orderId } = requestJson(exchange, 'POST', path, order);
  pass(waitMs);
  const { executedQty } = requestJson(exchange, 'GET', path, { symbol: 'BTCUSDT', orderId });
  const { firstId, count } = market.summary(symbol, at, at + waitMs + 1);
  const lots = market
    .aggregateTrades(symbol, firstId, firstId + count)
    .reduce((sum, trade) => sum + (trade.price <= price ? trade.lots : 0), 0);
  return { filled: Number(executedQty), traded: lots / 10 ** symbol.lotDecimals };
}

/** Moments at which the price soon trades at the best bid or below. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => NOW - index * 7_654_321);

describe.each(['spot', 'usdm'] as const)('8 BTC at the best bid of %s', (product) => {
  it('do not fill by more than was traded', () => {
    const all = MOMENTS.map((at) => restAtBestBid(product, 2, at, 3000));
    for (const { filled, traded } of all) expect(filled).toBeLessThanOrEqual(traded + 1e-9);
    expect(all.some(({ filled }) => filled > 0 && filled < 8)).toBe(true);
  });

  it('fill in the end, while the price falls', () => {
    const all = MOMENTS.map((at) => restAtBestBid(product, 2, at, 3_600_000));
    expect(all.some(({ filled }) => filled === 8)).toBe(true);
  });

  it('fill whole at the first touch in market model 1', () => {
    const all = MOMENTS.map((at) => restAtBestBid(product, 1, at, 3000));
    expect(all.every(({ filled }) => filled === 0 || filled === 8)).toBe(true);
    expect(all.some(({ filled, traded }) => filled > traded)).toBe(true);
  });
});
