/**
 * Runs frequent commands in one process: to survey which modules of the program they need together, and to save the
 * code that V8 compiled for them.
 *
 * node warm-up.js survey|cache <dist>
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import { WebSocketServer } from 'ws';
import type { World } from '../app/world.ts';
import { FIRST_PACK, loadProgram, type Program, readPack } from '../cli/load.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time-units.ts';
import { ACTIONS } from '../thesis/contract.ts';
import type { Survey } from './pack.ts';
import { packBytes } from './pack-bytes.ts';
import {
  CANDLE_MONTHS,
  type Commands,
  candleFile,
  commandsFor,
  LAST_OUTPUT,
  LONG_PAGE_ROWS,
  type StartCommands,
  startCommandsFor,
  thesisFile,
} from './warm-up-commands.ts';

interface Main {
  run(argv: readonly string[], world: World): Promise<number>;
  processWorld(interrupt: AbortSignal): World;
}

const CANDLE_TIME = 1_700_000_000_000;
const CANDLE = [
  CANDLE_TIME,
  '1.00000000',
  '2.00000000',
  '0.50000000',
  '1.50000000',
  '9.00000000',
  1700003599999,
  '9.0',
  7,
  '4.0',
  '4.0',
  '0',
];

/** The API keys of the commands, which the server does not check. */
const KEYS = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };

/** Runs command lines of a program with the files of bourse in a folder. */
class Runner {
  readonly #main: Main;
  readonly #home: string;
  readonly #world: Omit<World, 'environment'>;
  #output = '';
  #errorOutput = '';

