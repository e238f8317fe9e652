/**
 * The matching engine of the sandbox alone, on a mixed flow of limit orders, market orders and cancellations with ids
 * of text, against a Map in which the same ids are set and deleted. What it trades is checked against arrays that are
 * sorted. Beside the table it tells how many orders a second are placed with accounts, and kept in a journal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { flowOf } from './matching-flow.mjs';
import { checkThat, line, median } from './measure.mjs';
import { naiveTraded } from './naive-book.mjs';

const SEED = 20_240_131;

/** Returns the lines of this benchmark. */
export async function bench({ rounds, isSmoke }) {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-matching-'));
  try {
    const { RestingBook, ordersASecond } = await bundled(folder);
    const flow = flowOf(isSmoke ? 20_000 : 1_000_000, SEED);
    const checked = isSmoke ? 5000 : 50_000;
    const found = traded(RestingBook, flow, checked);
    const expected = naiveTraded(flow, checked);
    const isSame = found.lots === expected.lots && found.value === expected.value;
    checkThat(isSame, `traded ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    checkThat(expected.lots > 0, 'nothing was traded');
    const measured = { subject: [], limit: [] };
    // One round of each that does not count lets both be compiled.
    for (let round = 0; round <= Math.min(rounds, 9); round += 1) {
      const limitMs = cpuOf(() => setAndDelete(flow));
      const subjectMs = cpuOf(() => traded(RestingBook, flow, flow.count));
      if (round === 0) continue;
      measured.limit.push(limitMs);
      measured.subject.push(subjectMs);
    }
    const rates = ordersASecond(folder, isSmoke ? 200 : 20_000);
    process.stderr.write(
      `  orders a second in the whole engine: ${rates.inMemory} with accounts, ${rates.kept} also kept in a journal\n`,
    );
    const subject = median(measured.subject);
    const limit = median(measured.limit);
    const name = `${flow.count} limit, market and cancel in the matching engine`;
    return [line({ name, goal: 1.7, of: 'cpuMs', subject, limit })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The modules that the sandbox runs; Node strips no types by itself. */
function bundled(folder) {
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

/** Lets an engine do the first `count` commands, as the sandbox does them, and returns what was traded. */
function traded(RestingBook, { kinds, sides, prices, lots, ids, cancels }, count) {
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
    const taking = {
      owner: index,
      isBuy,
      limit,
      lots: lots[index],
      budget: undefined,
      prevention: 'EXPIRE_MAKER',
    };
    const plan = book.plan(taking, undefined);
    for (const { maker, price, lots: part } of plan.steps) {
      book.take(maker, part);
      maker.left -= part;
      sum.lots += part;
      sum.value += part * price;
    }
    if (limit !== undefined && plan.left > 0) book.rest(orderOf(ids[index], index, isBuy, limit, plan.left));
  }
  return sum;
}

function orderOf(key, owner, isBuy, price, left) {
  return {
    key,
    owner,
    isBuy,
    price,
    left,
    slice: 0,
    shown: 0,
    level: undefined,
    previous: undefined,
    next: undefined,
  };
}

/** Sets every id that is placed and deletes it: those that are cancelled at once, the others at the end. */
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
