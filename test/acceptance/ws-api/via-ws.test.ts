/** `--via ws`: commands over the WebSocket API behave, print and fail as over REST. */
import { describe, expect, it } from 'vitest';
import { openWsRoute, type WsRouteOptions } from '../../../src/app/via-ws.ts';
import { findWsMethod } from '../../../src/catalogue/ws-methods.ts';
import { commandsWithWebsocketMethod } from '../../../src/commands/calling/via-websocket.ts';
import { ToolError } from '../../../src/core/errors.ts';
import type { SocketListener } from '../../../src/stream/socket.ts';
import { failure, json, shellWords } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, testWorld } from '../world.ts';

const limit = (id: string, price = 50000) =>
  `trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price ${price} --new-client-order-id ${id}`;

/** Returns the options that name a list and its orders, so that both transports use the same ids. */
const listIds = (list: string, ...orders: readonly string[]) =>
  [
    `--list-client-order-id ${list}`,
    ...orders.map((order) => `--${order}-client-order-id ${list}-${order}`),
  ].join(' ');

/** Each command with a WebSocket API method, with a non-empty answer, and each kind of refusal. */
const SCRIPT = [
  limit('one'),
  limit('two', 51000),
  limit('replaced', 49000),
  'trade replace BTCUSDT BUY 0.01 --at 49500 --cancel-orig-client-order-id replaced --new-client-order-id replacing --cancel-new-client-order-id cancelling',
  'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --new-order-resp-type FULL --new-client-order-id taken',
  'trade buy BTCUSDT 0.02 --at 49000 --new-client-order-id three',
  'trade sell BTCUSDT 0.02 --new-client-order-id four',
  'trade buy BTCUSDT 0.02 --at 49000 --test',
  'trade order test BTCUSDT --side BUY --type MARKET --quantity 0.001 --compute-commission-rates',
  'trade sor place BTCUSDT BUY 0.02 --at 49000 --new-client-order-id five',
  'trade sor test BTCUSDT --side BUY --type MARKET --quantity 0.001 --compute-commission-rates',
  'trade order get BTCUSDT --orig-client-order-id one',
  'trade order amend BTCUSDT --orig-client-order-id two --new-qty 0.005 --new-client-order-id smaller',
  'trade order changes BTCUSDT --order-id 2',
  'trade order cancel BTCUSDT --orig-client-order-id one --new-client-order-id gone',
  'trade open-orders BTCUSDT',
  'trade open-orders -o csv',
  'trade all-orders BTCUSDT --limit 20',
  'trade all-orders BTCUSDT --all -o ndjson',
  'trade oco place BTCUSDT --side SELL --quantity 0.01 --price 150000 --stop-price 40000 --stop-limit-price 39900 --stop-limit-time-in-force GTC --list-client-order-id both --limit-client-order-id upper --stop-client-order-id lower',
  'trade oco get --orig-client-order-id both',
  'trade oco open',
  'trade oco all --limit 20',
  'trade oco cancel BTCUSDT --list-client-order-id both --new-client-order-id undone',
  'trade stop BTCUSDT 0.01 --side SELL --trigger 40000 --new-client-order-id stopped',
  'trade take-profit BTCUSDT 0.01 --side SELL --trigger 250000 --new-client-order-id profit',
  'trade trailing-stop BTCUSDT 0.01 --side SELL --trail 2 --new-client-order-id trailed',
  'trade cancel-all BTCUSDT',
  'trade buy BTCUSDT 0.02 --at 49000 --new-client-order-id six',
  'trade cancel BTCUSDT six',
  'trade close BTCUSDT --on spot --fraction 0.001 --new-client-order-id seven',
  `trade list oco BTCUSDT SELL 0.01 --take-profit 150000 --stop-loss 40000 ${listIds('a', 'above', 'below')}`,
  `trade list oto BTCUSDT BUY 0.01 --entry 49000 --stop-loss 40000 ${listIds('b', 'working', 'pending')}`,
  `trade list otoco BTCUSDT BUY 0.01 --entry 49000 --take-profit 150000 --stop-loss 40000 ${listIds('c', 'working', 'pending-above', 'pending-below')}`,
  `trade list opo BTCUSDT BUY 0.01 --entry 49000 --take-profit 150000 ${listIds('d', 'working', 'pending')}`,
  `trade list opoco BTCUSDT BUY 0.01 --entry 49000 --take-profit 150000 --stop-loss 40000 ${listIds('e', 'working', 'pending-above', 'pending-below')}`,
  'trade list get --orig-client-order-id e',
  'trade list open',
  'trade list all --limit 20',
  'trade list cancel BTCUSDT --list-client-order-id e --new-client-order-id ended',
  'trade cancel-all BTCUSDT',
  'account info --omit-zero-balances',
  'account balance -o table',
  'account trades BTCUSDT --limit 20 -o table',
  'account commission BTCUSDT',
  'account order-limits',
  'account filters BTCUSDT',
  'account allocations BTCUSDT',
  'account prevented-matches BTCUSDT --order-id 1',
  'trade order get BTCUSDT --order-id 999999',
  'trade order cancel BTCUSDT --order-id 999999',
  'trade open-orders NOPEUSDT',
  `${limit('rich', 50000).replace('0.01', '9000')} --skip-filters`,
  `${limit('odd', 50000).replace('0.01', '0.0000001')} --skip-filters`,
  'trade cancel-all BTCUSDT',
  'trade order place BTCUSDT --side UP --type LIMIT',
];

