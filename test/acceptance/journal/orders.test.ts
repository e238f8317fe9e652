/** The journal of orders: what a run leaves for later ones, and what they make of it. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/app/journal/write-journal.ts';
import { openScriptedExchange } from '../scripted-exchange.ts';
import { bourse, NOW, temporaryFolder, testWorld } from '../world.ts';

const PATHS = {
  place: '/fapi/v1/order',
  batch: '/fapi/v1/batchOrders',
  order: '/fapi/v1/order',
  open: '/fapi/v1/openOrders',
  all: '/fapi/v1/allOrders',
  time: '/fapi/v1/time',
};
const BUY =
  'trade order place BTCUSDT --on usdm --side BUY --type LIMIT --quantity 1 --price 100 --time-in-force GTC --skip-filters --yes';

const openExchange = () => openScriptedExchange(PATHS, 'usdm');
const rowsOf = (text: string): readonly Record<string, unknown>[] => JSON.parse(text);

/** Returns the states of the newest write of a home folder. */
async function statesIn(home: string, id: string): Promise<readonly unknown[]> {
  const { stdout } = await bourse(['orders', 'timeline', id, '-o', 'json'], { home });
  return rowsOf(stdout).map(({ state }) => state);
}

describe('an order', () => {
  it('is in the journal, flushed, when the exchange receives it', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    let found: unknown;
    exchange.onWrite = async () => {
      const journal = await openJournal(testWorld({ home }, { stdout: '', stderr: '' }));
      found = await journal.subjects({});
      await journal.close();
    };
    const { code } = await exchange.run(`${BUY} --new-client-order-id o-1`, { home });
    expect(code).toBe(0);
    expect(found).toMatchObject([
      {
        state: 'SENT',
        body: {
          clientOrderId: 'o-1',
          symbol: 'BTCUSDT',
          endpoint: 'usdm.order.new',
          command: 'trade order place',
          params: { quantity: '1', price: '100', side: 'BUY' },
        },
      },
    ]);
    expect(await statesIn(home, 'o-1')).toEqual(['PREPARED', 'SENT', 'ACKED']);
  });

  it('that the exchange rejects is recorded as rejected', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = {
      isExecuted: false,
      answer: { status: 400, body: '{"code":-2019,"msg":"Margin is insufficient."}' },
    };
    expect((await exchange.run(`${BUY} --new-client-order-id o-1`, { home })).code).toBe(4);
    expect(await statesIn(home, 'o-1')).toEqual(['PREPARED', 'SENT', 'REJECTED']);
  });

  it('whose answer was lost is recorded as found', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = { isExecuted: true, answer: { status: 503, body: 'Unknown error, please check' } };
    expect((await exchange.run(`${BUY} --new-client-order-id o-1`, { home })).code).toBe(0);
    expect(await statesIn(home, 'o-1')).toEqual(['PREPARED', 'SENT', 'UNKNOWN', 'FOUND']);
  });

  it('that never arrived is recorded as absent', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = { isExecuted: false, answer: { status: 503, body: 'Unknown error, please check' } };
    expect((await exchange.run(`${BUY} --new-client-order-id o-1`, { home })).code).toBe(5);
    expect(await statesIn(home, 'o-1')).toEqual(['PREPARED', 'SENT', 'UNKNOWN', 'ABSENT']);
  });

  it('is not sent when the journal cannot be written', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    mkdirSync(join(home, 'state', 'journal.db'), { recursive: true, mode: 0o700 });
    const { code, stderr } = await exchange.run(BUY, { home });
    expect(code).toBe(10);
    expect(stderr).toContain('journal.db is not a regular file');
    expect(exchange.writes()).toEqual([]);
  });

  it.each([
    ['an order', BUY],
    [
      'a call of api',
      'api POST /fapi/v1/order symbol=BTCUSDT side=BUY type=MARKET quantity=1 newClientOrderId=o-1 --yes',
    ],
  ])('that a halt refuses is not announced as being sent: %s', async (_what, line) => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    mkdirSync(join(home, 'state'), { mode: 0o700 });
    writeFileSync(join(home, 'state', 'halt.json'), '{}', { mode: 0o600 });
    const refused = await exchange.run(line, { home });
    expect([refused.code, exchange.writes().length]).toEqual([9, 0]);
    expect(refused.stderr).not.toContain('Sending');
    rmSync(join(home, 'state', 'halt.json'));
    const sent = await exchange.run(line, { home });
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringMatching(/Sending the order \S+\./) });
  });

  it('that the journal refuses is not announced as being sent', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    mkdirSync(join(home, 'state', 'journal.db'), { recursive: true, mode: 0o700 });
    expect((await exchange.run(BUY, { home })).stderr).not.toContain('Sending');
  });

  it('that is a cancellation is sent although the journal cannot be written', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await exchange.run(`${BUY} --new-client-order-id o-1`);
    mkdirSync(join(home, 'state', 'journal.db'), { recursive: true, mode: 0o700 });
    const { code, stderr } = await exchange.run(
      'trade order cancel BTCUSDT --on usdm --orig-client-order-id o-1 --yes',
      { home },
    );
    expect([code, exchange.executed[0]?.['status']]).toEqual([0, 'CANCELED']);
    expect(stderr).toContain('sent without a record of it');
  });
});

