/**
 * Runs the most usual commands in one process: to survey which parts of the program they need together, and to
 * keep the code that V8 compiled for them.
 *
 * node warm-up.js survey|cache <dist>
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import type { World } from '../app/world.ts';
import { FIRST_PACK, loadProgram, type Program, packBytes, readPack } from '../cli/load.ts';
import { ACTIONS } from '../thesis/contract.ts';

interface Main {
  run(argv: readonly string[], world: World): Promise<number>;
  processWorld(interrupt: AbortSignal): World;
}

/** Command lines by the pack for what they need beyond the packs above theirs. */
type Commands = Readonly<Record<string, readonly (readonly string[])[]>>;

const CANDLE = [
  1700000000000,
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

function commandsFor(home: string, origin: string): Commands {
  const asking = (host: string, ...lines: readonly string[]) =>
    lines.map((line) => [
      ...line.split(' '),
      '--host',
      `${host}=${host.endsWith('-ws') ? origin.replace('http', 'ws') : origin}`,
    ]);
  const klines = ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60'];
  const [remote = []] = asking('spot', klines.join(' '));
  const order = 'trade order get X --order-id 1';
  const last = join(home, LAST_OUTPUT);
  return {
    // The least a command needs, and so what all need.
    [FIRST_PACK]: [['completion', 'bash']],
    'market.pack': [[...remote, '-o', 'json']],
    'rows.pack': ['ndjson', 'csv'].map((format) => [...remote, '-o', format]),
    'tables.pack': [
      [...remote, '-o', 'table'],
      ...asking('spot', 'market klines BTCUSDT 1h --limit 5 -o table'),
    ],
    // The catalogue stands by what is asked together: with the sandbox, which needs all of it, it would be read whole.
    'spot.pack': asking('spot', 'market depth X', 'market ticker 24hr X', 'market info X'),
    'futures.pack': [
      ...asking('usdm', 'market klines X 1h --on usdm'),
      ...asking('coinm', 'market klines X 1h --on coinm'),
    ],
    'options.pack': asking('options', 'market klines X 1h --on options'),
    'account.pack': asking('spot', 'account info'),
    'orders.pack': asking('spot', order),
    'positions.pack': [
      ...asking('usdm', 'account positions', `${order} --on usdm`),
      ...asking('coinm', 'account positions --on coinm', `${order} --on coinm`),
    ],
    'funds.pack': asking('spot', 'funds account-status', 'sub transfer history'),
    'margin.pack': asking('spot', 'margin interest'),
    'earn.pack': asking(
      'spot',
      'earn flexible list',
      'mining algorithms',
      'fiat orders 0',
      'c2c orders BUY',
      'convert pairs X',
    ),
    'pages.pack': asking('spot', 'market klines BTCUSDT 1h --start-time 0 --all'),
    'placing.pack': asking('spot', 'trade buy X 1 --at 5 --yes'),
    'streams.pack': asking('spot-ws', 'stream trades X --for 50ms'),
    // Each action is judged by code of its own.
    'theses.pack': ACTIONS.flatMap((action) => [
      ['thesis', 'new', '--action', action],
      ['thesis', 'validate', last],
    ]),
    'sandbox.pack': [
      [...klines, '--env', 'sandbox'],
      ['market', 'ticker', '24hr', 'BTCUSDT', '--env', 'sandbox'],
    ],
    // Checks of an order against a symbol's rules, which live orders need as well.
    'checks.pack': [['trade', 'buy', 'BTCUSDT', '0.001', '--at', '60000', '--env', 'sandbox', '--dry-run']],
    // With something done on it, the exchange is another: what a journal holds is done again.
    'hosting.pack': [
      ['sandbox', 'fund', 'BTC', '1'],
      [...klines, '--env', 'sandbox'],
      ['trade', 'buy', 'BTCUSDT', '0.01', '--env', 'sandbox'],
      [...klines, '--env', 'sandbox'],
    ],
  };
}

/** The file that holds what the last command wrote. */
const LAST_OUTPUT = 'last-output';

/** Runs the commands; tells after each group of them which parts it was the first to need. */
async function runAll(
  program: Program,
  commands: Commands,
  home: string,
  tell: (pack: string, names: readonly string[]) => void,
): Promise<void> {
  // Nothing of the person who builds is read or written.
  process.env['BOURSE_HOME'] = home;
  const main = program.require('./main.js') as Main;
  let said = '';
  let complained = '';
  const sink = {
    isTerminal: false,
    columns: 80,
    write: async (text: string | Uint8Array) => {
      said += text;
    },
    writeInBackground: async () => {},
  };
  const world: Omit<World, 'environment'> = {
    ...main.processWorld(new AbortController().signal),
    stdout: sink,
    stderr: {
      ...sink,
      write: async (text) => {
        complained += text;
      },
    },
  };
  const keys = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
  const seen = new Set<string>();
  for (const [pack, lines] of Object.entries(commands)) {
    for (const line of lines) {
      said = '';
      complained = '';
      // The sandbox has a key of its own.
      const environment = line.includes('sandbox') ? {} : keys;
      const code = await main.run(line, { ...world, environment });
      if (code !== 0) throw new Error(`bourse ${line.join(' ')} ended with code ${code}: ${complained}`);
      writeFileSync(join(home, LAST_OUTPUT), said);
    }
    const fresh = program.loaded().filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    tell(pack, fresh);
  }
}

/** Returns rows of candles, which any query shows, but for what is read by more than the view of its rows. */
function answerTo({ pathname, searchParams }: URL, body: string): unknown {
  if (pathname.endsWith('/time')) return { serverTime: Date.now() };
  const sent = new URLSearchParams(body);
  if (sent.has('newClientOrderId'))
    return {
      ...Object.fromEntries(sent),
      orderId: 1,
      clientOrderId: sent.get('newClientOrderId'),
      status: 'NEW',
    };
  // Never a full page, so that the last one is soon there.
  const length = Math.min(60, Number(searchParams.get('limit') ?? 60));
  return Array.from({ length }, () => CANDLE);
}

async function warmUp(task: string, dist: string): Promise<void> {
  // A cache is good for the flags it was made under, and a sender sets one only after its pack was opened.
  v8.setFlagsFromString = () => {};
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
    response.end(JSON.stringify(answerTo(new URL(request.url ?? '/', 'http://127.0.0.1'), body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const program = loadProgram(dist);
    const packing: Record<string, readonly string[]> = {};
    const cache = (pack: string) => {
      const script = program.scripts.get(pack);
      if (script === undefined) return;
      const file = join(dist, pack);
      writeFileSync(file, packBytes(readPack(readFileSync(file)).source, script.createCachedData()));
    };
    await runAll(program, commandsFor(home, origin), home, (pack, names) => {
      if (task === 'survey' && names.length > 0) packing[pack] = names;
      if (task !== 'cache') return;
      // At once, so that a pack's cache holds what its own commands need of it and not what later ones do; but
      // of the first pack the market's commands use more than the least that makes it up.
      cache(pack);
      if (pack === 'market.pack') cache(FIRST_PACK);
    });
    if (task === 'survey') process.stdout.write(JSON.stringify(packing));
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