describe('every command that has a method of the WebSocket API', () => {
  it('prints the same bytes over both transports: answers, refusals, exit codes', async () => {
    const [one, other] = [await openRelayedRestAndWs(), await openRelayedRestAndWs()];
    for (const line of SCRIPT) {
      // Within one second the order limit would be reached.
      for (const { clock } of [one, other]) for (let step = 0; step < 8; step += 1) await clock.sleep(8_000);
      const rest = await one.run(line);
      const ws = await other.run(`${line} --via ws`);
      expect([line, ws]).toEqual([line, rest]);
    }
    expect(other.ws.closeCodes).toEqual(other.ws.closeCodes.map(() => 1000));
    expect(one.ws.requests).toEqual([]);
    // Rules and prices were fetched over REST, and what is open and held; an order that could not be cancelled was looked
    // up there.
    const signed = other.rest.requests.filter(({ query, body }) => (query + body).includes('signature='));
    expect(new Set(signed.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['GET /api/v3/order', 'GET /api/v3/openOrders', 'GET /api/v3/account']),
    );
  });

  it('is covered by this test', async () => {
    for (const [command, products] of await commandsWithWebsocketMethod()) {
      if (!products.includes('spot')) continue;
      expect([command, SCRIPT.some((line) => line.startsWith(`${command} `) || line === command)]).toEqual([
        command,
        true,
      ]);
    }
  });

  it('opens one connection, whatever it sends, and none for --dry-run', async () => {
    const { ws, skew, run } = await openRelayedRestAndWs();
    const shown = json<{ frame: object }>(await run(`${limit('one')} --via ws --dry-run`));
    expect(shown.frame).toEqual({
      method: 'order.place',
      params: {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: '0.01',
        price: '50000',
        newClientOrderId: 'one',
      },
    });
    expect(ws.closeCodes).toEqual([]);
    // After a refused timestamp the clock is measured again, and the call is signed and sent once more.
    skew.ms = 70_000;
    expect(failure(await run('trade open-orders --via ws'))).toMatchObject({ code: -1021 });
    expect(ws.requests).toHaveLength(2);
    // The close frame reaches the other end a little later.
    await expect.poll(() => ws.closeCodes).toEqual([1000]);
  });

  it('refuses with 2 where there is no method, and names the commands that have one', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    for (const line of ['trade leverage BTCUSDT 5', 'market depth BTCUSDT']) {
      const error = failure(await run(`${line} --via ws`));
      expect(error.exitCode).toBe(2);
      expect(error.hint).toContain('trade order place, ');
    }
    for (const [line, product] of [
      ['trade open-orders --on usdm', 'usdm'],
      ['account info --on options', 'options'],
    ]) {
      const { exitCode, message, hint } = failure(await run(`${line} --via ws`));
      expect([exitCode, message]).toEqual([
        2,
        expect.stringContaining(`WebSocket API on ${product}, only on spot`),
      ]);
      expect(hint).toContain('Omit --via');
    }
    expect(failure(await run('trade open-orders --via smoke')).message).toContain('rest, ws');
    expect(ws.requests).toEqual([]);
  });
});

