import { describe, expect, it, onTestFinished } from 'vitest';
import { PipeClosed } from '../../../src/app/world.ts';
import { ToolError } from '../../../src/core/errors.ts';
import { startRawServer } from '../../transport/raw-server.ts';
import { csv, envelope, failure, json, lines, shellWords } from '../outcomes.ts';
import { openRelayedSandbox, RESTING } from '../relayed-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

interface Order {
  readonly symbol: string;
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly status: string;
}

/** A new machine without a profile, a server or a key. */
function freshMachine() {
  const home = temporaryFolder();
  const run = (line: string, terminal?: number) =>
    bourse(`${line} --env sandbox`, {
      home,
      ...(terminal === undefined ? {} : { terminal, environment: { NO_COLOR: '1' } }),
    });
  return { home, run };
}

describe('a new machine with --env sandbox', () => {
  it('places an order, shows it in every list, cancels it, and keeps its history between commands', async () => {
    const { run } = freshMachine();
    const placed = json<Order>(await run(`${RESTING} --new-client-order-id my-order`));
    expect(placed).toMatchObject({ symbol: 'BTCUSDT', clientOrderId: 'my-order' });

    const byId = json<Order>(await run(`trade order get BTCUSDT --order-id ${placed.orderId}`));
    expect(byId).toMatchObject({ status: 'NEW', price: '50000.00000000', origQty: '0.01000000' });
    expect(json(await run('trade order get BTCUSDT --orig-client-order-id my-order'))).toEqual(byId);
    expect(json(await run('trade open-orders'))).toEqual([byId]);
    expect(json(await run('trade open-orders BTCUSDT'))).toEqual([byId]);
    const usdt = async () =>
      json<{ balances: { asset: string; free: string; locked: string }[] }>(
        await run('account info'),
      ).balances.find((one) => one.asset === 'USDT');
    expect(await usdt()).toEqual({ asset: 'USDT', free: '999500.00000000', locked: '500.00000000' });

    const cancelled = json<Order>(await run(`trade order cancel BTCUSDT --order-id ${placed.orderId}`));
    expect(cancelled.status).toBe('CANCELED');
    expect(json(await run('trade open-orders'))).toEqual([]);
    const [kept, ...others] = json<Order[]>(await run('trade all-orders BTCUSDT'));
    expect([kept, others]).toMatchObject([{ orderId: placed.orderId, status: 'CANCELED' }, []]);
    expect(await usdt()).toEqual({ asset: 'USDT', free: '1000000.00000000', locked: '0.00000000' });
  });

  it('fills a market order and shows its trade, with every digit', async () => {
    const { run } = freshMachine();
    const line =
      'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --new-order-resp-type FULL';
    const order = json<Order & { fills: { price: string; qty: string; tradeId: number }[] }>(await run(line));
    expect(order.status).toBe('FILLED');
    const trades = json<{ id: number; orderId: number; price: string; qty: string }[]>(
      await run('account trades BTCUSDT'),
    );
    expect(trades.map(({ id, orderId, price, qty }) => ({ id, orderId, price, qty }))).toEqual(
      order.fills.map(({ tradeId, price, qty }) => ({ id: tradeId, orderId: order.orderId, price, qty })),
    );
    expect(json(await run(`account trades BTCUSDT --order-id ${order.orderId}`))).toEqual(trades);
  });

  it('prints commissions and the usage of the order limits', async () => {
    const { run } = freshMachine();
    expect(json(await run('account commission BTCUSDT'))).toMatchObject({
      symbol: 'BTCUSDT',
      standardCommission: { maker: '0.00100000', taker: '0.00100000' },
    });
    const orderCounts = async () =>
      json<{ interval: string; count: number }[]>(await run('account order-limits')).map((row) => row.count);
    expect(await orderCounts()).toEqual([0, 0]);
    await run(RESTING);
    expect(await orderCounts()).toEqual([1, 1]);
  });

  it('lets the exchange check an order without placing it', async () => {
    const { run } = freshMachine();
    const line = 'trade order test BTCUSDT --side BUY --type MARKET --quantity';
    expect(json(await run(`${line} 0.001`))).toEqual({});
    expect(json(await run(`${line} 0.001 --compute-commission-rates`))).toHaveProperty(
      'standardCommissionForOrder.taker',
    );
    const refused = failure(await run(`${line} 0.0000001`));
    expect(refused).toMatchObject({ kind: 'rejected', code: -1013, exitCode: 4 });
    expect(json(await run('trade all-orders BTCUSDT'))).toEqual([]);
  });

  it('creates, extends and closes listen keys, and reports an unknown one', async () => {
    const { run } = freshMachine();
    const { listenKey } = json<{ listenKey: string }>(await run('stream listen-key create'));
    expect(json<{ listenKey: string }>(await run('stream listen-key create')).listenKey).toBe(listenKey);
    expect(json(await run(`stream listen-key keep-alive --listen-key ${listenKey}`))).toEqual({});
    expect(json(await run(`stream listen-key close --listen-key ${listenKey}`))).toEqual({});
    const gone = failure(await run(`stream listen-key keep-alive --listen-key ${listenKey}`));
    expect(gone).toMatchObject({ kind: 'rejected', code: -1125, exitCode: 4 });
    const usdm = json<{ listenKey: string }>(await run('stream listen-key create --on usdm'));
    expect(usdm.listenKey).not.toBe(listenKey);
  });
});

