/**
 * Kills commands that apply theses to a paper ledger at random moments, up to four at a time, and then checks that every
 * entry that a command printed is in the ledger, and that the ledger is whole: hashes, sums, derived tables and receipt.
 *
 * node test/long/kill-paper.mjs [kills] [seed]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceOf } from './kill-orders.mjs';
import {
  applyWords,
  BOURSE,
  environmentOf,
  objectsOf,
  openLedger,
  run,
  verifyLedger,
} from './paper-ledgers.mjs';

/** Commands that write to the ledger at the same time. */
const WRITERS = 4;

/**
 * Runs commands until `kills` of them were killed. Returns the counts; `lost`, `failed` and `faults` must be 0, `unacknowledged`
 * counts the entries that were written by a command that was killed before it printed them.
 */
export async function killPaper({ kills, seed, onProgress = () => {} }) {
  const home = mkdtempSync(join(tmpdir(), 'bourse-kill-paper-'));
  const chance = chanceOf(seed);
  try {
    const template = openLedger(home);
    const { runMs, entries } = await typicalRun(home, template);
    const acknowledged = [...entries];
    const failures = [];
    let begun = 0;
    let killed = 0;
    // Grows with each kill and shrinks with each command that ended before, so that the kills come when commands write.
    let patience = 1;
    const writer = async () => {
      while (killed < kills) {
        begun += 1;
        const outcome = await applyAndKill(home, thesisOf(template, begun, chance), chance, runMs * patience);
        acknowledged.push(...outcome.entries);
        // A command that ended before its time was not killed, and another one takes its place.
        patience *= outcome.wasKilled ? 1.03 : 0.97;
        if (outcome.wasKilled) killed += 1;
        else if (outcome.failure !== undefined) failures.push(outcome.failure);
        onProgress(killed);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    return { commands: begun, killed, ...audit(home, acknowledged), failed: failures.length, failures };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the thesis of a turn; no two are equal. */
function thesisOf(template, turn, chance) {
  const { paper_intent: intent, symbol, ...common } = template;
  const thesis = { ...common, reason: `turn ${turn}` };
  const ref = { position_ref: { symbol } };
  const choice = chance();
  if (choice < 0.6) return { ...thesis, symbol, paper_intent: intent };
  if (choice < 0.7) return { ...thesis, action: 'hold' };
  if (choice < 0.8) {
    const reduced = { ...intent, reduce_fraction: 0.1 };
    for (const name of ['requested_margin_usdt', 'paper_leverage', 'requested_leverage', 'leverage'])
      delete reduced[name];
    return { ...thesis, action: 'reduce', ...ref, paper_intent: reduced };
  }
  const mode = choice < 0.9 ? 'paper' : 'watch';
  const level = 48_000 + Math.floor(chance() * 1500);
  return { ...thesis, mode, action: 'adjust_exit', ...ref, exit_update: { stop_loss_price: level } };
}

/**
 * Applies a thesis and kills the command at a random moment, mostly about `runMs` after its start.
 * Resolves with the entries that it printed, whether it was killed, and what it failed with.
 */
function applyAndKill(home, thesis, chance, runMs) {
  const price = 48_500 + Math.floor(chance() * 3000);
  const afterMs = runMs * (chance() < 0.8 ? 0.75 + chance() / 2 : chance());
  const child = spawn(process.execPath, [BOURSE, ...applyWords(price)], {
    env: environmentOf(home),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [printed, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(thesis));
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      // The last line may be cut off.
      const entries = objectsOf(printed.slice(0, printed.lastIndexOf('\n') + 1));
      // A refusal is an answer, with exit code 1 or 8.
      const failure = [0, 1, 8].includes(code) ? undefined : `${code}: ${complaint}`;
      resolve({ entries, wasKilled: signal === 'SIGKILL', failure });
    });
  });
}

/** Returns the median time in ms of undisturbed commands, as many at a time as in the test itself, and their entries. */
async function typicalRun(home, template) {
  const time = async (turn) => {
    const begun = performance.now();
    const thesis = { ...template, reason: `undisturbed ${turn}` };
    const { entries } = await applyAndKill(home, thesis, () => 0.9, 1_000_000);
    return { ms: performance.now() - begun, entries };
  };
  const runs = await Promise.all(Array.from({ length: WRITERS }, (_, index) => time(index)));
  const times = runs.map(({ ms }) => ms).sort((one, other) => one - other);
  return { runMs: times[WRITERS / 2], entries: runs.flatMap(({ entries }) => entries) };
}

/** Compares what was printed with the ledger, and checks the ledger whole. */
function audit(home, acknowledged) {
  const { faults } = verifyLedger(home, ['--replay']);
  const entries = objectsOf(run(home, ['paper', 'history', '-o', 'ndjson']));
  const texts = new Map(entries.map((entry) => [entry.hash, JSON.stringify(entry)]));
  const lost = acknowledged.filter((entry) => texts.get(entry.hash) !== JSON.stringify(entry));
  const [seq] = readFileSync(join(home, 'state', 'ledgers', 'main.head'), 'utf8').split(':');
  const derived = () =>
    run(home, ['paper', 'positions', '--all', '-o', 'json']) + run(home, ['paper', 'balance', '-o', 'json']);
  const before = derived();
  run(home, ['paper', 'rebuild']);
  return {
    entries: entries.length,
    exits: entries.filter(({ kind }) => kind === 'exit').length,
    acknowledged: acknowledged.length,
    unacknowledged: entries.length - new Set(acknowledged.map(({ hash }) => hash)).size,
    lost: lost.length,
    receiptBehind: entries.length - Number(seq),
    faults: faults.length + (derived() === before ? 0 : 1),
    firstFault: faults[0] ?? null,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = 1000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  process.stdout.write(`kills ${kills}, seed ${seed}\n`);
  let shown = 0;
  const counts = await killPaper({
    kills,
    seed,
    onProgress(killed) {
      if (killed < shown + 50) return;
      shown = killed;
      process.stdout.write(`${killed} killed\n`);
    },
  });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  if (counts.lost + counts.failed + counts.faults > 0) process.exitCode = 1;
}
