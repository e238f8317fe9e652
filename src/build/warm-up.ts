/**
 * Runs the most usual commands in one process: to survey which parts of the program they need together, and to
 * keep the code that V8 compiled for them.
 *
 * node warm-up.js survey|cache <dist>
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import type { World } from '../app/world.ts';
import { FIRST_PACK, loadProgram, type Program } from '../cli/load.ts';

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
  const thesis = join(home, 'thesis.json');
  return {
    [FIRST_PACK]: ['json', 'ndjson', 'csv'].map((format) => [...remote, '-o', format]),
    'tables.js': [[...remote, '-o', 'table']],
    'pages.js': [[...remote.slice(0, 4), '--host', address, '--start-time', '0', '--all']],
    'theses.js': [
      ['thesis', 'new', '--action', 'hold', '--reason', 'to warm up', '--out', thesis],
      ['thesis', 'validate', thesis],
      ['thesis', 'validate', thesis, '-o', 'table'],
    ],
    'sandbox.js': [
      [...klines, '--env', 'sandbox'],
      ['market', 'ticker', '24hr', 'BTCUSDT', '--env', 'sandbox'],
    ],
  };
}

/** Runs the commands; tells after each group of them which parts it was the first to need. */
async function runAll(
  program: Program,
  commands: Commands,
  home: string,
  tell: (pack: string, names: readonly string[]) => void,
): Promise<void> {
  const main = program.require('./main.js') as Main;
  const sink = { isTerminal: false, columns: 80, write: async () => {} };
  const world: World = {
    ...main.processWorld(new AbortController().signal),
    environment: { BOURSE_HOME: home },
    stdout: sink,
    stderr: sink,
  };
  const seen = new Set<string>();
  for (const [pack, lines] of Object.entries(commands)) {
    for (const line of lines) await main.run(line, world);
    const fresh = program.loaded().filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    tell(pack, fresh);
  }
}

async function warmUp(task: string, dist: string): Promise<void> {
  // A cache is good for the flags it was made under, and a sender sets one only after its pack was opened.
  v8.setFlagsFromString = () => {};
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
    response.end(JSON.stringify(Array.from({ length: 60 }, () => CANDLE)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `spot=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const program = loadProgram(dist);
    const packing: Record<string, readonly string[]> = {};
    await runAll(program, commandsFor(home, address), home, (pack, names) => {
      if (names.length === 0) return;
      if (task === 'survey') packing[pack] = names;
      // At once, so that a pack's cache holds what its own commands need of it and not what later ones do.
      else writeFileSync(join(dist, `${pack}.cache`), program.scripts.get(pack)!.createCachedData());
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
