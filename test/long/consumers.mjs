/**
 * Installs the package as its users do, and imports the library as ES module, CommonJS and TypeScript, on Node 20, 22 and
 * 24: npm run check:consumers. Needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSIONS = [20, 22, 24];

const CALLS = `
const x = openBourse({ env: 'sandbox', home: process.argv[2] });
const [candle] = await x.market.klines({ symbol: 'BTCUSDT', interval: '1h', limit: 1 });
const order = await x.trade.placeOrder({
  symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '50000',
});
const error = await x.market.depth({ symbol: 'NOSUCH' }).catch((thrown) => thrown);
await x.close();
const facts = [typeof candle.close, typeof candle.openTime, typeof order.orderId, error instanceof BourseError, error.code];
console.log(JSON.stringify(facts));
`;
const TESTING = `
import { openTestBourse } from 'bourse/testing';
const prices = [];
for (let run = 0; run < 2; run += 1) {
  const x = openTestBourse({ seed: 7 });
  x.clock.advance(60_000);
  prices.push((await x.market.tickerPrice({ symbol: 'BTCUSDT' }))[0].price);
  await x.close();
}
console.log(prices[0] === prices[1]);
`;
const EXPECTED = '["string","number","bigint",true,-1121]';

const PROGRAMS = {
  'module.mjs': `import { openBourse, BourseError } from 'bourse';\n${CALLS}`,
  'common.cjs': `const { openBourse, BourseError } = require('bourse');\n(async () => {${CALLS}})();`,
};

const TYPED = `import { type Bourse, BourseError, openBourse, UnknownExecution } from 'bourse';
const x: Bourse = openBourse({ env: 'sandbox' });
const close: string = (await x.market.klines({ symbol: 'BTCUSDT', interval: '1h' }))[0]!.close;
// @ts-expect-error the interval is none
void x.market.klines({ symbol: 'BTCUSDT', interval: '7m' });
export const outcome = new Map<string, unknown>([[close, [BourseError, UnknownExecution]]]);
`;

const folder = mkdtempSync(join(tmpdir(), 'bourse-consumers-'));
const run = (file, args, options = {}) =>
  execFileSync(file, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });

let faults = 0;
function report(name, outcome, expected) {
  const isRight = outcome.trim() === expected;
  if (!isRight) faults += 1;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name}${isRight ? '' : `: ${outcome.trim()}`}`);
}

try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const nodes = VERSIONS.map((version) => `node-${version}@npm:node-linux-${process.arch}@${version}`);
  const own = ['typescript', '@types/node'].map((name) => join(ROOT, 'node_modules', name));
  run('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `./${tarball}`,
    ...nodes,
  ]);
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  for (const version of VERSIONS) {
    const node = join(folder, 'node_modules', `node-${version}`, 'bin/node');
    const full = run(node, ['--version']).trim();
    for (const name of Object.keys(PROGRAMS)) {
      const home = join(folder, `home-${version}-${name}`);
      report(`${name} on Node ${full}`, run(node, ['--throw-deprecation', name, home]), EXPECTED);
    }
  }
  writeFileSync(join(folder, 'testing.mjs'), TESTING);
  report('bourse/testing', run(process.execPath, ['testing.mjs']), 'true');
  writeFileSync(join(folder, 'typed.ts'), TYPED);
  for (const [name, type] of [
    ['an ES module', 'module'],
    ['CommonJS', 'commonjs'],
  ]) {
    const text =
      type === 'module' ? TYPED : TYPED.replace(/^const close.*$/m, "const close = 'none'; void x;");
    writeFileSync(join(folder, 'typed.ts'), text);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type }));
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    let printed;
    try {
      printed = run(process.execPath, [join(own[0], 'bin/tsc'), '-p', '.']);
    } catch (thrown) {
      printed = thrown.stdout;
    }
    report(`TypeScript nodenext as ${name}`, printed, '');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