describe('an order that a killed process left behind', () => {
  /** Leaves an order in the journal as a process killed between the send and the answer does. */
  async function leaveOrder(
    home: string,
    state: 'PREPARED' | 'SENT',
    { clientOrderId = 'o-1', account = '', venue = '', pid = 999_999_999 } = {},
  ) {
    const journal = await openJournal(testWorld({ home }, { stdout: '', stderr: '' }));
    const times = { timestamp: NOW, recvWindow: 3000 };
    await journal.commit([
      {
        do: 'append',
        subject: `w-${clientOrderId}`,
        state,
        at: NOW,
        creates: { kind: 'write', scope: 's' },
        body: {
          endpoint: 'usdm.order.new',
          noun: 'order',
          command: 'trade order place',
          origin: { venue, account, profile: null, origin: '' },
          symbol: 'BTCUSDT',
          clientOrderId,
          params: {
            symbol: 'BTCUSDT',
            side: 'BUY',
            type: 'LIMIT',
            quantity: '1',
            price: '100',
            newClientOrderId: clientOrderId,
          },
          pid,
          ...times,
        },
      },
    ]);
    await journal.close();
  }

  it('is named by every command that trades', async () => {
    const home = temporaryFolder();
    await leaveOrder(home, 'SENT');
    for (const line of ['trade open-orders BTCUSDT', 'funds coins', 'margin account']) {
      const { stderr } = await bourse(`${line} --env sandbox`, { home });
      expect(stderr).toContain('It is not known what became of 1 write of earlier runs: the order o-1');
    }
    const { stderr } = await bourse('market time --env sandbox', { home });
    expect(stderr).toBe('');
  });

  it('holds back orders that add exposure to its symbol, until it is resolved', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = { isExecuted: true };
    await exchange.run(`${BUY} --new-client-order-id o-1`, { home });
    const host = new URL(exchange.relay.origin).host;
    const journal = await openJournal(testWorld({ home }, { stdout: '', stderr: '' }));
    const [sent] = await journal.subjects({});
    await journal.commit([{ do: 'append', subject: sent!.id, state: 'UNKNOWN', body: {}, at: NOW }]);
    await journal.close();
    const second = await exchange.run(`${BUY} --new-client-order-id o-2`, { home });
    expect([second.code, exchange.writes().length, host.length > 0]).toEqual([9, 1, true]);
    expect(second.stderr).toContain('it is not known what became of the order o-1');
    // A reduce-only order, a cancellation and an order of another symbol pass.
    const others = [
      `${BUY} --new-client-order-id o-3 --reduce-only true`,
      'trade order cancel BTCUSDT --on usdm --orig-client-order-id o-1 --yes',
      `${BUY.replace('BTCUSDT', 'ETHUSDT')} --new-client-order-id o-4`,
      `${BUY} --new-client-order-id o-5 --despite-unresolved`,
    ];
    for (const line of others) expect((await exchange.run(line, { home })).code, line).toBe(0);
    const resolved = await exchange.run('orders resolve -o json', { home });
    expect([resolved.code, rowsOf(resolved.stdout)[0]?.['state']]).toEqual([0, 'FOUND']);
    expect((await exchange.run(`${BUY} --new-client-order-id o-6`, { home })).code).toBe(0);
    expect(existsSync(join(home, 'state', 'journal.db.pending'))).toBe(false);
  });

  it('before it was sent is absent without a query', async () => {
    const home = temporaryFolder();
    await leaveOrder(home, 'PREPARED');
    const { code, stdout } = await bourse('orders resolve -o json', { home });
    expect([code, rowsOf(stdout)]).toMatchObject([0, [{ state: 'ABSENT', why: 'it was never sent' }]]);
  });

  it('is not taken for one that is just being sent by a running process', async () => {
    const home = temporaryFolder();
    await leaveOrder(home, 'SENT', { pid: process.pid });
    const { stderr } = await bourse('trade open-orders BTCUSDT --env sandbox', { home });
    expect(stderr).not.toContain('not known');
  });

  it.each([
    ['was executed', true, 'FOUND', 'the order is CANCELED'],
    ['never arrived', false, 'ABSENT', 'the order is NEW'],
  ] as const)(
    'that is a cancellation which %s is resolved by the order',
    async (_, isExecuted, state, why) => {
      const exchange = await openExchange();
      const home = temporaryFolder();
      await exchange.run(`${BUY} --new-client-order-id o-1`, { home });
      exchange.write = { isExecuted, answer: { status: 503, body: 'Unknown error, please check' } };
      exchange.query = { status: 503, body: 'Unknown error, please check' };
      const cancel = 'trade order cancel BTCUSDT --on usdm --orig-client-order-id o-1 --yes';
      expect((await exchange.run(cancel, { home })).code).toBe(7);
      exchange.query = undefined;
      exchange.clock.advance(100_000);
      const { code, stdout } = await exchange.run('orders resolve -o json', { home });
      expect([code, rowsOf(stdout)]).toMatchObject([0, [{ noun: 'cancellation', state, why }]]);
    },
  );

  it('can be marked by hand, once', async () => {
    const home = temporaryFolder();
    await leaveOrder(home, 'SENT');
    const why = 'not in the order history of the website';
    const marked = await bourse(['orders', 'mark', 'o-1', '--as', 'not-executed', '--why', why], { home });
    expect([marked.code, JSON.parse(marked.stdout)]).toMatchObject([0, { state: 'ABSENT', why }]);
    const { stdout } = await bourse('orders timeline o-1 -o json', { home });
    expect(rowsOf(stdout).at(-1)).toMatchObject({ state: 'ABSENT', why });
    const again = await bourse('orders mark o-1 --as executed', { home });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is ABSENT') });
  });

  it('of another account is left for its own keys', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await leaveOrder(home, 'SENT', { account: '0123456789abcdef', venue: 'live' });
    const { code, stdout } = await exchange.run('orders resolve -o json', { home });
    expect(code).toBe(7);
    expect(rowsOf(stdout)).toMatchObject([{ state: 'SENT', why: expect.stringContaining('--env live') }]);
  });
});