  constructor(program: Program, home: string, clock: Partial<World['clock']> = {}) {
    this.#main = program.require('./main.js') as Main;
    this.#home = home;
    // The home folder of the person who builds is neither read nor written.
    process.env['BOURSE_HOME'] = home;
    const sink = { isTerminal: false, columns: 80, writeInBackground: async () => {} };
    const world = this.#main.processWorld(new AbortController().signal);
    this.#world = {
      ...world,
      clock: { ...world.clock, ...clock },
      stdout: {
        ...sink,
        write: async (text) => {
          this.#output += text;
        },
      },
      stderr: {
        ...sink,
        write: async (text) => {
          this.#errorOutput += text;
        },
      },
    };
  }

  /** Runs a command line and keeps its output in a file. Throws if it fails. */
  async run(line: readonly string[], environment: World['environment']): Promise<void> {
    this.#output = '';
    this.#errorOutput = '';
    const code = await this.#main.run(line, { ...this.#world, environment });
    if (code !== 0) throw new Error(`bourse ${line.join(' ')} ended with code ${code}: ${this.#errorOutput}`);
    writeFileSync(join(this.#home, LAST_OUTPUT), this.#output);
  }
}

/** Runs the commands of each pack, then calls `onPack` with the modules that no earlier pack had needed. */
async function runAll(
  program: Program,
  commands: Commands,
  home: string,
  onPack: (pack: string, names: readonly string[]) => void,
): Promise<void> {
  const runner = new Runner(program, home);
  const seen = new Set<string>();
  for (const [pack, lines] of Object.entries(commands)) {
    for (const line of lines) await runner.run(line, environmentsOf(line).at(-1)!);
    const fresh = program.loaded().filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    onPack(pack, fresh);
  }
}

/**
 * Runs the commands of each start pack in a program of its own, with keys from a profile and with keys from variables and
 * with a paper ledger, then calls `onPack` with that program.
 */
async function runStarts(
  dist: string,
  task: string,
  origin: string,
  onPack: (pack: string, program: Program) => void,
): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  try {
    await writeTheses(dist, files);
    writeCandles(files);
    for (const [pack, commands] of Object.entries(startCommandsFor(files, origin)))
      onPack(pack, await runStart(dist, task === 'survey' ? undefined : pack, commands, origin));
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

/** Runs the commands of a start pack and returns the program, which begins with the pack if one is given. */
async function runStart(
  dist: string,
  pack: string | undefined,
  { first = [], lines, again }: StartCommands,
  origin: string,
): Promise<Program> {
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  try {
    const preparing = new Runner(loadProgram(dist), home);
    await addProfile(preparing, home, origin);
    await preparing.run(['paper', 'open'], {});
    const program = loadProgram(dist, pack);
    if (first.length > 0 && !hasDuckdb()) return program;
    for (const line of first) await preparing.run(line, {});
    const runner = new Runner(program, home);
    const runLines = async () => {
      for (const line of lines)
        for (const environment of environmentsOf(line)) await runner.run(line, environment);
    };
    await runLines();
    if (again !== undefined) {
      for (const line of again) await preparing.run(line, {});
      // A read that takes long saves a view of the market, which the reads after it use.
      const slow = new Runner(loadProgram(dist), home, everSlower());
      for (const line of lines) await slow.run(line, {});
      await runLines();
    }
    return program;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the variables with which a command is run; commands on the sandbox get no keys, because it has a demo key. */
function environmentsOf(line: readonly string[]): readonly World['environment'][] {
  return line.includes('sandbox') ? [{}] : [{}, KEYS];
}

/** Returns a clock on which everything takes a second more than on the machine's. */
function everSlower(): Pick<World['clock'], 'monotonicMs'> {
  let lateMs = 0;
  return {
    monotonicMs() {
      lateMs += 1000;
      return performance.now() + lateMs;
    },
  };
}

/** Writes a valid thesis of each action. */
async function writeTheses(dist: string, folder: string): Promise<void> {
  const runner = new Runner(loadProgram(dist), folder);
  for (const action of ACTIONS) {
    await runner.run(['thesis', 'new', '--action', action], {});
    copyFileSync(join(folder, LAST_OUTPUT), thesisFile(folder, action));
  }
}

/** Writes some candles of each month, with a hole between the months. */
function writeCandles(folder: string): void {
  for (const month of CANDLE_MONTHS) {
    const first = Date.parse(`${month}-01T00:00:00Z`);
    const lines = [0, 1, 2].map((minute) => {
      const cells: (string | number)[] = [...CANDLE];
      cells[0] = first + minute * MINUTE_MS;
      cells[6] = first + (minute + 1) * MINUTE_MS - 1;
      return `${cells.join(',')}\n`;
    });
    writeFileSync(candleFile(folder, month), lines.join(''));
  }
}

/** Returns whether DuckDB, which only the lake needs, is installed with machine code for this system. */
function hasDuckdb(): boolean {
  try {
    createRequire(__filename)('@duckdb/node-api');
    return true;
  } catch {
    return false;
  }
}

/** Adds a profile with the keys in files of their own, as users keep them. */
async function addProfile(runner: Runner, home: string, origin: string): Promise<void> {
  const references = Object.entries(KEYS).flatMap(([variable, text]) => {
    const file = join(home, variable);
    writeFileSync(file, text, { mode: 0o600 });
    return [variable === 'BOURSE_API_KEY' ? '--api-key' : '--secret', `file:${file}`];
  });
  await runner.run(
    ['profile', 'add', 'p', '--env', 'testnet', '--host', `spot=${origin}`, ...references],
    {},
  );
}

/**
 * Answers any call with candle rows, because every view can display them; answers with a clock or an order if
 * the command reads more of the answer.
 */
function answerTo({ pathname, searchParams }: URL, body: string): unknown {
  if (pathname.endsWith('/time')) return { serverTime: Date.now() };
  const symbol = searchParams.get('symbol');
  if (pathname.endsWith('/exchangeInfo') && symbol !== null) return rulesOf(symbol);
  const sent = new URLSearchParams(body);
  if (sent.has('newClientOrderId'))
    return {
      ...Object.fromEntries(sent),
      orderId: 1,
      clientOrderId: sent.get('newClientOrderId'),
      status: 'NEW',
    };
  const limit = Number(searchParams.get('limit') ?? 60);
  // A long page of candles is recognised by its bytes, if its rows follow each other.
  if (limit === LONG_PAGE_ROWS && !searchParams.has('startTime')) return consecutiveCandles(limit);
  // Answers with a page that is not full and has no rows before the requested time, so that paging stops after
  // it.
  const isBehind = Number(searchParams.get('startTime') ?? 0) > CANDLE_TIME;
  const length = isBehind ? 0 : Math.min(60, limit);
  return Array.from({ length }, () => CANDLE);
}

/** Returns candles of an hour each. */
function consecutiveCandles(count: number): unknown {
  const [, ...rest] = CANDLE;
  return Array.from({ length: count }, (_, row) => [CANDLE_TIME + row * HOUR_MS, ...rest]);
}

/** Returns the rules of a symbol that an order of the warm-up meets. */
function rulesOf(symbol: string): unknown {
  const filters = [
    { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
    { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
    { filterType: 'MARKET_LOT_SIZE', minQty: '0', maxQty: '100', stepSize: '0' },
    { filterType: 'PERCENT_PRICE_BY_SIDE', ...PERCENTS, avgPriceMins: 5 },
    { filterType: 'NOTIONAL', ...NOTIONALS, avgPriceMins: 5 },
  ];
  const assets = { baseAsset: 'BTC', quoteAsset: 'USDT', baseAssetPrecision: 8, quoteAssetPrecision: 8 };
  return {
    rateLimits: [],
    symbols: [{ symbol, status: 'TRADING', ...assets, orderTypes: ['LIMIT', 'MARKET'], filters }],
  };
}

const PERCENTS = {
  bidMultiplierUp: '5',
  bidMultiplierDown: '0.2',
  askMultiplierUp: '5',
  askMultiplierDown: '0.2',
};
const NOTIONALS = {
  minNotional: '5',
  applyMinToMarket: true,
  maxNotional: '9000000',
  applyMaxToMarket: false,
};

/** Sends one trade to each stream that a client subscribes to. */
function serveStreams(server: Server): void {
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { readonly id: unknown };
      socket.send(JSON.stringify({ result: null, id }));
      socket.send(
        '{"e":"trade","E":1700000000000,"s":"BTCUSDT","t":1,"p":"5","q":"1","T":1700000000000,"m":true}',
      );
    });
  });
}

/**
 * V8 notes in a code cache which functions its baseline compiler had compiled, and compiles them again when they are first
 * called. Hardly any function of a short command runs often enough to be worth it, so the warm-up, which runs all many
 * times, does without that compiler.
 */
const NO_BASELINE = '--no-sparkplug';
const BASELINE = '--sparkplug';

async function warmUp(task: string, dist: string): Promise<void> {
  const setFlags = v8.setFlagsFromString;
  setFlags(NO_BASELINE);
  // V8 rejects a code cache made under other flags; a sender sets a flag only after its pack was opened.
  v8.setFlagsFromString = () => {};
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
    response.end(JSON.stringify(answerTo(new URL(request.url ?? '/', 'http://127.0.0.1'), body)));
  });
  serveStreams(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const program = loadProgram(dist);
    const packing: Record<string, readonly string[]> = {};
    const starts: Record<string, readonly string[]> = {};
    const cache = (pack: string, { scripts } = program) => {
      const script = scripts.get(pack);
      if (script === undefined) return;
      setFlags(BASELINE);
      const code = script.createCachedData();
      setFlags(NO_BASELINE);
      const file = join(dist, pack);
      writeFileSync(file, packBytes(readPack(readFileSync(file)).source, code));
    };
    await runAll(program, commandsFor(home, origin), home, (pack, names) => {
      if (task === 'survey' && names.length > 0) packing[pack] = names;
      if (task !== 'cache') return;
      // The code cache is written at once, so that a pack's cache holds only what its own commands compiled: later
      // commands compile more code of the first pack.
      cache(pack);
      if (pack === 'market.pack') cache(FIRST_PACK);
    });
    await runStarts(dist, task, origin, (pack, started) => {
      if (task === 'survey') starts[pack] = started.loaded();
      else cache(pack, started);
    });
    if (task === 'survey') process.stdout.write(JSON.stringify({ packing, starts } satisfies Survey));
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [, , task = '', folder = ''] = process.argv;
warmUp(task, folder).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
