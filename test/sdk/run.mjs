/** Runs the checks of every client in sequence; fails where one of them fails. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLIENTS = [
  'ccxt',
  'binance-spot',
  'binance',
  'streams',
  'ccxt-futures',
  'derivatives-usds-futures',
  'streams-futures',
];

let failed = 0;
for (const name of CLIENTS) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
