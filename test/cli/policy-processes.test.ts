/** Limits of a policy among processes of the built program. Needs `npm run build`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { add, compare, decimalOf, multiply, sumOf } from '../../src/core/decimal.ts';
import { homeWith } from '../acceptance/policy/homes.ts';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
const PROCESSES = 8;
const ORDERS_EACH = 6;
/** After how many refusals a process stops: the second one shows that a refusal makes no room. */
const REFUSALS_MAX = 2;
/** The exit code of an order that the policy refuses. */
const REFUSED = 9;

function start(words: readonly string[], home: string): ChildProcess {
  const env = { PATH: process.env['PATH'], BOURSE_HOME: home };
  return spawn(process.execPath, [BOURSE, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
}

function end(child: ChildProcess): Promise<{ readonly code: number | null; readonly stdout: string }> {
  return new Promise((resolve) => {
    let stdout = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.on('close', (code) => resolve({ code, stdout }));
  });
}

async function serveSandbox(home: string): Promise<void> {
  const server = start(['sandbox', 'serve'], home);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await end(server);
  });
  await new Promise((resolve) => server.stdout!.once('data', resolve));
}

/** Sends orders, one after the other, until REFUSALS_MAX of them are refused; returns the exit codes. */
async function spend(words: readonly string[], home: string): Promise<readonly (number | null)[]> {
  const codes: (number | null)[] = [];
  const refusals = () => codes.filter((code) => code === REFUSED).length;
  while (codes.length < ORDERS_EACH && refusals() < REFUSALS_MAX)
    codes.push((await end(start(words, home))).code);
  return codes;
}

interface OpenOrder {
  readonly price: string;
  readonly origQty: string;
}

describe(`${PROCESSES} processes that spend against the same limit`, { timeout: 120_000 }, () => {
  it.each([
    ['maxDay', '1234.5', '0.001', 'spot'],
    ['maxGross', '1234.5', '0.001', 'usdm'],
  ])('never get past %s by a digit, by what the sandbox accepted', async (limit, most, quantity, product) => {
    const limits = { [limit]: most };
    const home = homeWith({
      version: 1,
      default: 'allow',
      quote: 'USDT',
      products: ['usdm'],
      limits,
      rules: [],
    });
    await serveSandbox(home);
    const env = ['--env', 'sandbox', '-o', 'json'];
    const order = [
      'trade',
      'buy',
      'BTCUSDT',
      quantity,
      '--on',
      product,
      '--price',
      '100000',
      '--skip-filters',
      '--yes',
    ];
    const codes = (
      await Promise.all(Array.from({ length: PROCESSES }, () => spend([...order, ...env], home)))
    ).flat();
    const { stdout } = await end(start(['trade', 'open-orders', '--on', product, ...env], home));
    const open = JSON.parse(stdout) as readonly OpenOrder[];
    const accepted = sumOf(open.map(({ price, origQty }) => multiply(decimalOf(price), decimalOf(origQty))));
    expect(codes.filter((code) => code === 0).length).toBe(open.length);
    expect(codes.filter((code) => code !== 0).every((code) => code === REFUSED)).toBe(true);
    expect(compare(accepted, decimalOf(most))).toBe(-1);
    // As much as fits was spent.
    expect(compare(add(accepted, decimalOf('100')), decimalOf(most))).toBe(1);
  });
});
