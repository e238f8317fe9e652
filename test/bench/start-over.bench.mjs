/**
 * Opening a saved sandbox with a million journaled calls, against twice a plain read of the journal plus one
 * second. The sandbox is created once by a real load and cached in the system's temporary folder. Also prints
 * the time of a first command.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOURSE, checkThat, line, median, runNode } from './measure.mjs';
import { bundleModule, homeWithCalls, sandboxFolderOf } from './saved/homes.mjs';

const EVENTS = 1_000_000;
const SECOND_MS = 1000;

/** Returns the results of this benchmark. */
export async function bench({ rounds, isSmoke }) {
  const work = mkdtempSync(join(tmpdir(), 'bourse-start-over-'));
  try {
    const module = bundleModule(work, 'saved-sandbox');
    const events = isSmoke ? 500 : EVENTS;
    const home = await homeWithCalls(module, events, isSmoke ? join(work, 'home') : undefined);
    const folder = sandboxFolderOf(home);
    const lines = [measureOpening(module, work, folder, events, Math.min(rounds, 5))];
    if (!isSmoke) printFirstCommands(home);
    return lines;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Opens the sandbox, each time in a new process. */
function measureOpening(module, work, folder, events, rounds) {
  const script = join(work, 'open.mjs');
  const print = 'process.stdout.write(JSON.stringify(timesOf(process.argv[2])));';
  writeFileSync(script, `import { timesOf } from ${JSON.stringify(module)};\n${print}\n`);
  const found = Array.from({ length: rounds }, () => {
    const { code, stdout, stderr } = runNode([script, folder], { home: work });
    checkThat(code === 0, `a saved sandbox could not be opened: ${stderr}`);
    const times = JSON.parse(String(stdout));
    checkThat(times.orders > events / 4, `${times.orders} orders after ${events} calls`);
    return times;
  });
  const readMs = median(found.map((one) => one.readMs));
  const megabytes = Math.round(statSync(join(folder, 'accounts-1.journal')).size / 1e6);
  return line({
    name: `opening ${events} journaled calls (${megabytes} MB), limit 2 reads and 1 s`,
    goal: 1,
    of: 'wallMs',
    subject: median(found.map((one) => one.openMs)),
    limit: 2 * readMs + SECOND_MS,
  });
}

/** Prints the duration of user commands on such a sandbox. */
function printFirstCommands(home) {
  const order = [
    'trade',
    'order',
    'place',
    'BTCUSDT',
    '--side',
    'BUY',
    '--type',
    'MARKET',
    '--quantity',
    '0.001',
  ];
  for (const words of [
    ['sandbox', 'status'],
    [...order, '--env', 'sandbox'],
    ['market', 'ticker', 'BTCUSDT', '--env', 'sandbox'],
  ]) {
    const done = runNode([BOURSE, ...words], { home });
    process.stderr.write(
      `  bourse ${words.slice(0, 3).join(' ')}: ${Math.round(done.wallMs)} ms, exit code ${done.code}\n`,
    );
  }
}
