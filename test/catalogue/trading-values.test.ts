/** Closed sets and bounds of orders, settings and market data, as the interface document lists them. */
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { faults, readArgs } from '../request/vectors.ts';

const INTERVALS = '1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M';
const PERIODS = '5m 15m 30m 1h 2h 4h 6h 12h 1d';
const STP = 'EXPIRE_TAKER EXPIRE_MAKER EXPIRE_BOTH NONE';
const FUTURES_TYPES = 'LIMIT MARKET STOP TAKE_PROFIT STOP_MARKET TAKE_PROFIT_MARKET TRAILING_STOP_MARKET';

/** Endpoint, parameter, its closed set. */
const SETS: readonly (readonly [string, string, string])[] = [
  ['spot.order.new', 'side', 'BUY SELL'],
  [
    'spot.order.new',
    'type',
    'LIMIT MARKET STOP_LOSS STOP_LOSS_LIMIT TAKE_PROFIT TAKE_PROFIT_LIMIT LIMIT_MAKER',
  ],
  ['spot.order.new', 'timeInForce', 'GTC IOC FOK'],
  ['spot.order.new', 'newOrderRespType', 'ACK RESULT FULL'],
  ['spot.order.new', 'selfTradePreventionMode', STP],
  ['spot.order.cancel', 'cancelRestrictions', 'ONLY_NEW ONLY_PARTIALLY_FILLED'],
  ['spot.oco.new', 'stopLimitTimeInForce', 'GTC IOC FOK'],
  ['spot.oco.new', 'selfTradePreventionMode', STP],
  ['usdm.klines', 'interval', INTERVALS],
  ['usdm.continuous-klines', 'interval', INTERVALS],
  [
    'usdm.continuous-klines',
    'contractType',
    'PERPETUAL CURRENT_MONTH NEXT_MONTH CURRENT_QUARTER NEXT_QUARTER',
  ],
  ['usdm.index-price-klines', 'interval', INTERVALS],
  ['usdm.open-interest-history', 'period', PERIODS],
  ['usdm.basis', 'period', PERIODS],
  ['usdm.basis', 'contractType', 'CURRENT_QUARTER NEXT_QUARTER PERPETUAL'],
  ['usdm.order.new', 'side', 'BUY SELL'],
  ['usdm.order.new', 'positionSide', 'BOTH LONG SHORT'],
  ['usdm.order.new', 'type', FUTURES_TYPES],
  ['usdm.order.new', 'timeInForce', 'GTC IOC FOK GTX GTD'],
  ['usdm.order.new', 'reduceOnly', 'true false'],
  ['usdm.order.new', 'closePosition', 'true false'],
  ['usdm.order.new', 'priceProtect', 'true false'],
  ['usdm.order.new', 'workingType', 'MARK_PRICE CONTRACT_PRICE'],
  ['usdm.order.new', 'newOrderRespType', 'ACK RESULT'],
  [
    'usdm.order.new',
    'priceMatch',
    'NONE OPPONENT OPPONENT_5 OPPONENT_10 OPPONENT_20 QUEUE QUEUE_5 QUEUE_10 QUEUE_20',
  ],
  ['usdm.order.new', 'selfTradePreventionMode', STP],
  ['usdm.margin-type', 'marginType', 'ISOLATED CROSSED'],
  ['usdm.position-margin', 'type', '1 2'],
  ['coinm.order.new', 'type', FUTURES_TYPES],
  ['coinm.klines', 'interval', INTERVALS],
  [
    'coinm.income',
    'incomeType',
    'TRANSFER WELCOME_BONUS REALIZED_PNL FUNDING_FEE COMMISSION INSURANCE_CLEAR REFERRAL_KICKBACK',
  ],
  ['options.klines', 'interval', INTERVALS],
  ['options.order.new', 'type', 'LIMIT MARKET'],
  ['options.order.new', 'timeInForce', 'GTC IOC FOK'],
  ['options.order.new', 'newOrderRespType', 'ACK RESULT'],
];

function find(id: string): Endpoint {
  return ENDPOINTS.find((endpoint) => endpoint.id === id)!;
}

/** Returns the faults of one parameter alone, whatever else is missing. */
function faultsOf(id: string, name: string, text: string): string[] {
  return faults(find(id), { [name]: text }).filter((fault) => fault.startsWith(`${name} `));
}

test.each(SETS)('%s allows for %s only %s', (id, name, words) => {
  expect(find(id).params[name]?.values?.map(String).sort()).toEqual(words.split(' ').sort());
  for (const word of words.split(' ')) expect(faultsOf(id, name, word)).toEqual([]);
  expect(faultsOf(id, name, 'OTHER')).toHaveLength(1);
});

