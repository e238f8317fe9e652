/** Orders that wait for a trigger, in the interface of the document and in that of today. */
import { describe, expect, it } from 'vitest';
import { bourse, temporaryFolder } from '../world.ts';

const STOP = 'trade stop BTCUSDT 0.01 --side SELL --trigger 50000 --reduce-only true --on usdm';

/** Returns what a dry run shows of the request. */
async function dryRun(line: string) {
  const { code, stdout, stderr } = await bourse(`${line} --env sandbox --dry-run -o json`);
  expect([code, stderr.includes('"error"')]).toEqual([0, false]);
  const { method, url, body } = JSON.parse(stdout);
  return {
    call: `${method} ${new URL(url, 'http://sandbox').pathname}`,
    sent: new URLSearchParams(body),
    stderr,
  };
}

describe('a stop-loss of futures', () => {
  it('could not be placed at a host of today: it is sent as an algo order there', async () => {
    const { call, sent, stderr } = await dryRun(`${STOP} --interface today`);
    expect(call).toContain('/fapi/v1/algoOrder');
    expect(Object.fromEntries(sent)).toMatchObject({
      algoType: 'CONDITIONAL',
      type: 'STOP_MARKET',
      triggerPrice: '50000',
      quantity: '0.01',
      reduceOnly: 'true',
    });
    expect(sent.get('clientAlgoId')).toMatch(/^bo/);
    expect(sent.has('stopPrice') || sent.has('newClientOrderId')).toBe(false);
    expect(stderr).toContain('Sent as POST /fapi/v1/algoOrder, which serves this call since 2025-12-09.');
  });

  it('is an ordinary order at a host of the document, by the same words', async () => {
    const { call, sent } = await dryRun(STOP);
    expect(call).toContain('/fapi/v1/order');
    expect(Object.fromEntries(sent)).toMatchObject({ type: 'STOP_MARKET', stopPrice: '50000' });
  });

  it.each([
    [
      'trade order place BTCUSDT --on usdm --side SELL --type STOP_MARKET --quantity 0.01 --stop-price 50000',
      'STOP_MARKET',
    ],
    ['trade sell BTCUSDT 0.01 --on usdm --type stop --stop-price 50000 --at 49900', 'STOP'],
    ['trade take-profit BTCUSDT 0.01 --on usdm --side SELL --trigger 190000 --at 189000', 'TAKE_PROFIT'],
    ['trade trailing-stop BTCUSDT 0.01 --on usdm --side SELL --trail 1.5', 'TRAILING_STOP_MARKET'],
  ])('is an algo order whatever command places it: %s', async (line, type) => {
    const { call, sent } = await dryRun(`${line} --interface today`);
    expect(call).toContain('/fapi/v1/algoOrder');
    expect(sent.get('type')?.toUpperCase()).toBe(type);
  });

  it('of COIN-M is an algo order too', async () => {
    const { call } = await dryRun(
      'trade stop BTCUSD_PERP 1 --side SELL --trigger 50000 --on coinm --interface today',
    );
    expect(call).toContain('/dapi/v1/algoOrder');
  });

  it('in a batch is rejected before anything is sent', async () => {
    const orders = JSON.stringify([
      { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', quantity: '0.01', stopPrice: '50000' },
    ]);
    const { code, stderr } = await bourse([
      'trade',
      'order',
      'batch',
      '--on',
      'usdm',
      '--batch-orders',
      orders,
      '--interface',
      'today',
      '--env',
      'sandbox',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('takes no orders of 1 type STOP_MARKET since 2025-12-09');
  });

  it('is placed, listed, looked up and cancelled with the demo account', async () => {
    const home = temporaryFolder();
    const run = async (line: string) => {
      const { code, stdout, stderr } = await bourse(`${line} --env sandbox --interface today -o json`, {
        home,
      });
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    };
    const placed = await run(`${STOP} --new-client-order-id my-stop --yes`);
    expect(placed).toMatchObject({ clientAlgoId: 'my-stop', algoStatus: 'NEW', orderType: 'STOP_MARKET' });
    expect(await run('trade algo open BTCUSDT')).toMatchObject([{ algoId: placed.algoId }]);
    expect(await run('trade algo get --client-algo-id my-stop')).toMatchObject({ algoId: placed.algoId });
    expect(await run(`trade algo cancel --algo-id ${placed.algoId} --yes`)).toMatchObject({ msg: 'success' });
    expect(await run('trade algo list BTCUSDT')).toMatchObject([{ algoStatus: 'CANCELED' }]);
  });
});

describe('an order with a trigger on spot', () => {
  it.each([
    ['trade stop BTCUSDT 0.01 --side SELL --trigger 50000', { type: 'STOP_LOSS', stopPrice: '50000' }],
    [
      'trade take-profit BTCUSDT 0.01 --side SELL --trigger 190000 --at 189000',
      { type: 'TAKE_PROFIT_LIMIT', price: '189000', timeInForce: 'GTC' },
    ],
    [
      'trade trailing-stop BTCUSDT 0.01 --side SELL --trail 1.5%',
      { type: 'STOP_LOSS', trailingDelta: '150' },
    ],
  ])('has the types of spot: %s', async (line, terms) => {
    const { sent } = await dryRun(line);
    expect(Object.fromEntries(sent)).toMatchObject(terms);
  });

  it('without its trigger is a usage error', async () => {
    const { code, stderr } = await bourse('trade stop BTCUSDT 0.01 --side SELL --env sandbox');
    expect(code).toBe(2);
    expect(stderr).toContain('--trigger is required (Trigger price), found nothing.');
  });
});

describe('a call that today serves no longer', () => {
  it('is rejected before anything is sent', async () => {
    const { code, stderr } = await bourse('stream listen-key create --env sandbox --interface today');
    expect(code).toBe(2);
    expect(stderr).toContain('the exchange serves POST /api/v3/userDataStream no longer since 2026-02-20');
    expect((await bourse('stream listen-key create --env sandbox')).code).toBe(0);
  });
});
