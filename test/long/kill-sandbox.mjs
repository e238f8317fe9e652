/**
 * Kills a served sandbox repeatedly under a load of orders, then checks that every acknowledged order exists
 * exactly once, that balances agree with trades and open orders, and that the trades are in the public trade
 * history.
 *
 * node test/long/kill-sandbox.mjs [kills] [seed]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** The users, each of whom sends one order at a time within the limit of ten per second. */
const USERS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'];
const FUNDS = '1000000';

/** The bounds of the random time in ms before a server is killed. */
const LIFE_MS = { least: 20, most: 300 };

/** The scale of amounts, which have at most eight decimals. */
const UNITS = 100_000_000n;

/**
 * Kills a sandbox `kills` times under a load of orders. Returns the counts; `lost`, `duplicated`, `revived`,
 * `hidden` and `wrongBalances` must be empty. Throws where a server does not restart.
 */
export async function killSandbox({ kills, seed, onKill = () => {} }) {
  const home = mkdtempSync(join(tmpdir(), 'bourse-kill-'));
  try {
    const chance = chanceOf(seed);
    const traders = openAccounts(home);
    const orders = { acknowledged: new Map(), unknown: new Map(), cancelled: new Set() };
    for (let kill = 1; kill <= kills; kill += 1) {
      const server = await serve(home);
      const agent = new Agent({ keepAlive: true });
      const isOver = { is: false };
      const loads = traders.map((trader) => load({ server, agent, trader, kill, orders, isOver, chance }));
      await pause(LIFE_MS.least + chance() * (LIFE_MS.most - LIFE_MS.least));
      // On a busy machine no order may be acknowledged so soon, and then nothing could be lost: the last server waits for one.
      while (kill === kills && orders.acknowledged.size === 0) await pause(5);
      server.child.kill('SIGKILL');
      isOver.is = true;
      await Promise.all([...loads, server.ended]);
      agent.destroy();
      onKill({ kill, acknowledged: orders.acknowledged.size, unknown: orders.unknown.size });
    }
    return await audit(home, traders, orders, kills);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const CONNECTION_LOST = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

/** Sends orders and cancels one after the other until the server is gone. */
async function load({ server, agent, trader, kill, orders, isOver, chance }) {
  for (let index = 0; !isOver.is; index += 1) {
    const id = `${trader.user}-${kill}-${index}`;
    const cancelled = trader.resting.length > 0 && chance() < 0.3 ? trader.resting.shift() : undefined;
    const [method, params] =
      cancelled === undefined
        ? ['POST', orderOf(id, index, server.price, chance)]
        : ['DELETE', { symbol: 'BTCUSDT', origClientOrderId: cancelled }];
    try {
      const answer = await call(server.origin, agent, trader, method, '/api/v3/order', params);
      await recordAnswer(answer, { id, cancelled, trader, orders });
    } catch (error) {
      if (!CONNECTION_LOST.includes(error.code)) throw error;
      if (cancelled === undefined) orders.unknown.set(id, true);
      return;
    }
  }
}

async function recordAnswer({ status, body }, { id, cancelled, trader, orders }) {
  if (status === 200 && cancelled !== undefined) orders.cancelled.add(cancelled);
  else if (status === 200) {
    orders.acknowledged.set(id, body.orderId);
    if (body.status !== 'FILLED') trader.resting.push(id);
  }
  // The limit is ten orders per second.
  else if (status === 429) await pause(100);
  // -2011: the order to cancel was filled. -1013: the user has too many open orders.
  else if (![-2011, -1013].includes(body.code))
    throw new Error(`${id} was answered ${status}: ${JSON.stringify(body)}`);
}

/**
 * Returns a market order, or a limit order near the market price that rests or matches an order of another
 * user.
 */
function orderOf(id, index, price, chance) {
  const order = {
    symbol: 'BTCUSDT',
    side: index % 2 === 0 ? 'BUY' : 'SELL',
    quantity: '0.00100000',
    newClientOrderId: id,
    newOrderRespType: 'RESULT',
  };
  if (chance() < 0.4) return { ...order, type: 'MARKET' };
  const near = (price * (1 + (chance() - 0.5) * 0.002)).toFixed(2);
  return { ...order, type: 'LIMIT', timeInForce: 'GTC', price: near };
}

/**
 * Compares the orders of the sandbox with those it acknowledged, and each balance with trades and open
 * orders.
 */
async function audit(home, traders, { acknowledged, unknown, cancelled }, kills) {
  const server = await serve(home);
  const agent = new Agent({ keepAlive: true });
  const seen = new Map();
  const wrongBalances = [];
  const revived = [];
  const hidden = [];
  try {
    for (const trader of traders) {
      const ask = async (path, params = {}) => {
        const { status, body } = await call(server.origin, agent, trader, 'GET', path, params);
        if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
        return body;
      };
      // The market may fill resting orders between two reads, so the snapshot must be consistent.
      const { orders, trades, balances } = await consistentSnapshot(ask);
      for (const order of orders) {
        const before = seen.get(order.clientOrderId) ?? [];
        seen.set(order.clientOrderId, [...before, order.orderId]);
        if (cancelled.has(order.clientOrderId) && order.status !== 'CANCELED')
          revived.push(order.clientOrderId);
      }
      for (const asset of ['BTC', 'USDT']) {
        const { free, locked } = balances.find((one) => one.asset === asset);
        const found = [unitsOf(free) + unitsOf(locked), unitsOf(locked)];
        const expected = [expectedUnits(asset, trades), lockedUnits(asset, orders)];
        if (found.some((units, place) => units !== expected[place])) {
          wrongBalances.push({ user: trader.user, asset, found, expected });
        }
      }
      for (const { id, price, qty } of trades.slice(-20)) {
        const [shown] = await ask('/api/v3/historicalTrades', {
          symbol: 'BTCUSDT',
          fromId: String(id),
          limit: '1',
        });
        if (shown.id !== id || shown.price !== price || shown.qty !== qty) hidden.push(id);
      }
    }
  } finally {
    agent.destroy();
    server.child.kill('SIGTERM');
    await server.ended;
  }
  const ids = [...acknowledged.keys()];
  return {
    kills,
    acknowledged: ids.length,
    cancelled: cancelled.size,
    lost: ids.filter((id) => !seen.get(id)?.includes(acknowledged.get(id))),
    duplicated: [...seen].filter(([, orderIds]) => orderIds.length > 1).map(([id]) => id),
    revived,
    hidden,
    unknown: unknown.size,
    unknownExecuted: [...unknown.keys()].filter((id) => seen.has(id)).length,
    wrongBalances,
  };
}

/** Reads orders, trades and balances until the balances are equal before and after. */
async function consistentSnapshot(ask) {
  for (;;) {
    const before = await ask('/api/v3/account');
    const orders = await everyPage((orderId) => ask('/api/v3/allOrders', page({ orderId })), 'orderId');
    const trades = await everyPage((fromId) => ask('/api/v3/myTrades', page({ fromId })), 'id');
    const { balances } = await ask('/api/v3/account');
    if (JSON.stringify(balances) === JSON.stringify(before.balances)) return { orders, trades, balances };
  }
}

const PAGE = 500;

function page(from) {
  return { symbol: 'BTCUSDT', limit: String(PAGE), ...from };
}

async function everyPage(read, key) {
  const rows = [];
  for (let from = 0; ; from = rows.at(-1)[key] + 1) {
    const found = await read(String(from));
    rows.push(...found);
    if (found.length < PAGE) return rows;
  }
}

/**
 * Returns the expected balance of a user: the deposit and the effect of all trades, including commissions.
 */
function expectedUnits(asset, trades) {
  let sum = unitsOf(FUNDS);
  for (const { isBuyer, qty, quoteQty, commission, commissionAsset } of trades) {
    if (asset === 'BTC') sum += isBuyer ? unitsOf(qty) : -unitsOf(qty);
    else sum += isBuyer ? -unitsOf(quoteQty) : unitsOf(quoteQty);
    if (commissionAsset === asset) sum -= unitsOf(commission);
  }
  return sum;
}

/** Returns the expected locked balance for a user's open orders. */
function lockedUnits(asset, orders) {
  let sum = 0n;
  for (const { status, side, price, origQty, executedQty } of orders) {
    if (status !== 'NEW' && status !== 'PARTIALLY_FILLED') continue;
    const left = unitsOf(origQty) - unitsOf(executedQty);
    if (asset === 'BTC' && side === 'SELL') sum += left;
    if (asset === 'USDT' && side === 'BUY') sum += (left * unitsOf(price)) / UNITS;
  }
  return sum;
}

function unitsOf(text) {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole) * UNITS + BigInt(part.padEnd(8, '0'));
}

/** Creates the users, each with a key and a deposit, through bourse commands. */
function openAccounts(home) {
  return USERS.map((user) => {
    const { apiKey, apiSecret } = bourse(home, ['sandbox', 'keys', 'add', user]);
    for (const asset of ['BTC', 'USDT']) bourse(home, ['sandbox', 'fund', asset, FUNDS, user]);
    return { user, apiKey, apiSecret, resting: [] };
  });
}

function bourse(home, words) {
  const done = spawnSync(process.execPath, [BOURSE, ...words, '-o', 'json'], { env: environmentOf(home) });
  if (done.status !== 0)
    throw new Error(`bourse ${words.join(' ')} ended with ${done.status}: ${done.stderr}`);
  return JSON.parse(String(done.stdout));
}

/** Serves the sandbox of a folder; resolves once it responds. */
async function serve(home) {
  const words = ['sandbox', 'serve', '--weight-limit', '1000000', '-o', 'json'];
  const child = spawn(process.execPath, [BOURSE, ...words], {
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const first = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)));
    ended.then((code) => reject(new Error(`the sandbox ended with ${code}: ${said}`)));
  });
  const origin = JSON.parse(first).hosts.spot;
  const answer = await fetch(`${origin}/api/v3/ticker/price?symbol=BTCUSDT`);
  return { child, ended, origin, price: Number((await answer.json()).price) };
}

