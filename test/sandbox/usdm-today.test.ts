/** Further endpoints of USD-M today: conversions of the futures wallet, deliveries, insurance fund, limits. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/core/time-units.ts';
import { HANDLERS } from '../../src/sandbox/handlers/all.ts';
import { engine, setUpFutures, trader } from './futures-setup.ts';
import { requestJson, requestPublicJson, sendSigned } from './signed-calls.ts';

const ONE = 100_000_000n;

describe('a conversion in the futures wallet', () => {
  const PAIR = { fromAsset: 'USDC', toAsset: 'USDT', fromAmount: '1000' };

  it('changes the balances of that wallet, and is found by quote and by order', () => {
    const { exchange, pass } = setUpFutures();
    const { keys, user } = trader(exchange, 'changer', 'usdm', 'USDC', 5_000n * ONE);
    const quote = requestJson(exchange, 'POST', '/fapi/v1/convert/getQuote', PAIR, keys);
    const { quoteId } = quote;
    const accepted = requestJson(exchange, 'POST', '/fapi/v1/convert/acceptQuote', { quoteId }, keys);
    pass(2_000);
    const { wallet } = engine(exchange, 'usdm').accounts;
    expect(wallet.walletBalance(user, 'USDC')).toBe(4_000n * ONE);
    expect(wallet.walletBalance(user, 'USDT')).toBe(BigInt(quote.toAmount.replace('.', '')));
    for (const params of [{ quoteId }, { orderId: accepted.orderId }])
      expect(requestJson(exchange, 'GET', '/fapi/v1/convert/orderStatus', params, keys)).toMatchObject({
        orderStatus: 'SUCCESS',
        quoteId,
      });
  });

  it('takes no more than positions leave', () => {
    const { exchange } = setUpFutures();
    const { keys } = trader(exchange, 'changer', 'usdm', 'USDT', 1_000n * ONE);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };
    requestJson(exchange, 'POST', '/fapi/v1/order', order, keys);
    const params = { fromAsset: 'USDT', toAsset: 'USDC', fromAmount: '900' };
    const quote = requestJson(exchange, 'POST', '/fapi/v1/convert/getQuote', params, keys);
    expect(quote.quoteId).toBeUndefined();
  });

  it('is unknown to another user', () => {
    const { exchange } = setUpFutures();
    const { quoteId } = requestJson(exchange, 'POST', '/fapi/v1/convert/getQuote', PAIR);
    const { keys } = trader(exchange, 'other', 'usdm', 'USDC', 5_000n * ONE);
    const path = '/fapi/v1/convert/orderStatus';
    requestJson(exchange, 'POST', '/fapi/v1/convert/acceptQuote', { quoteId });
    expect(JSON.parse(sendSigned(exchange, 'GET', path, { quoteId }, keys).body).code).toBe(-1130);
  });
});

it('the newest delivery price is the one at which positions were delivered', () => {
  const { exchange, pass } = setUpFutures();
  const symbol = 'BTCUSDT_261225';
  requestJson(exchange, 'POST', '/fapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.1' });
  pass(40 * DAY_MS);
  const [newest, earlier] = requestPublicJson(exchange, '/futures/data/delivery-price?pair=BTCUSDT');
  const delivered = requestJson(exchange, 'GET', '/fapi/v1/userTrades', {
    symbol,
    startTime: newest.deliveryTime,
    endTime: newest.deliveryTime + HOUR_MS,
  });
  expect(delivered.map(({ price }: { price: string }) => Number(price))).toEqual([newest.deliveryPrice]);
  expect(newest.deliveryTime).toBeGreaterThan(earlier.deliveryTime);
});

it('the insurance fund has what liquidations paid into it', () => {
  const { exchange, pass } = setUpFutures();
  const { keys } = trader(exchange, 'bold', 'usdm', 'USDT', 1_000n * ONE);
  const symbol = 'BTCUSDT';
  requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
  const { market } = engine(exchange, 'usdm');
  const price = market.lastTicks(market.find(symbol, exchange.clock.now())!, exchange.clock.now()) / 10;
  const quantity = (80_000 / price).toFixed(3);
  const order = { symbol, side: 'BUY', type: 'MARKET', quantity };
  requestJson(exchange, 'POST', '/fapi/v1/order', order, keys);
  const cleared = () =>
    requestJson(exchange, 'GET', '/fapi/v1/income', { incomeType: 'INSURANCE_CLEAR' }, keys);
  for (let hours = 0; hours < 2000 && cleared().length === 0; hours += 1) pass(HOUR_MS);
  const { assets } = requestPublicJson(exchange, '/fapi/v1/insuranceBalance?symbol=BTCUSDT');
  expect(Number(assets[0].marginBalance)).toBe(-Number(cleared()[0].income));
});

it('order limits are those that the gate holds', () => {
  const { exchange } = setUpFutures();
  expect(requestJson(exchange, 'GET', '/fapi/v1/rateLimit/order')).toEqual([
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 1, limit: 300 },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 1_200_000 },
  ]);
});

describe('an endpoint that is not simulated', () => {
  const unsimulated = ENDPOINTS.filter((one) => one.unsimulated !== undefined);

  it('is every endpoint without a handler, and no other', () => {
    const withoutHandler = ENDPOINTS.filter(({ id }) => !Object.hasOwn(HANDLERS, id));
    expect(withoutHandler.map(({ id }) => id)).toEqual(unsimulated.map(({ id }) => id));
  });

  it.each(unsimulated.map((one) => [one.id, one] as const))(
    '%s changes nothing, and stands in the documentation',
    (_, one) => {
      // The sandbox has no portfolio margin account, whose orders and loans could change; an agreement changes nothing.
      const isAgreement = one.id.endsWith('.tradfi-agreement');
      // The option decides only where the exchange pays a position later; the sandbox pays all to the spot wallet.
      const isPayoutOption = one.id === 'earn.locked.redeem-option';
      // A late deposit is credited after an application; deposit addresses of the sandbox do not expire.
      const isApplication = one.id === 'funds.deposit.credit-apply';
      // No deposit of the sandbox waits for answers.
      const isQuestionnaire = one.id === 'funds.travel-rule.answer-deposit';
      const changesNothing = isAgreement || isPayoutOption || isApplication || isQuestionnaire;
      if (one.product !== 'portfolio' && !changesNothing) expect(one.effect).toBe('read');
      const documentation = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
      expect(documentation).toContain(one.unsimulated);
      const path = one.path
        .replace(/\/(order|trade|income)\/asyn/, '/…/asyn')
        .replace(/^\/papi\/.*/, '/papi/');
      expect(documentation).toContain(path);
    },
  );

  it('is refused with the reason', () => {
    const { exchange } = setUpFutures();
    const { status, body } = sendSigned(exchange, 'GET', '/fapi/v1/pmAccountInfo', { asset: 'USDT' });
    expect([status, JSON.parse(body)]).toEqual([
      400,
      {
        code: -1020,
        msg: 'This operation is not supported. The sandbox does not simulate GET /fapi/v1/pmAccountInfo: portfolio margin is an account kind of its own, which the sandbox does not have.',
      },
    ]);
  });
});
