/** Sets up the state that an example of the help needs: an order, a listen key, a profile or a file. */

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../src/app/journal/write-journal.ts';
import { WRITE_KIND } from '../../src/app/journal/write-record.ts';
import type { Interface } from '../../src/catalogue/environments.ts';
import { seededRandom } from '../../src/core/clock.ts';
import { DAY_MS } from '../../src/core/time-units.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import { openHost, tryLock } from '../../src/sandbox/process/host.ts';
import { json, lines } from '../acceptance/outcomes.ts';
import { bourse, fixedClock, temporaryFolder, testWorld, type WorldOptions } from '../acceptance/world.ts';
import { zipOf } from '../archive/zip-writer.ts';

/** A world in which an example works, and the words of the example with actual ids and file names. */
export interface ExampleSetup {
  readonly words: readonly string[];
  readonly options: WorldOptions;
}

/**
 * Examples that cannot end by themselves: they serve until Ctrl-C, start another program, or follow a stream.
 * examples.test.ts runs those that follow a stream for a moment.
 */
export const NOT_RUN =
  /^(?:serve\b|sandbox (?:serve|run)|stream (?!listen-key)|ws |(?:paper|watch) run(?! --once))/;

const { apiKey, apiSecret } = demoKeys(1);

/** The seeded sub-account, and the name of the profile with its keys. */
const SUB_ACCOUNT = 'desk';

const LIVE_KEY = 'L'.repeat(64);

/** Answers the prompts for keys, passphrases and confirmations. */
async function answers(question: string): Promise<string> {
  if (question.startsWith('API key')) return LIVE_KEY;
  if (question.startsWith('Secret')) return 'S'.repeat(64);
  if (question.includes('Type resume')) return 'resume';
  const code = /Type (\d{4}): $/.exec(question)?.[1];
  if (code !== undefined) return code;
  return question.includes('yes') ? 'yes' : 'a passphrase';
}

/** Returns the example's words with the names of what was set up, and the world to run them in. */
export async function prepareExample(words: readonly string[]): Promise<ExampleSetup> {
  const home = temporaryFolder();
  const environment: Record<string, string> = {
    BOURSE_ENV: 'sandbox',
    HOME: home,
    SHELL: '/bin/bash',
    BOT_KEY: LIVE_KEY,
    KEY: apiKey,
    SECRET: apiSecret,
  };
  // One clock for all commands of an example: what one command did is in the past for the next.
  const clock = fixedClock();
  const options: WorldOptions = { home, environment, clock, ask: answers };
  const setup: Setup = {
    line: words.join(' '),
    home,
    environment,
    options,
    clock,
    replacements: new Map(),
    run: async (line) => json<Readonly<Record<string, unknown>>>(await bourse(`${line} -o json`, options)),
  };
  for (const [pattern, step] of STEPS) if (pattern.test(setup.line)) await step(setup);
  const thesis = await writeFiles(setup);
  return {
    words: words.map((word) => setup.replacements.get(word) ?? word),
    options: {
      ...options,
      stdin: /^(batch|shell)\b/.test(setup.line) ? COMMANDS : thesis.replaceAll('\n', ' '),
    },
  };
}

/** Writes a file of the public archive into the working folder, and one into a folder there. */
function writeArchive(home: string): void {
  const open = Date.UTC(2024, 0, 1);
  const zip = zipOf('BTCUSDT-1m-2024-01.csv', `${open},1,1,1,1,1,${open + 59_999},1,1,1,1,0\n`);
  mkdirSync(join(home, 'data'));
  writeFileSync(join(home, 'BTCUSDT-1m-2024-01.zip'), zip);
  writeFileSync(join(home, 'data/BTCUSDT-1m-2024-01.zip'), zip);
}

/** The scenario of the examples of replays. */
const SCENARIO = new URL('../paper/data/stop-inside-candle.ndjson', import.meta.url);

/** The lines of a batch and of a shell. */
const COMMANDS = 'market ping\nmarket time\n';

