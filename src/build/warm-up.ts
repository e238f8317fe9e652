/** Runs the most usual commands in one process and writes the code that V8 compiled for them beside the program. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../app/world.ts';
import { loadProgram } from '../cli/load.ts';

interface Main {
  run(argv: readonly string[], world: World): Promise<number>;
  processWorld(interrupt: AbortSignal): World;
}

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

async function warmUp(dist: string): Promise<void> {
  const program = loadProgram(dist);
  const main = program.require('./main.js') as Main;
  const home = mkdtempSync(join(tmpdir(), 'bourse-build-'));
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
    response.end(JSON.stringify(Array.from({ length: 60 }, () => CANDLE)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `spot=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sink = { isTerminal: false, columns: 80, write: async () => {} };
  const world: World = {
    ...main.processWorld(new AbortController().signal),
    environment: { BOURSE_HOME: home },
    stdout: sink,
    stderr: sink,
  };
  const thesis = join(home, 'thesis.json');
  const klines = ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60', '--host', address];
  try {
    await main.run(['thesis', 'new', '--action', 'hold', '--reason', 'to warm up', '--out', thesis], world);
    for (const format of ['json', 'ndjson', 'csv', 'table']) await main.run([...klines, '-o', format], world);
    await main.run(['thesis', 'validate', thesis], world);
    await main.run(['thesis', 'validate', thesis, '-o', 'table'], world);
    writeFileSync(join(dist, 'program.js.cache'), program.script.createCachedData());
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [, , folder] = process.argv;
warmUp(folder!).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
