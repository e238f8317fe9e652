/** Ledgers of the built program for tests that kill it or let the disk fail. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

const MINUTE_MS = 60_000;

/** Opens a ledger that knows BTCUSDT and has a position, and returns a valid thesis `add`. */
export function openLedger(home) {
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const flat = { o: '50000', h: '50000', l: '50000', c: '50000' };
  const symbol = {
    kind: 'symbol',
    symbol: 'BTCUSDT',
    base: 'BTC',
    quote: 'USDT',
    tick_size: '0.1',
    step_size: '0.001',
    min_qty: '0.001',
    max_qty: '1000000',
    min_notional: '5',
    liquidation_fee: '0.0125',
    tiers: [{ cap: null, mmr: '0.004', max_leverage: '125' }],
  };
  const records = [
    symbol,
    { kind: 'candle', symbol: 'BTCUSDT', interval: '1m', t: end - MINUTE_MS, ...flat },
  ];
  const candles = join(home, 'candles.ndjson');
  writeFileSync(candles, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  run(home, ['paper', 'open', '--cash', '100000000', '--set', `start=${end - MINUTE_MS}`]);
  const words = ['--symbol', 'BTCUSDT', '--side', 'LONG', '--margin', '500', '--leverage', '5'];
  const text = run(home, ['thesis', 'new', '--action', 'add', ...words, '--reason', 'first']);
  run(home, ['paper', 'apply', '-', '--candles', candles], text);
  return JSON.parse(text);
}

/** Returns the words of a command that applies the theses of standard input at a price, and prints a line an entry. */
export function applyWords(price) {
  return ['paper', 'apply', '-', '--price', String(price), '-o', 'ndjson'];
}

/** Returns the JSON objects of lines. */
export function objectsOf(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Runs a command that must succeed, and returns what it printed. */
export function run(home, words, input = '') {
  const done = runCommand(home, words, { input });
  if (done.status !== 0) throw new Error(`${words.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** Runs a command, and returns its exit code and what it printed. */
export function runCommand(home, words, { input = '', environment = {} } = {}) {
  return spawnSync(process.execPath, [BOURSE, ...words], {
    env: { ...environmentOf(home), ...environment },
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 28,
  });
}

export function environmentOf(home) {
  return { PATH: process.env.PATH, HOME: home, BOURSE_HOME: home };
}

/** Checks a ledger whole; returns its number of entries and its faults. */
export function verifyLedger(home, words = []) {
  const { stdout, stderr } = runCommand(home, ['paper', 'verify', ...words, '-o', 'json']);
  if (stdout === '') return { entries: 0, faults: [stderr] };
  const { head, faults } = JSON.parse(stdout);
  return { entries: head.seq, faults };
}
