/** The market maker of docs/library.md, run as its readers run it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../acceptance/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('quotes, and cancels its orders on Ctrl-C', { timeout: 30_000 }, async () => {
  const section = readFileSync(join(ROOT, 'docs/library.md'), 'utf8').split('## A market maker\n')[1]!;
  const program = /```js\n([\s\S]*?)```/.exec(section)![1]!;
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/bourse'));
  // Says when both sides are quoted for the first time.
  const marked = program.replace('const middle', "if (resting.SELL) console.log('quoted');\n  const middle");
  writeFileSync(join(folder, 'bot.mjs'), marked);
  const environment = { ...process.env, BOURSE_HOME: folder, BOURSE_ENV: 'sandbox' };
  const bot = spawn(process.execPath, ['bot.mjs'], { cwd: folder, env: environment });
  let [output, errors] = ['', ''];
  bot.stdout.on('data', (text) => {
    if (output === '') bot.kill('SIGINT');
    output += text;
  });
  bot.stderr.on('data', (text) => (errors += text));
  const code = await new Promise((resolve) => bot.on('close', resolve));
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toMatch(/^quoted\n(?:quoted\n)*\d+ fills, 0 orders open\n$/);
});
