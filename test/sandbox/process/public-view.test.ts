/** A read of market data that took long to open leaves a view, by which later reads need no accounts. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { openReadOnly, type ReadOnlyExchange } from '../../../src/sandbox/process/read-only.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { resetState, viewPath } from '../../../src/sandbox/storage/state-folder.ts';
import { DamagedView, encodeView, readView } from '../../../src/sandbox/storage/view-file.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { atTheMoney } from '../options/setup.ts';
import { requestJson, requestPublicJson } from '../signed-calls.ts';

const SEED = 1;
const READS = {
  spot: [
    '/api/v3/ticker/price?symbol=BTCUSDT',
    '/api/v3/ticker/price',
    '/api/v3/depth?symbol=BTCUSDT&limit=20',
    '/api/v3/trades?symbol=BTCUSDT&limit=20',
    '/api/v3/aggTrades?symbol=ETHUSDT&limit=20',
    '/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=20',
    '/api/v3/avgPrice?symbol=BTCUSDT',
  ],
  usdm: ['/fapi/v1/trades?symbol=BTCUSDT&limit=20', '/fapi/v1/depth?symbol=BTCUSDT&limit=20'],
  coinm: ['/dapi/v1/trades?symbol=BTCUSD_PERP&limit=20'],
} as const;

let folder = '';
let clock: ManualClock = manualClock();
let elapsedMs = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-view-'));
  clock = manualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A clock on which everything takes long. */
const slowClock = () => ({ ...clock, monotonicMs: () => (elapsedMs += 60) });

/** Changes the saved exchange, without leaving a checkpoint. */
function changeSaved(change: (exchange: SandboxExchange) => void): void {
  const durable = openDurableExchange(folder, { clock, seed: SEED }, { checkpointEvery: 0 });
  change(durable.exchange);
  durable.close();
}