describe('an order over the WebSocket API', () => {
  const countPlacements = (sandbox: Awaited<ReturnType<typeof openRelayedRestAndWs>>['ws']) =>
    sandbox.requests.filter(({ method }) => method === 'order.place').length;

  it('whose answer is lost is found by its id, and was sent once', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    ws.setAction(() => 'cut-answer');
    const outcome = await run(`${limit('mine')} --via ws`);
    expect(json(outcome)).toMatchObject({ clientOrderId: 'mine', status: 'NEW' });
    expect(outcome.stderr).toContain('was placed once');
    expect(countPlacements(ws)).toBe(1);
    expect(json<unknown[]>(await run('trade open-orders BTCUSDT'))).toHaveLength(1);
  });

  it('that never arrived is proved absent, with evidence from all three places: exit 5', async () => {
    const { ws, rest, clock, run } = await openRelayedRestAndWs();
    ws.setAction(() => 'cut');
    const before = clock.now();
    const error = failure(await run(`${limit('mine')} --via ws --skip-filters`));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed', clientOrderId: 'mine' });
    expect(clock.now() - before).toBeGreaterThan(28_000);
    expect(new Set(rest.requests.map(({ path }) => path))).toEqual(
      new Set(['/api/v3/order', '/api/v3/openOrders', '/api/v3/allOrders']),
    );
    expect(countPlacements(ws)).toBe(1);
  });

  it('stays unknown if no query is answered: exit 7 and the lookup command', async () => {
    const { ws, rest, run } = await openRelayedRestAndWs();
    ws.setAction(() => 'cut-answer');
    rest.setAction(({ query }) => (query.includes('signature=') ? { status: 503, body: '' } : 'pass'));
    const error = failure(await run(`${limit('mine')} --via ws`));
    expect(error).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: 'mine' });
    expect(countPlacements(ws)).toBe(1);
    rest.setAction(() => 'pass');
    const [program, ...words] = shellWords(error.resume!);
    expect(program).toBe('bourse');
    expect(json(await run(words))).toMatchObject({ clientOrderId: 'mine', status: 'NEW' });
  });

  it('is sent again under its id only where the connection was never opened', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    await ws.close();
    const error = failure(await run(`${limit('mine')} --via ws`));
    expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed', clientOrderId: 'mine' });
    expect(error.hint).toContain('Nothing was sent');
    expect(countPlacements(ws)).toBe(0);
  });

  it('of a list, an amendment or a cancellation without an answer is looked up and printed', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    await run(limit('mine'));
    ws.setAction(({ method }) => (method.startsWith('order') ? 'cut-answer' : 'pass'));
    const amend = 'trade order amend BTCUSDT --orig-client-order-id mine --new-qty 0.005';
    expect(json(await run(`${amend} --new-client-order-id less --via ws`))).toMatchObject({
      clientOrderId: 'less',
      origQty: '0.00500000',
    });
    const cancel = 'trade order cancel BTCUSDT --orig-client-order-id less --via ws';
    expect(json(await run(cancel))).toMatchObject({ clientOrderId: 'less', status: 'CANCELED' });
    const oco =
      'trade oco place BTCUSDT --side SELL --quantity 0.01 --price 150000 --stop-price 40000 --list-client-order-id both --via ws';
    expect(json(await run(oco))).toMatchObject({ listClientOrderId: 'both' });
    const writes = ws.requests.map(({ method }) => method);
    expect(writes).toEqual(['order.amend.keepPriority', 'order.cancel', 'orderList.place']);
  });

  it('of a cancellation of all orders without an answer is verified by the open orders', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    await run(limit('mine'));
    ws.setAction(() => 'cut-answer');
    expect(json(await run('trade cancel-all BTCUSDT --via ws'))).toEqual([]);
    expect(ws.requests).toHaveLength(1);
  });
});

