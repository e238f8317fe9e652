/**
 * Runs the checks of every client in sequence and prints how many of each passed; fails where one of them fails. Names of
 * clients as arguments run these only.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLIENTS = [
  'ccxt',
  'ccxt-futures',
  'ccxt-defaults',
  'binance',
  'binance-api-node',
  'node-binance-api',
  'binance-spot',
  'binance-connector',
  'derivatives-usds-futures',
  'streams',
  'streams-futures',
];

const chosen = process.argv.slice(2);
const table = [];
for (const name of chosen.length === 0 ? CLIENTS : chosen) table.push(await runChecks(name));
console.log(`\ninterface: ${process.env.SANDBOX_INTERFACE ?? 'unknown'}`);
for (const { name, passed, all } of table) console.log(`${name.padEnd(26)} ${passed} of ${all}`);
process.exitCode = table.every(({ passed, all, status }) => passed === all && status === 0) ? 0 : 1;

/** Runs the checks of a client, prints their lines, and resolves with their counts. */
function runChecks(name) {
  return new Promise((resolve) => {
    const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    child.once('exit', (status) => {
      // Some clients print what they do.
      const lines = text.split('\n').filter((line) => /^(ok {3}|FAIL)/.test(line));
      if (lines.length > 0) console.log(lines.join('\n'));
      if (lines.length === 0) console.log(`FAIL  ${name}: no check ran`);
      const passed = lines.filter((line) => line.startsWith('ok')).length;
      resolve({ name, passed, all: Math.max(1, lines.length), status });
    });
  });
}
