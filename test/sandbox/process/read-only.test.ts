/** A read without an account loads its own section and the sections that the journal needs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { createExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { openReadOnly } from '../../../src/sandbox/process/read-only.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { manualClock } from '../manual-clock.ts';
import { atTheMoney } from '../options/setup.ts';
import { requestJson, requestPublicJson } from '../signed-calls.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-light-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = manualClock();
const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };

/** Changes the saved exchange. */
function changeSaved(change: (exchange: ReturnType<typeof createExchange>) => void): void {
  const durable = openDurableExchange(folder, { clock, seed: 1 });
  change(durable.exchange);
  durable.close();
}

describe('a read-only exchange', () => {
  it('for an endpoint of spot market data has only that section', async () => {
    const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, 'spot.klines');
    expect(exchange.endpoints.size).toBeLessThan(20);
    const target = '/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=5';
    expect(requestPublicJson(exchange, target)).toEqual(
      requestPublicJson(createExchange({ clock, seed: 1 }), target),
    );
  });

  it.each([
    ['usdm.klines', '/fapi/v1/klines?symbol=BTCUSDT&interval=1h&limit=3'],
    ['coinm.klines', '/dapi/v1/klines?symbol=BTCUSD_PERP&interval=1h&limit=3'],
    ['options.mark', '/eapi/v1/mark'],
  ])('answers %s like the complete exchange, with fewer endpoints', async (id, target) => {
    const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, id);
    expect(exchange.endpoints.size).toBeLessThan(60);
    expect(requestPublicJson(exchange, target)).toEqual(
      requestPublicJson(createExchange({ clock, seed: 1 }), target),
    );
  });

  it('has all endpoints for an endpoint without a section of its own', async () => {
    for (const id of ['raw', 'onchain.holdings']) {
      const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, id);
      expect(exchange.endpoints.size).toBe(ENDPOINTS.length);
    }
  });

  it.each([
    [
      'deposits',
      (one: ReturnType<typeof createExchange>) =>
        runAdminCommand(one, { do: 'fund', user: 'demo', asset: 'BTC', amount: '1' }),
      20,
    ],
    [
      'spot orders',
      (one: ReturnType<typeof createExchange>) => requestJson(one, 'POST', '/api/v3/order', ORDER),
      60,
    ],
  ])('loads only the endpoints needed to replay %s', async (_, change, most) => {
    changeSaved(change);
    const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, 'spot.trades');
    expect(exchange.endpoints.size).toBeLessThan(most);
    const complete = openDurableExchange(folder, { clock, seed: 1 });
    const target = '/api/v3/trades?symbol=BTCUSDT&limit=20';
    expect(requestPublicJson(exchange, target)).toEqual(requestPublicJson(complete.exchange, target));
    complete.close();
  });

  it.each([
    ['/fapi/v1', 'usdm', 'BTCUSDT', '1'],
    ['/dapi/v1', 'coinm', 'BTCUSD_PERP', '100'],
  ])(
    'shows trades of users at %s, without loading all endpoints',
    async (root, product, symbol, quantity) => {
      changeSaved((one) => {
        requestJson(one, 'POST', `${root}/leverage`, { symbol, leverage: 10 });
        requestJson(one, 'POST', `${root}/order`, { symbol, side: 'BUY', type: 'MARKET', quantity });
      });
      const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, `${product}.agg-trades`);
      expect(exchange.endpoints.size).toBeLessThan(80);
      const complete = openDurableExchange(folder, { clock, seed: 1 });
      const target = `${root}/aggTrades?symbol=${symbol}&limit=30`;
      const rows = requestPublicJson(exchange, target);
      expect(rows).toEqual(requestPublicJson(complete.exchange, target));
      expect(rows).not.toEqual(requestPublicJson(createExchange({ clock, seed: 1 }), target));
      complete.close();
    },
  );

  it('shows trades of users in options, without loading all endpoints', async () => {
    const symbol = atTheMoney(createExchange({ clock, seed: 1 }), 'BTC-240223', 'C');
    changeSaved((one) =>
      requestJson(one, 'POST', '/eapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.1' }),
    );
    const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, 'options.ticker');
    expect(exchange.endpoints.size).toBeLessThan(40);
    const complete = openDurableExchange(folder, { clock, seed: 1 });
    const target = `/eapi/v1/ticker?symbol=${symbol}`;
    const rows = requestPublicJson(exchange, target);
    expect(rows).toEqual(requestPublicJson(complete.exchange, target));
    expect(rows).not.toEqual(requestPublicJson(createExchange({ clock, seed: 1 }), target));
    complete.close();
  });

  it('loads all endpoints if its section cannot replay the journal', async () => {
    changeSaved((one) => requestJson(one, 'POST', '/api/v3/userDataStream'));
    changeSaved((one) => requestJson(one, 'POST', '/api/v3/order', ORDER));
    const { exchange } = await openReadOnly(folder, { clock, seed: 1 }, 'spot.trades');
    expect(exchange.endpoints.size).toBe(ENDPOINTS.length);
    expect(requestPublicJson(exchange, '/api/v3/trades?symbol=BTCUSDT&limit=1')).toHaveLength(1);
  });
});
