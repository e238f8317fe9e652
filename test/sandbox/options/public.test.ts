/** Users' orders and trades in the public data of options. */

import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { OPTIONS } from '../../../src/sandbox/engine/options/engine.ts';
import { openFeed } from '../../../src/sandbox/streams/feeds.ts';
import { type Params, requestJson, requestPublicJson } from '../signed-calls.ts';
import { addTrader, atTheMoney, setUpOptions } from './setup.ts';

function setUpWithQuotes() {
  const setup = setUpOptions();
  const symbol = atTheMoney(setup.exchange, 'BTC-240223', 'C');
  const ben = addTrader(setup.exchange, 'ben', 1_000_000n);
  const options = setup.exchange.engines.get(OPTIONS);
  const contract = options.services.contracts.find(symbol, setup.clock.now())!;
  const read = (what: string, more = '') =>
    requestPublicJson(setup.exchange, `/eapi/v1/${what}?symbol=${symbol}${more}`);
  const order = (side: 'BUY' | 'SELL', changed: Params): Params => ({
    symbol,
    side,
    type: 'LIMIT',
    ...changed,
  });
  /** A price between the best bid and ask. */
  const between = () => {
    const { bids, asks } = read('depth', '&limit=10');
    return ((Number(bids[0][0]) + Number(asks[0][0])) / 2).toFixed(1);
  };
  return { ...setup, symbol, ben, options, contract, read, order, between };
}

describe('the public book of an option', () => {
  it('shows resting orders, and omits consumed liquidity until it changes', () => {
    const { place, order, read, between, clock } = setUpWithQuotes();
    const price = between();
    place(order('BUY', { price, quantity: '0.05' }));
    const { bids, asks, lastUpdateId } = read('depth', '&limit=10');
    expect(bids[0]).toEqual([price, '0.05']);
    expect(read('ticker')[0].bidPrice).toBe(price);
    const [best, next] = asks;
    place(order('BUY', { type: 'MARKET', quantity: best[1] }));
    const after = read('depth', '&limit=10');
    expect(after.asks[0]).toEqual(next);
    expect(after.lastUpdateId).toBeGreaterThan(lastUpdateId);
    clock.move(1000);
    expect(read('depth', '&limit=10').lastUpdateId).toBeGreaterThan(after.lastUpdateId);
  });

  it('fills a taker exactly with the liquidity that it shows', () => {
    const { place, order, read, between, ben } = setUpWithQuotes();
    place(order('SELL', { price: between(), quantity: '0.07' }), ben);
    const { asks } = read('depth', '&limit=10');
    const quantity = (Number(asks[0][1]) + Number(asks[1][1])).toFixed(2);
    const { avgPrice } = place(order('BUY', { type: 'MARKET', quantity }));
    const worth = asks
      .slice(0, 2)
      .reduce((sum: number, [at, lots]: [string, string]) => sum + Number(at) * Number(lots), 0);
    expect(Number(avgPrice)).toBeCloseTo(worth / Number(quantity), 6);
  });
});

describe('the public trades of an option', () => {
  it("include users' trades, numbered without gaps, in candles and tickers", () => {
    const { place, order, between, read, clock, options, contract, ben, exchange } = setUpWithQuotes();
    const [before] = read('ticker');
    const price = between();
    place(order('SELL', { price, quantity: '0.05' }), ben);
    place(order('BUY', { price, quantity: '0.05' }));
    clock.move(20 * MINUTE_MS);
    place(order('BUY', { type: 'MARKET', quantity: '0.01' }));
    clock.move(20 * MINUTE_MS);
    const now = clock.now();
    const trades = options.publicTrading.trades(contract, now - 60 * MINUTE_MS, now);
    const [first] = trades;
    expect(trades.map(({ id }) => id)).toEqual(trades.map((_, place) => first!.id + place));
    expect(trades.map(({ time }) => time)).toEqual(trades.map(({ time }) => time).sort((a, b) => a - b));
    expect(trades.length).toBe(
      options.services.quotes.trades(contract, now - 60 * MINUTE_MS, now).length + 2,
    );
    expect(options.publicTrading.lastTrade(contract, now)).toEqual(trades.at(-1));
    const fills = requestJson(exchange, 'GET', '/eapi/v1/userTrades', { symbol: contract.symbol });
    for (const { tradeId, price: at } of fills) {
      expect(trades.find(({ id }) => id === tradeId)?.price).toBe(Number(at) * 10);
    }
    const [after] = read('ticker');
    expect(after.tradeCount).toBeGreaterThan(before.tradeCount);
    const minutes = read('klines', `&interval=1m&startTime=${now - 60 * MINUTE_MS}&limit=100`);
    const counted = minutes.reduce((sum: number, row: unknown[]) => sum + Number(row[8]), 0);
    expect(counted).toBe(trades.length);
  });

  it('are sent on the stream as well', () => {
    const { place, order, exchange, symbol, clock } = setUpWithQuotes();
    const named = { stream: { id: 'options.trade' }, values: { symbol } } as never;
    const feed = openFeed(exchange, 'options', named, clock.now())!;
    clock.move(10);
    place(order('BUY', { type: 'MARKET', quantity: '0.01' }));
    const emitted = feed
      .advance(clock.now())
      .map((message) => JSON.parse(message({ at: Number, end: Number } as never)));
    expect(emitted.filter(({ q }) => q === '0.01')).toHaveLength(1);
  });
});

describe('open interest', () => {
  it('accepts the expiry date in both published formats', () => {
    const { exchange } = setUpWithQuotes();
    const of = (day: string) =>
      requestPublicJson(exchange, `/eapi/v1/openInterest?underlyingAsset=BTC&expiration=${day}`);
    expect(of('20240223').length).toBeGreaterThan(0);
    expect(of('240223')).toEqual(of('20240223'));
  });
});
