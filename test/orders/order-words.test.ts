/** The words for orders of every kind. */
import { describe, expect, it } from 'vitest';
import { orderListWords, orderWords } from '../../src/orders/order-words.ts';

const BASE = { isInContracts: false };
const CONTRACTS = { isInContracts: true };

function words(fields: Readonly<Record<string, string>>, quoteAsset = 'USDT', units = BASE) {
  const wire = new Map(Object.entries({ symbol: 'BTCUSDT', ...fields }));
  return orderWords({ wire, quoteAsset: quoteAsset === '' ? undefined : quoteAsset }, units);
}

describe('the words for an order', () => {
  const buy = { side: 'BUY', quantity: '0.001' };
  const sell = { side: 'SELL', quantity: '0.001' };

  it.each([
    [{ ...buy, type: 'LIMIT', price: '60000', timeInForce: 'GTC' }, 'BUY 0.001 BTC at 60000 USDT, GTC'],
    [{ ...buy, type: 'LIMIT_MAKER', price: '60000' }, 'BUY 0.001 BTC at 60000 USDT, post-only'],
    [{ ...buy, type: 'MARKET' }, 'BUY 0.001 BTC at market'],
    [{ side: 'BUY', type: 'MARKET', quoteOrderQty: '100' }, 'BUY BTC for 100 USDT at market'],
    [
      { ...sell, type: 'STOP_LOSS', stopPrice: '50000' },
      'SELL 0.001 BTC at market, STOP_LOSS triggered at 50000 USDT',
    ],
    [
      { ...sell, type: 'STOP_LOSS_LIMIT', stopPrice: '50000', price: '49900', timeInForce: 'GTC' },
      'SELL 0.001 BTC at 49900 USDT, STOP_LOSS_LIMIT triggered at 50000 USDT, GTC',
    ],
    [
      { ...sell, type: 'TAKE_PROFIT', trailingDelta: '100' },
      'SELL 0.001 BTC at market, TAKE_PROFIT trailing by 100 bps',
    ],
    [
      { ...buy, type: 'LIMIT', price: '60000', timeInForce: 'GTC', icebergQty: '0.0001' },
      'BUY 0.001 BTC at 60000 USDT, GTC, showing 0.0001 BTC at a time',
    ],
    [
      {
        ...sell,
        type: 'TRAILING_STOP_MARKET',
        callbackRate: '1',
        activationPrice: '61000',
        workingType: 'MARK_PRICE',
      },
      'SELL 0.001 BTC at market, TRAILING_STOP_MARKET trailing by 1 % by MARK_PRICE, activated at 61000 USDT',
    ],
    [
      {
        side: 'SELL',
        type: 'STOP_MARKET',
        stopPrice: '50000',
        closePosition: 'true',
        workingType: 'MARK_PRICE',
      },
      'SELL the whole position in BTCUSDT at market, STOP_MARKET triggered at 50000 USDT by MARK_PRICE',
    ],
    [
      { ...sell, type: 'MARKET', reduceOnly: 'true', positionSide: 'LONG' },
      'SELL 0.001 BTC at market, reduce-only, LONG position',
    ],
    [
      {
        ...buy,
        type: 'LIMIT',
        price: '60000',
        timeInForce: 'GTD',
        goodTillDate: '1710506096000',
        positionSide: 'BOTH',
      },
      'BUY 0.001 BTC at 60000 USDT, GTD, until 2024-03-15 12:34:56Z',
    ],
    [
      { ...buy, type: 'LIMIT', priceMatch: 'OPPONENT', timeInForce: 'GTC' },
      'BUY 0.001 BTC at the price OPPONENT, GTC',
    ],
    [
      { ...buy, type: 'MARKET', sideEffectType: 'MARGIN_BUY' },
      'BUY 0.001 BTC at market, borrowing what is missing',
    ],
    [
      { ...buy, type: 'MARKET', selfTradePreventionMode: 'EXPIRE_MAKER' },
      'BUY 0.001 BTC at market, self-trade prevention EXPIRE_MAKER',
    ],
  ])('%j', (fields, expected) => {
    expect(words(fields)).toBe(expected);
  });

  it('name the symbol where its assets are not known or are not all of it', () => {
    const limit = { ...buy, type: 'LIMIT', price: '60000', timeInForce: 'GTC' };
    expect(words(limit, '')).toBe('BUY 0.001 BTCUSDT at 60000, GTC');
    expect(words({ ...limit, symbol: 'BTCUSDT_240628' })).toBe('BUY 0.001 BTCUSDT_240628 at 60000 USDT, GTC');
  });

  it('count contracts where the quantity does', () => {
    const limit = { side: 'BUY', type: 'LIMIT', price: '60000', timeInForce: 'GTC', symbol: 'BTCUSD_PERP' };
    expect(words({ ...limit, quantity: '3' }, 'USD', CONTRACTS)).toBe(
      'BUY 3 contracts of BTCUSD_PERP at 60000 USD, GTC',
    );
    expect(words({ ...limit, quantity: '1' }, 'USD', CONTRACTS)).toBe(
      'BUY 1 contract of BTCUSD_PERP at 60000 USD, GTC',
    );
  });
});

describe('the words for an order list', () => {
  const order = (side: string, price: string, quantity?: string) => ({
    wire: new Map(
      Object.entries({
        symbol: 'BTCUSDT',
        side,
        type: 'LIMIT_MAKER',
        price,
        ...(quantity === undefined ? {} : { quantity }),
      }),
    ),
    quoteAsset: 'USDT',
  });
  const leg = (name: string, params: Readonly<Record<string, string>> = { quantity: 'q' }) => ({
    name,
    params,
  });

  it('join orders of which one cancels the other', () => {
    const orders = [order('SELL', '70000', '1'), order('SELL', '50000', '1')];
    expect(orderListWords([leg('above'), leg('below')], orders, BASE)).toBe(
      'SELL 1 BTC at 70000 USDT, post-only; or SELL 1 BTC at 50000 USDT, post-only',
    );
  });

  it('state what follows once the working order is filled, and what it pays for', () => {
    const orders = [order('BUY', '60000', '1'), order('SELL', '70000')];
    expect(orderListWords([leg('working'), leg('pending', {})], orders, BASE)).toBe(
      'BUY 1 BTC at 60000 USDT, post-only; once it is filled: SELL what was bought at 70000 USDT, post-only',
    );
  });
});