function placeOrders(exchange: SandboxExchange): void {
  const [spot, futures] = ['/api/v3/order', '/fapi/v1/order'];
  requestJson(exchange, 'POST', spot, { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' });
  requestJson(exchange, 'POST', spot, { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' });
  requestJson(exchange, 'POST', futures, {
    symbol: 'BTCUSDT',
    side: 'SELL',
    type: 'MARKET',
    quantity: '0.01',
  });
  const { price } = requestPublicJson(exchange, READS.spot[0]) as { readonly price: string };
  const near = (Number(price) * 0.9995).toFixed(2);
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
  requestJson(exchange, 'POST', spot, { ...order, price: near });
}

const open = (id: string, at: ManualClock = clock): Promise<ReadOnlyExchange> =>
  openReadOnly(folder, { clock: at, seed: SEED }, id);

/** Makes a slow read, which leaves a view. */
async function saveView(): Promise<void> {
  const opened = await open('spot.trades', slowClock());
  await opened.save(seededRandom(1));
}

/** Changes one number in each part of the view of which the checksum is read with it. */
function damageNumbers(path: string): void {
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf('\n') + 1; at < bytes.length; at += 4096) bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

/** Returns whether an exchange was opened on the view, without the users' orders. */
const isFromView = ({ exchange, until }: ReadOnlyExchange): boolean =>
  Number.isFinite(until) && [...exchange.spot.instruments].length === 0;

/** Returns the answers of the complete exchange. */
function completeAnswers(targets: readonly string[]): readonly unknown[] {
  const durable = openDurableExchange(folder, { clock, seed: SEED }, { checkpointEvery: 0 });
  const answers = targets.map((target) => requestPublicJson(durable.exchange, target));
  durable.close();
  return answers;
}

describe('a read of market data after a slow one', () => {
  it.each(['spot', 'usdm', 'coinm'] as const)(
    'restores no accounts and answers like the complete exchange: %s',
    async (product) => {
      changeSaved(placeOrders);
      clock.move(5);
      await saveView();
      const opened = await open(`${product}.trades`);
      expect(isFromView(opened)).toBe(true);
      const answers = READS[product].map((target) => requestPublicJson(opened.exchange, target));
      expect(answers).toEqual(completeAnswers(READS[product]));
    },
  );

  it('shows the fill of a resting order from its time on, and before it uses the view', async () => {
    changeSaved(placeOrders);
    clock.move(MINUTE_MS);
    await saveView();
    const { until } = await open('spot.trades');
    expect(until).toBeLessThan(clock.now() + DAY_MS);
    clock.move(until - 1 - clock.now());
    const before = await open('spot.trades');
    expect(isFromView(before)).toBe(true);
    expect(READS.spot.map((target) => requestPublicJson(before.exchange, target))).toEqual(
      completeAnswers(READS.spot),
    );
    clock.move(1);
    const after = await open('spot.trades');
    expect(isFromView(after)).toBe(false);
    expect(READS.spot.map((target) => requestPublicJson(after.exchange, target))).toEqual(
      completeAnswers(READS.spot),
    );
  });

  it('shows the time to which the exchange was advanced', async () => {
    changeSaved((exchange) => runAdminCommand(exchange, { do: 'advance', ms: 3 * DAY_MS }));
    await saveView();
    const opened = await open('spot.trades');
    expect(isFromView(opened)).toBe(true);
    expect(opened.exchange.clock.now()).toBe(clock.now() + 3 * DAY_MS);
  });

  it.each([
    ['the journal has a new record', () => changeSaved(placeOrders)],
    ['the clock was set back', () => clock.move(-5)],
    [
      'the view is damaged',
      () => {
        const bytes = readFileSync(viewPath(folder, SEED));
        bytes[bytes.indexOf('advancedMs') + 12]! ^= 1;
        writeFileSync(viewPath(folder, SEED), bytes);
      },
    ],
    [
      'another version of the program wrote the view',
      () => {
        const header = readView(viewPath(folder, SEED)).header as object;
        writeFileSync(viewPath(folder, SEED), encodeView({ ...header, program: 'another' }, []));
      },
    ],
    ['the view is empty', () => writeFileSync(viewPath(folder, SEED), '')],
  ])('restores the exchange if %s', async (_, change) => {
    changeSaved(placeOrders);
    clock.move(10);
    await saveView();
    change();
    const opened = await open('coinm.trades');
    expect(READS.coinm.map((target) => requestPublicJson(opened.exchange, target))).toEqual(
      completeAnswers(READS.coinm),
    );
    expect(isFromView(await open('options.mark'))).toBe(false);
  });

  it.each([
    ['is damaged', (path: string) => damageNumbers(path)],
    ['was removed meanwhile', (path: string) => rmSync(path)],
  ])('restores the exchange if a part of the view that the read needs %s', async (_, change) => {
    changeSaved(placeOrders);
    clock.move(5);
    await saveView();
    const opened = await open('spot.trades');
    change(viewPath(folder, SEED));
    expect(isFromView(opened)).toBe(true);
    for (const target of READS.spot) {
      expect(() => requestPublicJson(opened.exchange, target)).toThrow(DamagedView);
    }
    const complete = await openReadOnly(folder, { clock, seed: SEED, ignoresView: true }, 'spot.trades');
    expect(READS.spot.map((target) => requestPublicJson(complete.exchange, target))).toEqual(
      completeAnswers(READS.spot),
    );
  });

  it('reads only those numbers of the view that it needs', async () => {
    changeSaved(placeOrders);
    clock.move(5);
    await saveView();
    damageNumbers(viewPath(folder, SEED));
    const { exchange } = await open('spot.trades');
    const target = '/api/v3/ticker/price?symbol=BNBUSDT';
    expect(requestPublicJson(exchange, target)).toEqual(completeAnswers([target])[0]);
  });

  it('restores the exchange for options that users have traded', async () => {
    changeSaved((exchange) => {
      const symbol = atTheMoney(exchange, 'BTC-240223', 'C');
      requestJson(exchange, 'POST', '/eapi/v1/order', {
        symbol,
        side: 'BUY',
        type: 'MARKET',
        quantity: '0.1',
      });
      placeOrders(exchange);
    });
    await saveView();
    expect(isFromView(await open('options.ticker'))).toBe(false);
    expect(isFromView(await open('spot.trades'))).toBe(true);
  });
});

describe('the files of a slow read', () => {
  it('are a view and a checkpoint, which a reset removes', async () => {
    changeSaved(placeOrders);
    await saveView();
    const endings = readdirSync(folder).map((name) => name.slice(name.indexOf('.')));
    expect(endings).toEqual(expect.arrayContaining(['.view', '.image']));
    resetState(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith('accounts-'))).toEqual([]);
  });

  it('are not written while the clock of the machine is behind the saved exchange', async () => {
    changeSaved(placeOrders);
    clock.move(-DAY_MS);
    await saveView();
    expect(existsSync(viewPath(folder, SEED))).toBe(false);
  });

  it('are not written by a fast one', async () => {
    changeSaved(placeOrders);
    const opened = await open('spot.trades');
    await opened.save(seededRandom(1));
    expect(existsSync(viewPath(folder, SEED))).toBe(false);
  });
});
