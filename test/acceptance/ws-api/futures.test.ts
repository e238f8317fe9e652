/** The WebSocket APIs of futures: commands behave over them as over REST, and sign and send what the exchange expects. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { WS_APIS, type WsApiProduct } from '../../../src/catalogue/ws-apis.ts';
import { commandsWithWebsocketMethod } from '../../../src/commands/calling/via-websocket.ts';
import { failure, json } from '../outcomes.ts';
import { startRelay } from '../relay.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import { bourse, NOW, temporaryFolder } from '../world.ts';
import { patientClock } from '../ws-relay.ts';

const limit = (symbol: string, quantity: string, id: string) =>
  `trade order place ${symbol} --side BUY --type LIMIT --time-in-force GTC --quantity ${quantity} --price 90000 --new-client-order-id ${id}`;

/** Each command with a method, with a non-empty answer and with refusals. */
const scriptOf = (symbol: string, quantity: string): readonly string[] => [
  limit(symbol, quantity, 'one'),
  `trade buy ${symbol} ${quantity} --at 91000 --new-client-order-id two`,
  `trade sell ${symbol} ${quantity} --new-client-order-id three`,
  `trade order get ${symbol} --orig-client-order-id one`,
  `trade order change ${symbol} --orig-client-order-id one --side BUY --quantity ${quantity} --price 92000`,
  `trade order cancel ${symbol} --orig-client-order-id one`,
  `trade cancel ${symbol} two`,
  `trade order get ${symbol} --order-id 999999`,
  `trade order cancel ${symbol} --order-id 999999`,
  `${limit(symbol, '90000000', 'rich')} --skip-filters`,
  'account balance',
  'account info -o table',
  'account positions',
  `trade close ${symbol} --new-client-order-id four`,
];

const SCRIPTS: Readonly<Record<'usdm' | 'coinm', readonly string[]>> = {
  usdm: [
    ...scriptOf('BTCUSDT', '0.01'),
    'trade stop BTCUSDT 0.01 --side SELL --trigger 40000 --new-client-order-id stopped',
    'trade take-profit BTCUSDT 0.01 --side SELL --trigger 250000 --new-client-order-id profit',
    'trade trailing-stop BTCUSDT 0.01 --side SELL --trail 2 --new-client-order-id trailed',
    'trade cancel BTCUSDT stopped',
    'trade algo cancel --client-algo-id profit',
    'trade algo place BTCUSDT --side SELL --type STOP_MARKET --quantity 0.01 --trigger-price 40000 --client-algo-id own',
    'account balance-v3',
    'account info-v3',
    'account positions-v3 BTCUSDT',
  ],
  coinm: [...scriptOf('BTCUSD_PERP', '1'), 'account margin-assets'],
};

describe.each(['usdm', 'coinm'] as const)('every command that has a method on %s', (product) => {
  it('prints the same bytes over both transports', async () => {
    const [one, other] = [await openRelayedRestAndWs(product), await openRelayedRestAndWs(product)];
    for (const line of SCRIPTS[product]) {
      for (const { clock } of [one, other]) for (let step = 0; step < 8; step += 1) await clock.sleep(8_000);
      const words = `${line} --on ${product}`;
      const { stdout, ...rest } = await one.run(words);
      const ws = await other.run(`${words} --via ws`);
      // The note about the call that serves a stop order today names its method.
      const stderr = ws.stderr.replace('Sent as algoOrder.place,', 'Sent as POST /fapi/v1/algoOrder,');
      const isPlaced = ws.stderr.includes('Sending the algo order ');
      const shown = isPlaced ? stdout.replace(/,"(activatePrice|callbackRate)":"[^"]*"/g, '') : stdout;
      expect([line, { ...ws, stderr }]).toEqual([line, { ...rest, stdout: shown }]);
    }
    expect(one.ws.requests).toEqual([]);
    expect(other.ws.requests.length).toBeGreaterThanOrEqual(SCRIPTS[product].length - 1);
  });

  it('is covered by this test', async () => {
    for (const [command, products] of await commandsWithWebsocketMethod()) {
      // The conditional orders of COIN-M go over REST.
      const isConditional = /^trade (stop|take-profit|trailing-stop)$/.test(command);
      if (!products.includes(product) || (product === 'coinm' && isConditional)) continue;
      const isCovered = SCRIPTS[product].some((line) => line.startsWith(`${command} `) || line === command);
      expect([command, isCovered]).toEqual([command, true]);
    }
  });
});

