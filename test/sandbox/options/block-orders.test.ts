/** Block orders of options between two accounts: offered, accepted, cancelled, extended, expired (today's interface). */
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { OPTIONS } from '../../../src/sandbox/engine/options/engine.ts';
import { TIME_FORMATS } from '../../../src/sandbox/streams/message.ts';
import { tradeMessage } from '../../../src/sandbox/streams/options-messages.ts';
import {
  type Credentials,
  type Params,
  requestJson,
  requestPublicJson,
  sendSigned,
} from '../signed-calls.ts';
import { addTrader, setUpOptions } from './setup.ts';

const CALL = 'BTC-240201-102000-C';

/** An exchange with a counterparty that has 50,000 USDT; calls are made by the demo user or by that counterparty. */
function setUp() {
  const { exchange, clock, positions } = setUpOptions();
  const other = addTrader(exchange, 'other', 50_000n);
  const send = (method: string, path: string, params: Params, keys?: Credentials) =>
    requestJson(exchange, method, `/eapi/v1/block/${path}`, params, keys);
  const offer = (changed: Params = {}, keys?: Credentials): { blockOrderMatchingKey: string } => {
    const leg = { symbol: CALL, side: 'BUY', quantity: '0.2', price: '5', type: 'LIMIT', ...changed };
    const params = { liquidity: 'TAKER', legs: JSON.stringify([leg]) };
    return { blockOrderMatchingKey: send('POST', 'order/create', params, keys).blockTradeSettlementKey };
  };
  const refusal = (method: string, path: string, params: Params, keys?: Credentials): number =>
    JSON.parse(sendSigned(exchange, method, `/eapi/v1/block/${path}`, params, keys).body).code;
  const wallet = (keys?: Credentials): bigint => {
    const [{ marginBalance }] = requestJson(exchange, 'GET', '/eapi/v1/marginAccount', {}, keys).asset;
    return BigInt(marginBalance.replace('.', ''));
  };
  const held = (keys?: Credentials) => positions(keys).map(({ symbol, quantity }) => [symbol, quantity]);
  return { exchange, clock, other, send, offer, refusal, wallet, held };
}