describe.each([
  ['trade order get BTCUSDT --orig-client-order-id my-order', 'my-order'],
  ['trade open-orders BTCUSDT', 'my-order'],
  ['trade all-orders BTCUSDT', 'my-order'],
  ['account info', 'DOGE'],
  ['account trades BTCUSDT', '0.00100000'],
  ['account commission BTCUSDT', '0.00100000'],
  ['account order-limits', 'SECOND'],
])('%s', (line, expected) => {
  it('prints the same values in every output format', async () => {
    const { run } = freshMachine();
    await run(`${RESTING} --new-client-order-id my-order`);
    await run('trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001');
    const inPipe = await run(line);
    const value = json<unknown>(inPipe);
    expect(inPipe.stdout).toContain(expected);
    expect((await run(`${line} -o json`)).stdout).toBe(inPipe.stdout);

    const asLines = lines<Record<string, unknown>>((await run(`${line} -o ndjson`)).stdout);
    const [head, ...rows] = csv((await run(`${line} -o csv`)).stdout);
    expect(rows.length).toBe(asLines.length);
    expect(asLines.length).toBeGreaterThan(0);
    for (const name of Object.keys(asLines[0]!)) expect(head).toContain(name);
    if (Array.isArray(value)) expect(asLines).toEqual(value);

    const drawn = await run(line, 160);
    expect(drawn.code).toBe(0);
    // Tables drop trailing zeros of decimals.
    expect(drawn.stdout).toContain(expected.replace(/0+$/, ''));
  });
});

