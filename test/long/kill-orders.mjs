/**
 * Kills commands that place, amend and cancel orders and that withdraw at random moments, then resolves what they left and
 * compares the journal with the exchange: no order or withdrawal may exist twice, be missing from the journal, or have a
 * wrong state in it.
 *
 * node test/long/kill-orders.mjs [kills] [seed]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** Commands that run at the same time. */
const AT_ONCE = 2;

/** An address that withdrawals go to. */
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The share of withdrawals in a long run; each that is left unresolved takes a minute to look up. */
const WITHDRAWAL_SHARE = 0.02;

/** States of the journal that say that the exchange has the order. */
const PRESENT = new Set(['ACKED', 'FOUND']);

/** States of the journal in which it is not known what became of a write. */
const UNRESOLVED = new Set(['PREPARED', 'SENT', 'UNKNOWN']);

/**
 * Runs commands until `kills` of them were killed, each at a random moment. Returns the counts; `doubled`, `forgotten`, `wrong` and
 * `unresolved` must be 0.
 */
export async function killOrders({ kills, seed, withdrawalShare = 0, onProgress = () => {} }) {
  const home = mkdtempSync(join(tmpdir(), 'bourse-kill-orders-'));
  const chance = chanceOf(seed);
  const server = await serve(home);
  try {
    const typical = await typicalRun(home);
    const placed = [];
    const withdrawn = [];
    let begun = 0;
    let killed = 0;
    const worker = async () => {
      while (killed < kills) {
        const index = begun;
        begun += 1;
        const line = lineOf(index, placed, chance, withdrawalShare);
        const wasKilled = await runAndKill(home, line.words, momentOf(chance, typical));
        if (line.places !== undefined) placed.push(line.places);
        if (line.withdraws !== undefined) withdrawn.push(line.withdraws);
        // A command that ended before its time was not killed, and another one takes its place.
        if (wasKilled) killed += 1;
        onProgress(killed);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { commands: begun, ...audit(home, placed, withdrawn, killed) };
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the command of a turn: mostly a placement, sometimes an amendment or a cancellation of an earlier order. */
function lineOf(index, placed, chance, withdrawalShare) {
  const earlier = placed[Math.floor(chance() * placed.length)];
  const turn = chance();
  if (earlier !== undefined && turn < 0.15)
    return { words: ['trade', 'order', 'cancel', 'BTCUSDT', '--orig-client-order-id', earlier] };
  if (earlier !== undefined && turn < 0.25)
    return {
      words: ['trade', 'order', 'amend', 'BTCUSDT', '--orig-client-order-id', earlier, '--new-qty', '0.001'],
    };
  const id = `kill-${index}`;
  if (turn >= 1 - withdrawalShare)
    return {
      words: ['funds', 'withdraw', 'USDT', '25', ADDRESS, '--network', 'BSC', '--withdraw-order-id', id],
      withdraws: id,
    };
  const side = chance() < 0.5 ? 'BUY' : 'SELL';
  const isMarket = chance() < 0.5;
  const terms = isMarket
    ? ['--type', 'MARKET']
    : ['--type', 'LIMIT', '--time-in-force', 'GTC', '--price', side === 'BUY' ? '60000' : '190000'];
  return {
    words: [
      ...['trade', 'order', 'place', 'BTCUSDT', '--side', side, '--quantity', '0.002', ...terms],
      ...['--new-client-order-id', id, '--despite-unresolved'],
    ],
    places: id,
  };
}

/**
 * Returns the moment of a kill: for most commands a while after they have announced what they send, so that the kill comes
 * between the record in the journal and the end of the command; for the others any moment of the run.
 */
function momentOf(chance, { runMs, sendMs }) {
  if (chance() < 0.7) return { afterNoteMs: chance() * sendMs, afterMs: runMs * 5 };
  return { afterMs: runMs * chance() * 1.2 };
}

/**
 * Runs a command and kills it `afterNoteMs` after it has announced what it sends, and `afterMs` after its start at the latest;
 * resolves with whether it was still running.
 */
function runAndKill(home, words, { afterMs, afterNoteMs }, onNote = () => {}) {
  const child = spawn(process.execPath, [BOURSE, ...words, '--env', 'sandbox', '--yes', '-o', 'json'], {
    env: environmentOf(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve) => {
    const kill = () => child.kill('SIGKILL');
    const timers = [setTimeout(kill, afterMs)];
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (!text.includes('Sending')) return;
      onNote();
      if (afterNoteMs !== undefined) timers.push(setTimeout(kill, afterNoteMs));
    });
    child.once('close', (_code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}

/** Compares the journal with the orders and withdrawals of the exchange. */
function audit(home, placed, withdrawn, kills) {
  const resolve = bourse(home, ['orders', 'resolve', '--max-wait', '90s']);
  for (const { state, why, id } of json(resolve))
    if (UNRESOLVED.has(state)) process.stderr.write(`${id} stays ${state}: ${why}\n`);
  const writes = json(bourse(home, ['orders', 'list', '--limit', '100000']));
  const journal = new Map(
    writes
      .filter(({ clientOrderId }) => clientOrderId !== null)
      .map(({ clientOrderId, state }) => [clientOrderId, state]),
  );
  const orders = allOrders(home);
  const exchange = countBy(orders, 'clientOrderId');
  // The history of withdrawals weighs more than a minute's limit, so each query of it waits for the next minute.
  const withdrawals =
    withdrawn.length === 0 ? [] : json(bourse(home, ['funds', 'withdrawals', '--max-wait', '90s']));
  for (const [id, copies] of countBy(withdrawals, 'withdrawOrderId')) exchange.set(id, copies);
  const counts = {
    kills,
    sent: placed.length,
    withdrawals: withdrawn.length,
    executed: 0,
    doubled: 0,
    forgotten: 0,
    wrong: 0,
    unresolved: 0,
  };
  // An amendment gives the order a new id, so the amended order is looked for under that.
  const amendments = writes.filter(({ command }) => command === 'trade order amend');
  const renamed = new Set(amendments.map(({ params }) => params.origClientOrderId));
  const ids = [...placed.filter((id) => !renamed.has(id)), ...amendments.map((one) => one.clientOrderId)];
  for (const id of [...ids, ...withdrawn]) {
    const copies = exchange.get(id) ?? 0;
    const state = journal.get(id);
    if (copies > 0) counts.executed += 1;
    if (copies > 1) counts.doubled += 1;
    if (copies > 0 && state === undefined) counts.forgotten += 1;
    if (UNRESOLVED.has(state)) {
      counts.unresolved += 1;
      process.stderr.write(`unresolved: ${id} is ${state}, and the exchange has it ${copies} times\n`);
    } else if (state !== undefined && PRESENT.has(state) !== copies > 0) {
      counts.wrong += 1;
      process.stderr.write(`wrong: ${id} is ${state}, and the exchange has it ${copies} times\n`);
    }
  }
  auditCancellations(writes, orders, counts);
  return { ...counts, resolveExit: resolve.status };
}

/** Compares the cancellations of the journal with the states of their orders. */
function auditCancellations(writes, orders, counts) {
  const cancelled = new Set(
    orders.filter(({ status }) => status === 'CANCELED').map((one) => one.clientOrderId),
  );
  for (const { command, params, state } of writes) {
    if (command !== 'trade order cancel') continue;
    if (UNRESOLVED.has(state)) counts.unresolved += 1;
    else if (PRESENT.has(state) && !cancelled.has(params.origClientOrderId)) {
      counts.wrong += 1;
      process.stderr.write(`wrong: the cancellation of ${params.origClientOrderId} is ${state}\n`);
    }
  }
}

/** Returns how many rows have each value of a field. */
function countBy(rows, field) {
  const counts = new Map();
  for (const { [field]: value } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns all orders of the symbol, page by page. */
function allOrders(home) {
  const orders = [];
  for (;;) {
    const from = orders.length === 0 ? 1 : orders.at(-1).orderId + 1;
    const words = ['trade', 'all-orders', 'BTCUSDT', '--order-id', String(from), '--limit', '1000'];
    const page = json(bourse(home, words));
    orders.push(...page);
    if (page.length < 1000) return orders;
  }
}

function bourse(home, words) {
  return spawnSync(process.execPath, [BOURSE, ...words, '--env', 'sandbox', '-o', 'json'], {
    env: environmentOf(home),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}

function json({ stdout, stderr }) {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * Returns the median times in ms of six undisturbed orders, two at a time as in the test itself: from the start of the
 * command to its end, and from the announcement of the order to the end.
 */
async function typicalRun(home) {
  const [runs, sends] = [[], []];
  const run = async () => {
    const begun = performance.now();
    let noted = begun;
    const note = () => {
      noted = performance.now();
    };
    await runAndKill(home, ['trade', 'buy', 'BTCUSDT', '0.001'], { afterMs: 60_000 }, note);
    runs.push(performance.now() - begun);
    sends.push(performance.now() - noted);
  };
  for (let round = 0; round < 3; round += 1) await Promise.all([run(), run()]);
  const median = (times) => times.sort((one, other) => one - other)[3];
  return { runMs: median(runs), sendMs: median(sends) };
}

function serve(home) {
  const limits = ['--order-limit', '100000', '--weight-limit', '10000000'];
  const child = spawn(process.execPath, [BOURSE, 'sandbox', 'serve', '-o', 'json', ...limits], {
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => child.stdout.once('data', () => resolve(child)));
}

function environmentOf(home) {
  return { PATH: process.env.PATH, HOME: home, BOURSE_HOME: home };
}

/** Returns random numbers from 0 to 1 that depend on the seed only (mulberry32). */
export function chanceOf(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = 500, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  process.stdout.write(`kills ${kills}, seed ${seed}\n`);
  let shown = 0;
  const counts = await killOrders({
    kills,
    seed,
    withdrawalShare: WITHDRAWAL_SHARE,
    onProgress(killed) {
      if (killed < shown + 50) return;
      shown = killed;
      process.stdout.write(`${killed} killed\n`);
    },
  });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  const { doubled, forgotten, wrong, unresolved } = counts;
  if (doubled + forgotten + wrong + unresolved > 0) process.exitCode = 1;
}
