/** The packs that the build writes. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MappedText } from '../../src/build/mapped-text.ts';
import { withPlainExports } from '../../src/build/pack.ts';
import { PACK_TABLE, readPack } from '../../src/cli/load.ts';
import { startPackOf } from '../../src/cli/start-packs.ts';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { sample, textOf } from '../thesis/samples.ts';

const DIST = join(import.meta.dirname, '../../dist');
const BOURSE = join(import.meta.dirname, '../../bin/bourse.js');
const TRACER = join(import.meta.dirname, 'opened-packs.cjs');

/** Starts a server that accepts any order; returns its address. */
async function startExchange() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const sent = Object.fromEntries(new URLSearchParams(body));
    const rules = { symbol: searchParams.get('symbol'), status: 'TRADING', quoteAsset: 'USDT', filters: [] };
    const answer = pathname.endsWith('/time')
      ? { serverTime: Date.now() }
      : pathname.endsWith('/exchangeInfo')
        ? { rateLimits: [], symbols: [rules] }
        : { ...sent, orderId: 1, clientOrderId: sent['newClientOrderId'], status: 'NEW' };
    response.sendDate = false;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Runs the built program with keys in its variables; returns what it printed and loaded. */
async function runBourse(words: readonly string[], home: string) {
  const keys = words.includes('sandbox')
    ? {}
    : { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
  const child = spawn(process.execPath, ['--require', TRACER, BOURSE, ...words], {
    env: { PATH: process.env['PATH'], HOME: home, BOURSE_HOME: home, ...keys },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const texts = ['', '', '', ''];
  for (const index of [1, 2, 3])
    child.stdio[index]!.on('data', (chunk: Buffer) => {
      texts[index] += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: texts[1]!, stderr: texts[2]!, ...(JSON.parse(texts[3]!) as Loaded) };
}

/** What a process loaded: the packs that it opened, and those modules of Node that take milliseconds. */
interface Loaded {
  readonly packs: readonly string[];
  readonly costly: readonly string[];
}

it('hold together what the commands of the warm-up need: a command that fails there leaves every part alone', () => {
  for (const pack of ['market.pack', 'pages.pack', 'placing.pack', PACK_TABLE])
    expect(existsSync(join(DIST, pack)), `${pack} is missing: npm run build prints why`).toBe(true);
});

const order = 'BTCUSDT 1 --at 5 --yes -o json';

it.each([
  ['order-start.pack', `trade buy ${order}`],
  ['order-start.pack', `trade sell ${order}`],
  ['order-start.pack', `trade order place BTCUSDT --side BUY --type MARKET --quantity 1 --yes`],
])('hold in %s all that an order needs: %s', async (pack, line) => {
  const exchange = await startExchange();
  const home = temporaryFolder();
  const host = ['--host', `spot=${exchange.origin}`];
  // The first order reads the rules of the symbol and the clock, the second finds both in the cache.
  for (const time of ['first', 'second']) {
    const done = await runBourse([...line.split(' '), ...host], home);
    expect(done.code, done.stderr).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ symbol: 'BTCUSDT', status: 'NEW' });
    expect(done.packs, time).toEqual([pack]);
  }
});

it.each(ACTIONS)('hold in thesis-start.pack all that a valid thesis needs: %s', async (action) => {
  const home = temporaryFolder();
  const file = join(home, 'thesis.json');
  writeFileSync(file, textOf(sample(action)));
  const done = await runBourse(['thesis', 'validate', file], home);
  expect(done.code, done.stderr).toBe(0);
  expect(done.packs).toEqual(['thesis-start.pack']);
  // Only a terminal needs node:tty, which loads node:net: not the null device, from which this process reads.
  expect(done.costly).toEqual([]);
});

/** Validates a thesis in a process whose V8 says which functions its baseline compiler takes; prints which parts ran. */
const TRACED = `
  const { loadProgram } = require(${JSON.stringify(join(DIST, 'load.cjs'))});
  const program = loadProgram(${JSON.stringify(DIST)}, 'thesis-start.pack');
  require('node:v8').setFlagsFromString('--trace-baseline-batch-compilation');
  process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify(program.loaded())));
  process.argv = [process.execPath, ${JSON.stringify(BOURSE)}, 'thesis', 'validate', process.argv[1]];
  program.require('./main.js').start();
`;

it('run for a valid thesis no part with its schema, and few functions through a second compiler', () => {
  const home = temporaryFolder();
  const file = join(home, 'thesis.json');
  writeFileSync(file, textOf(sample('add')));
  const env = { PATH: process.env['PATH'], HOME: home, BOURSE_HOME: home };
  const done = spawnSync(process.execPath, ['-e', TRACED, file], { env, encoding: 'utf8' });
  const loaded = JSON.parse(done.stderr) as readonly string[];
  const { source } = readPack(readFileSync(join(DIST, 'thesis-start.pack')));
  const parts = source.split(/^(?="[\w.-]+":function\()/m).slice(1);
  const ran = parts.filter((text) => loaded.includes(text.slice(1, text.indexOf('"', 1))));
  expect(ran.length).toBeGreaterThan(10);
  expect(ran.filter((text) => text.includes('$id:')).length).toBe(0);
  // The warm-up runs the command many times; a code cache that says so made V8 compile 180 functions again at each start.
  expect(done.stdout.match(/Enqueued SFI/g)?.length ?? 0).toBeLessThan(90);
});

it.each(['market ticker price BTCUSDT', 'market klines BTCUSDT 1h', 'market depth BTCUSDT'])(
  'hold in sandbox-start.pack all that a read of a new sandbox needs, and open no account for it: %s',
  async (line) => {
    const words = [...line.split(' '), '--env', 'sandbox', '-o', 'json'];
    const done = await runBourse(words, temporaryFolder());
    expect(done.code, done.stderr).toBe(0);
    expect(done.packs).toEqual(['sandbox-start.pack']);
    // The keys of the demo account are computed with node:crypto.
    expect(done.costly).toEqual([]);
  },
);

it('hold in sandbox-account-start.pack all that orders and accounts of the sandbox need', async () => {
  const home = temporaryFolder();
  for (const line of [
    'trade buy BTCUSDT 0.01 --yes',
    'trade sell BTCUSDT 0.01 --at 200000 --yes',
    'trade open-orders',
    'account balance',
    'account trades BTCUSDT',
  ]) {
    const done = await runBourse([...line.split(' '), '--env', 'sandbox', '-o', 'json'], home);
    expect(done.code, done.stderr).toBe(0);
    expect(done.packs[0], line).toBe('sandbox-account-start.pack');
    // A sandbox that takes long to open on a busy machine also saves a checkpoint, which has packs of its own.
    const usual = [
      'program.pack',
      'market.pack',
      'orders.pack',
      'account.pack',
      'sandbox.pack',
      'hosting.pack',
    ];
    expect(
      done.packs.filter((pack) => usual.includes(pack)),
      line,
    ).toEqual([]);
  }
});

it('hold in sandbox-start.pack what reads the saved view of a sandbox with a past', () => {
  const text = readFileSync(join(DIST, 'sandbox-start.pack'), 'latin1');
  expect(text).toMatch(/^"open-view-\w+\.js":/m);
});

it('hold in the packs of the lake all that an import, a query and the state of a lake need', async () => {
  const home = temporaryFolder();
  const first = Date.UTC(2024, 0, 1);
  const candles = Array.from({ length: 3 }, (_, index) => {
    const open = first + index * 60_000;
    return `${open},1.0,2.0,0.5,1.5,9.0,${open + 59_999},9.0,7,4.0,4.0,0\n`;
  });
  const file = join(home, 'BTCUSDT-1m-2024-01.csv');
  writeFileSync(file, candles.join(''));
  for (const words of [
    ['status'],
    ['import', file],
    ['import', file, '-o', 'json'],
    ['status'],
    ['status', '-o', 'json'],
    ['sql', 'SELECT close FROM candles'],
    ['sql', 'SELECT count(*) AS rows, sum(volume) AS volume FROM candles', '-o', 'json'],
  ]) {
    const done = await runBourse(['lake', ...words], home);
    expect(done.code, done.stderr).toBe(0);
    expect(done.packs, words.join(' ')).toEqual([`lake-${words[0]}-start.pack`]);
  }
});

it('open the other packs for what a start pack lacks', async () => {
  const done = await runBourse(['trade', 'buy', 'BTCUSDT', '1', '--no-such-option'], temporaryFolder());
  expect(done.code).toBe(2);
  expect(done.stderr).toContain('--no-such-option');
  expect(done.packs[0]).toBe('order-start.pack');
  const words = 'trade buy BTCUSDT 0.001 --env sandbox --dry-run -o table'.split(' ');
  const table = await runBourse(words, temporaryFolder());
  expect(table.stdout).toContain('BTCUSDT');
  expect(table.packs.length).toBeGreaterThan(1);
});

it('leave other commands to the first pack', () => {
  for (const line of [
    '',
    'trade',
    'trade buyer',
    'trade order get 1',
    'stream',
    'stream rawer',
    'thesis',
    'thesis new',
    'market klines',
    'market klines BTCUSDT --env testnet',
    'market ticker price BTCUSDT --profile sandbox',
    'market sandbox --env sandbox',
  ])
    expect(startPackOf(line.split(' '), {}), line).toBeUndefined();
  expect(startPackOf('market depth X --env live'.split(' '), { BOURSE_ENV: 'sandbox' })).toBeUndefined();
});

it.each([
  ['market klines BTCUSDT 1h --env sandbox', {}],
  ['market ticker price BTCUSDT --env=sandbox', {}],
  ['market depth BTCUSDT', { BOURSE_ENV: 'sandbox' }],
])('start a read of the sandbox from a pack of its own: %s', (line, variables) => {
  expect(startPackOf(line.split(' '), variables)).toBe('sandbox-start.pack');
});

it('start an order from the pack of its environment', () => {
  const order = 'trade buy BTCUSDT 0.01'.split(' ');
  expect(startPackOf([...order, '--env', 'sandbox'], {})).toBe('sandbox-account-start.pack');
  expect(startPackOf([...order, '--env', 'live'], { BOURSE_ENV: 'sandbox' })).toBe('order-start.pack');
});

it('have a source map each, and the parts of the survey leave none', () => {
  const files = readdirSync(DIST);
  const packs = files.filter((name) => name.endsWith('.pack'));
  expect(packs.filter((name) => !files.includes(`${name}.map`))).toEqual([]);
  expect(files.filter((name) => name.includes('.part'))).toEqual([]);
});

it('keep an export that the bundler named by a dollar sign, as it does where a part exports many', () => {
  const part =
    '"use strict";var __export=()=>{};var stdin_exports={};__export(stdin_exports,{a:()=>one,$:()=>two});module.exports=__toCommonJS(stdin_exports);var one=1,two=2;';
  expect(withPlainExports(MappedText.plain(part), 'part.js').text).toBe(
    '"use strict";module.exports={get a(){return one},get $(){return two}};var one=1,two=2;',
  );
});

it('load no HTTP/2, which the connection pool never speaks', () => {
  const packs = readdirSync(DIST).filter((name) => name.endsWith('.pack'));
  const loading = packs.filter((name) => readFileSync(join(DIST, name), 'latin1').includes('"node:http2"'));
  expect(loading).toEqual([]);
});