describe('a read over the WebSocket API', () => {
  it('without an answer is sent again over a new connection', async () => {
    const { ws, run } = await openRelayedRestAndWs();
    let times = 0;
    ws.setAction(() => (times++ === 0 ? 'cut' : 'pass'));
    expect(json(await run('trade open-orders --via ws'))).toEqual([]);
    expect(ws.requests).toHaveLength(2);
  });

  it('prints no key and no signature that a refusal echoes', async () => {
    const { ws, run, sandbox } = await openRelayedRestAndWs();
    const outcome = await run('trade order get BTCUSDT --order-id 5 --via ws');
    expect(outcome.code).toBe(4);
    const { signature } = ws.requests[0]!.params as { signature: string };
    for (const secret of [signature, sandbox.apiKey, sandbox.apiSecret])
      expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  });
});

describe('keys that would be sent to this machine and to another', () => {
  const ORDER = [
    'trade buy BTCUSDT 0.001 --at 60000 --yes --skip-filters --via ws',
    'ws call account.status',
  ];

  it.each(ORDER)('are not sent: %s', async (line) => {
    const { run } = await openRelayedSandbox();
    const outcome = await run(`${line} --host=ws-api=wss://nowhere.invalid/ws-api/v3`);
    expect(failure(outcome)).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(outcome.stderr).toContain(
      'The same keys would go to spot on this machine and to ws-api elsewhere.',
    );
  });

  it.each(ORDER)('are sandbox keys if one of the sandbox hosts is named: %s', async (line) => {
    const outcome = await bourse(`${line} --env sandbox --host ws-api=ws://127.0.0.1:1/ws-api/v3`);
    expect(outcome.stderr).not.toContain('The same keys');
  });
});

it('an order that could not be signed is not reported as possibly executed', async () => {
  const sent: string[] = [];
  const unreadable = new ToolError({ kind: 'credentials', message: 'The key cannot be read.' });
  const sign = () => {
    throw unreadable;
  };
  const ws = await openWsRoute({
    world: testWorld({}, { stdout: '', stderr: '' }),
    settings: { timeoutMs: 1000 },
    methods: {
      api: 'spot',
      byEndpoint: new Map([['spot.order.new', findWsMethod('spot', 'order.place')!]]),
    },
    keys: { signer: { apiKey: 'key', sign }, redact: (text: string) => text },
    streaming: async () => ({
      addressOf: async () => ({ url: new URL('ws://127.0.0.1:1'), isPublic: false }),
      attemptGateOf: () => async () => {},
      open: (_url: URL, listener: SocketListener) => {
        setImmediate(() => listener.onOpen());
        return { send: (text: string) => sent.push(text) };
      },
    }),
    note() {},
  } as unknown as WsRouteOptions);
  const query = 'symbol=BTCUSDT&side=BUY&type=MARKET';
  const request = { endpoint: 'spot.order.new', effect: 'write', query, host: 'spot' };
  const rest = () => Promise.reject(new Error('not over REST'));
  const signing = { permitOf: () => undefined, serverNow: () => 1, recvWindowOf: () => undefined };
  const send = ws.over(rest, signing as never);
  await expect(send(request as never, new AbortController().signal)).rejects.toBe(unreadable);
  expect(sent).toEqual([]);
});
