/**
 * Compares bourse with published clients of the exchange: a program that asks for one candle, and one that fetches a year of
 * candles with sixteen pages at once. The clients are those of test/sdk, which `npm run check:clients` installs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_OPEN_MS } from './candles.mjs';
import {
  alignedTable,
  BOURSE,
  checkThat,
  childScript,
  inFolder,
  median,
  runNode,
  withServer,
} from './measure.mjs';

const LINE = 'bourse, command line';
const CLIENTS = ['node:http', 'bourse, library', 'binance', '@binance/spot', 'ccxt'];
const YEAR_PAGES = 526;
const YEAR_LATENCY_MS = 20;
const PAGE_ROWS = 1000;

/** Returns whether the published clients are installed. */
export function hasPeers() {
  return existsSync(join(fileURLToPath(new URL('../sdk/', import.meta.url)), 'node_modules', 'ccxt'));
}

/** Returns a row for each client and task: its name, CPU and wall time in ms, and memory in KB. */
export async function comparePeers(rounds) {
  return [
    ...(await task('one candle', 0, 0, rounds)),
    ...(await task('a year of candles', YEAR_PAGES, YEAR_LATENCY_MS, 3)),
  ];
}

function task(name, pages, latencyMs, rounds) {
  return inFolder(async (home) => {
    const runs = new Map();
    for (let round = 0; round <= rounds; round += 1) {
      for (const client of [...CLIENTS, LINE]) {
        const done = await withServer('./candle-server.mjs', [latencyMs, 2, 6000, pages], (origin) =>
          runNode(wordsOf(client, pages, origin), { home: `${home}/${round}`, isProbed: true }),
        );
        checkThat(done.code === 0, `exit code ${done.code} of ${client}: ${done.stderr}`);
        checkRows(client, pages, String(done.stdout));
        // The first round brings the files into the page cache.
        if (round > 0) runs.set(client, [...(runs.get(client) ?? []), done]);
      }
    }
    const middle = (all, of) => median(all.map((one) => one[of]));
    return [...runs].map(([client, all]) => ({
      task: name,
      client,
      cpuMs: middle(all, 'cpuMs'),
      wallMs: middle(all, 'wallMs'),
      peakKb: middle(all, 'peakKb'),
    }));
  });
}

function wordsOf(client, pages, origin) {
  if (client !== LINE) return [childScript('peer.mjs'), client, origin, String(pages), String(FIRST_OPEN_MS)];
  const line = ['market', 'klines', 'BTCUSDT', '1m', '-o', 'ndjson', '--host', `spot=${origin}`];
  if (pages === 0) return [BOURSE, ...line, '--limit', '1'];
  const end = FIRST_OPEN_MS + pages * PAGE_ROWS * 60_000 - 1;
  return [BOURSE, ...line, '--all', '--start', String(FIRST_OPEN_MS), '--end', String(end)];
}

function checkRows(client, pages, text) {
  const rows = client === LINE ? text.split('\n').length - 1 : Number(text);
  checkThat(rows === (pages === 0 ? 1 : pages * PAGE_ROWS), `${rows} rows of ${client}`);
}

/** Returns the rows of all clients as text. */
export function peersTable(rows) {
  return alignedTable([['', 'CPU ms', 'wall ms', '', 'MB at most'], ...peerCells(rows)]);
}

/** Returns the cells of the clients: task and client, CPU and wall time in ms, nothing, and memory in MB. */
export function peerCells(rows) {
  return rows.map(({ task: name, client, cpuMs, wallMs, peakKb }) => [
    `${name}: ${client}`,
    cpuMs.toFixed(0),
    wallMs.toFixed(0),
    '',
    (peakKb / 1024).toFixed(0),
  ]);
}
