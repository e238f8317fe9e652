/**
 * Reads of market data on saved sandboxes with a past, against the same read on a new one, and a read on a new one against
 * an empty script. No process hosts the sandbox. The first read on each sandbox is not measured: it catches up with the
 * past and saves what it learned.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  BOURSE,
  checkThat,
  childScript,
  compare,
  inFolder,
  line,
  median,
  runAtOnce,
  runNode,
} from './measure.mjs';
import { bundleModule, homeWithCalls, sandboxFolderOf } from './saved/homes.mjs';

const READ = [BOURSE, 'market', 'ticker', 'price', 'BTCUSDT', '--env', 'sandbox', '-o', 'json'];
const AT_ONCE = 20;
const CALLS = 1_000_000;
/** The most memory that a read may take, in kB. */
const MEMORY_MAX_KB = 110 * 1024;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder(async (work) => {
    const fresh = join(work, 'fresh');
    const { fillWithOrders, fillWithPosition } = await import(bundleModule(work, 'old-sandbox'));
    const homeOf = (name, fill) => {
      const home = join(work, name);
      mkdirSync(sandboxFolderOf(home), { recursive: true });
      fill(sandboxFolderOf(home));
      return home;
    };
    const days = isSmoke ? 1 : 14;
    const orders = isSmoke ? 10 : 1000;
    const homes = [
      [
        `${orders} orders ${days} days old`,
        homeOf('orders', (folder) => fillWithOrders(folder, orders, days)),
      ],
      [
        `a futures position ${days * 4} days old`,
        homeOf('position', (folder) => fillWithPosition(folder, days * 4)),
      ],
      ...(isSmoke
        ? []
        : [['a million calls', await homeWithCalls(bundleModule(work, 'saved-sandbox'), CALLS)]]),
    ];
    return [
      compare({
        name: 'price read on a new sandbox within, over an empty script',
        goal: 1.9,
        of: 'cpuMs',
        subject: { words: READ, check: checkPrice },
        limit: { words: [childScript('empty.cjs')] },
        rounds,
        home: fresh,
      }),
      ...homes.flatMap(([name, home]) => readsOn(name, home, fresh, rounds)),
      await atOnce(fresh, Math.min(rounds, 5), isSmoke ? 2 : AT_ONCE),
    ];
  });
}

/** Returns the cost of a read on a sandbox with a past over that on a new one, and its memory. */
function readsOn(name, home, fresh, rounds) {
  const found = { home: [], fresh: [] };
  runNode(READ, { home });
  for (let round = 0; round < rounds; round += 1) {
    found.fresh.push(read(fresh));
    found.home.push(read(home));
  }
  const of = (side, field) => found[side].map((one) => one[field]);
  return [
    line({
      name: `the same with ${name}, over a new one`,
      goal: 1.3,
      of: 'cpuMs',
      subject: of('home', 'cpuMs'),
      limit: of('fresh', 'cpuMs'),
    }),
    line({
      name: 'its memory, over 110 MB',
      goal: 1,
      of: 'peakKb',
      subject: median(of('home', 'peakKb')),
      limit: MEMORY_MAX_KB,
    }),
  ];
}

/** Returns the CPU of many reads at once over that of as many in a row. */
async function atOnce(home, rounds, count) {
  const found = { subject: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.subject.push(await runAtOnce(READ, { home, count }));
    let sum = 0;
    for (let one = 0; one < count; one += 1) sum += read(home).cpuMs;
    found.limit.push(sum);
  }
  return line({
    name: `${count} of them at once, over as many in a row`,
    goal: 1.2,
    of: 'cpuMs',
    subject: found.subject,
    limit: found.limit,
  });
}

function read(home) {
  const done = runNode(READ, { home, isProbed: true });
  checkThat(done.code === 0, `a price read ended with ${done.code}: ${done.stderr}`);
  checkPrice(done.stdout);
  return done;
}

function checkPrice(stdout) {
  const { symbol, price } = JSON.parse(String(stdout));
  checkThat(symbol === 'BTCUSDT' && Number(price) > 0, `the price of ${symbol} is ${price}`);
}