describe('an idempotency key', () => {
  const KEYED = `${BUY} --idempotency-key deposit-7`;

  it('sends a command once and then prints its recorded result', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    const first = await exchange.run(KEYED, { home });
    const second = await exchange.run(KEYED, { home });
    expect([first.code, second.code, exchange.writes().length]).toEqual([0, 0, 1]);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain('recorded result of the command sent at 2024-03-15');
  });

  it('is refused for other parameters', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await exchange.run(KEYED, { home });
    const second = await exchange.run(KEYED.replace('--price 100', '--price 101'), { home });
    expect([second.code, exchange.writes().length]).toEqual([2, 1]);
    expect(second.stderr).toContain('was used for another command or other parameters');
  });

  it('repeats a recorded rejection', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = {
      isExecuted: false,
      answer: { status: 400, body: '{"code":-2019,"msg":"Margin is insufficient."}' },
    };
    await exchange.run(KEYED, { home });
    exchange.write = { isExecuted: true };
    const second = await exchange.run(KEYED, { home });
    expect([second.code, exchange.writes().length]).toEqual([4, 1]);
    expect(second.stderr).toContain('Margin is insufficient');
  });

  it('does not send again what is unresolved, and prints the order once it is resolved', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    exchange.write = { isExecuted: true, answer: { status: 503, body: 'Unknown error, please check' } };
    exchange.query = { status: 503, body: 'Unknown error, please check' };
    const first = await exchange.run(KEYED, { home });
    const second = await exchange.run(KEYED, { home });
    expect([first.code, second.code, exchange.writes().length]).toEqual([7, 7, 1]);
    expect(second.stderr).toContain('bourse orders resolve w');
    exchange.query = undefined;
    expect((await exchange.run('orders resolve', { home })).code).toBe(0);
    const third = await exchange.run(KEYED, { home });
    expect([third.code, JSON.parse(third.stdout).symbol, exchange.writes().length]).toEqual([
      0,
      'BTCUSDT',
      1,
    ]);
  });

  it('sends one order when twenty runs use it at once', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => exchange.run(KEYED, { home })));
    expect(exchange.executed).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    for (const { code } of outcomes) expect([0, 7, 9]).toContain(code);
  });

  it('does not apply to a dry run', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await exchange.run(`${KEYED} --dry-run`, { home });
    expect((await exchange.run(KEYED, { home })).code).toBe(0);
    expect(exchange.writes()).toHaveLength(1);
  });

  it.each(['', 'two words', 'ü', 'x'.repeat(101)])('must be printable: %j', async (key) => {
    const { code, stderr } = await bourse(['trade', 'buy', 'BTCUSDT', '1', '--idempotency-key', key]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--idempotency-key')]);
  });
});

