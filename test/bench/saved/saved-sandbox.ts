/** Creates and opens a saved sandbox with a long journal, for the benchmark of restarts. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../../../src/core/clock.ts';
import { unixMs } from '../../../src/core/words.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { journalPath } from '../../../src/sandbox/storage/state-folder.ts';
import { manualClock } from '../../sandbox/manual-clock.ts';
import { type LoadCall, perform, UNLIMITED } from '../../sandbox/storage/checkpoint/mixed-load.ts';

export { PROGRAM } from '../../../src/generated/program.ts';

const SEED = 1;
/** The number of users, because of the daily order limit of each; the first also trades futures. */
const TRADERS = ['demo', ...Array.from({ length: 19 }, (_, index) => `trader${index}`)];
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'ETHBTC'];
const STEP_MS = 10;
/** The most open orders of a user. */
const OPEN_MAX = 8;

/** The result of filling a sandbox. */
export interface Filled {
  readonly calls: Readonly<Record<string, number>>;
  /** The longest time in ms that one operation waited for its journal entry, including checkpoints. */
  readonly slowestMs: number;
}

/** Fills a folder with a saved sandbox of a number of journaled calls. */
export async function fill(folder: string, events: number): Promise<Filled> {
  const clock = manualClock(Date.now() - events * STEP_MS);
  const durable = openDurableExchange(folder, { clock, seed: SEED, limits: UNLIMITED.limits });
  const { exchange } = durable;
  for (const user of TRADERS.slice(1)) {
    runAdminCommand(exchange, { do: 'add-user', user });
    for (const asset of ['BTC', 'ETH', 'BNB', 'SOL', 'USDT']) {
      runAdminCommand(exchange, { do: 'fund', user, asset, amount: '1000000' });
    }
  }
  const random = seededRandom(SEED);
  const calls: Record<string, number> = {};
  const open = new Map<string, LoadCall[]>();
  let [count, slowestMs] = [0, 0];
  const keep = exchange.appendEntry!;
  exchange.appendEntry = (entry) => {
    const began = performance.now();
    keep(entry);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    count += 1;
  };
  while (count < events) {
    // As in a server, checkpoints are written between calls.
    await turn();
    clock.move(STEP_MS);
    const op = nextOp(exchange, open, () => random.next());
    const before = count;
    const body = perform(exchange, op);
    if (count > before) calls[op.path] = (calls[op.path] ?? 0) + 1;
    const orderId = /"status":"NEW"/.test(body) ? /"orderId":(\d+)/.exec(body)?.[1] : undefined;
    if (orderId !== undefined)
      open.get(op.user)!.push({ ...op, params: { symbol: op.params['symbol']!, orderId } });
  }
  durable.close();
  return { calls, slowestMs };
}

/**
 * Returns the next operation: mostly spot orders that rest, fill or are cancelled, some futures orders and
 * transfers.
 */
function nextOp(exchange: SandboxExchange, open: Map<string, LoadCall[]>, chance: () => number): LoadCall {
  const from = <T>(rows: readonly T[]) => rows[Math.floor(chance() * rows.length)]!;
  const user = from(TRADERS);
  const own = open.get(user) ?? [];
  open.set(user, own);
  const side = from(['BUY', 'SELL']);
  const what = chance();
  const post = (path: string, params: LoadCall['params']): LoadCall => ({
    user,
    method: 'POST',
    path,
    params,
  });
  if (what < 0.05) {
    const type = from(['MAIN_UMFUTURE', 'UMFUTURE_MAIN', 'MAIN_C2C', 'C2C_MAIN']);
    return post('/sapi/v1/asset/transfer', { type, asset: 'USDT', amount: '1.5' });
  }
  if (what < 0.06) {
    const order = { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.002' };
    return { ...post('/fapi/v1/order', order), user: 'demo' };
  }
  if (own.length > OPEN_MAX || (own.length > 0 && what < 0.45)) return { ...own.shift()!, method: 'DELETE' };
  const symbol = from(SYMBOLS);
  const order = { symbol, side, quantity: '0.05', newOrderRespType: 'RESULT' };
  if (what < 0.55) return post('/api/v3/order', { ...order, type: 'MARKET' });
  const { market, clock } = exchange;
  const traded = market.find(symbol, clock.now())!;
  const away = (0.0005 + 0.01 * chance()) * (side === 'BUY' ? -1 : 1);
  const ticks = Math.round(market.lastPrice(traded, clock.now()) * (1 + away));
  const price = (ticks / 10 ** traded.tickDecimals).toFixed(traded.tickDecimals);
  return post('/api/v3/order', { ...order, type: 'LIMIT', timeInForce: 'GTC', price });
}

/** The time in ms to open a saved sandbox, and to only read its journal. */
export interface Times {
  readonly openMs: number;
  readonly readMs: number;
  /** The number of spot orders after opening. */
  readonly orders: number;
}

/** Opens a saved sandbox without changing it; returns the times. */
export function timesOf(folder: string): Times {
  const path = journalPath(folder, SEED);
  // The file is in the page cache in both measurements.
  readFileSync(path);
  const reading = performance.now();
  readFileSync(path);
  const opening = performance.now();
  const clock = {
    now: () => unixMs(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: async () => {},
  };
  const { exchange } = openDurableExchange(folder, { clock, seed: SEED }, { checkpointEvery: 0 });
  const opened = performance.now();
  const orders = [...exchange.spot.instruments].reduce(
    (sum, instrument) => sum + instrument.nextOrderId - 1,
    0,
  );
  return { openMs: opened - opening, readMs: opening - reading, orders };
}