function environmentOf(home) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(NODE_|BOURSE_|VITEST)/.test(name));
  return { ...Object.fromEntries(kept), BOURSE_HOME: home };
}

function call(origin, agent, { apiKey, apiSecret }, method, path, params) {
  const text = new URLSearchParams({
    ...params,
    recvWindow: '60000',
    timestamp: String(Date.now()),
  }).toString();
  const signature = createHmac('sha256', apiSecret).update(text).digest('hex');
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}?${text}&signature=${signature}`, {
      method,
      agent,
      headers: { 'X-MBX-APIKEY': apiKey },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode, body: JSON.parse(body) }));
    });
    outgoing.end();
  });
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Returns a seeded generator of numbers from 0 to 1 (mulberry32); the requests in flight at a kill are not
 * reproducible.
 */
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = 200, seed = 1] = process.argv.slice(2).map(Number);
  const onKill = ({ kill, acknowledged, unknown }) => {
    if (kill % 10 === 0)
      process.stderr.write(`${kill} kills, ${acknowledged} acknowledged, ${unknown} unknown\n`);
  };
  const found = await killSandbox({ kills, seed, onKill });
  const text = JSON.stringify(found, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
  process.stdout.write(`${text}\n`);
  const isWhole = [found.lost, found.duplicated, found.revived, found.hidden, found.wrongBalances].every(
    (list) => list.length === 0,
  );
  process.exitCode = isWhole && found.acknowledged > 0 ? 0 : 1;
}
