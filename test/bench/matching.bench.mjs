/**
 * The matching engine alone, on a mixed flow of limit orders, market orders and cancellations with string
 * ids, against a Map in which the same ids are set and deleted. Its trades are checked against an order book
 * of sorted arrays. It also prints the rate of orders with accounts, and with a journal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { flowOf } from './matching-flow.mjs';
import { checkThat, line } from './measure.mjs';
import { naiveTrades } from './naive-book.mjs';

const SEED = 20_240_131;

/** Returns the results of this benchmark. */
export async function bench({ rounds, isSmoke }) {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-matching-'));
  try {
    const { RestingBook, orderRates } = await bundleEngine(folder);
    const flow = flowOf(isSmoke ? 4000 : 1_000_000, SEED);
    const checked = isSmoke ? 2000 : 50_000;
    const found = runOrders(RestingBook, flow, checked);
    const expected = naiveTrades(flow, checked);
    const isSame = found.lots === expected.lots && found.value === expected.value;
    checkThat(isSame, `traded ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    checkThat(expected.lots > 0, 'nothing was traded');
    const measured = { subject: [], limit: [] };
    // One warm-up round of each, in which V8 compiles the code.
    for (let round = 0; round <= Math.min(rounds, 9); round += 1) {
      const limitMs = cpuOf(() => setAndDelete(flow));
      const subjectMs = cpuOf(() => runOrders(RestingBook, flow, flow.count));
      if (round === 0) continue;
      measured.limit.push(limitMs);
      measured.subject.push(subjectMs);
    }
    const rates = orderRates(folder, isSmoke ? 50 : 20_000);
    process.stderr.write(
      `  orders a second in the whole engine: ${rates.inMemory} with accounts, ${rates.kept} also kept in a journal\n`,
    );
    const name = `${flow.count} limit, market and cancel in the matching engine`;
    return [line({ name, goal: 1.6, of: 'cpuMs', ...measured })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bundles the sandbox's modules, because Node 20 can't run TypeScript. */
function bundleEngine(folder) {
  const outfile = join(folder, 'engine.mjs');
  const entry = fileURLToPath(new URL('./engine-rates.ts', import.meta.url));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

/**
 * Runs the first `count` commands on a matching engine, as the sandbox does, and returns the traded lots and
 * value.
 */
function runOrders(RestingBook, { kinds, sides, prices, lots, ids, cancels }, count) {
  const book = new RestingBook();
  const sum = { lots: 0, value: 0 };
  for (let index = 0; index < count; index += 1) {
    if (kinds[index] === 2) {
      const order = book.find(ids[cancels[index]]);
      if (order !== undefined) book.remove(order);
      continue;
    }
    const isBuy = sides[index] === 1;
    const limit = kinds[index] === 0 ? prices[index] : undefined;
    const incoming = {
      owner: index,
      isBuy,
      limit,
      lots: lots[index],
      budget: undefined,
      selfTradePrevention: 'EXPIRE_MAKER',
    };
    const plan = book.planMatch(incoming, undefined);
    for (const { maker, price, lots: part } of plan.steps) {
      book.fillMaker(maker, part);
      maker.remaining -= part;
      sum.lots += part;
      sum.value += part * price;
    }
    if (limit !== undefined && plan.remaining > 0)
      book.rest(orderOf(ids[index], index, isBuy, limit, plan.remaining));
  }
  return sum;
}

function orderOf(key, owner, isBuy, price, remaining) {
  return {
    key,
    owner,
    isBuy,
    price,
    remaining,
    icebergLots: 0,
    visibleLots: 0,
    level: undefined,
    previous: undefined,
    next: undefined,
  };
}

/**
 * Sets and deletes the id of every order in a Map: cancelled ones at their cancellation, others at the end.
 */
function setAndDelete({ kinds, ids, cancels, count }) {
  const orders = new Map();
  for (let index = 0; index < count; index += 1) {
    if (kinds[index] === 2) orders.delete(ids[cancels[index]]);
    else orders.set(ids[index], index);
  }
  for (let index = 0; index < count; index += 1) if (kinds[index] !== 2) orders.delete(ids[index]);
  return orders.size;
}

function cpuOf(run) {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
