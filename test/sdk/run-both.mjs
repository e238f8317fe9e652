/** Runs the checks of all clients, or of those named as arguments, against the sandbox of each interface. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
// Some checks repeat their calls until the market didn't change between two responses.
const limits = ['--weight-limit', '1000000', '--order-limit', '10000'];

let failed = 0;
for (const served of ['document', 'today']) {
  const run = ['sandbox', 'run', '--sdk', 'ccxt', '--interface', served, ...limits, '--', process.execPath];
  const program = [file('../../bin/bourse.js'), ...run, file('run.mjs'), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
