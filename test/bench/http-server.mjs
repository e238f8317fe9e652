/**
 * A server in a process of its own: the sandbox, or a minimal node:http server with a constant response.
 * Prints one line of JSON: its address, the demo key, and an address that returns the CPU time of the
 * process.
 *
 * node test/bench/http-server.mjs [sandbox|bare] [folder]
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [kind, folder] = process.argv.slice(2);

const CONSTANT = JSON.stringify({ symbol: 'BTCUSDT', price: '60000.01000000' });

async function sandbox() {
  const outfile = join(folder, 'exchange-server.mjs');
  const entry = fileURLToPath(new URL('./exchange-server.ts', import.meta.url));
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  buildSync({ entryPoints: [entry], outfile, banner, bundle: true, platform: 'node', format: 'esm' });
  const { serveExchange } = await import(pathToFileURL(outfile).href);
  return serveExchange(folder);
}

async function bare() {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/json;charset=UTF-8');
    response.setHeader('Content-Length', Buffer.byteLength(CONSTANT));
    response.end(CONSTANT);
  });
  return { url: await listen(server) };
}

function listen(server) {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)),
  );
}

const served = await (kind === 'sandbox' ? sandbox() : bare());
const cost = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String((user + system) / 1000));
});
process.stdout.write(`${JSON.stringify({ ...served, cost: await listen(cost) })}\n`);