describe('a block order', () => {
  it('is offered by one account and executed against the account that accepts its key', () => {
    const { exchange, clock, other, send, offer, wallet, held } = setUp();
    const [walletBefore, otherBefore] = [wallet(), wallet(other)];
    const key = offer();
    const seen = send('GET', 'order/execute', key, other);
    expect(seen).toMatchObject({ liquidity: 'MAKER', status: 'RECEIVED' });
    expect(seen.legs).toEqual([{ symbol: CALL, side: 'SELL', quantity: '0.20', price: '5.0' }]);
    expect(wallet()).toBe(walletBefore);

    clock.move(1000);
    expect(send('POST', 'order/execute', key, other)).toMatchObject({
      status: 'ACCEPTED',
      liquidity: 'MAKER',
    });
    expect(send('GET', 'order/orders', key)).toMatchObject([{ status: 'ACCEPTED', liquidity: 'TAKER' }]);
    expect([held(), held(other)]).toEqual([[[CALL, '0.20']], [[CALL, '-0.20']]]);

    const [mine] = send('GET', 'user-trades', {});
    const [theirs] = send('GET', 'user-trades', {}, other);
    expect([mine.parentOrderId, mine.blockTradeSettlementKey]).toEqual([
      theirs.parentOrderId,
      key.blockOrderMatchingKey,
    ]);
    expect([mine.legs[0].orderSide, theirs.legs[0].orderSide]).toEqual(['BUY', 'SELL']);
    expect([mine.legs[0].liquidity, theirs.legs[0].liquidity]).toEqual(['TAKER', 'MAKER']);
    const units = (amount: number) => BigInt(Math.round(amount * 1e8));
    expect(wallet() - walletBefore).toBe(-units(1) - units(mine.legs[0].fee));
    expect(wallet(other) - otherBefore).toBe(units(1) - units(theirs.legs[0].fee));

    const [fill] = requestJson(exchange, 'GET', '/eapi/v1/userTrades', { symbol: CALL }, other);
    expect(fill).toMatchObject({ price: '5.0', quantity: '0.20', side: 'SELL', liquidity: 'MAKER' });
    const [trade] = requestPublicJson(exchange, `/eapi/v1/blockTrades?symbol=${CALL}`);
    expect(trade).toMatchObject({ id: fill.id, price: '5.0', qty: '0.20', quoteQty: '1.00000000', side: 1 });
  });

  it('that is executed is reported to both accounts, and marked in the stream of trades', () => {
    const { exchange, clock, other, send, offer } = setUp();
    const events: [scope: string, status: string, quantity: string][] = [];
    const key = offer();
    exchange.userEvents.subscribe(({ scope, payload }) => {
      const { e, o } = JSON.parse(payload());
      if (e === 'ORDER_TRADE_UPDATE') events.push([scope, o[0].S, o[0].e]);
    });
    send('POST', 'order/execute', key, other);
    expect(events).toEqual([
      ['options', 'FILLED', '-0.20'],
      ['options', 'FILLED', '0.20'],
    ]);
    const { publicTrading, services } = exchange.engines.get(OPTIONS);
    const contract = services.contracts.find(CALL, clock.now())!;
    const made = publicTrading.trades(contract, clock.now() - 1, clock.now()).at(-1)!;
    const text = tradeMessage(contract, made, clock.now())(TIME_FORMATS.MILLISECOND);
    expect(JSON.parse(text)).toMatchObject({ p: '5.0', q: '0.20', S: '1', X: 'BLOCK' });
  });

  it('is accepted once, and not by the account that offered it', () => {
    const { other, send, offer, refusal } = setUp();
    const key = offer({ side: 'SELL' });
    expect(refusal('POST', 'order/execute', key)).toBe(-2010);
    send('POST', 'order/execute', key, other);
    expect(refusal('POST', 'order/execute', key, other)).toBe(-2013);
    expect(refusal('DELETE', 'order/create', key)).toBe(-2011);
  });

  it('that was cancelled is neither listed nor accepted; only its account can cancel it', () => {
    const { other, send, offer, refusal } = setUp();
    const key = offer();
    expect(refusal('DELETE', 'order/create', key, other)).toBe(-2011);
    expect(send('DELETE', 'order/create', key)).toEqual({});
    expect(send('GET', 'order/orders', {})).toEqual([]);
    expect(refusal('GET', 'order/execute', key, other)).toBe(-2013);
    expect(refusal('POST', 'order/execute', key, other)).toBe(-2013);
  });

  it('expires after 30 minutes, which start again when it is extended', () => {
    const { clock, other, send, offer, refusal } = setUp();
    const key = offer();
    const { createTime, expireTime } = send('GET', 'order/orders', key)[0];
    expect(expireTime - createTime).toBe(30 * MINUTE_MS);
    clock.move(29 * MINUTE_MS);
    const extended = send('PUT', 'order/create', key);
    expect(extended).toMatchObject({ createTime, expireTime: createTime + 59 * MINUTE_MS });
    clock.move(30 * MINUTE_MS - 1);
    expect(send('GET', 'order/orders', {})).toHaveLength(1);
    clock.move(1);
    expect(refusal('POST', 'order/execute', key, other)).toBe(-2013);
    expect(send('GET', 'order/orders', {})).toEqual([]);
  });

  it('expires with its option', () => {
    const { clock, other, offer, refusal } = setUp();
    clock.move(20 * HOUR_MS - 10 * MINUTE_MS);
    const key = offer();
    clock.move(10 * MINUTE_MS);
    expect(refusal('POST', 'order/execute', key, other)).toBe(-2013);
  });

  it('that either account cannot pay for stays open, and changes nothing', () => {
    const { exchange, other, send, offer, refusal, wallet, held } = setUp();
    const poor = addTrader(exchange, 'poor', 1n);
    const before = wallet(other);
    const sold = offer({ side: 'SELL', price: '100' }, other);
    expect(refusal('POST', 'order/execute', sold, poor)).toBe(-2018);
    const unpaid = offer({ price: '100' }, poor);
    expect(refusal('POST', 'order/execute', unpaid, other)).toBe(-2018);
    const uncovered = offer({ side: 'SELL' }, poor);
    expect(refusal('POST', 'order/execute', uncovered, other)).toBe(-2019);
    expect([wallet(other), held(other), held(poor)]).toEqual([before, [], []]);
    expect(send('GET', 'order/orders', {}, poor)).toHaveLength(2);
  });

  it.each([
    ['more than the highest price', { price: '90000' }, -4002],
    ['a price between ticks', { price: '5.01' }, -4014],
    ['a quantity between steps', { quantity: '0.001' }, -4023],
    ['an unknown option', { symbol: 'BTC-240201-1-C' }, -1121],
  ])('of %s is refused', (_what, changed, code) => {
    const { refusal } = setUp();
    const leg = { symbol: CALL, side: 'BUY', quantity: '0.2', price: '5', ...changed };
    const params = { liquidity: 'TAKER', legs: JSON.stringify([leg]) };
    expect(refusal('POST', 'order/create', params)).toBe(code);
  });

  it('of two legs is refused, since one is supported', () => {
    const { refusal } = setUp();
    const leg = { symbol: CALL, side: 'BUY', quantity: '0.2', price: '5' };
    const params = { liquidity: 'TAKER', legs: JSON.stringify([leg, leg]) };
    expect(refusal('POST', 'order/create', params)).toBe(-1135);
  });
});
