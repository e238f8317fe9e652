import { describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { manualClock } from '../manual-clock.ts';
import {
  type Credentials,
  createTestExchange,
  type Params,
  requestJson,
  requestPublicJson,
  sendSigned,
} from '../signed-calls.ts';

const CONVERT = '/sapi/v1/convert';
const HUNDRED = { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '100' };

function setUp() {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const quote = (params: Params = HUNDRED) => requestJson(exchange, 'POST', `${CONVERT}/getQuote`, params);
  const accept = (quoteId: string, keys?: Credentials) =>
    sendSigned(exchange, 'POST', `${CONVERT}/acceptQuote`, { quoteId }, keys);
  const free = (asset: string): string =>
    requestJson(exchange, 'GET', '/api/v3/account').balances.find(
      (one: { asset: string }) => one.asset === asset,
    ).free;
  const trades = () =>
    requestJson(exchange, 'GET', `${CONVERT}/tradeFlow`, {
      startTime: clock.now() - 86_400_000,
      endTime: clock.now(),
    });
  return { clock, exchange, quote, accept, free, trades };
}

function units(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

const BAD_QUOTE = { code: -1130, msg: "Data sent for parameter 'quoteId' is not valid." };

describe('a quote', () => {
  it('that is accepted debits the wallet at once and credits the quoted amount', () => {
    const { clock, quote, accept, free, trades } = setUp();
    const { quoteId, toAmount, validTimestamp } = quote();
    expect(validTimestamp).toBe(clock.now() + 10_000);
    clock.move(7000);
    const accepted = JSON.parse(accept(quoteId).body);
    expect(accepted).toMatchObject({ orderStatus: 'PROCESS', createTime: clock.now() });
    expect([free('USDT'), free('BTC')]).toEqual(['999900.00000000', '10.00000000']);
    expect(trades().list[0].orderStatus).toBe('PROCESS');
    clock.move(1000);
    expect(units(free('BTC'))).toBe(1_000_000_000n + units(toAmount));
    expect(trades()).toMatchObject({ moreData: false, limit: 100 });
    expect(trades().list).toMatchObject([
      {
        quoteId,
        orderId: Number(accepted.orderId),
        orderStatus: 'SUCCESS',
        fromAsset: 'USDT',
        fromAmount: '100.00000000',
        toAsset: 'BTC',
        toAmount,
      },
    ]);
  });

  it('expires after the requested valid time', () => {
    for (const [validTime, ms] of [
      ['10s', 10_000],
      ['1m', 60_000],
    ] as const) {
      const { clock, quote, accept } = setUp();
      const ids = [
        quote({ ...HUNDRED, validTime }).quoteId,
        quote({ ...HUNDRED, fromAmount: '99', validTime }).quoteId,
      ];
      clock.move(ms);
      expect(accept(ids[0]).status).toBe(200);
      clock.move(1);
      expect(JSON.parse(accept(ids[1]).body)).toEqual(BAD_QUOTE);
    }
  });

  it('is accepted once, only by the user who requested it, and only unchanged', () => {
    const { exchange, quote, accept, free } = setUp();
    const { quoteId } = quote();
    const keys = { apiKey: `SandboxKey${'e'.repeat(54)}`, apiSecret: 'e'.repeat(64) };
    runAdminCommand(exchange, {
      do: 'add-key',
      user: 'desk',
      apiKey: keys.apiKey,
      kind: 'HMAC',
      secret: keys.apiSecret,
      permissions: ['reading', 'spot', 'transfers'],
    });
    expect(JSON.parse(accept(quoteId, keys).body)).toEqual(BAD_QUOTE);
    const [head, ...rest] = quoteId.split('-');
    expect(JSON.parse(accept([head, ...rest.with(2, 'zzz')].join('-')).body)).toEqual(BAD_QUOTE);
    expect(JSON.parse(accept('nothing').body)).toEqual(BAD_QUOTE);
    expect(accept(quoteId).status).toBe(200);
    expect(JSON.parse(accept(quoteId).body)).toEqual(BAD_QUOTE);
    expect(free('USDT')).toBe('999900.00000000');
  });

  it('has no id if the wallet balance is insufficient, and includes a spread', () => {
    const { exchange, quote } = setUp();
    expect(quote({ ...HUNDRED, fromAsset: 'DOT', toAsset: 'USDT' })).not.toHaveProperty('quoteId');
    const price = requestPublicJson(exchange, '/api/v3/ticker/price?symbol=BTCUSDT');
    const { inverseRatio } = quote();
    const ratio = Number(inverseRatio) / Number(price.price);
    expect(ratio).toBeGreaterThan(1.0009);
    expect(ratio).toBeLessThan(1.0011);
  });

  it('for a target amount calculates the source amount', () => {
    const { clock, quote, accept, free } = setUp();
    const { quoteId, fromAmount, toAmount } = quote({ fromAsset: 'USDT', toAsset: 'BTC', toAmount: '0.01' });
    expect(toAmount).toBe('0.01000000');
    accept(quoteId);
    clock.move(1000);
    expect(free('BTC')).toBe('10.01000000');
    expect(units(free('USDT'))).toBe(100_000_000_000_000n - units(fromAmount));
  });

  it.each([
    [{ fromAsset: 'USDT', toAsset: 'USDT', fromAmount: '10' }, -1130],
    [{ fromAsset: 'NO', toAsset: 'USDT', fromAmount: '10' }, -4019],
    [{ fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '0.5' }, -1130],
    [{ fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '600000' }, -1130],
    [{ fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '1', toAmount: '1' }, -1128],
    [{ fromAsset: 'USDT', toAsset: 'BTC' }, -1102],
  ])('for %o is rejected', (params: Params, code) => {
    const { exchange } = setUp();
    expect(JSON.parse(sendSigned(exchange, 'POST', `${CONVERT}/getQuote`, params).body).code).toBe(code);
  });

  it('from the funding wallet does not change the spot wallet', () => {
    const { clock, quote, accept, free } = setUp();
    accept(quote({ ...HUNDRED, walletType: 'FUNDING' }).quoteId);
    clock.move(1000);
    expect([free('USDT'), free('BTC')]).toEqual(['1000000.00000000', '10.00000000']);
  });

  it('is rejected when accepted after another quote has spent the balance', () => {
    const { quote, accept } = setUp();
    const [first, second, third] = [400_000, 450_000, 300_000].map(
      (amount) => quote({ ...HUNDRED, fromAmount: String(amount) }).quoteId,
    );
    expect([accept(first).status, accept(second).status]).toEqual([200, 200]);
    expect(JSON.parse(accept(third).body)).toEqual({ code: -5002, msg: 'You have insufficient balance' });
  });
});

describe('the convertible pairs', () => {
  it('are listed without an asset too, which was refused', () => {
    const { exchange } = setUp();
    const pairs = requestJson(exchange, 'GET', `${CONVERT}/exchangeInfo`);
    expect(pairs.length).toBeGreaterThan(20);
    expect(pairs).toContainEqual(expect.objectContaining({ fromAsset: 'BTC', toAsset: 'USDT' }));
    const [bitcoin] = requestJson(exchange, 'GET', `${CONVERT}/exchangeInfo`, {
      fromAsset: 'BTC',
      toAsset: 'USDT',
    });
    expect(pairs).toContainEqual(bitcoin);
  });
});
