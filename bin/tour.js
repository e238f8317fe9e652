'use strict';
// The main job on the embedded sandbox: candles, a wallet, an order and the verdict on a thesis, as commands that anyone can repeat.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { closeSync, existsSync, mkdtempSync, openSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');

const bourse = join(__dirname, 'bourse.js');
const home = mkdtempSync(join(tmpdir(), 'bourse-tour-'));
const thesis = join(home, 'thesis.json');
const commands = [
  'market klines BTCUSDT 1h --limit 8 -o table',
  'market klines BTCUSDT 1h --limit 60 --chart',
  'wallet holdings 0x8894E0a0c962CB723c1976a4421c95949bE2D4E3 --chain 56 --sort value -o table',
  { line: 'trade buy BTCUSDT 0.0012345 --at 60000.001', expects: 2 },
  'trade buy BTCUSDT 0.00123 --at 60000 --dry-run -o table',
  'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --new-order-resp-type RESULT -o table',
  'account trades BTCUSDT -o table',
  'stream trades btcusdt --count 5 -o table',
  'thesis new --action add --symbol BTCUSDT --side LONG --margin 100 --leverage 3 --reason the-trend-turned-up',
  `thesis validate ${thesis} -o table`,
];
// A step that shows a refusal expects its exit code.
const steps = commands.map((step) => {
  const { line, expects } = typeof step === 'string' ? { line: step, expects: 0 } : step;
  return { words: line.split(' '), expects };
});

let failed = 0;
for (const { words, expects } of steps) {
  const isPublic = words[0] !== 'thesis';
  const all = isPublic ? [...words, '--env', 'sandbox'] : words;
  process.stdout.write(`\n$ bourse ${all.join(' ')}${words[1] === 'new' ? ` > ${thesis}` : ''}\n`);
  const isNew = words[1] === 'new';
  const stdout = isNew ? openSync(thesis, 'w') : 'inherit';
  const done = spawnSync(process.execPath, [bourse, ...all], {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, BOURSE_HOME: home },
  });
  if (isNew) closeSync(stdout);
  if (done.status !== expects) failed += 1;
}
if (existsSync(home)) rmSync(home, { recursive: true, force: true });
process.stdout.write(
  failed === 0
    ? '\nEverything above ran on this machine alone.\n'
    : `\n${failed} of ${steps.length} steps failed.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