describe('--dry-run', () => {
  it('prints the exact request and its weight, sends nothing and needs no key', async () => {
    const { relay, home } = await openRelayedSandbox();
    const line = `${RESTING} --new-client-order-id my-order --dry-run --skip-filters --host spot=${relay.origin}`;
    expect(json(await bourse(line, { home }))).toEqual({
      sent: false,
      environment: 'live',
      method: 'POST',
      url: `${relay.origin}/api/v3/order`,
      body: 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=50000&newClientOrderId=my-order',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      signed: true,
      addedWhenSent: ['X-MBX-APIKEY', 'recvWindow', 'timestamp', 'signature'],
      recvWindow: 3000,
      security: 'TRADE',
      effect: 'write',
      weight: { first: 1, second: 1, counted: 1 },
      orderCount: 1,
      notional: null,
      filters: [],
    });
    const cancel = `trade order cancel BTCUSDT --order-id 28 --dry-run --host spot=${relay.origin}`;
    expect(json(await bourse(cancel, { home }))).toMatchObject({
      sent: false,
      method: 'DELETE',
      url: `${relay.origin}/api/v3/order?symbol=BTCUSDT&orderId=28`,
    });
    expect(relay.requests).toEqual([]);
  });

  it('shows the request that is sent afterwards, except for the parameters of the signature', async () => {
    const { relay, run } = await openRelayedSandbox();
    const line = `${RESTING} --new-client-order-id my-order`;
    const shown = json<{ method: string; url: string; body: string }>(await run(`${line} --dry-run`));
    json(await run(line));
    const [sent] = relay.requests.filter((one) => one.method === 'POST');
    expect(`${relay.origin}${sent!.path}`).toBe(shown.url);
    expect(sent!.body.replace(/&recvWindow=3000&timestamp=\d{13}&signature=[0-9a-f]{64}$/, '')).toBe(
      shown.body,
    );
  });

  it('reports all faults of an order at once', async () => {
    const outcome = await bourse('trade order place BTCUSDT --side BYE --type LIMIT --quantity 0 --dry-run');
    const error = failure(outcome);
    expect(error.exitCode).toBe(2);
    expect(error.faults?.map((fault) => fault.param)).toEqual(expect.arrayContaining(['side', 'quantity']));
  });
});

describe('the confirmation of an order at the public exchange', () => {
  const KEYS = { BOURSE_API_KEY: 'L'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) };

  /** A proxy on this machine that forwards nothing: the requests it gets would have been sent. */
  async function place(answer: string | undefined, line = `${RESTING} --skip-filters`) {
    const proxy = await startRawServer([{ do: 'read-request' }, { do: 'reset' }]);
    onTestFinished(() => proxy.close());
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const words = `${line} --env live --proxy ${proxy.origin}`;
    const outcome = await bourse(words, { ask, environment: KEYS });
    return { asked, outcome, heard: proxy.connections.map((one) => one.received) };
  }

  it('names the order and its destination, and sends it after yes', async () => {
    const { asked, outcome, heard } = await place('Yes ');
    expect(asked.length).toBe(1);
    expect(asked[0]).toMatch(/symbol=BTCUSDT.*side=BUY.*quantity=0\.01.*price=50000/s);
    expect(asked[0]).toContain('https://api.binance.com');
    expect(failure(outcome)).toMatchObject({ kind: 'unavailable', exitCode: 5, execution: 'not_executed' });
    expect(heard[0]).toMatch(/^CONNECT api\d?(-gcp)?\.binance\.com:443 /);
  });

  it.each(['no', '', 'y', 'yess'])('sends nothing after "%s" and exits with 9', async (answer) => {
    const { outcome, heard } = await place(answer);
    expect(failure(outcome)).toMatchObject({ kind: 'refused', exitCode: 9, execution: 'not_executed' });
    expect(heard).toEqual([]);
  });

  it('sends nothing without a terminal, exits with 9 and names --yes', async () => {
    const { outcome, heard } = await place(undefined);
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'refused', exitCode: 9, execution: 'not_executed' });
    expect(error.hint).toContain('--yes');
    expect(heard).toEqual([]);
  });

  it('is required for a cancellation too, but not for an order test', async () => {
    expect((await place('no', 'trade order cancel BTCUSDT --order-id 1')).outcome.code).toBe(9);
    const test = await place('no', 'trade order test BTCUSDT --side BUY --type MARKET --quantity 1');
    expect([test.asked, test.outcome.code]).toEqual([[], 5]);
  });

  it('is skipped with --yes', async () => {
    const { asked, heard } = await place('no', `${RESTING} --skip-filters --yes`);
    expect(asked).toEqual([]);
    expect(heard.length).toBeGreaterThan(0);
  });

  it('is skipped if the order goes to this machine or to the sandbox', async () => {
    const { run } = await openRelayedSandbox();
    const ask = async () => {
      throw new Error('nobody should be asked');
    };
    json(await run(RESTING, { ask }));
    json(await bourse(`${RESTING} --env sandbox`, { ask }));
  });
});

