/** The stream of today's interface with the level and the debts of the cross margin account. */
import { afterEach, describe, expect, it } from 'vitest';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { requestJson, sendSigned } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const KEY = '/sapi/v1/margin/listen-key';
const BORROW = { asset: 'USDT', isIsolated: 'FALSE', amount: '25', type: 'BORROW' };

describe('the margin risk stream', () => {
  it.each(['document', 'today'] as const)(
    'sends changes of debts and of the level status, which no stream of today had: %s',
    async (served) => {
      const { hosts, exchange, clock } = await startTestSandbox({
        interface: served,
        transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
      });
      const { listenKey } = requestJson(exchange, 'POST', KEY);
      const client = await connect(`${hosts['margin-ws']}/ws/${listenKey}`);
      requestJson(exchange, 'POST', '/sapi/v1/margin/borrow-repay', BORROW);
      expect(await client.json()).toEqual({
        e: 'USER_LIABILITY_CHANGE',
        E: exchange.clock.now(),
        a: 'USDT',
        t: 'BORROW',
        p: '25.00000000',
        i: expect.stringMatching(/^0\.\d{8}$/),
      });
      requestJson(exchange, 'POST', '/sapi/v1/margin/order', {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'MARKET',
        quoteOrderQty: '400000',
        sideEffectType: 'MARGIN_BUY',
      });
      // The level is checked at every full minute; prices fall by a third within 15.
      for (let minute = 0; minute < 15; minute += 1) clock.move(60_000);
      const received = await client.nextUntil(({ e }) => e === 'MARGIN_LEVEL_STATUS_CHANGE');
      expect(received.at(-1)).toMatchObject({ l: expect.stringMatching(/^1\.[12]/), s: 'MARGIN_CALL' });
      // Orders and balances come on the stream of the account.
      const kinds = new Set(received.map(({ e }) => e));
      expect(kinds).toEqual(new Set(['USER_LIABILITY_CHANGE', 'MARGIN_LEVEL_STATUS_CHANGE']));
    },
  );

  it('leaves out isolated accounts, and its host sends no market data', async () => {
    const { hosts, exchange, clock } = await startTestSandbox({ interface: 'today' });
    const { listenKey } = requestJson(exchange, 'POST', KEY);
    const client = await connect(`${hosts['margin-ws']}/ws/${listenKey}`);
    requestJson(exchange, 'POST', '/sapi/v1/margin/isolated/account', { symbol: 'BTCUSDT' });
    const isolated = { ...BORROW, isIsolated: 'TRUE', symbol: 'BTCUSDT' };
    requestJson(exchange, 'POST', '/sapi/v1/asset/transfer', {
      type: 'MARGIN_ISOLATEDMARGIN',
      asset: 'USDT',
      amount: '100',
      toSymbol: 'BTCUSDT',
    });
    requestJson(exchange, 'POST', '/sapi/v1/margin/borrow-repay', isolated);
    const market = await connect(`${hosts['margin-ws']}/ws`);
    const refused = await market.request({ method: 'SUBSCRIBE', params: ['btcusdt@avgPrice'], id: 1 });
    expect(refused).toContain('not simulate');
    clock.move(5000);
    requestJson(exchange, 'POST', '/sapi/v1/margin/borrow-repay', BORROW);
    expect(await client.json()).toMatchObject({ E: exchange.clock.now(), a: 'USDT', p: '25.00000000' });
  });

  it('is closed with its key, which is kept alive by its text', async () => {
    const { hosts, exchange, clock } = await startTestSandbox({ interface: 'today' });
    const made = requestJson(exchange, 'POST', KEY);
    const client = await connect(`${hosts['margin-ws']}/ws/${made.listenKey}`);
    clock.move(3_000_000);
    expect(requestJson(exchange, 'PUT', KEY, made)).toEqual({});
    expect(sendSigned(exchange, 'PUT', KEY, { listenKey: 'a'.repeat(64) }).body).toContain('-1125');
    clock.move(3_000_000);
    expect(requestJson(exchange, 'POST', KEY)).toEqual(made);
    expect(requestJson(exchange, 'DELETE', KEY)).toEqual({});
    expect(await client.json()).toMatchObject({ e: 'listenKeyExpired', listenKey: made.listenKey });
    expect(sendSigned(exchange, 'DELETE', KEY).body).toContain('-1125');
  });
});
