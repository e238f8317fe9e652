/**
 * Places orders under random faults in virtual time, in the way of bourse and in four unsafe ways, and compares every report
 * with the execution log of the exchange.
 *
 * node test/long/chaos-orders.mjs [orders] [seed]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [orders = 100_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

/** The number of orders within which each unsafe way must be seen to double or lose one. */
const UNSAFE_ORDERS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'bourse-chaos-'));
try {
  // Bundled, because Node 20 can't run TypeScript.
  const outfile = join(folder, 'chaos.mjs');
  const entry = fileURLToPath(new URL('../orders/chaos.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const { countOutcomes, ORDER_PRODUCTS, SAFE, UNSAFE } = await import(pathToFileURL(outfile).href);
  process.stdout.write(`${orders} orders, seed ${seed}\n`);
  const sum = { doubled: 0, lost: 0, wrong: 0, unresolved: 0 };
  for (const product of ORDER_PRODUCTS) {
    const counts = await countOutcomes(SAFE, {
      orders: Math.ceil(orders / ORDER_PRODUCTS.length),
      seed,
      product,
      onFault: (order) => process.stdout.write(`fault: ${product}, order ${order}\n`),
    });
    process.stdout.write(`${product} ${JSON.stringify(counts)}\n`);
    for (const name of Object.keys(sum)) sum[name] += counts[name];
  }
  process.stdout.write(`all ${JSON.stringify(sum)}\n`);
  const isSafe = sum.doubled + sum.lost + sum.wrong === 0 && sum.unresolved <= orders / 1_000;
  let isSeen = true;
  for (const [name, policy] of Object.entries(UNSAFE)) {
    const counts = await countOutcomes(policy, { orders: UNSAFE_ORDERS, seed });
    process.stdout.write(`unsafe: ${name} ${JSON.stringify(counts)}\n`);
    isSeen &&= counts.doubled + counts.lost > 0;
  }
  if (!isSafe || !isSeen) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