/** Starts a WebSocket API that records what it receives, and answers with an order; REST answers with the time only. */
async function startRecorder(api: WsApiProduct) {
  const received: { readonly url: string | undefined; readonly frame: string }[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket, { url }) => {
    socket.on('message', (data) => {
      const frame = String(data);
      received.push({ url, frame });
      const { id, params } = JSON.parse(frame) as { id: unknown; params: { newClientOrderId: string } };
      const order = { symbol: 'BTCUSDT', orderId: 7, clientOrderId: params.newClientOrderId, status: 'NEW' };
      socket.send(JSON.stringify({ id, status: 200, result: order }));
    });
  });
  const rest = await startRelay('http://127.0.0.1:1');
  rest.setAction(() => ({ status: 200, body: `{"serverTime":${NOW}}` }));
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    await Promise.all([rest.close(), new Promise((resolve) => server.close(resolve))]);
  });
  const { host, restHost, path } = WS_APIS[api];
  const { port } = server.address() as AddressInfo;
  const hosts = [`--host=${restHost}=${rest.origin}`, `--host=${host}=ws://127.0.0.1:${port}`];
  const home = temporaryFolder();
  const run = (words: readonly string[]) =>
    bourse([...words, ...hosts], {
      home,
      clock: patientClock(),
      environment: { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'secret' },
    });
  return { received, rest, path, run };
}

const ORDER = ['symbol=BTCUSDT', 'side=BUY', 'type=MARKET', 'quantity=0.010', 'newClientOrderId=mine'];

describe('a call of a futures method', () => {
  it.each(['usdm', 'coinm'] as const)('is one signed frame to the path of %s', async (api) => {
    const { received, path, run } = await startRecorder(api);
    const call = ['ws', 'call', 'order.place', `--on=${api}`, ...ORDER, '--yes', '--interface=today'];
    expect(await run(call)).toMatchObject({ code: 0 });
    expect(received.map(({ url }) => url)).toEqual([path]);
    const { method, params } = JSON.parse(received[0]!.frame);
    const { signature, ...signed } = params;
    expect([method, signed]).toEqual([
      'order.place',
      {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'MARKET',
        quantity: '0.010',
        newClientOrderId: 'mine',
        apiKey: 'K3y'.repeat(21),
        recvWindow: expect.any(Number),
        timestamp: expect.any(Number),
      },
    ]);
    const payload = Object.keys(signed)
      .sort()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    expect(signature).toBe(createHmac('sha256', 'secret').update(payload).digest('hex'));
  });

  it('ends with 2 before anything is sent where the host serves the interface document', async () => {
    const { received, rest, run } = await startRecorder('usdm');
    const lines = [
      ['ws', 'call', 'order.place', '--on=usdm', ...ORDER, '--yes'],
      ['ws', 'call', 'order.place', '--on=usdm', ...ORDER, '--dry-run'],
      ['ws', 'call', 'depth', '--on=usdm', 'symbol=BTCUSDT'],
      ['ws', 'session', '--on=usdm'],
      ['trade', 'buy', 'BTCUSDT', '1', '--on=usdm', '--via=ws', '--yes', '--skip-filters'],
      ['trade', 'buy', 'BTCUSDT', '1', '--on=usdm', '--via=ws', '--dry-run', '--skip-filters'],
    ];
    for (const words of lines) {
      const error = failure(await run(words));
      expect([words, error.exitCode]).toEqual([words, 2]);
      expect(error.message).toContain('does not have the WebSocket API of USD-M futures');
    }
    expect([received, rest.requests.filter(({ path }) => !path.endsWith('/time'))]).toEqual([[], []]);
  });

  it('names the algo order where the exchange refuses a stop order', async () => {
    const { received, run } = await startRecorder('usdm');
    const stop = ['symbol=BTCUSDT', 'side=SELL', 'type=STOP_MARKET', 'quantity=1', 'stopPrice=4'];
    const words = ['ws', 'call', 'order.place', ...stop, '--yes', '--interface=today'];
    const usdm = failure(await run([...words, '--on=usdm']));
    expect([usdm.exitCode, usdm.hint]).toEqual([2, expect.stringContaining('Use algoOrder.place')]);
    const coinm = failure(await run([...words, '--on=coinm']));
    expect([coinm.exitCode, coinm.hint]).toEqual([2, expect.stringContaining('bourse trade stop')]);
    expect(received).toEqual([]);
  });

  it('is named by the explanation of its REST call', async () => {
    const lineOf = async (id: string) => {
      const [{ lines }] = json<[{ lines: readonly string[] }]>(await bourse(`explain ${id} -o json`));
      return lines.find((line) => line.startsWith('WebSocket API:'));
    };
    expect(await lineOf('usdm.account-v3')).toBe(
      "WebSocket API: bourse ws call v2/account.status --on usdm (today's interface only)",
    );
    expect(await lineOf('spot.order.new')).toBe('WebSocket API: bourse ws call order.place');
    expect(await lineOf('coinm.algo-order.new')).toBeUndefined();
  });

  it('suggests only methods of its own API', async () => {
    const { run } = await startRecorder('coinm');
    const error = failure(await run(['ws', 'call', 'algoOrder.place', '--on=coinm', '--interface=today']));
    expect(error.message).toBe(
      '"algoOrder.place" is an unknown method of the WebSocket API of COIN-M futures.',
    );
    expect(`${error.hint}`).not.toContain('algoOrder');
  });
});

