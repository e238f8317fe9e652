/**
 * Lets real processes share the limits of one address while they are killed and started again, against a server whose
 * true limit is lower than the listed one and that charges more than listed. Prints what it counted.
 *
 * node test/long/limit-processes.mjs [minutes] [processes]
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inFolder, pause } from './stream-process.mjs';

const [minutes = '5', processes = '16'] = process.argv.slice(2);
const CAP = 2_000;
/** What the server charges of a listed weight. */
const FACTOR = 1.5;
const WINDOW_MS = 60_000;
/** Refused calls of a window after which the address is banned. */
const REFUSALS_MAX = 24;

function startServer() {
  const counts = { answered: 0, refused: 0, banned: 0, windows: new Map(), refusedWindows: new Set() };
  let refusals = { index: -1, count: 0 };
  const server = createServer((request, response) => {
    const now = Date.now();
    const index = Math.floor(now / WINDOW_MS);
    const weight = Number(/weight=(\d+)/.exec(request.url ?? '')?.[1] ?? 1) * FACTOR;
    const used = (counts.windows.get(index) ?? 0) + weight;
    const headers = { 'x-mbx-used-weight-1m': String(Math.ceil(used)) };
    if (used <= CAP) {
      counts.windows.set(index, used);
      counts.answered += 1;
      setTimeout(() => response.writeHead(200, headers).end('{}'), Math.random() * 200);
      return;
    }
    refusals = refusals.index === index ? { index, count: refusals.count + 1 } : { index, count: 1 };
    counts.refusedWindows.add(index);
    const isBan = refusals.count > REFUSALS_MAX;
    counts[isBan ? 'banned' : 'refused'] += 1;
    const left = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000);
    response.writeHead(isBan ? 418 : 429, { ...headers, 'retry-after': String(left) }).end('{"code":-1003}');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ server, counts })));
}

await inFolder(async (folder) => {
  const outfile = join(folder, 'limit-process.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../transport/limit-process.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const { server, counts } = await startServer();
  const address = `http://127.0.0.1:${server.address().port}`;
  const children = new Set();
  let isOver = false;
  let kills = 0;
  let failures = 0;
  const start = () => {
    const child = spawn(process.execPath, [outfile, join(folder, 'budget'), address], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    child.on('exit', (code) => {
      children.delete(child);
      // A process that ends by itself has failed; another one would fail too.
      if (code !== null) failures += 1;
      else if (!isOver) start();
    });
  };
  for (let index = 0; index < Number(processes); index += 1) start();
  const startedAt = Date.now();
  const end = startedAt + Number(minutes) * WINDOW_MS;
  while (Date.now() < end && failures === 0) {
    await pause(1_000 + Math.random() * 2_000);
    const all = [...children];
    all[Math.floor(Math.random() * all.length)]?.kill('SIGKILL');
    kills += 1;
  }
  isOver = true;
  for (const child of children) child.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  // Only windows that the processes saw from beginning to end show how much of the limit was used.
  const whole = [...counts.windows].filter(
    ([index]) => index * WINDOW_MS > startedAt && (index + 1) * WINDOW_MS <= end,
  );
  const used = whole.reduce((sum, [, weight]) => sum + weight, 0) / (whole.length * CAP);
  const { answered, refused, banned, refusedWindows } = counts;
  const result = {
    minutes: Number(minutes),
    processes: Number(processes),
    kills,
    failures,
    answered,
    refused,
    refusedWindows: refusedWindows.size,
    banned,
    wholeWindows: whole.length,
    usedShare: Number(used.toFixed(3)),
  };
  console.log(JSON.stringify(result));
  // The lower limit is learned from the refusals of one window.
  if (failures > 0 || banned > 0 || refusedWindows.size > 1) process.exitCode = 1;
});
