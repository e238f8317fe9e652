/** What an example of the help speaks of is made first: the order, the listen key, the profile, the file. */

import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { DAY_MS } from '../../src/core/time-units.ts';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import { openHost, tryLock } from '../../src/sandbox/process/host.ts';
import { json } from '../acceptance/outcomes.ts';
import { bourse, fixedClock, temporaryFolder, type WorldOptions } from '../acceptance/world.ts';

/** A world in which an example works, and its words with the names of what was made. */
export interface ExampleSetup {
  readonly words: readonly string[];
  readonly options: WorldOptions;
}

/**
 * Examples that serve until Ctrl-C, start another program or follow a stream for as long as they say: nothing that
 * could be made lets them end at once. Those that follow are run for a moment in examples.test.ts.
 */
export const NOT_RUN = /^(?:sandbox (?:serve|run)|stream (?!listen-key)|ws )/;

const { apiKey, apiSecret } = demoKeys(1);

const LIVE_KEY = 'L'.repeat(64);

/** Answers at the prompts: keys to be typed unseen, a passphrase, and a yes. */
async function answers(question: string): Promise<string> {
  if (question.startsWith('API key')) return LIVE_KEY;
  if (question.startsWith('Secret')) return 'S'.repeat(64);
  return question.includes('yes') ? 'yes' : 'a passphrase';
}

/** Returns the example's words and the world to run them in. */
export async function prepareExample(words: readonly string[]): Promise<ExampleSetup> {
  const home = temporaryFolder();
  const environment: Record<string, string> = {
    BOURSE_ENV: 'sandbox',
    BOT_KEY: LIVE_KEY,
    KEY: apiKey,
    SECRET: apiSecret,
  };
  const clock = fixedClock();
  const options: WorldOptions = {
    home,
    environment,
    // One clock for all commands of an example: what one did is past for the next.
    clock,
    ask: answers,
  };
  const replacements = new Map<string, string>();
  const setUp = async (line: string) =>
    json<Readonly<Record<string, unknown>>>(await bourse(`${line} -o json`, options));

  const line = words.join(' ');
  if (/^trade (order (get|cancel|amend)|cancel-all BTCUSDT$)/.test(line)) {
    const order = await setUp(
      'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id my-order',
    );
    replacements.set('28', String(order['orderId']));
  }
  if (/^trade order (change|open)/.test(line)) {
    const order = await setUp(
      'trade order place BTCUSDT --on usdm --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id my-order --yes',
    );
    replacements.set('28', String(order['orderId']));
  }
  if (/^margin order (get|cancel)/.test(line)) {
    const order = await setUp(
      'margin order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id my-order --yes',
    );
    replacements.set('28', String(order['orderId']));
  }
  if (/^margin (loans|interest) /.test(line)) await setUp('margin borrow USDT 100 --yes');
  if (line.startsWith('margin repay')) {
    await setUp('margin borrow USDT 100 --yes');
    await setUp('margin borrow BTC 0.01 --is-isolated TRUE --symbol BTCUSDT --yes');
  }
  if (/^trade oco (get|cancel)/.test(line)) {
    const list = await setUp(
      'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000 --list-client-order-id my-list',
    );
    replacements.set('7', String(list['orderListId']));
  }
  if (/^trade (position-margin|margin-type BTCUSDT CROSSED)/.test(line)) {
    await setUp('trade margin-type BTCUSDT ISOLATED --yes');
  }
  if (line.startsWith('trade position-margin')) {
    await setUp('trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.1 --yes');
    await setUp('trade position-margin BTCUSDT --amount 1000 --type 1 --yes');
  }
  if (line.startsWith('account income')) {
    await setUp('trade order place BTCUSD_PERP --on coinm --side BUY --type MARKET --quantity 100 --yes');
    // Funding is due within the day.
    clock.advance(DAY_MS);
  }
  if (/^stream listen-key (keep-alive|close)/.test(line)) {
    const on = line.includes('--on usdm') ? 'usdm' : 'spot';
    replacements.set('KEY', String((await setUp(`stream listen-key create --on ${on}`))['listenKey']));
  }
  if (/^profile (show|use|remove|test)/.test(line)) {
    for (const name of ['main', 'bot'])
      await setUp(`profile add ${name} --env sandbox --api-key env:KEY --secret env:SECRET`);
  }
  if (line.includes('alice') && /^sandbox (fund|discount)/.test(line)) await setUp('sandbox keys add alice');
  if (/^sandbox (faults (add|list|clear)|truth)/.test(line)) await served(home);
  if (line.startsWith('sandbox snapshot')) {
    await setUp('sandbox fund BTC 1');
    for (const name of ['funded', 'before-crash']) await setUp(`sandbox snapshot save ${name}`);
  }
  if (/^convert (accept|trades)/.test(line)) {
    const quote = String((await setUp('convert quote USDT BTC --from-amount 100'))['quoteId']);
    replacements.set('12415572564', quote);
    if (line.startsWith('convert trades')) await setUp(`convert accept ${quote} --yes`);
  }
  if (/^earn flexible (redeem|subscriptions)/.test(line))
    await setUp('earn flexible subscribe USDT001 100 --yes');
  if (line.startsWith('earn locked subscriptions')) await setUp('earn locked subscribe Bnb*90 1 --yes');
  if (line.startsWith('funds transfers')) await setUp('funds transfer MAIN_MARGIN USDT 1 --yes');
  if (/^sub transfer to-.* desk$/.test(line)) {
    const keys = await setUp('sandbox keys add desk --permissions reading,transfers');
    environment['DESK_KEY'] = String(keys['apiKey']);
    environment['DESK_SECRET'] = String(keys['apiSecret']);
    await setUp('profile add desk --env sandbox --api-key env:DESK_KEY --secret env:DESK_SECRET');
  }
  replacements.set('ADDRESS', `r${'h'.repeat(33)}`);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(home, 'bob.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const pem = join(home, 'bot.pem');
  writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  replacements.set('file:/home/me/bot.pem', `file:${pem}`);
  const { stdout: thesis } = await bourse('thesis new --action hold');
  const file = join(home, 'thesis.json');
  writeFileSync(file, thesis);
  replacements.set('thesis.json', file);
  return {
    words: words.map((word) => replacements.get(word) ?? word),
    options: { ...options, stdin: thesis.replaceAll('\n', ' ') },
  };
}

/** Serves the saved sandbox of a home until the test has ended. */
async function served(home: string): Promise<void> {
  const folder = join(home, 'state', 'sandbox');
  const options = {
    clock: fixedClock(),
    random: seededRandom(1),
    pid: process.pid,
    secretHex: (bytes: number) => 'a'.repeat(2 * bytes),
    seed: 1,
  };
  const lock = await tryLock(folder, options);
  if (lock === undefined) throw new Error('the folder of a new home is locked');
  const host = await openHost(folder, options, lock);
  await host.serve(0);
  onTestFinished(() => host.close());
}
