/** The lake against DuckDB alone on the same rows, and a sync against the same candles as csv. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { candle, FIRST_OPEN_MS, MINUTE_MS } from './candles.mjs';
import {
  BOURSE,
  checkThat,
  childScript,
  compareAll,
  inFolder,
  line,
  median,
  runNode,
  withServer,
} from './measure.mjs';

const HOURLY = `SELECT date_trunc('hour', open_time) AS hour, max(high) AS high, min(low) AS low, sum(volume) AS volume
  FROM candles GROUP BY hour ORDER BY hour`;
const PAGE_ROWS = 1000;

/** Returns the results of this benchmark; a smoke run has a day of candles and not half a year. */
export async function bench({ rounds, isSmoke }) {
  const months = isSmoke ? 1 : 6;
  const few = Math.min(rounds, 5);
  return [
    ...(await inFolder((home) => imports(home, months, isSmoke, few))),
    ...(await inFolder((home) => reads(home, months, isSmoke, few))),
    ...(await inFolder((home) => syncs(home, isSmoke ? 3 : 260, few))),
  ];
}

/** Writes the files of some months, each of which a smoke run has a day; returns the number of candles. */
function writeMonths(folder, months, isSmoke) {
  mkdirSync(folder, { recursive: true });
  let first = 0;
  for (let month = 0; month < months; month += 1) {
    const days = isSmoke ? 1 : new Date(Date.UTC(2024, month + 1, 0)).getUTCDate();
    const rows = Array.from({ length: days * 1440 }, (_, index) => `${candle(first + index).join(',')}\n`);
    writeFileSync(join(folder, `BTCUSDT-1m-2024-${String(month + 1).padStart(2, '0')}.csv`), rows.join(''));
    first += days * 1440;
  }
  return first;
}

function imports(home, months, isSmoke, rounds) {
  const files = join(home, 'csv');
  const count = writeMonths(files, months, isSmoke);
  const found = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const own = join(home, String(round));
    const words = ['lake', 'import', files, '--product', 'spot', '-q'];
    const done = runNode([BOURSE, ...words], { home: own, isProbed: true });
    checkThat(done.code === 0, `lake import: ${done.stderr}`);
    const copied = runNode([childScript('copy-csv.cjs'), `${files}/*.csv`, join(home, `${round}.parquet`)], {
      home,
      isProbed: true,
    });
    checkThat(copied.code === 0, `COPY: ${copied.stderr}`);
    if (round === 0) continue;
    found[0].push(done.cpuMs);
    found[1].push(copied.cpuMs);
  }
  const [subject, limit] = found;
  const bytes = bytesIn(join(home, '1', 'state', 'lake', 'candles'));
  return [
    line({ name: `lake import, ${count} candles, over COPY`, goal: 1.25, of: 'cpuMs', subject, limit }),
    line({
      name: 'a candle in the lake over 31 bytes',
      goal: isSmoke ? null : 1,
      of: 'bytes',
      subject: bytes / count,
      limit: 31,
    }),
  ];
}

function reads(home, months, isSmoke, rounds) {
  const files = join(home, 'csv');
  const first = writeMonths(files, months, isSmoke);
  const { code, stderr } = runNode([BOURSE, 'lake', 'import', files, '--product', 'spot', '-q'], { home });
  checkThat(code === 0, `lake import: ${stderr}`);
  const lake = join(home, 'state', 'lake');
  const hours = first / 60;
  const query = compareAll({
    name: `lake sql, ${hours} hours of ${first} candles, over DuckDB`,
    goals: { wallMs: 1.15 },
    subject: {
      words: [BOURSE, 'lake', 'sql', HOURLY, '-o', 'json'],
      check: (stdout) => checkThat(JSON.parse(stdout).length === hours, 'the hours'),
    },
    limit: {
      words: [childScript('hourly.cjs'), `${lake}/candles/**/*.parquet`, HOURLY],
      check: (stdout) => checkThat(JSON.parse(stdout).length === hours, 'the hours of DuckDB'),
    },
    rounds,
    home,
  });
  return [...query, status(home, lake, rounds)];
}

/** Compares `lake status` with `--version` and what opening the ledger adds to an empty script. */
function status(home, lake, rounds) {
  const programs = {
    subject: [BOURSE, 'lake', 'status', '-o', 'json'],
    version: [BOURSE, '--version'],
    sqlite: [childScript('open-lake-ledger.cjs'), join(lake, 'ledger.sqlite')],
    empty: [childScript('empty.cjs')],
  };
  const found = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round <= rounds * 2; round += 1) {
    for (const [name, words] of Object.entries(programs)) {
      const done = runNode(words, { home, isProbed: true });
      checkThat(done.code === 0, `${name}: ${done.stderr}`);
      if (round > 0) found[name].push(done.cpuMs);
    }
  }
  return line({
    name: 'lake status over --version and opening the ledger',
    goal: 1.3,
    of: 'cpuMs',
    subject: found.subject,
    limit: found.version.map((ms, round) => ms + found.sqlite[round] - found.empty[round]),
  });
}

async function syncs(home, pages, rounds) {
  const found = { cpuMs: [[], []], peakKb: [[]] };
  const end = FIRST_OPEN_MS + pages * PAGE_ROWS * MINUTE_MS;
  for (let round = 0; round <= rounds; round += 1) {
    const own = join(home, String(round));
    await withServer('./candle-server.mjs', [0, 2, 6000, pages], (origin) => {
      const host = ['--host', `spot=${origin}`, '--env', 'live'];
      const span = (to) => ['--from', String(FIRST_OPEN_MS), '--to', String(to)];
      const words = ['lake', 'sync', 'candles', 'BTCUSDT', '1m', ...span(end), ...host, '-o', 'json', '-q'];
      const done = runNode([BOURSE, ...words], { home: own, isProbed: true });
      checkThat(done.code === 0, `lake sync: ${done.stderr}`);
      checkThat(JSON.parse(String(done.stdout))[0].rows === pages * PAGE_ROWS, 'the rows of the sync');
      const history = ['market', 'klines', 'BTCUSDT', '1m', '--all', '--start', String(FIRST_OPEN_MS)];
      const csv = runNode([BOURSE, ...history, '--end', String(end - 1), ...host, '-o', 'csv', '-q'], {
        home: `${own}-csv`,
        isProbed: true,
      });
      checkThat(csv.code === 0, `market klines: ${csv.stderr}`);
      if (round === 0) return;
      found.cpuMs[0].push(done.cpuMs);
      found.cpuMs[1].push(csv.cpuMs);
      found.peakKb[0].push(done.peakKb);
    });
  }
  const [subject, limit] = found.cpuMs;
  return [
    line({ name: `lake sync, ${pages} pages, over --all -o csv`, goal: 2.2, of: 'cpuMs', subject, limit }),
    line({
      name: 'lake sync, memory against 350 MB',
      goal: 1,
      of: 'peakKb',
      subject: median(found.peakKb[0]),
      limit: 350 * 1024,
    }),
  ];
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
