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

function commandsFor(home: string, address: string): Commands {
  const klines = ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60'];
  const remote = [...klines, '--host', address];
  const last = join(home, LAST_OUTPUT);
  return {
    // The least a command needs, and so what all need.
    [FIRST_PACK]: [['completion', 'bash']],
    'market.pack': ['json', 'ndjson', 'csv'].map((format) => [...remote, '-o', format]),
    'tables.pack': [
      [...remote, '-o', 'table'],
      [...remote.slice(0, 4), '--limit', '5', '--host', address, '-o', 'table'],
    ],
    'account.pack': [['account', 'info', '--host', address, '-o', 'json']],
    'pages.pack': [[...remote.slice(0, 4), '--host', address, '--start-time', '0', '--all']],
    // Each action is judged by code of its own.
    'theses.pack': ACTIONS.flatMap((action) => [
      ['thesis', 'new', '--action', action],
      ['thesis', 'validate', last],
    ]),
    'sandbox.pack': [
      [...klines, '--env', 'sandbox'],
      ['market', 'ticker', '24hr', 'BTCUSDT', '--env', 'sandbox'],
    ],
    // With something done on it, the exchange is another: what a journal holds is done again.
    'hosting.pack': [
      ['sandbox', 'fund', 'BTC', '1'],
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
    writeAside: async () => {},
  };
  const world: World = {
    ...main.processWorld(new AbortController().signal),
    environment: { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) },
    stdout: sink,
    stderr: {
      ...sink,
      write: async (text) => {
        complained += text;
      },
    },
  };
  const seen = new Set<string>();
  for (const [pack, lines] of Object.entries(commands)) {
    for (const line of lines) {
      said = '';
      complained = '';
      const code = await main.run(line, world);
      if (code !== 0) throw new Error(`bourse ${line.join(' ')} ended with code ${code}: ${complained}`);
      writeFileSync(join(home, LAST_OUTPUT), said);
    }
    const fresh = program.loaded().filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    tell(pack, fresh);
  }
}

async function warmUp(task: string, dist: string): Promise<void> {
  // A cache is good for the flags it was made under, and a sender sets one only after its pack was opened.
  v8.setFlagsFromString = () => {};
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Never a full page, so that the last one is soon there.
    const length = Math.min(60, Number(searchParams.get('limit') ?? 60));
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
    response.end(JSON.stringify(Array.from({ length }, () => CANDLE)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `spot=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const program = loadProgram(dist);
    const packing: Record<string, readonly string[]> = {};
    const cache = (pack: string) => {
      const script = program.scripts.get(pack);
      if (script === undefined) return;
      const file = join(dist, pack);
      writeFileSync(file, packBytes(readPack(readFileSync(file)).source, script.createCachedData()));
    };
    await runAll(program, commandsFor(home, address), home, (pack, names) => {
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
