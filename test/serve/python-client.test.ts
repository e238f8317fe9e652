/** The client that `bourse python` prints, run by python3 against the built program and against a served library. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pythonText } from '../../src/build/python.ts';
import { CANARY_KEYS, openScriptedExchange } from '../acceptance/scripted-exchange.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { served, TOKEN } from './served-library.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = [process.execPath, `${ROOT}bin/bourse.js`];
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Returns a folder with the client and the programs that use it. */
async function clientFolder(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/bourse.py`, await pythonText(ROOT));
  for (const name of ['thirty_calls.py', 'lost_answer.py'])
    copyFileSync(new URL(`python/${name}`, import.meta.url), `${folder}/${name}`);
  return folder;
}

/** Starts a program of the folder, with its home there, and nothing of this machine in its environment. */
function startPython(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const { PATH = '' } = process.env;
  const child = spawn('python3', [...words], {
    cwd: folder,
    env: { PATH, BOURSE_HOME: `${folder}/home`, ...variables },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ...linesOf(child) };
}

function linesOf(child: ChildProcess) {
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    /** Returns the next line; throws with what was printed to stderr if there is none. */
    async next(): Promise<readonly unknown[]> {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`The program ended: ${errors}`);
      return JSON.parse(value) as readonly unknown[];
    },
    errors: () => errors,
  };
}

const PATHS = {
  place: '/fapi/v1/order',
  order: '/fapi/v1/order',
  open: '/fapi/v1/openOrders',
  all: '/fapi/v1/allOrders',
  time: '/fapi/v1/time',
};

describe('bourse python', () => {
  it('prints the client that the build wrote', async () => {
    const { code, stdout, stderr } = await bourse('python');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(readFileSync(`${ROOT}dist/bourse.py`, 'utf8'));
  });
});

describe.skipIf(!hasPython)('the Python client', () => {
  it('makes thirty calls of the sandbox with python3 alone', async () => {
    const folder = await clientFolder();
    const { next, errors } = startPython(folder, [`${folder}/thirty_calls.py`, ...PROGRAM]);
    const reported: (readonly unknown[])[] = [];
    do reported.push(await next());
    while (reported.at(-1)![0] !== 'done');
    const answers = Object.fromEntries(reported) as Readonly<Record<string, unknown>>;
    expect(answers, errors()).toMatchObject({
      done: 31,
      time: 'int',
      klines: ['Decimal', 0, 'int'],
      klines_all: [72, true],
      depth: ['tuple', ['Decimal', 'Decimal']],
      place_order: ['NEW', 'Decimal 0.00100000', 'Decimal 50000.00000000'],
      get_order: true,
      open_orders: 1,
      cancel_order: 'CANCELED',
      'market order': 'FILLED',
      'the same key': true,
      fills: true,
      'the same key, another quantity': ['BourseError', expect.any(String), ['usage', 'not_executed', 2]],
      float: ['TypeError', expect.stringContaining("write Decimal('0.001')"), [null, null, null]],
      'too fine': ['BourseError', expect.stringContaining('LOT_SIZE'), ['usage', 'not_executed', 2]],
      thesis: false,
      orders: ['ACKED', 'ACKED', 'ACKED'],
      stream: ['Decimal', 'int'],
      'after the stream': {},
    });
  });

  it('resolves an order whose answer was lost on its way from the exchange, over HTTP', async () => {
    const folder = await clientFolder();
    const exchange = await openScriptedExchange(PATHS, 'usdm');
    const typed = { env: 'live', host: [`usdm=${exchange.relay.origin}`], 'max-wait': '0s' };
    const { server } = await served({ typed, environment: CANARY_KEYS, clock: exchange.clock });
    writeFileSync(`${folder}/serve.json`, JSON.stringify({ address: server.url, token: TOKEN }));
    exchange.write = { isExecuted: true, answer: 'cut-answer' };
    exchange.query = { status: 500, body: '{"code":-1000,"msg":"Down."}' };
    const { child, next } = startPython(folder, [`${folder}/lost_answer.py`, 'http', `${folder}/serve.json`]);
    expect(await next()).toMatchObject([
      'unknown',
      'execution-unknown',
      'unknown',
      'mine-1',
      expect.stringContaining('mine-1'),
    ]);
    exchange.query = undefined;
    child.stdin.write('\n');
    expect(await next()).toEqual(['resolved', 'FOUND', 'mine-1']);
    expect(await next()).toEqual(['still answers', ['serverTime']]);
    expect(exchange.writes()).toHaveLength(1);
  });

  it('resolves an order under way in a bourse that was killed, without sending it again', async () => {
    const folder = await clientFolder();
    const exchange = await openScriptedExchange(PATHS, 'usdm');
    const host = ['--host', `usdm=${exchange.relay.origin}`];
    const words = [`${folder}/lost_answer.py`, 'pipe', ...PROGRAM, ...host];
    const { child, next } = startPython(folder, words, { ...CANARY_KEYS, BOURSE_ENV: 'live' });
    const [, pid] = await next();
    exchange.onWrite = async () => void process.kill(pid as number, 'SIGKILL');
    const lost = await next();
    expect(lost).toMatchObject([
      'unknown',
      'execution-unknown',
      'unknown',
      null,
      expect.stringContaining('went away'),
    ]);
    exchange.onWrite = undefined;
    child.stdin.write('\n');
    expect(await next()).toEqual(['resolved', 'NEW', 'mine-1']);
    expect(await next()).toEqual(['still answers', ['serverTime']]);
    expect(exchange.writes()).toHaveLength(1);
    expect(exchange.executed).toHaveLength(1);
  });
});
