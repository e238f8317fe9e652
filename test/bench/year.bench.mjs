/**
 * A year of one-minute candles, 526 pages from a server with 20 ms latency and a weight limit, against the
 * time that the weight limit requires.
 */
import { closeSync, createReadStream, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { closeOf, FIRST_OPEN_MS, MINUTE_MS } from './candles.mjs';
import { BOURSE, checkThat, childScript, inFolder, line, runNode, withServer } from './measure.mjs';

const LATENCY_MS = 20;
const WEIGHT_LIMIT = 6000;
const PAGE_ROWS = 1000;

/** Reads the open time and close price of a row in each format. */
const FORMATS = {
  ndjson: (text) => {
    const row = JSON.parse(text);
    return [row.openTime, row.close];
  },
  csv: (text) => {
    if (text.startsWith('openTime')) return undefined;
    const cells = text.split(',');
    return [Number(cells[0]), cells[4]];
  },
};

/**
 * Returns the results of this benchmark; a smoke run fetches few pages and never waits for the weight limit.
 */
export async function bench({ isSmoke }) {
  const rows = isSmoke ? 3 * PAGE_ROWS + 500 : 366 * 24 * 60 - 24 * 60;
  // The weight is so high that the pages of a year exceed one window, so the rate limiter has to wait.
  const pageWeight = isSmoke ? 2 : 20;
  const lines = [];
  for (const format of ['ndjson', 'csv', 'json']) {
    lines.push(...(await inFolder((home) => year(home, format, rows, pageWeight, isSmoke))));
  }
  lines.push(...(await inFolder((home) => besideSockets(home, rows, isSmoke ? 1 : 3))));
  return lines;
}

/** Compares a run without a biting limit with sixteen sockets that count the bytes of the same pages. */
async function besideSockets(home, rows, rounds) {
  const file = join(home, 'candles.json');
  const pages = Math.ceil(rows / PAGE_ROWS);
  const end = FIRST_OPEN_MS + rows * MINUTE_MS - 1;
  const found = { wallMs: [[], []], cpuMs: [[], []] };
  for (let round = 0; round < rounds; round += 1) {
    const add = (done, side) => {
      for (const [of, sides] of Object.entries(found)) sides[side].push(done[of]);
    };
    // Each run has a server that has counted nothing: what another client used would slow bourse down.
    const withPages = (use) => withServer('./candle-server.mjs', [LATENCY_MS, 2, WEIGHT_LIMIT, pages], use);
    await withPages((origin) => {
      const words = [new URL(origin).port, pages, PAGE_ROWS, FIRST_OPEN_MS, MINUTE_MS].map(String);
      add(runNode([childScript('sixteen-sockets.cjs'), ...words], { home, isProbed: true }), 1);
    });
    await withPages((origin) => {
      const words = ['market', 'klines', 'BTCUSDT', '1m', '--start', FIRST_OPEN_MS, '--end', end, '--all'];
      const line = [BOURSE, ...words.map(String), '--host', `spot=${origin}`, '-o', 'json'];
      const stdout = openSync(file, 'w');
      const done = runNode(line, { home, stdout, isProbed: true });
      closeSync(stdout);
      checkThat(done.code === 0, `exit code ${done.code} beside sockets: ${done.stderr}`);
      add(done, 0);
    });
    await checkFile(file, 'json', rows);
  }
  return Object.entries(found).map(([of, [subject, limit]]) =>
    line({
      name: `${pages} pages over sixteen sockets that count bytes, ${of === 'cpuMs' ? 'CPU' : 'wall'}`,
      goal: of === 'cpuMs' ? 4 : 1.5,
      of,
      subject,
      limit,
    }),
  );
}

async function year(home, format, rows, pageWeight, isSmoke) {
  const half = await fetchRows(home, format, Math.ceil(rows / 2), 2);
  // A window begins with each minute of the clock; starting with it makes every run wait equally long.
  if (!isSmoke)
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS - (Date.now() % MINUTE_MS) + 200));
  const began = Date.now();
  const whole = await fetchRows(home, format, rows, pageWeight);
  const windows = Math.ceil((whole.pages * pageWeight) / WEIGHT_LIMIT);
  const waitMs = windows === 1 ? 0 : (windows - 1) * MINUTE_MS - (began % MINUTE_MS);
  // Within one window nothing waits, and the duration is that of the pages, of which sixteen are fetched at once.
  const limit = Math.max(waitMs, Math.ceil(whole.pages / 16) * LATENCY_MS);
  const name = `${whole.pages} pages as ${format}`;
  return [
    line({ name: `${name}, ${windows} windows`, goal: 1.08, of: 'wallMs', subject: whole.wallMs, limit }),
    line({
      // Memory is constant except for the garbage collector, which frees the rows some pages later.
      name: `${name}, memory against half of them`,
      goal: 1.25,
      of: 'peakKb',
      subject: whole.peakKb,
      limit: half.peakKb,
    }),
  ];
}

/** Fetches a number of candles into a file, and checks each of them. */
async function fetchRows(home, format, rows, pageWeight) {
  const file = join(home, `candles.${format}`);
  const stdout = openSync(file, 'w');
  const end = FIRST_OPEN_MS + rows * MINUTE_MS - 1;
  try {
    return await withServer('./candle-server.mjs', [LATENCY_MS, pageWeight, WEIGHT_LIMIT], async (origin) => {
      const words = ['market', 'klines', 'BTCUSDT', '1m', '--start', FIRST_OPEN_MS, '--end', end, '--all'];
      const rest = ['--host', `spot=${origin}`, '-o', format];
      const done = runNode([BOURSE, ...words.map(String), ...rest], { home, stdout, isProbed: true });
      checkThat(done.code === 0, `exit code ${done.code} of a year as ${format}: ${done.stderr}`);
      const counts = await (await fetch(`${origin}/counts`)).json();
      checkThat(counts.refused === 0, `${counts.refused} answers 429`);
      await checkFile(file, format, rows);
      return { ...done, pages: counts.pages };
    });
  } finally {
    closeSync(stdout);
  }
}

async function checkFile(file, format, rows) {
  let count = 0;
  const checkRow = (openTime, close) => {
    checkThat(openTime === FIRST_OPEN_MS + count * MINUTE_MS, `row ${count} as ${format} in its place`);
    checkThat(count % 997 !== 0 || close === closeOf(count), `the close of row ${count} as ${format}`);
    count += 1;
  };
  if (format === 'json') await readRows(file, checkRow);
  else {
    for await (const text of createInterface({ input: createReadStream(file) })) {
      const row = FORMATS[format](text);
      if (row !== undefined) checkRow(...row);
    }
  }
  checkThat(count === rows, `${count} rows of ${rows} as ${format}`);
}

/** Reads one long JSON array of flat rows in pieces, because it is too large for memory. */
async function readRows(file, checkRow) {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    rest += chunk;
    const end = rest.lastIndexOf(']') + 1;
    for (const [text] of rest.slice(0, end).matchAll(/\[[^[\]]*\]/g)) {
      const row = JSON.parse(text);
      checkRow(row[0], row[4]);
    }
    rest = rest.slice(end);
  }
  checkThat(rest === '\n', `the end of the array, found ${rest.slice(0, 20)}`);
}
