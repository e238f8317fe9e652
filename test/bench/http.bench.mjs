/**
 * The sandbox's HTTP server against a minimal node:http server with a constant response: the time of one
 * client with many connections for the same calls, and of raw sockets that cost nearly nothing themselves. The goals are
 * half the rate for market data and 0.3 of it for signed orders. Also prints the CPU time of the server processes.
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { checkThat, environmentFor, inFolder, inTurns, line, median } from './measure.mjs';

const SERVER = fileURLToPath(new URL('./http-server.mjs', import.meta.url));
const CONNECTIONS = 16;

/** The number of open orders; the symbol allows 200. */
const OPEN_MAX = 100;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  const count = isSmoke ? 50 : 3000;
  return inFolder(async (folder) => {
    const sandbox = await startServer('sandbox', folder);
    const bare = await startServer('bare', folder);
    try {
      const compareServers = async (name, goal, callOf) => {
        const { limit, subject } = await inTurns(Math.min(rounds, 7), (side) =>
          measureCalls(side === 'limit' ? bare : sandbox, count, callOf),
        );
        const costs = [subject, limit].map(({ cpuMs }) => ((median(cpuMs) * 1000) / count).toFixed(0));
        process.stderr.write(`  ${name}: ${costs[0]} us of CPU a call, ${costs[1]} in the bare server\n`);
        return line({ name, goal, of: 'wallMs', subject: subject.wallMs, limit: limit.wallMs });
      };
      return [
        await compareServers(`${count} prices over HTTP`, 1 / 0.5, () => ({
          method: 'GET',
          path: '/api/v3/ticker/price?symbol=BTCUSDT',
          check: (body) => checkThat(JSON.parse(body).symbol === 'BTCUSDT', body),
        })),
        await compareServers(`${count} books over HTTP`, 1 / 0.5, (server) => ({
          method: 'GET',
          path: '/api/v3/depth?symbol=BTCUSDT&limit=5',
          check: (body) => checkThat(server.apiKey === undefined || JSON.parse(body).bids.length === 5, body),
        })),
        await compareServers(`${count} signed orders over HTTP`, 1 / 0.3, orders(await priceOf(sandbox))),
        ...(await underLoad(sandbox, bare, isSmoke ? 100 : 20_000, Math.min(rounds, 5))),
      ];
    } finally {
      for (const { child } of [sandbox, bare]) child.kill();
    }
  });
}

const CLIENTS = 8;
/** How much longer than in the bare server one call in a thousand may take, in ms. */
const SLOWEST_MS = 4;

/** Compares both servers under clients that cost nearly nothing: raw sockets, each of which asks again after an answer. */
async function underLoad(sandbox, bare, count, rounds) {
  const { limit, subject } = await inTurns(rounds, (side) =>
    rawLoad(side === 'limit' ? bare : sandbox, count),
  );
  const name = `${count} prices to ${CLIENTS} raw sockets`;
  return [
    line({ name, goal: 1 / 0.5, of: 'wallMs', subject: subject.wallMs, limit: limit.wallMs }),
    line({
      name: `${name}, the slowest of a thousand, over that of the bare server and ${SLOWEST_MS} ms`,
      goal: 1,
      of: 'wallMs',
      subject: subject.slowMs,
      limit: limit.slowMs.map((ms) => ms + SLOWEST_MS),
    }),
  ];
}

/** Returns the duration of so many calls, and the duration that one call in a thousand exceeds, both in ms. */
async function rawLoad({ url }, count) {
  const { host, hostname, port } = new URL(url);
  const ask = Buffer.from(`GET /api/v3/ticker/price?symbol=BTCUSDT HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const latencies = new Float64Array(count);
  let asked = 0;
  const began = performance.now();
  const client = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let rest = '';
      let index = 0;
      const next = () => {
        if (asked === count) {
          socket.end();
          resolve();
          return;
        }
        index = asked;
        asked += 1;
        latencies[index] = performance.now();
        socket.write(ask);
      };
      socket.setNoDelay(true);
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        rest += chunk.latin1Slice();
        const head = rest.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(rest)[1]);
        if (rest.length < head + 4 + length) return;
        checkThat(rest.startsWith('HTTP/1.1 200') && rest.includes('"symbol":"BTCUSDT"'), rest);
        rest = '';
        latencies[index] = performance.now() - latencies[index];
        next();
      });
    });
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const wallMs = performance.now() - began;
  return { wallMs, slowMs: latencies.sort()[Math.floor(count * 0.999)] };
}

async function startServer(kind, folder) {
  const child = spawn(process.execPath, [SERVER, kind, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentFor(folder),
  });
  const said = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(JSON.parse(String(text))));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return { ...said, kind, child, agent };
}

/** Returns the duration of a number of calls and the CPU time of the server for them, both in ms. */
async function measureCalls(server, count, callOf) {
  const cost = async () => Number(await send(server, { method: 'GET', origin: server.cost, path: '/' }));
  const before = await cost();
  const began = process.hrtime.bigint();
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      const call = callOf(server);
      call.check(await send(server, call));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const wallMs = Number(process.hrtime.bigint() - began) / 1e6;
  return { wallMs, cpuMs: (await cost()) - before };
}

function send({ url, agent }, { method, path, headers = {}, origin = url }) {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function priceOf(server) {
  const answered = await send(server, { method: 'GET', path: '/api/v3/ticker/price?symbol=BTCUSDT' });
  return Math.floor(Number(JSON.parse(answered).price) * 0.7);
}

/**
 * Returns resting orders, and cancellations of the oldest above a number; both servers get the same calls.
 */
function orders(price) {
  const state = new Map();
  return (server) => {
    const own = state.get(server.kind) ?? { placed: 0, open: [] };
    state.set(server.kind, own);
    const isCancel = own.open.length >= OPEN_MAX;
    let params = `origClientOrderId=${own.open[0]}`;
    if (!isCancel) {
      own.placed += 1;
      params = `side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}&newClientOrderId=b${own.placed}`;
    }
    const id = isCancel ? own.open.shift() : `b${own.placed}`;
    const query = `symbol=BTCUSDT&${params}&timestamp=${Date.now()}`;
    const signature = createHmac('sha256', server.apiSecret ?? '')
      .update(query)
      .digest('hex');
    return {
      method: isCancel ? 'DELETE' : 'POST',
      path: `/api/v3/order?${query}&signature=${signature}`,
      headers: { 'X-MBX-APIKEY': server.apiKey ?? '' },
      check(body) {
        checkThat(server.apiKey === undefined || JSON.parse(body).orderId > 0, body);
        if (!isCancel) own.open.push(id);
      },
    };
  };
}
