/**
 * Runs commands on a sandbox in a terminal, and writes what they print as the SVG pictures of the documents.
 *
 * node test/long/pictures.mjs [folder for the pictures]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const COLUMNS = 108;
const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** The pictures: a title and the commands whose output they show. Commands that `isHidden` prepare what is shown. */
const PICTURES = [
  {
    name: 'market',
    title: 'A chart of candles, and the five pairs with most volume',
    commands: [
      'market klines BTCUSDT 1h --limit 70 --chart',
      "market ticker 24hr --where 'quoteVolume > 1e8' --sort quoteVolume --desc --top 5 --fields symbol,lastPrice,priceChangePercent,quoteVolume",
    ],
  },
  {
    name: 'order',
    title: 'An order that the filters refuse, and the dry run of a corrected one',
    commands: [
      'trade buy BTCUSDT 0.0012345 --at 60000.001',
      'trade buy BTCUSDT 0.00123 --at 60000 --dry-run',
    ],
  },
  {
    name: 'stream',
    title: 'Trades as they happen',
    commands: ['stream trades btcusdt ethusdt --count 12'],
  },
  {
    name: 'account',
    title: 'Positions with the distance to their liquidation, and profit',
    commands: [
      {
        line: 'trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.05',
        isHidden: true,
      },
      {
        line: 'trade order place ETHUSDT --on usdm --side SELL --type MARKET --quantity 1.5',
        isHidden: true,
      },
      { line: 'trade sell BTCUSDT 0.005', isHidden: true },
      'account positions',
      'account pnl BTCUSDT',
    ],
  },
];

const work = mkdtempSync(join(tmpdir(), 'bourse-pictures-'));
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url)));
const environment = { ...process.env, BOURSE_HOME: work, BOURSE_ENV: 'sandbox', TERM: 'xterm-256color' };
for (const name of ['NO_COLOR', 'FORCE_COLOR', 'PAGER']) delete environment[name];
const sandbox = await serveSandbox();
try {
  const { terminalPicture } = await loadTerminalPicture();
  mkdirSync(folder, { recursive: true });
  for (const { name, title, commands } of PICTURES) {
    const output = commands
      .map(shown)
      .filter((text) => text !== '')
      .join('\n');
    writeFileSync(join(folder, `${name}.svg`), terminalPicture(output, COLUMNS, title));
    console.log(join(folder, `${name}.svg`));
  }
} finally {
  sandbox.kill('SIGTERM');
  await new Promise((ended) => sandbox.once('exit', ended));
  rmSync(work, { recursive: true, force: true });
}

/** Serves a sandbox from a fixed time on, and returns its process once it answers. */
async function serveSandbox() {
  const words = ['sandbox', 'serve', '--seed', '7', '--start', '2026-06-01T12:00Z', '-o', 'json'];
  const child = spawn(process.execPath, [BOURSE, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const _addresses of createInterface(child.stdout)) return child;
  throw new Error('the sandbox did not start');
}

/** Runs a command in a terminal; returns the line as typed and what was printed, or nothing for a hidden command. */
function shown(command) {
  const { line, isHidden = false } = typeof command === 'string' ? { line: command } : command;
  const inTerminal = `stty cols ${COLUMNS} rows 60; ${process.execPath} ${BOURSE} ${line}`;
  const { stdout, status } = spawnSync('script', ['-qec', inTerminal, '/dev/null'], {
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 2) throw new Error(`${line} ended with ${status}: ${stdout}`);
  return isHidden ? '' : `\u001b[1m${folded(`$ bourse ${line}`)}\u001b[0m\n${stdout.trimEnd()}\n`;
}

/** Breaks a typed line as a shell allows it, with a backslash at the end of each line but the last. */
function folded(line) {
  if (line.length <= COLUMNS) return line;
  const at = line.lastIndexOf(' ', COLUMNS - 2);
  return `${line.slice(0, at)} \\\n${folded(`    ${line.slice(at + 1)}`)}`;
}

/** Loads the drawing of pictures; bundled, because Node 20 can't run TypeScript. */
async function loadTerminalPicture() {
  const outfile = join(work, 'terminal-picture.mjs');
  const entry = fileURLToPath(new URL('../../src/docgen/terminal-picture.ts', import.meta.url));
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  return import(pathToFileURL(outfile).href);
}