/** What a step needs to set up the state of an example. */
interface Setup {
  /** The command line of the example. */
  readonly line: string;
  readonly home: string;
  readonly environment: Record<string, string>;
  readonly options: WorldOptions;
  readonly clock: ReturnType<typeof fixedClock>;
  /** Words of the example and what replaces them. */
  readonly replacements: Map<string, string>;
  /** Runs a command and returns its JSON answer. */
  readonly run: (line: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** Ids of writes in examples of the journal: one of the journal itself, and a client order id as bourse generates it. */
const MARKED = 'w1k2j3';
const GENERATED_ID = 'bo01J9ZK3N0000000000000000-1';

/** Writes a policy into the configuration folder and into the working folder. */
function writePolicies(home: string, verdict = 'refuse'): void {
  const { folders } = testWorld({ home }, { stdout: '', stderr: '' });
  mkdirSync(folders.config, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ version: 1, default: verdict, rules: [] });
  for (const folder of [folders.config, home])
    writeFileSync(join(folder, 'policy.json'), text, { mode: 0o600 });
}

/** Leaves a write in the journal that was recorded and never sent. */
async function leaveUnresolved(home: string, id: string, at: UnixMs): Promise<void> {
  const journal = await openJournal(testWorld({ home }, { stdout: '', stderr: '' }));
  await journal.commit([
    {
      do: 'append',
      subject: MARKED,
      state: 'PREPARED',
      at,
      creates: { kind: WRITE_KIND, scope: '' },
      body: { noun: 'order', clientOrderId: id, params: {}, origin: { venue: 'sandbox', account: '' } },
    },
  ]);
  await journal.close();
}

const LIMIT_ORDER =
  '--side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id my-order';

/** Places an order whose id stands in the example as 28. */
const placeOrder =
  (command: string) =>
  async ({ run, replacements }: Setup) => {
    replacements.set('28', String((await run(command))['orderId']));
  };

/** Places an algo order whose id stands in the example as 28. */
const placeStop =
  (place: string) =>
  async ({ run, replacements }: Setup) => {
    const stop = '--algo-type CONDITIONAL --side SELL --type STOP_MARKET --trigger-price 50000';
    const placed = await run(`${place} ${stop} --client-algo-id my-stop --yes`);
    replacements.set('28', String(placed['algoId']));
  };

/** Offers a block trade whose key stands in the example. */
async function offerBlock({ run, replacements }: Setup): Promise<void> {
  const offer = 'trade block place --symbol BTC-240628-60000-C --side BUY --quantity 0.01 --at 500';
  const offered = await run(`${offer} --liquidity TAKER --yes`);
  replacements.set('3668822b-1baa-6a2f-adb8-d3de6289b361', String(offered['blockTradeSettlementKey']));
}

/** Steps by the examples that need them, in the order in which they run. */
const STEPS: readonly (readonly [RegExp, (setup: Setup) => Promise<unknown>])[] = [
  [
    /^lake (?:import|snapshot|compact|export|drop|chart|report|verify --against archive)/,
    async ({ home }) => writeArchive(home),
  ],
  [/^lake (?:snapshot|compact|export|drop|chart|report)/, ({ run }) => run('lake import data')],
  [
    /--from lake/,
    ({ home, run, clock }) => {
      // Candles that have not closed are not imported.
      clock.advance(Date.UTC(2026, 0, 2) - clock.now());
      return run(`lake import ${writeCandles(home)}`);
    },
  ],
  [
    /^lake snapshot remove/,
    async ({ run, replacements }) => {
      replacements.set('3f2a9c1e', String((await run('lake snapshot create'))['id']));
    },
  ],
  [
    /^alias (?:get|remove) /,
    async ({ options }) => void (await bourse(['alias', 'set', 'lp', 'market ticker price'], options)),
  ],
  [/^(?:paper (?!open)|watch |thesis apply)/, ({ run }) => run('paper open')],
  [/^paper recover/, async ({ home, replacements }) => replacements.set('new.db', join(home, 'new.db'))],
  [
    /^paper import/,
    async ({ home, replacements, options }) => {
      const { stdout } = await bourse('paper export', options);
      const file = join(home, 'ledger.ndjson');
      writeFileSync(file, stdout);
      replacements.set('ledger.ndjson', file);
    },
  ],
  [
    /^watch remove/,
    async ({ home, options, run }) => {
      const words = '--action add --symbol BTCUSDT --side LONG --margin 100 --leverage 3 --reason trend';
      const { stdout } = await bourse(`thesis new ${words} --mode watch`, options);
      const file = join(home, 'watched.json');
      writeFileSync(file, stdout);
      await run(`paper apply ${file}`);
    },
  ],
  [
    /^trade (order (get|cancel|amend)|replace|cancel |cancel-all BTCUSDT$)/,
    placeOrder(`trade order place BTCUSDT ${LIMIT_ORDER}`),
  ],
  [
    /^trade order (change|open|batch-(change --batch|cancel BTCUSDT ))/,
    placeOrder(`trade order place BTCUSDT --on usdm ${LIMIT_ORDER} --yes`),
  ],
  [/^trade algo (get|cancel) (?!.*coinm)/, placeStop('trade algo place BTCUSDT --quantity 0.01')],
  [/^trade algo (get|cancel) .*coinm/, placeStop('trade algo place BTCUSD_PERP --on coinm --quantity 1')],
  [
    /^trade (stop .*--close-position|close BTCUSDT --on usdm)/,
    ({ run }) => run('trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.1 --yes'),
  ],
  [
    /^margin cancel-all/,
    async ({ run }) => {
      await run(`margin order place BTCUSDT ${LIMIT_ORDER} --yes`);
      await run(`margin order place BTCUSDT --is-isolated TRUE ${LIMIT_ORDER} --yes`);
    },
  ],
  [
    /^orders (show|timeline|resolve|mark)/,
    async ({ line, home, replacements, clock }) => {
      const id = line.includes(MARKED) ? MARKED : 'my-order-7';
      await leaveUnresolved(home, id, clock.now());
      replacements.set(GENERATED_ID, id);
    },
  ],
  [/^margin order (get|cancel)/, placeOrder(`margin order place BTCUSDT ${LIMIT_ORDER} --yes`)],
  [
    /^margin list (get|cancel)/,
    async ({ run, replacements }) => {
      const list = await run(
        'margin list oco BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000 --list-client-order-id my-list --yes',
      );
      replacements.set('7', String(list['orderListId']));
    },
  ],
  [/^trade countdown heartbeat/, ({ run }) => run('trade countdown BTCUSDT 60000 --on options --yes')],
  [/^margin isolated disable/, ({ run }) => run('margin isolated enable ETHUSDT --yes')],
  [/^margin (loans|interest) /, ({ run }) => run('margin borrow USDT 100 --yes')],
  [
    /^margin repay/,
    async ({ run }) => {
      await run('margin borrow USDT 100 --yes');
      await run('margin borrow BTC 0.01 --is-isolated TRUE --symbol BTCUSDT --yes');
    },
  ],
  [
    /^trade (oco|list) (get|cancel)/,
    async ({ run, replacements }) => {
      const list = await run(
        'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000 --list-client-order-id my-list',
      );
      replacements.set('7', String(list['orderListId']));
    },
  ],
  [
    /^trade (position-margin|margin-type BTCUSDT CROSSED)/,
    ({ run }) => run('trade margin-type BTCUSDT ISOLATED --yes'),
  ],
  [
    /^trade position-margin/,
    async ({ run }) => {
      await run('trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.1 --yes');
      await run('trade position-margin BTCUSDT --amount 1000 --type 1 --yes');
    },
  ],
  [/^trade assets-mode false/, ({ run }) => run('trade assets-mode true --yes')],
  [
    /^account income/,
    async ({ run, clock }) => {
      await run('trade order place BTCUSD_PERP --on coinm --side BUY --type MARKET --quantity 100 --yes');
      // Funding is due within the day.
      clock.advance(DAY_MS);
    },
  ],
  [
    /^stream listen-key (keep-alive|close)/,
    async ({ run, line, replacements }) => {
      const on = line.includes('--on usdm') ? 'usdm' : 'spot';
      replacements.set('KEY', String((await run(`stream listen-key create --on ${on}`))['listenKey']));
    },
  ],
  [
    /^margin listen-key (keep-alive|close)/,
    async ({ run, replacements }) => {
      replacements.set('KEY', String((await run('margin listen-key create'))['listenKey']));
    },
  ],
  [
    /^profile (show|use|remove|test)/,
    async ({ run }) => {
      for (const name of ['main', 'bot'])
        await run(`profile add ${name} --env sandbox --api-key env:KEY --secret env:SECRET`);
    },
  ],
  [/^policy (check|explain)/, async ({ home }) => writePolicies(home)],
  [
    /^policy test/,
    async ({ home }) => {
      writePolicies(home);
      const cases = [{ endpoint: 'spot.order.new', expect: 'refuse' }];
      writeFileSync(join(home, 'cases.json'), JSON.stringify(cases));
    },
  ],
  [
    /^approve/,
    async ({ home, replacements }) => {
      writePolicies(home, 'ask');
      const order = 'trade buy BTCUSDT 0.001 --price 50000 --yes --env sandbox';
      const plan = /bourse approve (p\w+)/.exec((await bourse(order, { home })).stderr)![1]!;
      replacements.set('p0123456789ab', plan);
    },
  ],
  [/^sandbox (fund|discount).*alice/, ({ run }) => run('sandbox keys add alice')],
  [/^sandbox (faults (add|list|clear)|truth)/, ({ home }) => serveSavedSandbox(home)],
  [
    /^sandbox snapshot/,
    async ({ run }) => {
      await run('sandbox fund BTC 1');
      for (const name of ['funded', 'before-crash']) await run(`sandbox snapshot save ${name}`);
    },
  ],
  [
    /^convert (futures )?(accept|trades|status)/,
    async ({ run, line, replacements }) => {
      const group = line.startsWith('convert futures') ? 'convert futures' : 'convert';
      const quote = String((await run(`${group} quote USDT USDC --from-amount 100`))['quoteId']);
      replacements.set('12415572564', quote);
      if (/ (trades|status)/.test(line)) await run(`${group} accept ${quote} --yes`);
    },
  ],
  [/^earn flexible (redeem|subscriptions)/, ({ run }) => run('earn flexible subscribe USDT001 100 --yes')],
  [
    /^earn flexible (auto-subscribe|redemptions|positions|rewards)/,
    async ({ run, clock }) => {
      await run('earn flexible subscribe USDT001 100 --yes');
      clock.advance(2 * DAY_MS);
      await run('earn flexible redeem USDT001 10 --yes');
    },
  ],
  [
    /^earn locked (auto-subscribe|redeem|redemptions|positions|rewards)/,
    async ({ run, clock, replacements }) => {
      const first = await run('earn locked subscribe Bnb*90 1 --yes');
      const second = await run('earn locked subscribe Bnb*90 1 --yes');
      clock.advance(3 * DAY_MS);
      await run(`earn locked redeem ${String(first['positionId'])} --yes`);
      replacements.set('40002', String(second['positionId']));
    },
  ],
  [/^earn locked subscriptions/, ({ run }) => run('earn locked subscribe Bnb*90 1 --yes')],
  [/^trade block (?:extend|cancel|get)/, offerBlock],
  [
    /^trade block accept/,
    async (setup) => {
      const { run, environment, home } = setup;
      // Only today's interface has transfers into the options wallet.
      await serveSavedSandbox(home, 'today');
      const keys = await run('sandbox keys add alice --permissions reading,options,transfers');
      await run('sandbox fund USDT 1000 alice');
      const { apiKey: BOURSE_API_KEY, apiSecret: BOURSE_API_SECRET } = keys;
      Object.assign(environment, { BOURSE_API_KEY, BOURSE_API_SECRET });
      await run('funds transfer MAIN_OPTION USDT 500 --yes');
      await offerBlock(setup);
      delete environment['BOURSE_API_KEY'];
      delete environment['BOURSE_API_SECRET'];
    },
  ],
  [/^funds transfers/, ({ run }) => run('funds transfer MAIN_MARGIN USDT 1 --yes')],
  [/^sub futures internal-transfer/, ({ run }) => run('sub futures enable research@example.com --yes')],
  [
    new RegExp(`^sub transfer (?:to-|own-).* ${SUB_ACCOUNT}$`),
    async ({ run, environment }) => {
      const keys = await run(`sandbox keys add ${SUB_ACCOUNT} --permissions reading,transfers`);
      environment['SUB_KEY'] = String(keys['apiKey']);
      environment['SUB_SECRET'] = String(keys['apiSecret']);
      await run(`profile add ${SUB_ACCOUNT} --env sandbox --api-key env:SUB_KEY --secret env:SUB_SECRET`);
    },
  ],
];

/** Writes the key files and the thesis that an example names; returns the thesis. */
async function writeFiles({ line, home, replacements }: Setup): Promise<string> {
  replacements.set('ADDRESS', `r${'h'.repeat(33)}`);
  if (line.includes('.pem')) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(home, 'bob.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    const pem = join(home, 'bot.pem');
    writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    replacements.set('file:/home/me/bot.pem', `file:${pem}`);
  }
  writeFileSync(join(home, 'commands.txt'), COMMANDS);
  const thesis = await newThesis();
  const file = join(home, 'thesis.json');
  writeFileSync(file, thesis);
  replacements.set('thesis.json', file);
  replacements.set('scenario.ndjson', fileURLToPath(SCENARIO));
  writeTheses(home, replacements);
  return thesis;
}

let thesisText: string | undefined;

/** Returns the thesis that examples read from a file or from stdin. */
async function newThesis(): Promise<string> {
  thesisText ??= (await bourse('thesis new --action hold')).stdout;
  return thesisText;
}

/** Writes the theses of a scenario and its market data into files of their own. */
function writeTheses(home: string, replacements: Setup['replacements']): void {
  const records = lines<Record<string, unknown>>(readFileSync(SCENARIO, 'utf8'));
  const theses = records.flatMap(({ t, thesis }) => {
    if (thesis === undefined) return [];
    const { provenance, ...rest } = thesis as { readonly provenance: object };
    const generatedAt = new Date(Number(t)).toISOString();
    return [{ ...rest, provenance: { ...provenance, generated_at: generatedAt } }];
  });
  const data = records.filter(({ kind }) => kind !== 'settings' && kind !== 'thesis');
  for (const [name, list] of [['theses.ndjson', theses] as const, ['candles.ndjson', data] as const]) {
    const file = join(home, name);
    writeFileSync(file, list.map((one) => `${JSON.stringify(one)}\n`).join(''));
    replacements.set(name, file);
  }
}

/** Writes the candles of the theses as a file of the archive; returns its path. */
function writeCandles(home: string): string {
  const records = lines<Record<string, unknown>>(readFileSync(SCENARIO, 'utf8'));
  const rows = records.flatMap(({ interval, t, o, h, l, c }) =>
    interval === '1m' ? [`${t},${o},${h},${l},${c},1,${Number(t) + 59_999},1,1,1,1,0\n`] : [],
  );
  const folder = join(home, 'data/futures/um/daily/klines/BTCUSDT/1m');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'BTCUSDT-1m-2026-01-01.csv'), rows.join(''));
  return join(folder, 'BTCUSDT-1m-2026-01-01.csv');
}

/** Serves the saved sandbox of a home folder until the test ends. */
async function serveSavedSandbox(home: string, served: Interface = 'document'): Promise<void> {
  const folder = join(home, 'state', 'sandbox');
  const options = {
    clock: fixedClock(),
    random: seededRandom(1),
    pid: process.pid,
    secretHex: (bytes: number) => 'a'.repeat(2 * bytes),
    seed: 1,
    interface: served,
  };
  const lock = await tryLock(folder, options);
  if (lock === undefined) throw new Error('the folder of a new home is locked');
  const host = await openHost(folder, options, lock);
  await host.serve(0);
  onTestFinished(() => host.close());
}
