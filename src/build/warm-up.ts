/**
 * Runs frequent commands in one process: to survey which modules of the program they need together, and to save the
 * code that V8 compiled for them.
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
import { FIRST_PACK, loadProgram, type Program, readPack } from '../cli/load.ts';
import { packBytes } from './pack-bytes.ts';
import { type Commands, commandsFor, LAST_OUTPUT } from './warm-up-commands.ts';

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

/** Runs the commands of each pack, then calls `onPack` with the modules that no earlier pack had needed. */
async function runAll(
  program: Program,
  commands: Commands,
  home: string,
  onPack: (pack: string, names: readonly string[]) => void,
): Promise<void> {
  // The home folder of the person who builds is neither read nor written.
  process.env['BOURSE_HOME'] = home;
  const main = program.require('./main.js') as Main;
  let output = '';
  let errorOutput = '';
  const sink = {
    isTerminal: false,
    columns: 80,
    write: async (text: string | Uint8Array) => {
      output += text;
    },
    writeInBackground: async () => {},
  };
  const world: Omit<World, 'environment'> = {
    ...main.processWorld(new AbortController().signal),
    stdout: sink,
    stderr: {
      ...sink,
      write: async (text) => {
        errorOutput += text;
      },
    },
  };
  const keys = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
  const seen = new Set<string>();
  for (const [pack, lines] of Object.entries(commands)) {
    for (const line of lines) {
      output = '';
      errorOutput = '';
      // Commands on the sandbox get no keys from variables, because the sandbox has a demo key of its own.
      const environment = line.includes('sandbox') ? {} : keys;
      const code = await main.run(line, { ...world, environment });
      if (code !== 0) throw new Error(`bourse ${line.join(' ')} ended with code ${code}: ${errorOutput}`);
      writeFileSync(join(home, LAST_OUTPUT), output);
    }
    const fresh = program.loaded().filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    onPack(pack, fresh);
  }
}

/**
 * Answers any call with candle rows, because every view can display them; answers with a clock or an order if
 * the command reads more of the answer.
 */
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
  // Answers with a page that is not full and has no rows before the requested time, so that paging stops after
  // it.
  const isBehind = Number(searchParams.get('startTime') ?? 0) > CANDLE_TIME;
  const length = isBehind ? 0 : Math.min(60, Number(searchParams.get('limit') ?? 60));
  return Array.from({ length }, () => CANDLE);
}

async function warmUp(task: string, dist: string): Promise<void> {
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
      // The code cache is written at once, so that a pack's cache holds only what its own commands compiled: later
      // commands compile more code of the first pack.
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
