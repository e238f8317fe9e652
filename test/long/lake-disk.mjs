/**
 * Lets the disk fail at each write of an import, a compaction and an export of a lake, once with an input/output error and once
 * by being full from then on, and checks that the lake and the exported file are what they were before or are afterwards, and that
 * the same command then works. Needs a C compiler and DuckDB.
 *
 * node test/long/lake-disk.mjs [every]
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './paper-disk.mjs';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
const FAULTS = [{ FAULT_ERROR: 'EIO' }, { FAULT_ERROR: 'ENOSPC', FAULT_STAYS: '1' }];
const DAY_MS = 86_400_000;
const ROWS = 300;

/** The commands, the folder whose disk fails, and the rows of the lake afterwards. */
const COMMANDS = {
  import: { line: 'lake import more', folder: 'state/lake', rows: 3 * ROWS },
  compact: { line: 'lake compact', folder: 'state/lake', rows: 2 * ROWS },
  export: { line: 'lake export candles --out out/all.parquet', folder: 'out', rows: 2 * ROWS },
  tree: { line: 'lake export candles --tree out/all', folder: 'out', rows: 2 * ROWS },
};

/**
 * Lets every `every`-th write of the commands fail in both ways. Returns the counts; `lost` must be 0. Returns undefined without a C
 * compiler.
 */
export function failLakeDisk({ every = 1, commands = Object.keys(COMMANDS), onProgress = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-lake-disk-'));
  try {
    const library = compile(folder);
    if (library === undefined) return undefined;
    const whole = join(folder, 'whole');
    for (const day of [0, 1]) writeDay(join(whole, 'data'), day);
    writeDay(join(whole, 'more'), 2);
    run(whole, 'lake import data');
    mkdirSync(join(whole, 'out'));
    writeFileSync(join(whole, 'out/all.parquet'), 'earlier');
    const counts = { cases: 0, refused: 0, done: 0, lost: 0 };
    for (const name of commands) {
      const context = { folder, whole, library, command: COMMANDS[name] };
      const writes = tryFault(context, 0, {}, { ...counts });
      for (let at = 1; at <= writes; at += every)
        for (const fault of FAULTS) tryFault(context, at, fault, counts);
      onProgress(`${name}: ${writes} writes`);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a file of candles of a day of January 2025. */
function writeDay(folder, day) {
  mkdirSync(folder, { recursive: true });
  const start = Date.UTC(2025, 0, 1) + day * DAY_MS;
  const lines = Array.from({ length: ROWS }, (_, minute) => {
    const open = start + minute * 60_000;
    return `${open},1,1,1,1,1,${open + 59_999},1,1,1,1,0\n`;
  });
  writeFileSync(join(folder, `BTCUSDT-1m-2025-01-0${day + 1}.csv`), lines.join(''));
}

/** Runs a command in a copy of the lake while one write fails; returns the number of writes. */
function tryFault({ folder, whole, library, command }, at, fault, counts) {
  const home = join(folder, 'copy');
  rmSync(home, { recursive: true, force: true });
  cpSync(whole, home, { recursive: true });
  const count = join(folder, 'count');
  const environment = {
    LD_PRELOAD: library,
    FAULT_FOLDER: join(home, command.folder),
    FAULT_AT: String(at),
    FAULT_COUNT: count,
    ...fault,
  };
  const { status, stderr } = run(home, command.line, environment);
  const faults = [
    ...([0, 10].includes(status) ? [] : [`exit ${status}: ${stderr.slice(0, 400)}`]),
    ...lakeFaults(home, status === 0 ? [command.rows] : [2 * ROWS, command.rows]),
    ...exportFaults(home, status),
  ];
  if (status !== 0) {
    const again = run(home, command.line);
    if (again.status !== 0) faults.push(`again: exit ${again.status}: ${again.stderr.slice(0, 400)}`);
    faults.push(...lakeFaults(home, [command.rows]));
  }
  counts.cases += 1;
  counts[status === 10 ? 'refused' : 'done'] += 1;
  if (faults.length > 0) {
    counts.lost += 1;
    process.stderr.write(`${command.line}, write ${at} ${JSON.stringify(fault)}: ${faults.join('; ')}\n`);
  }
  return Number(readFileSync(count, 'utf8'));
}

function lakeFaults(home, expected) {
  const { stdout } = run(home, 'lake verify');
  const { valid, rows, faults } = JSON.parse(stdout || '{}');
  const left = readdirSync(join(home, 'state/lake')).filter((name) => name.endsWith('.tmp'));
  return [
    ...(valid && expected.includes(rows) ? [] : [`${rows} rows, ${JSON.stringify(faults)}`]),
    ...left.map((name) => `left: ${name}`),
  ];
}

function exportFaults(home, status) {
  const file = join(home, 'out/all.parquet');
  const text = readFileSync(file, 'latin1');
  const left = readdirSync(dirname(file)).filter((name) => name.endsWith('.tmp'));
  // The last flush is that of the file's name: until then it may be the earlier file or the new one.
  const isWhole = text === 'earlier' || text.endsWith('PAR1');
  const tree = join(home, 'out/all');
  const isTreeWhole = !existsSync(tree) || status === 0;
  return [...(isWhole && isTreeWhole ? [] : ['half a file']), ...left.map((name) => `left: ${name}`)];
}

function run(home, line, environment = {}) {
  const { PATH } = process.env;
  return spawnSync(process.execPath, [BOURSE, ...line.split(' ')], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH, HOME: home, BOURSE_HOME: home, BOURSE_ENV: 'sandbox', ...environment },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [every = 1] = process.argv.slice(2).map(Number);
  const counts = failLakeDisk({ every, onProgress: (text) => process.stdout.write(`${text}\n`) });
  process.stdout.write(
    `${counts === undefined ? 'no C compiler: nothing was tried' : JSON.stringify(counts)}\n`,
  );
  if (counts === undefined || counts.lost > 0) process.exitCode = 1;
}