describe('an unconfirmed order', () => {
  it('is found by its id, and was sent once', async () => {
    const { relay, run } = await openRelayedSandbox();
    relay.setAction(({ method }) => (method === 'POST' ? 'cut-answer' : 'pass'));
    const outcome = await run(`${RESTING} --new-client-order-id once`);
    expect(json(outcome)).toMatchObject({ clientOrderId: 'once', status: 'NEW' });
    expect(outcome.stderr).toContain('it is not sent again');
    expect(outcome.stderr).toContain('was placed once');
    expect(relay.requests.filter(({ method }) => method === 'POST').length).toBe(1);
    relay.setAction(() => 'pass');
    expect(json<unknown[]>(await run('trade all-orders BTCUSDT')).length).toBe(1);
  });

  it.each([
    ['a page of HTML', 502, '<html>Bad Gateway</html>'],
    ['an empty body', 200, ''],
    ['half of a body', 200, '{"symbol":"BTCUSDT","orde'],
    ['an unknown state', 503, '{"code":-1006,"msg":"An unexpected response was received."}'],
  ])('after %s is found if it was executed, and proved absent if not', async (...fault) => {
    const [, status, body] = fault;
    const { relay, run } = await openRelayedSandbox();
    const isPost = ({ method }: { readonly method: string }) => method === 'POST';
    relay.setAction((one) => (isPost(one) ? { status, body, isForwarded: true } : 'pass'));
    expect(json(await run(`${RESTING} --new-client-order-id once`))).toMatchObject({
      clientOrderId: 'once',
      status: 'NEW',
    });
    relay.setAction((one) => (isPost(one) ? { status, body } : 'pass'));
    const absent = failure(await run(`${RESTING} --new-client-order-id never`));
    expect(absent).toMatchObject({ kind: 'unavailable', exitCode: 5, execution: 'not_executed' });
    expect(relay.requests.filter(isPost).length).toBe(2);
  });

  it('that never arrived is proved absent: exit 5 with the evidence', async () => {
    const { relay, run, clock } = await openRelayedSandbox();
    relay.setAction(({ method }) => (method === 'POST' ? 'cut' : 'pass'));
    const before = clock.now();
    const error = failure(await run(`${RESTING} --new-client-order-id never --skip-filters`));
    expect(error).toMatchObject({
      kind: 'unavailable',
      exitCode: 5,
      execution: 'not_executed',
      clientOrderId: 'never',
    });
    expect(error.message).toContain('never');
    // The window of 3 s, the exchange's 10 s and 15 s of lag have passed on the clock of the commands.
    expect(clock.now() - before).toBeGreaterThan(28_000);
    const paths = relay.requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(new Set(paths)).toEqual(
      new Set(['/api/v3/time', '/api/v3/order', '/api/v3/openOrders', '/api/v3/allOrders']),
    );
    expect(relay.requests.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  it('that cannot be looked up stays unknown: exit 7 with the lookup command', async () => {
    const { relay, run, home, clock, keys } = await openRelayedSandbox();
    relay.setAction(({ method, path }) => {
      if (path === '/api/v3/time') return 'pass';
      return method === 'POST' ? 'cut-answer' : 'cut';
    });
    const lost = await run(`${RESTING} --new-client-order-id once --recv-window 4000`);
    const error = failure(lost);
    expect(error).toMatchObject({
      kind: 'execution-unknown',
      exitCode: 7,
      execution: 'unknown',
      clientOrderId: 'once',
    });
    expect(relay.requests.filter(({ method }) => method === 'POST').length).toBe(1);

    relay.setAction(() => 'pass');
    const [program, ...words] = shellWords(error.resume!);
    expect(program).toBe('bourse');
    const environment = { BOURSE_API_KEY: keys.apiKey, BOURSE_API_SECRET: keys.apiSecret };
    expect(json(await bourse(words, { home, clock, environment }))).toMatchObject({
      clientOrderId: 'once',
      status: 'NEW',
    });
  });
});

describe('a cancellation', () => {
  it('without an answer is looked up and reported as executed', async () => {
    const { relay, run } = await openRelayedSandbox();
    await run(`${RESTING} --new-client-order-id once`);
    relay.setAction(({ method }) => (method === 'DELETE' ? 'cut-answer' : 'pass'));
    const outcome = await run('trade order cancel BTCUSDT --orig-client-order-id once');
    expect(json(outcome)).toMatchObject({ status: 'CANCELED' });
  });

  it('of a filled or unknown order exits with 4', async () => {
    const { run } = await openRelayedSandbox();
    await run(
      'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --new-client-order-id done',
    );
    const filled = failure(await run('trade order cancel BTCUSDT --orig-client-order-id done'));
    expect(filled).toMatchObject({ kind: 'rejected', exitCode: 4, execution: 'not_executed' });
    expect(filled.message).toContain('FILLED');
    const unknown = failure(await run('trade order cancel BTCUSDT --orig-client-order-id nobody'));
    expect(unknown).toMatchObject({ kind: 'rejected', code: -2011, exitCode: 4 });
  });
});

describe('an order that is refused', () => {
  it("for insufficient balance exits with 4 and the exchange's message", async () => {
    const { run } = await openRelayedSandbox();
    const outcome = await run(
      'trade order place BTCUSDT --side SELL --type LIMIT --time-in-force GTC --quantity 10.5 --price 110000 --new-client-order-id big',
    );
    expect(envelope(outcome)).toMatchObject({
      kind: 'rejected',
      code: -2010,
      exitCode: 4,
      execution: 'not_executed',
      clientOrderId: 'big',
    });
  });

  it('as a duplicate of an open order shows that order and is not placed twice', async () => {
    const { run } = await openRelayedSandbox();
    const first = json<Order>(await run(`${RESTING} --new-client-order-id mine`));
    const again = json<Order>(await run(`${RESTING} --new-client-order-id mine`));
    expect(again.orderId).toBe(first.orderId);
    expect(json<unknown[]>(await run('trade all-orders BTCUSDT')).length).toBe(1);
    const other = await run(`${RESTING.replace('50000', '51000')} --new-client-order-id mine`);
    expect(failure(other)).toMatchObject({ kind: 'rejected', exitCode: 4 });
  });
});

describe('an executed order', () => {
  /** Runs a command whose output cannot be written, as with a full disk or a closed reader. */
  async function whenWritingFails(line: string, failure: Error) {
    const { run, relay } = await openRelayedSandbox();
    const outcome = await run(line, {
      onWrite: (name) => {
        if (name === 'stdout') throw failure;
      },
    });
    return { outcome, sent: relay.requests.filter(({ method }) => method === 'POST').length };
  }
  const full = () => new ToolError({ kind: 'storage', message: "The output can't be written: ENOSPC." });

  it.each([RESTING, 'funds transfer MAIN_UMFUTURE USDT 5 --yes'])(
    'is reported as executed if its answer cannot be written: %s',
    async (line) => {
      const { outcome, sent } = await whenWritingFails(line, full());
      expect(envelope(outcome)).toMatchObject({ exitCode: 10, execution: 'executed' });
      expect(outcome.stderr).toContain('The request was executed');
      expect(sent).toBe(1);
    },
  );

  it.each([RESTING, 'funds transfer MAIN_UMFUTURE USDT 5 --yes'])(
    'exits with 0 if the reader has closed the pipe: %s',
    async (line) => {
      const { outcome, sent } = await whenWritingFails(line, new PipeClosed());
      expect(outcome.code).toBe(0);
      expect(outcome.stderr).toMatch(/^(?:Sending the order \S+\.\n)?$/);
      expect(sent).toBe(1);
    },
  );
});
