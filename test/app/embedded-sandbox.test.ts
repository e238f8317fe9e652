/** The sandbox inside a command, on saved state. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embedSandbox } from '../../src/app/embedded-sandbox.ts';
import { openDurableExchange } from '../../src/sandbox/storage/durable-exchange.ts';
import { viewPath } from '../../src/sandbox/storage/state-folder.ts';
import { manualClock } from '../sandbox/manual-clock.ts';
import { requestJson, requestPublicJson } from '../sandbox/signed-calls.ts';
import { NEVER, readRequest } from '../transport/requests.ts';
import { worldWith } from './stubs.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-embedded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('restores the saved exchange and answers from it if the saved view turns out to be damaged', async () => {
  const clock = manualClock();
  let elapsedMs = 0;
  const read = async (): Promise<unknown> => {
    // On this clock every step takes long, so that a read which restores the exchange saves a view.
    const slow = { ...clock, monotonicMs: () => (elapsedMs += 60) };
    const sandbox = await embedSandbox(worldWith(slow), folder, true);
    const path = '/api/v3/trades';
    const request = readRequest({ endpoint: 'spot.trades', path, query: 'symbol=BTCUSDT&limit=5' });
    const { body } = await sandbox.send(request, NEVER);
    await sandbox.close();
    return JSON.parse(body);
  };
  const durable = openDurableExchange(folder, { clock, seed: 1 }, { checkpointEvery: 0 });
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
  requestJson(durable.exchange, 'POST', '/api/v3/order', order);
  const complete = requestPublicJson(durable.exchange, '/api/v3/trades?symbol=BTCUSDT&limit=5');
  durable.close();

  expect(await read()).toEqual(complete);
  const view = viewPath(folder, 1);
  const bytes = readFileSync(view);
  bytes[bytes.indexOf('\n') + 1]! ^= 1;
  writeFileSync(view, bytes);
  expect(await read()).toEqual(complete);
  expect(existsSync(view)).toBe(true);
  expect(readFileSync(view).equals(bytes)).toBe(false);
  expect(await read()).toEqual(complete);
});
