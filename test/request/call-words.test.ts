/** The words for calls: by template, or by summary and parameters. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { callWords, templateParams } from '../../src/request/call-words.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';

const byId = (id: string) => ENDPOINTS.find((one) => one.id === id)!;
const words = (id: string, fields: Readonly<Record<string, string>>) =>
  callWords(byId(id), new Map(Object.entries(fields)));

describe('the words for a call', () => {
  it.each([
    [
      'funds.withdraw',
      { coin: 'USDT', amount: '25', address: '0xab', network: 'BSC' },
      'Withdraw 25 USDT to 0xab on BSC',
    ],
    [
      'funds.transfer',
      { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '12.5' },
      'Transfer 12.5 USDT, MAIN_UMFUTURE',
    ],
    ['margin.transfer', { type: '1', asset: 'USDT', amount: '5' }, 'Transfer 5 USDT from spot to margin'],
    [
      'margin.borrow',
      { asset: 'USDT', amount: '5', isIsolated: 'TRUE', symbol: 'BTCUSDT' },
      'Borrow 5 USDT on isolated margin of BTCUSDT',
    ],
    ['margin.borrow', { asset: 'USDT', amount: '5' }, 'Borrow 5 USDT'],
    ['usdm.leverage', { symbol: 'BTCUSDT', leverage: '7' }, 'Set the leverage of BTCUSDT to 7'],
    ['coinm.leverage', { symbol: 'BTCUSD_PERP', leverage: '7' }, 'Set the leverage of BTCUSD_PERP to 7'],
    [
      'usdm.position-margin',
      { symbol: 'BTCUSDT', type: '2', amount: '1' },
      'Change the margin of the position in BTCUSDT: reduce 1',
    ],
    [
      'spot.order.cancel-replace',
      {
        symbol: 'BTCUSDT',
        cancelOrderId: '7',
        cancelReplaceMode: 'STOP_ON_FAILURE',
        side: 'BUY',
        type: 'LIMIT',
        quantity: '1',
        price: '50000',
        timeInForce: 'GTC',
      },
      'Cancel order 7 of BTCUSDT, then BUY 1 at 50000, LIMIT, GTC, STOP_ON_FAILURE',
    ],
    ['usdm.algo-order.cancel', { clientAlgoId: 'mine' }, 'Cancel algo order mine on USD-M futures'],
    ['spot.order.cancel', { symbol: 'BTCUSDT', origClientOrderId: 'mine' }, 'Cancel order mine of BTCUSDT'],
    [
      'usdm.order.amend',
      { symbol: 'BTCUSDT', orderId: '9', side: 'BUY', quantity: '0.2', price: '51000' },
      'Change order 9 of BTCUSDT on USD-M futures to BUY 0.2 at 51000',
    ],
    [
      'spot.oco.new',
      { symbol: 'BTCUSDT', side: 'SELL', quantity: '1', price: '70000', stopPrice: '50000' },
      'SELL 1 of BTCUSDT at 70000; or STOP_LOSS triggered at 50000',
    ],
  ])('%s %j', (id, fields, expected) => {
    expect(words(id, fields)).toBe(expected);
  });

  it('are the summary with all parameters where the endpoint has no template', () => {
    const bare = { summary: 'Do a thing', params: {} };
    expect(
      callWords(
        bare,
        new Map([
          ['asset', 'BTC'],
          ['amount', '1'],
        ]),
      ),
    ).toBe('Do a thing: asset BTC, amount 1');
    expect(callWords(bare, new Map())).toBe('Do a thing');
  });
});

describe('templates of the catalogue', () => {
  const templates = [...ENDPOINTS, ...WS_METHODS.map((one) => ({ ...one, id: one.method }))].flatMap(
    ({ id, inWords, params }) => (inWords === undefined ? [] : [{ id, inWords, params }]),
  );

  it.each(templates)('$id names parameters of its endpoint only', ({ inWords, params }) => {
    expect(templateParams(inWords).filter((name) => !(name in params))).toEqual([]);
  });

  it('exist for every write that asks for a confirmation and places no order', () => {
    const missing = ENDPOINTS.filter(
      ({ effect, security, orderRules, inWords }) =>
        (effect === 'write' || effect === 'funds') &&
        security === 'TRADE' &&
        orderRules === undefined &&
        inWords === undefined,
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(
    ENDPOINTS.filter(({ inWords }) => inWords !== undefined).map((endpoint) => ({
      id: endpoint.id,
      endpoint,
    })),
  )('$id states every required value', ({ endpoint }) => {
    const wire = leastArguments(endpoint);
    const text = callWords(endpoint, wire);
    expect(text).not.toContain('unknown');
    for (const [name, param] of Object.entries(endpoint.params)) {
      if (!param.required) continue;
      const value = wire.get(name)!;
      expect(text).toContain(param.meanings?.[value] ?? value);
    }
  });
});
