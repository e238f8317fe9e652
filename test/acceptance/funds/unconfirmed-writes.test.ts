/** Unconfirmed writes other than orders: sent once, and verified by the exchange's records. */
import { describe, expect, it } from 'vitest';
import { failure, json, shellWords } from '../outcomes.ts';
import type { RelayedRequest } from '../relay.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The command of a write, the commands before it, and a field that identifies its record. */
interface Write {
  readonly command: string;
  readonly before?: readonly string[];
  readonly found: Readonly<Record<string, unknown>>;
}

const WRITES: Readonly<Record<string, Write>> = {
  transfer: {
    command: 'funds transfer MAIN_UMFUTURE USDT 12.50',
    found: { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '12.50000000' },
  },
  loan: { command: 'margin borrow USDT 100', found: { asset: 'USDT', principal: '100.00000000' } },
  repayment: {
    before: ['margin borrow USDT 100 --yes'],
    command: 'margin repay USDT 40',
    found: { asset: 'USDT', amount: '40.00000000' },
  },
  'loan of today': {
    command: 'margin borrow-repay BORROW USDT 100',
    found: { type: 'MANUAL', asset: 'USDT', amount: '100.00000000' },
  },
  'isolated loan of today': {
    command: 'margin borrow-repay BORROW USDT 100 --is-isolated TRUE --symbol BTCUSDT',
    found: { isolatedSymbol: 'BTCUSDT', asset: 'USDT', amount: '100.00000000' },
  },
  'repayment of today': {
    before: ['margin borrow USDT 100 --yes'],
    command: 'margin borrow-repay REPAY USDT 40',
    found: { asset: 'USDT', amount: '40.00000000' },
  },
  subscription: {
    command: 'earn flexible subscribe USDT001 25',
    found: { productId: 'USDT001', amount: '25.00000000' },
  },
  withdrawal: {
    command: `funds withdraw USDT 25 ${EVM} --network BSC --withdraw-order-id rent`,
    found: { withdrawOrderId: 'rent' },
  },
  leverage: { command: 'trade leverage BTCUSDT 7', found: { symbol: 'BTCUSDT', leverage: '7' } },
  'leverage of COIN-M': {
    command: 'trade leverage BTCUSD_PERP 7 --on coinm',
    found: { symbol: 'BTCUSD_PERP', leverage: '7' },
  },
  'position mode': { command: 'trade position-mode true', found: { dualSidePosition: true } },
  'multi-assets mode': { command: 'trade assets-mode true', found: { multiAssetsMargin: true } },
  'commission in BNB': { command: 'trade fee-burn true', found: { feeBurn: true } },
  'change of an order': {
    before: [
      'trade order place BTCUSDT --on usdm --side BUY --type LIMIT --time-in-force GTC --quantity 0.1 --price 50000 --new-client-order-id mine --skip-filters --yes',
    ],
    command: 'trade order change BTCUSDT --orig-client-order-id mine --side BUY --quantity 0.2 --price 51000',
    found: { clientOrderId: 'mine', price: '51000.0', origQty: '0.200' },
  },
  'margin of a position': {
    before: [
      'trade margin-type BTCUSDT ISOLATED --yes',
      'trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.1 --skip-filters --yes',
    ],
    command: 'trade position-margin BTCUSDT --amount 12.5 --type 1',
    found: { symbol: 'BTCUSDT', amount: '12.50000000', type: 1 },
  },
  'margin type': {
    command: 'trade margin-type BTCUSDT ISOLATED',
    found: { symbol: 'BTCUSDT', marginType: 'isolated' },
  },
};

const isPost = ({ method }: RelayedRequest) => method !== 'GET';

async function openSandbox({ before = [] }: Write) {
  const sandbox = await openRelayedSandbox();
  const run = (line: string) =>
    sandbox.run([
      ...shellWords(line),
      `--host=usdm=${sandbox.relay.origin}`,
      `--host=coinm=${sandbox.relay.origin}`,
    ]);
  for (const line of before) json(await run(line));
  sandbox.clock.advance(5_000);
  const countWrites = () => sandbox.relay.requests.filter(isPost).length - before.length;
  return { ...sandbox, run, countWrites };
}