describe('--via ws', () => {
  it('counts the weight of the message in the budget, not that of the REST call', async () => {
    const { received, run } = await startRecorder('usdm');
    const order = ['--side=BUY', '--type=MARKET', '--quantity=1', '--skip-filters', '--yes'];
    const words = ['trade', 'order', 'place', 'BTCUSDT', ...order, '--on=usdm', '--interface=today'];
    for (let orders = 0; orders < 3; orders += 1)
      expect(await run([...words, '--via=ws'])).toMatchObject({ code: 0 });
    expect(received).toHaveLength(3);
    const usage = json<{ limit: string; used: number }[]>(await run(['limits', '-o', 'json']));
    const usedOf = (limit: string) => usage.find((one) => one.limit === limit)?.used;
    // The exchange's time was read once over REST.
    expect(usedOf('USD-margined futures')).toBe(1);
    expect(usedOf('USD-margined futures orders in 1m')).toBe(3);
  });

  it('sends no write over REST that the WebSocket API has no method for', async () => {
    const { ws, rest, run } = await openRelayedRestAndWs('coinm');
    const stop = 'trade stop BTCUSD_PERP 1 --on coinm --side SELL --trigger 40000 --via ws';
    for (const line of [`${stop} --yes`, `${stop} --dry-run`]) {
      const error = failure(await run(line));
      expect([line, error.exitCode, error.execution]).toEqual([line, 2, 'not_executed']);
      expect(error.message).toContain('trade stop on coinm has no method of the WebSocket API');
    }
    expect(ws.requests).toEqual([]);
    expect(rest.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('refuses a change of an order at a price from the book, which order.modify does not take', async () => {
    const { ws, run } = await openRelayedRestAndWs('usdm');
    const line =
      'trade order change BTCUSDT --on usdm --order-id 1 --side BUY --quantity 0.01 --price-match QUEUE --via ws';
    for (const more of ['--yes', '--dry-run']) {
      const error = failure(await run(`${line} ${more}`));
      expect([error.exitCode, error.message]).toEqual([
        2,
        'order.modify does not take priceMatch. order.modify requires price.',
      ]);
    }
    expect(ws.requests).toEqual([]);
  });

  it('shows the frame and the weight of the method, at the host of the API', async () => {
    const { run, ws } = await openRelayedRestAndWs('usdm');
    const line = 'trade order place BTCUSDT --on usdm --side BUY --type MARKET --quantity 0.01 --via ws';
    const shown = json<{ url: string; frame: { method: string }; weight: { counted: number } }>(
      await run(`${line} --dry-run`),
    );
    expect([shown.url, shown.frame.method, shown.weight.counted]).toEqual([
      `${ws.url.replace(/\/$/, '')}/ws-fapi/v1`,
      'order.place',
      0,
    ]);
    const { stderr } = await run(`${line} --debug`);
    expect(stderr).toMatch(/debug: order\.place to ws:\/\/127\.0\.0\.1:\d+ \(sandbox, .*\), weight 0\n/);
  });
});

describe('a session of futures', () => {
  it('signs each request, and is logged on only where a logon is published and with an Ed25519 key', async () => {
    const { run } = await openRelayedRestAndWs('usdm');
    const stdin = `${JSON.stringify({ id: 'a', method: 'v2/account.balance' })}\n`;
    const { stdout } = await run('ws session --on usdm', { stdin });
    expect(JSON.parse(stdout)).toMatchObject({ id: 'a', status: 200 });
    const logon = failure(await run('ws session --on usdm --logon', { stdin }));
    expect([logon.exitCode, logon.message]).toEqual([2, expect.stringContaining('an Ed25519 key only')]);
    const coinm = await openRelayedRestAndWs('coinm');
    const missing = failure(await coinm.run('ws session --on coinm --logon', { stdin }));
    expect([missing.exitCode, missing.message]).toEqual([
      2,
      expect.stringContaining('No method is published'),
    ]);
  });
});
