/**
 * Checks the completion scripts in the shells of this machine: each must load its script and offer the right words.
 * Shells that are not installed are reported and skipped.
 *
 * node test/long/shells.mjs
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/**
 * For each shell: the arguments of a syntax check, a script that prints the candidates of "bourse market kl", and what it
 * must print.
 */
const SHELLS = {
  bash: {
    check: (file) => ['-n', file],
    complete: (file) => [
      '-c',
      `source "${file}"; COMP_WORDS=(bourse market kl); COMP_CWORD=2; _bourse; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    expected: /^klines$/m,
  },
  zsh: {
    check: (file) => ['-n', file],
    // zsh's completion needs a terminal, so its function for candidates is replaced by one that prints them.
    complete: (file) => [
      '-fc',
      `compdef() { :; }; source "${file}"; _describe() { print -l -- "\${(@P)2}"; }; words=(bourse market kl); CURRENT=3; _bourse`,
    ],
    expected: /^klines:Candles/m,
  },
  fish: {
    check: (file) => ['--no-execute', file],
    complete: (file) => ['--no-config', '-c', `source "${file}"; complete -C "bourse market kl"`],
    expected: /^klines\tCandles/m,
  },
};

const folder = mkdtempSync(join(tmpdir(), 'bourse-shells-'));
const missing = [];
try {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(BOURSE, join(bin, 'bourse'));
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, BOURSE_HOME: folder };
  const run = (program, words) => spawnSync(program, words, { env, encoding: 'utf8', timeout: 20_000 });
  for (const [shell, { check, complete, expected }] of Object.entries(SHELLS)) {
    if (run(shell, ['--version']).error !== undefined) {
      missing.push(shell);
      continue;
    }
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, run(process.execPath, [BOURSE, 'completion', shell]).stdout);
    const syntax = run(shell, check(file));
    const offered = run(shell, complete(file));
    const isRight = syntax.status === 0 && syntax.stderr === '' && expected.test(offered.stdout);
    process.stdout.write(`${shell}: ${isRight ? 'ok' : 'FAILED'}\n`);
    if (isRight) continue;
    process.stdout.write(`${syntax.stderr}${offered.stderr}candidates: ${JSON.stringify(offered.stdout)}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missing.length > 0) process.stdout.write(`not installed: ${missing.join(', ')}\n`);