describe.each(Object.entries(WRITES))('an unconfirmed write: %s', (_name, write) => {
  it('is found if it was executed, and was sent once', async () => {
    const { relay, run, countWrites } = await openSandbox(write);
    relay.setAction((one) => (isPost(one) ? 'cut-answer' : 'pass'));
    const outcome = await run(`${write.command} --yes`);
    expect(json(outcome)).toMatchObject(write.found);
    expect(outcome.stderr).toContain('it is not sent again');
    expect(countWrites()).toBe(1);
  });

  it('exits with 7 and a lookup command if it was not executed', async () => {
    const { relay, run, countWrites, clock } = await openSandbox(write);
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    const error = failure(await run(`${write.command} --yes`));
    expect(error).toMatchObject({ kind: 'execution-unknown', exitCode: 7, execution: 'unknown' });
    expect(countWrites()).toBe(1);
    relay.setAction(() => 'pass');
    // The history of withdrawals weighs more than a minute's limit, so it is queried once a minute.
    clock.advance(60_000);
    const [, ...words] = shellWords(error.resume!);
    expect((await run(words.join(' '))).code).toBe(0);
  });
});

it('a lost withdrawal is looked for once, within a minute', async () => {
  const write = WRITES['withdrawal']!;
  const { relay, run, clock } = await openSandbox(write);
  relay.setAction(({ method, path }) => {
    if (method !== 'GET') return 'cut';
    return path.endsWith('/history') ? { status: 503, body: '<html>busy</html>' } : 'pass';
  });
  const before = clock.now();
  const error = failure(await run(`${write.command} --yes`));
  expect(error).toMatchObject({ exitCode: 7, clientOrderId: 'rent' });
  expect(relay.requests.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
  expect(clock.now() - before).toBeLessThan(60_000);
});

it('a withdrawal whose lookup failed too is found later in the journal', async () => {
  const write = WRITES['withdrawal']!;
  const { relay, run } = await openSandbox(write);
  relay.setAction(({ method, path }) => {
    if (method !== 'GET') return 'cut-answer';
    return path.endsWith('/history') ? { status: 503, body: '<html>busy</html>' } : 'pass';
  });
  expect((await run(`${write.command} --yes`)).code).toBe(7);
  relay.setAction(() => 'pass');
  const resolved = await run('orders resolve -o json');
  expect([resolved.code, json(resolved)]).toMatchObject([0, [{ state: 'FOUND', clientOrderId: 'rent' }]]);
});

it('a withdrawal that never arrived is proved absent by one look after it can no longer come', async () => {
  const { clock, relay, run } = await openSandbox(WRITES['withdrawal']!);
  relay.setAction(({ method, path }) => {
    if (method !== 'GET') return 'cut';
    return path.endsWith('/history') ? { status: 503, body: '<html>busy</html>' } : 'pass';
  });
  expect((await run(`${WRITES['withdrawal']!.command} --yes`)).code).toBe(7);
  const looks: number[] = [];
  relay.setAction(({ path }) => {
    if (path.endsWith('/history')) looks.push(clock.now());
    return 'pass';
  });
  const begun = clock.now();
  const resolved = await run('orders resolve -o json');
  expect([resolved.code, json(resolved)]).toMatchObject([0, [{ state: 'ABSENT', clientOrderId: 'rent' }]]);
  expect(looks).toHaveLength(1);
  expect(looks[0]! - begun).toBeGreaterThan(20_000);
});

it('the lookup command of a setting also shows zero positions', async () => {
  for (const name of ['leverage', 'leverage of COIN-M', 'margin type']) {
    const write = WRITES[name]!;
    const { relay, run } = await openSandbox(write);
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    expect(failure(await run(`${write.command} --yes`)).resume).toMatch(
      /^bourse account positions\b.* --zeros /,
    );
  }
});

describe('a write that is matched by its values', () => {
  it('is not confused with an identical earlier write', async () => {
    const write = WRITES['transfer']!;
    const { relay, run } = await openSandbox({ ...write, before: [`${write.command} --yes`] });
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    expect(failure(await run(`${write.command} --yes`))).toMatchObject({ exitCode: 7 });
  });

  it('stays unknown if there are two identical records', async () => {
    const write = WRITES['transfer']!;
    const { relay, run } = await openSandbox(write);
    relay.setAction((one) => (isPost(one) ? 'cut-answer' : 'pass'));
    const both = await Promise.all([run(`${write.command} --yes`), run(`${write.command} --yes`)]);
    for (const outcome of both) expect([0, 7]).toContain(outcome.code);
    expect(both.some(({ code }) => code === 7)).toBe(true);
    expect(both.map(({ stderr }) => stderr).join('')).toContain(
      '2 transfers with these values appeared at the same time',
    );
  });
});

describe('a write that was not executed is not found', () => {
  it('in an identical transfer of the same second', async () => {
    const { relay, run } = await openSandbox({ command: '', found: {} });
    const { command } = WRITES['transfer']!;
    json(await run(`${command} --yes`));
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    expect(failure(await run(`${command} --yes`))).toMatchObject({ exitCode: 7, execution: 'unknown' });
  });

  it('in an identical transfer if the earlier records are unknown', async () => {
    const { relay, run } = await openSandbox({ command: '', found: {} });
    const { command } = WRITES['transfer']!;
    let looks = 0;
    relay.setAction((one) => {
      if (isPost(one)) return 'cut-answer';
      if (!one.path.endsWith('/asset/transfer')) return 'pass';
      looks += 1;
      return looks === 1 ? { status: 200, body: '['.repeat(100) } : 'pass';
    });
    const error = failure(await run(`${command} --yes`));
    expect(error).toMatchObject({ exitCode: 7 });
    expect(error.message).toContain('The records before it could not be read');
  });

  it('in a withdrawal with the same id to another address', async () => {
    const { relay, run } = await openSandbox({ command: '', found: {} });
    json(await run(`${WRITES['withdrawal']!.command} --yes`));
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    const other = '0x8894E0a0c962CB723c1976a4421c95949bE2D4E3';
    const error = failure(
      await run(`funds withdraw USDT 30 ${other} --network BSC --withdraw-order-id rent --yes`),
    );
    expect(error).toMatchObject({ exitCode: 7, clientOrderId: 'rent' });
    expect(error.message).toContain('The withdrawal with this id has other values');
  });

  it('in an order that differs only in its price', async () => {
    const change = WRITES['change of an order']!;
    const { relay, run } = await openSandbox(change);
    relay.setAction((one) => (isPost(one) ? 'cut' : 'pass'));
    const error = failure(
      await run(
        'trade order change BTCUSDT --orig-client-order-id mine --side BUY --quantity 0.1 --price-match QUEUE --yes',
      ),
    );
    expect(error).toMatchObject({ exitCode: 7, execution: 'unknown' });
  });

  it('in answers that cannot be read', async () => {
    const { relay, run } = await openSandbox({ command: '', found: {} });
    const body = `${'['.repeat(100)}${']'.repeat(100)}`;
    relay.setAction((one) => (isPost(one) ? 'cut' : { status: 200, body }));
    expect(failure(await run(`${WRITES['loan']!.command} --yes`))).toMatchObject({ exitCode: 7 });
  });
});

it.each([
  'earn flexible redeem USDT001 --amount 5',
  'margin transfer USDT 5 --type 1',
  'trade countdown BTCUSDT 0',
  'funds dust convert TRX',
])('%s, which leaves no record, exits with 7 and a command to check', async (command) => {
  const { relay, run } = await openSandbox({ command: '', found: {} });
  relay.setAction((one) => (isPost(one) ? 'cut-answer' : 'pass'));
  const error = failure(await run(`${command} --yes`));
  expect(error).toMatchObject({ kind: 'execution-unknown', exitCode: 7, execution: 'unknown' });
  relay.setAction(() => 'pass');
  expect(await run(shellWords(error.resume!).slice(1).join(' '))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^(It is not known what became of 1 write of earlier runs: .+\n)?$/),
  });
});

it('a transfer with an idempotency key prints the command that may be sent again', async () => {
  const there = '--to-email desk@example.com --from-account-type SPOT --to-account-type SPOT';
  const { relay, run, countWrites } = await openSandbox({ command: '', found: {} });
  const balance = async () =>
    json<{ balances: { asset: string; free: string }[] }>(await run('account info')).balances.find(
      ({ asset }) => asset === 'USDT',
    )!.free;
  const held = Number(await balance());
  relay.setAction((one) => (isPost(one) ? 'cut-answer' : 'pass'));
  const error = failure(await run(`sub transfer universal USDT 30 ${there} --yes`));
  expect(error).toMatchObject({ exitCode: 7, clientOrderId: expect.stringMatching(/^bo/) });
  relay.setAction(() => 'pass');
  const again = await run(`${shellWords(error.resume!).slice(1).join(' ')} --yes`);
  expect([again.code, countWrites()]).toEqual([4, 2]);
  expect(Number(await balance())).toBe(held - 30);
});