/** Endpoint, parameter, an allowed value, a refused one and the rule that refuses it. */
const BOUNDS: readonly (readonly [string, string, string, string, string])[] = [
  ['usdm.order.new', 'quantity', '0.001', '0', 'above'],
  ['usdm.order.new', 'callbackRate', '0.1', '0.09', 'minimum'],
  ['usdm.order.new', 'callbackRate', '5', '5.1', 'maximum'],
  ['usdm.order.new', 'newClientOrderId', 'a'.repeat(36), 'a'.repeat(37), 'length'],
  ['usdm.leverage', 'leverage', '1', '0', 'minimum'],
  ['usdm.leverage', 'leverage', '125', '126', 'maximum'],
  ['usdm.position-margin', 'amount', '0.5', '0', 'above'],
  ['usdm.depth', 'limit', '5000', '5001', 'maximum'],
  ['usdm.klines', 'limit', '1', '0', 'minimum'],
  ['usdm.klines', 'limit', '1500', '1501', 'maximum'],
  ['usdm.funding-rate', 'limit', '1000', '1001', 'maximum'],
  ['usdm.taker-volume', 'limit', '500', '501', 'maximum'],
  ['coinm.depth', 'limit', '5000', '5001', 'maximum'],
  ['coinm.klines', 'limit', '1500', '1501', 'maximum'],
  ['coinm.income', 'limit', '1000', '1001', 'maximum'],
  ['coinm.order.new', 'callbackRate', '5', '5.01', 'maximum'],
  ['options.depth', 'limit', '1000', '1001', 'maximum'],
  ['options.klines', 'limit', '1500', '1501', 'maximum'],
  ['options.exercise-history', 'limit', '100', '101', 'maximum'],
  ['options.exercise-history', 'limit', '1', '0', 'minimum'],
  ['options.open-interest', 'expiration', '20240628', '2024-06-28', 'format'],
  ['options.open-interest', 'expiration', '20240229', '20230229', 'format'],
  ['options.order.new', 'quantity', '0.01', '0', 'above'],
  ['options.order.new', 'clientOrderId', 'a'.repeat(36), 'a'.repeat(37), 'length'],
  ['options.order.new', 'postOnly', 'false', 'no', 'type'],
  ['options.mmp.set', 'windowTimeInMilliseconds', '5000', '5001', 'maximum'],
  ['options.mmp.set', 'windowTimeInMilliseconds', '1', '0', 'above'],
  ['options.mmp.set', 'frozenTimeInMilliseconds', '0', '-1', 'minimum'],
  ['spot.order.amend', 'newQty', '0.0001', '0', 'above'],
  ['spot.oco.new', 'quantity', '0.0001', '0', 'above'],
  ['spot.oco.new', 'stopIcebergQty', '0.0001', '0', 'above'],
  ['spot.oco.new', 'listClientOrderId', 'a'.repeat(36), 'a'.repeat(37), 'length'],
  ['spot.oco.new', 'limitClientOrderId', 'a'.repeat(36), 'a'.repeat(37), 'length'],
  ['spot.oco.new', 'stopClientOrderId', 'a'.repeat(36), 'a'.repeat(37), 'length'],
  ['spot.prevented-matches', 'limit', '1000', '1001', 'maximum'],
  ['spot.allocations', 'limit', '1000', '1001', 'maximum'],
];

test.each(BOUNDS)('%s allows for %s %s, but not %s', (id, name, good, bad, rule) => {
  expect(faultsOf(id, name, good)).toEqual([]);
  expect(faultsOf(id, name, bad)).toEqual([`${name} ${rule}`]);
});

describe('an order book whose max depth the listings dispute', () => {
  it.each([
    ['usdm.depth', '1000', '1001'],
    ['options.depth', '100', '101'],
  ])('%s allows more levels than %s, with a note', (id, listed, more) => {
    expect(readArgs(find(id), { symbol: 'BTCUSDT', limit: listed }).notes).toEqual([]);
    const { wire, faults: found, notes } = readArgs(find(id), { symbol: 'BTCUSDT', limit: more });
    expect(found).toEqual([]);
    expect(wire['limit']).toBe(more);
    expect(notes).toEqual([expect.stringContaining(`above ${listed}`)]);
  });
});

describe('coin-margined orders', () => {
  it.each(['priceMatch', 'selfTradePreventionMode', 'goodTillDate'])('have no %s', (name) => {
    expect(faultsOf('coinm.order.new', name, 'NONE')).toEqual([`${name} unknown-parameter`]);
  });
});

describe('typed values', () => {
  it('of symbols are upper-cased and keep the underscore and hyphens of futures and options', () => {
    expect(readArgs(find('coinm.depth'), { symbol: 'btcusd_perp' }).wire).toEqual({ symbol: 'BTCUSD_PERP' });
    expect(readArgs(find('usdm.depth'), { symbol: 'btcusdt_240628' }).wire).toEqual({
      symbol: 'BTCUSDT_240628',
    });
    expect(readArgs(find('options.depth'), { symbol: 'btc-240628-60000-c' }).wire).toEqual({
      symbol: 'BTC-240628-60000-C',
    });
  });

  it('of a margin change have meanings', () => {
    expect(find('usdm.position-margin').params['type']?.meanings).toEqual({ 1: 'add', 2: 'reduce' });
  });

  it('in a batch are normalised, and each is sent as text', () => {
    const toTyped = JSON.stringify([
      { symbol: 'btcusdt', side: 'buy', type: 'limit', timeInForce: 'gtc', quantity: '1e-3', price: 60000.5 },
    ]);
    const { wire, faults: found } = readArgs(find('usdm.order.batch'), { batchOrders: toTyped });
    expect(found).toEqual([]);
    expect(wire['batchOrders']).toBe(
      '[{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","timeInForce":"GTC","quantity":"0.001","price":"60000.5"}]',
    );
  });
});
