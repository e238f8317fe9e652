/**
 * Lets the disk fail at each of the first writes of a commit to a paper ledger, once with an input/output error and once by
 * being full from then on, and checks that nothing is acknowledged that is not in the ledger, and that the ledger stays whole.
 * Needs a C compiler.
 *
 * node test/long/paper-disk.mjs [writes] [every]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyWords, objectsOf, openLedger, run, runCommand, verifyLedger } from './paper-ledgers.mjs';

/** The theses of the commit; enough for several hundred writes. */
const THESES = 120;

const FAULTS = [{ FAULT_ERROR: 'EIO' }, { FAULT_ERROR: 'ENOSPC', FAULT_STAYS: '1' }];

/**
 * Lets every `every`-th of the first `writes` writes fail in both ways. Returns the counts; `lost` and `faults` must be 0.
 * Returns undefined without a C compiler.
 */
export function failDisk({ writes, every = 1, onProgress = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-paper-disk-'));
  try {
    const library = compile(folder);
    if (library === undefined) return undefined;
    const whole = join(folder, 'whole');
    mkdirSync(whole);
    const template = openLedger(whole);
    const theses = Array.from({ length: THESES }, (_, index) =>
      JSON.stringify({ ...template, reason: `number ${index}` }),
    ).join('\n');
    const before = verifyLedger(whole).entries;
    const counts = {
      cases: 0,
      refused: 0,
      acknowledged: 0,
      written: 0,
      lost: 0,
      faults: 0,
      writesOfCommit: 0,
    };
    const ledger = { folder, whole, library, theses, before };
    counts.writesOfCommit = tryFault(ledger, 0, {}, { ...counts });
    for (let at = 1; at <= Math.min(writes, counts.writesOfCommit); at += every) {
      for (const fault of FAULTS) tryFault(ledger, at, fault, counts);
      onProgress(at);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Applies the theses to a copy of the ledger while one write fails; returns the number of writes. */
function tryFault({ folder, whole, library, theses, before }, at, fault, counts) {
  const home = join(folder, 'copy');
  rmSync(home, { recursive: true, force: true });
  cpSync(whole, home, { recursive: true });
  const ledgers = join(home, 'state', 'ledgers');
  const count = join(folder, 'count');
  const environment = {
    LD_PRELOAD: library,
    FAULT_FOLDER: ledgers,
    FAULT_AT: String(at),
    FAULT_COUNT: count,
    ...fault,
  };
  const { status, stdout } = runCommand(home, applyWords(50_000), { input: theses, environment });
  const acknowledged = objectsOf(stdout);
  const { entries, faults } = verifyLedger(home);
  const written = entries - before;
  counts.cases += 1;
  counts.faults += faults.length;
  if (status === 10) counts.refused += 1;
  if (acknowledged.length > 0) counts.acknowledged += 1;
  if (written > 0) counts.written += 1;
  // All theses of a command are one commit, so all of its entries are there or none.
  const isAsExpected = written === 0 || written === THESES;
  const hashes = new Set(objectsOf(run(home, ['paper', 'history', '-o', 'ndjson'])).map(({ hash }) => hash));
  if (!isAsExpected || acknowledged.some(({ hash }) => !hashes.has(hash)) || ![0, 10].includes(status)) {
    counts.lost += 1;
    process.stderr.write(
      `write ${at} ${JSON.stringify(fault)}: exit ${status}, ${written} entries written\n`,
    );
  }
  return Number(readFileSync(count, 'utf8'));
}

/** Compiles the library that lets writes fail; returns undefined without a C compiler. */
export function compile(folder) {
  const source = fileURLToPath(new URL('./disk-faults.c', import.meta.url));
  const library = join(folder, 'disk-faults.so');
  const words = ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'];
  const { status, error } = spawnSync('cc', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return error === undefined && status === 0 ? library : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [writes = 200, every = 1] = process.argv.slice(2).map(Number);
  const counts = failDisk({
    writes,
    every,
    onProgress: (at) => at % 20 === 0 && process.stdout.write(`${at} writes\n`),
  });
  process.stdout.write(
    `${counts === undefined ? 'no C compiler: nothing was tried' : JSON.stringify(counts)}\n`,
  );
  if (counts === undefined || counts.lost + counts.faults > 0) process.exitCode = 1;
}