describe('the journal', () => {
  it('lists writes as a table', async () => {
    const home = temporaryFolder();
    await bourse('trade buy BTCUSDT 0.001 --env sandbox', { home });
    const { code, stdout } = await bourse('orders list -o table', { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/ACKED +order +BTCUSDT +bo\w+-1 +trade buy +sandbox/);
  });

  it('keeps unresolved writes when it is pruned', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await exchange.run(`${BUY} --new-client-order-id o-1`, { home });
    exchange.clock.advance(100 * 86_400_000);
    const { stdout } = await exchange.run('orders prune', { home });
    expect(JSON.parse(stdout)).toEqual({ removed: 1 });
    expect((await bourse('orders list -o json', { home })).stdout.trim()).toBe('[]');
  });

  it('that lost entries stops orders until the loss is accepted', async () => {
    const exchange = await openExchange();
    const home = temporaryFolder();
    await exchange.run(`${BUY} --new-client-order-id o-1`, { home });
    writeFileSync(join(home, 'state', 'journal.db.head'), '9\n', { mode: 0o600 });
    const refused = await exchange.run(`${BUY} --new-client-order-id o-2`, { home });
    expect(refused).toMatchObject({ code: 10, stderr: expect.stringContaining('lost its entries 4 to 9') });
    expect(exchange.writes()).toHaveLength(1);
    expect((await bourse('orders check --accept-loss', { home })).code).toBe(0);
    expect((await exchange.run(`${BUY} --new-client-order-id o-2`, { home })).code).toBe(0);
  });

  it.each(['orders show nothing', 'orders timeline nothing', 'orders mark nothing --as executed'])(
    'has no write of an unknown id: %s',
    async (line) => {
      expect(await bourse(line)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('no write with the id'),
      });
    },
  );
});
