import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/core/time-units.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { ExchangeClock } from '../../src/sandbox/exchange-clock.ts';
import { openReadOnly } from '../../src/sandbox/process/read-only.ts';
import { startSandbox } from '../../src/sandbox/process/serve.ts';
import { openDurableExchange } from '../../src/sandbox/storage/durable-exchange.ts';
import { listSnapshots, restoreSnapshot, saveSnapshot } from '../../src/sandbox/storage/snapshots.ts';
import { manualClock } from './manual-clock.ts';
import { createTestExchange, requestJson, requestPublicJson, signedRequest } from './signed-calls.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-time-'));
  folders.push(folder);
  return folder;
}

const timeOf = (exchange: SandboxExchange): number => requestPublicJson(exchange, '/api/v3/time').serverTime;

describe('the exchange clock', () => {
  it('runs with the machine clock, at a multiple of its speed, or only when advanced', () => {
    const base = manualClock();
    const startTime = base.now();
    const [same, fast, stepped] = [
      new ExchangeClock(base),
      new ExchangeClock(base, 60),
      new ExchangeClock(base, 'stepped'),
    ];
    base.move(1000);
    expect([same, fast, stepped].map((clock) => clock.now() - startTime)).toEqual([1000, 60_000, 0]);
    for (const clock of [same, fast, stepped]) expect(clock.advance(500)).toBe(true);
    base.move(1);
    expect([same, fast, stepped].map((clock) => clock.now() - startTime)).toEqual([1501, 60_560, 500]);
    expect(same.advance(90 * 366 * 24 * HOUR_MS)).toBe(false);
  });

  it('determines the times of candles, tickers and orders', () => {
    const exchange = createTestExchange({ pace: 'stepped' });
    const before = timeOf(exchange);
    const [candle] = requestPublicJson(exchange, '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1');
    runAdminCommand(exchange, { do: 'advance', ms: 5 * HOUR_MS });
    expect(timeOf(exchange)).toBe(before + 5 * HOUR_MS);
    const [later] = requestPublicJson(exchange, '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1');
    expect(later[0] - candle[0]).toBe(5 * HOUR_MS);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
    expect(requestJson(exchange, 'POST', '/api/v3/order', order).transactTime).toBe(before + 5 * HOUR_MS);
  });

  it('accepts timestamps of the machine clock after the exchange clock was advanced', () => {
    const clock = manualClock();
    const exchange = createTestExchange({ clock });
    const earlyRequest = signedRequest({ ...exchange, clock }, 'GET', '/api/v3/account');
    runAdminCommand(exchange, { do: 'advance', ms: HOUR_MS });
    expect(answerRequest(exchange, earlyRequest).status).toBe(200);
    clock.move(60_000);
    expect(answerRequest(exchange, earlyRequest).body).toContain('-1021');
  });

  it('that is stepped keeps its time between two openings of the saved exchange', () => {
    const folder = createFolder();
    const clock = manualClock();
    const open = () => openDurableExchange(folder, { clock, seed: 1, pace: 'stepped' });
    const restarted = (before: ReturnType<typeof open>) => {
      before.close();
      clock.move(7 * HOUR_MS);
      return open();
    };
    let durable = open();
    const startTime = timeOf(durable.exchange);
    durable = restarted(durable);
    // Opening an exchange without entries writes its time, which advances the stepped clock by 1 ms.
    expect(timeOf(durable.exchange)).toBe(startTime + 1);
    runAdminCommand(durable.exchange, { do: 'advance', ms: HOUR_MS });
    durable = restarted(durable);
    expect(timeOf(durable.exchange)).toBe(startTime + 1 + HOUR_MS);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
    expect(requestJson(durable.exchange, 'POST', '/api/v3/order', order).transactTime).toBe(
      startTime + 1 + HOUR_MS,
    );
    durable = restarted(restarted(durable));
    expect(timeOf(durable.exchange)).toBe(startTime + 1 + HOUR_MS);
    durable.close();
  });

  it('rejects an advance that is not positive, not whole or too long', () => {
    const exchange = createTestExchange();
    for (const ms of [0, -1, 1.5, Number.NaN, 1e15]) {
      expect(() => runAdminCommand(exchange, { do: 'advance', ms })).toThrow('advanced');
    }
  });

  it('continues from its last time when the exchange is opened again', async () => {
    const folder = createFolder();
    const clock = manualClock();
    const first = openDurableExchange(folder, { clock, seed: 1 });
    runAdminCommand(first.exchange, { do: 'advance', ms: 3 * HOUR_MS });
    requestJson(first.exchange, 'POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.01',
    });
    const lastTime = timeOf(first.exchange);
    first.close();
    clock.move(1000);
    expect(timeOf((await openReadOnly(folder, { clock, seed: 1 }, 'raw')).exchange)).toBe(lastTime + 1000);
    const second = openDurableExchange(folder, { clock, seed: 1, pace: 60 });
    clock.move(1000);
    expect(timeOf(second.exchange)).toBe(lastTime + 61_000);
    second.close();
    const third = openDurableExchange(folder, { clock, seed: 1 });
    expect(timeOf(third.exchange)).toBe(lastTime + 61_000);
    third.close();
  });

  it('continues from the last journal entry when the process of an accelerated clock was killed', () => {
    const folder = createFolder();
    const clock = manualClock();
    const first = openDurableExchange(folder, { clock, seed: 1, pace: 3600 });
    clock.move(1000);
    runAdminCommand(first.exchange, { do: 'fund', user: 'demo', asset: 'BTC', amount: '1' });
    const lastTime = timeOf(first.exchange);
    const second = openDurableExchange(folder, { clock, seed: 1 });
    expect(timeOf(second.exchange)).toBe(lastTime);
    clock.move(10);
    expect(timeOf(second.exchange)).toBe(lastTime + 10);
    second.close();
  });

  it('fills an order in time while the server runs without calls', async () => {
    const clock = manualClock();
    const sandbox = await startSandbox({ port: 0, seed: 1, clock });
    try {
      const { exchange } = sandbox;
      const { bidPrice } = requestPublicJson(exchange, '/api/v3/ticker/bookTicker?symbol=BTCUSDT');
      const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
      requestJson(exchange, 'POST', '/api/v3/order', { ...order, price: bidPrice });
      const account = exchange.accounts.findUser('demo')!;
      const before = account.updateTime;
      clock.move(6 * HOUR_MS);
      await expect.poll(() => account.updateTime).toBeGreaterThan(before);
    } finally {
      await sandbox.close();
    }
  });
});

describe('a snapshot', () => {
  it('restores accounts and trades', () => {
    const folder = createFolder();
    const clock = manualClock();
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
    const readAccount = () => {
      const durable = openDurableExchange(folder, { clock, seed: 1 });
      const { balances } = requestJson(durable.exchange, 'GET', '/api/v3/account');
      const trades = requestJson(durable.exchange, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
      durable.close();
      return { balances, trades };
    };
    const trade = () => {
      const durable = openDurableExchange(folder, { clock, seed: 1 });
      requestJson(durable.exchange, 'POST', '/api/v3/order', order);
      durable.close();
    };
    expect(() => saveSnapshot(folder, 'one', 1)).toThrow('no saved state');
    trade();
    saveSnapshot(folder, 'one', 1);
    const then = readAccount();
    trade();
    expect(readAccount()).not.toEqual(then);
    expect(restoreSnapshot(folder, 'one')).toBe(1);
    expect(readAccount()).toEqual(then);
    expect(listSnapshots(folder)).toEqual(['one']);
    expect(() => restoreSnapshot(folder, 'two')).toThrow('There is no snapshot "two"');
  });
});
