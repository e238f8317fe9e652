/**
 * Fetches a year of one-minute candles with sixteen pages at once, killed at random moments and continued, and with requests
 * that the server resets: the bytes must be those of the same year fetched page after page. As JSON the year is one array,
 * which an interrupted run does not continue; its bytes must be the rows as the server sent them.
 *
 * node test/long/year-of-candles.mjs [pages] [kills] [seed]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { candle, FIRST_OPEN_MS, MINUTE_MS } from '../bench/candles.mjs';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
const LATENCY_MS = 20;
const PAGE_ROWS = 1000;
const FORMATS = ['csv', 'ndjson', 'json'];

const [pages = 526, kills = 5, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const random = randomOf(seed);
const rows = pages * PAGE_ROWS;
const end = FIRST_OPEN_MS + rows * MINUTE_MS - 1;
const kept = new Map();
/** Of how many requests one is reset, at random; none if infinite. */
const faults = { resetsOneOf: Number.POSITIVE_INFINITY, resets: 0, received: 0 };

function randomOf(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const server = createServer((request, response) => {
  faults.received += 1;
  if (random() < 1 / faults.resetsOneOf) {
    faults.resets += 1;
    request.socket.destroy();
    return;
  }
  setTimeout(() => {
    const body = pageOf(new URL(request.url, 'http://127.0.0.1').searchParams);
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.end(body);
  }, LATENCY_MS);
});

function pageOf(params) {
  const number = (name) => (Number(params.get(name)) - FIRST_OPEN_MS) / MINUTE_MS;
  const first = Math.max(0, Math.ceil(number('startTime')));
  const last = Math.min(rows, Math.floor(number('endTime')) + 1);
  const count = Math.max(0, Math.min(Number(params.get('limit') ?? 500), last - first));
  const key = `${first} ${count}`;
  if (!kept.has(key))
    kept.set(key, JSON.stringify(Array.from({ length: count }, (_, index) => candle(first + index))));
  return kept.get(key);
}

/** Fetches from an open time to a file, and ends the process after `lifeMs`. */
function fetchTo(file, format, { from = FIRST_OPEN_MS, words = [], lifeMs } = {}) {
  // Each file has a request budget of its own: what another one used would make it wait.
  const home = `${file}.home`;
  const line = [
    'market',
    'klines',
    'BTCUSDT',
    '1m',
    '--start',
    from,
    '--end',
    end,
    '--all',
    '-o',
    format,
    '-q',
  ];
  const stdout = openSync(file, 'a');
  const child = spawn(
    process.execPath,
    [BOURSE, ...line.map(String), ...words, '--host', `spot=http://127.0.0.1:${server.address().port}`],
    { env: { PATH: process.env.PATH, BOURSE_HOME: home }, stdio: ['ignore', stdout, 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const began = performance.now();
  const timer = lifeMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), lifeMs);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      closeSync(stdout);
      resolve({ code, signal, errors, wallMs: performance.now() - began });
    });
  });
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Cuts off a row that was not written to its end, and returns where to continue. */
function continuation(file, format) {
  const text = readFileSync(file, 'latin1');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  truncateSync(file, whole.length);
  const last = whole.trimEnd().split('\n').at(-1);
  const openTime = Number(format === 'csv' ? last.split(',')[0] : /"openTime":(\d+)/.exec(last)?.[1]);
  if (!(openTime > 0)) return { from: FIRST_OPEN_MS, words: [] };
  return { from: openTime + 1, words: format === 'csv' ? ['--no-header'] : [] };
}

/** Returns the digest of the year as one array of the rows that the server sends. */
function digestOfServed() {
  const hash = createHash('sha256').update('[');
  for (let page = 0; page < pages; page += 1) {
    const served = Array.from({ length: PAGE_ROWS }, (_, row) =>
      JSON.stringify(candle(page * PAGE_ROWS + row)),
    );
    hash.update(`${page === 0 ? '' : ','}${served.join(',')}`);
  }
  return hash.update(']\n').digest('hex');
}

/** Returns the number of rows in a file. */
function countRows(name, format) {
  const text = readFileSync(name, 'latin1');
  if (format === 'json') return text.split('[').length - 2;
  return text.split('\n').length - (format === 'csv' ? 2 : 1);
}

async function check(format) {
  const file = (name) => join(folder, `${name}.${format}`);
  const report = (name, facts) => process.stdout.write(`${format} ${name} ${JSON.stringify(facts)}\n`);
  const sequential = await fetchTo(file('sequential'), format, { words: ['--parallel', '1'] });
  const expected = digestOf(file('sequential'));
  const count = countRows(file('sequential'), format);
  report('page after page', { code: sequential.code, rows: count, wallMs: Math.round(sequential.wallMs) });
  const parallel = await fetchTo(file('parallel'), format);
  const isSame = (name) => digestOf(file(name)) === expected;
  report('sixteen at once', { same: isSame('parallel'), wallMs: Math.round(parallel.wallMs) });
  faults.resetsOneOf = 100;
  faults.resets = 0;
  const reset = await fetchTo(file('reset'), format);
  report('with resets', { same: isSame('reset'), code: reset.code, resets: faults.resets });
  faults.resetsOneOf = Number.POSITIVE_INFINITY;
  if (format === 'json') {
    const isServed = digestOfServed() === expected;
    report('as the server sent it', { same: isServed });
    return count === rows && isServed && ['parallel', 'reset'].every(isSame);
  }
  let killed = 0;
  writeFileSync(file('killed'), '');
  for (let kill = 0; kill < kills; kill += 1) {
    const lifeMs = parallel.wallMs * (0.05 + 0.13 * random());
    const ended = await fetchTo(file('killed'), format, { ...continuation(file('killed'), format), lifeMs });
    if (ended.signal === 'SIGKILL') killed += 1;
  }
  const from = continuation(file('killed'), format);
  const rest = await fetchTo(file('killed'), format, from);
  report('killed and continued', { same: isSame('killed'), code: rest.code, killed });
  return count === rows && ['parallel', 'reset', 'killed'].every(isSame);
}

const folder = mkdtempSync(join(tmpdir(), 'bourse-year-'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
process.stdout.write(`${pages} pages, ${kills} kills, seed ${seed}\n`);
try {
  for (const format of FORMATS) if (!(await check(format))) process.exitCode = 1;
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
