import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_KEY_PREFIX } from '../../../src/core/sandbox-key.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { requestJson, requestPublicJson, sendSigned } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const SPOT = '/api/v3/userDataStream';
const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01000' };

describe('a user stream', () => {
  it('sends orders and balances, alone or with other streams, until its key expires', async () => {
    const { hosts, exchange, clock } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const userOnly = await connect(`${hosts['spot-ws']}/ws/${listenKey}`);
    const combined = await connect(`${hosts['spot-ws']}/stream?streams=${listenKey}/btcusdt@avgPrice`);
    const { orderId } = requestJson(exchange, 'POST', '/api/v3/order', ORDER);
    const received = await userOnly.nextUntil((one) => one.e === 'outboundAccountPosition');
    expect(received.map((one) => one.x ?? one.e)).toEqual([
      'NEW',
      ...received.slice(1, -1).map(() => 'TRADE'),
      'outboundAccountPosition',
    ]);
    expect(received.slice(0, -1).every((one) => one.e === 'executionReport' && one.i === orderId)).toBe(true);
    const wrapped = await combined.nextUntil((one) => one.data?.e === 'outboundAccountPosition');
    expect(wrapped).toEqual(received.map((data) => ({ stream: listenKey, data })));
    runAdminCommand(exchange, { do: 'fund', user: 'demo', asset: 'USDT', amount: '5' });
    const funded = await userOnly.nextUntil((one) => one.e === 'outboundAccountPosition');
    expect(funded[0]).toMatchObject({ e: 'balanceUpdate', a: 'USDT', d: '5.00000000' });
    clock.move(3_600_000);
    expect(await userOnly.json()).toEqual({ e: 'listenKeyExpired', E: exchange.clock.now(), listenKey });
    expect(await userOnly.ended).toEqual({ code: 1000, reason: 'Listen key expired' });
    await combined.nextUntil((one) => one.data?.e === 'listenKeyExpired');
    clock.move(5000);
    await combined.nextUntil((one) => one.data?.e === 'avgPrice');
  });

  it('stays open while its key is kept alive, and ends with DELETE', async () => {
    const { hosts, exchange, clock } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const client = await connect(`${hosts['spot-ws']}/ws`);
    expect(await client.request({ method: 'SUBSCRIBE', params: [listenKey], id: 1 })).toBe(
      '{"result":null,"id":1}',
    );
    clock.move(3_000_000);
    requestJson(exchange, 'PUT', SPOT, { listenKey });
    clock.move(3_000_000);
    requestJson(exchange, 'POST', '/api/v3/order', ORDER);
    expect((await client.json()).e).toBe('executionReport');
    requestJson(exchange, 'DELETE', SPOT, { listenKey });
    await client.nextUntil((one) => one.e === 'listenKeyExpired');
  });

  it('writes the times of events in microseconds on request', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const client = await connect(`${hosts['spot-ws']}/ws/${listenKey}?timeUnit=microsecond`);
    requestJson(exchange, 'POST', '/api/v3/order', ORDER);
    const { E, T, O, q } = await client.json();
    expect([E, T, O]).toEqual(Array(3).fill(exchange.clock.now() * 1000));
    expect(q).toBe('0.01000000');
  });

  it('writes times within orders in microseconds, but not trade ids', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const received = async (host: 'usdm-ws' | 'options-ws', root: string, symbol: string) => {
      const { listenKey } = requestJson(exchange, 'POST', `/${root}/v1/listenKey`);
      const client = await connect(`${hosts[host]}/ws/${listenKey}?timeUnit=MICROSECOND`);
      const order = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.05' };
      requestJson(exchange, 'POST', `/${root}/v1/order`, order);
      return client.nextUntil(({ e }) => e === 'ACCOUNT_UPDATE');
    };
    const micros = exchange.clock.now() * 1000;
    const futures = (await received('usdm-ws', 'fapi', 'BTCUSDT')).filter(({ o }) => o?.x === 'TRADE');
    expect(futures.map(({ E, T, o }) => [E, T, o.T])).toEqual(futures.map(() => [micros, micros, micros]));
    const fill = requestJson(exchange, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' })[0].id;
    expect(futures[0].o.t).toBe(fill);
    const symbols = requestPublicJson(exchange, '/eapi/v1/exchangeInfo').optionSymbols;
    const options = await received('options-ws', 'eapi', symbols[14].symbol);
    const [{ T, t, fi }] = options.find(({ o }) => o?.[0].fi.length > 0).o;
    expect([T, t, fi[0].T]).toEqual([micros, micros, micros]);
    expect(options.at(-1).B[0].U).toBe(micros);
  });

  it('accepts the listen key as a query parameter, as the live futures exchange does', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', '/fapi/v1/listenKey');
    const bare = await connect(`${hosts['usdm-ws']}/private/ws?listenKey=${listenKey}`);
    const names = `streams=btcusdt@forceOrder&listenKey=${listenKey}`;
    const wrapped = await connect(`${hosts['usdm-ws']}/private/stream?${names}`);
    const { orderId } = requestJson(exchange, 'POST', '/fapi/v1/order', { ...ORDER, quantity: '0.010' });
    const [received] = (await bare.nextUntil(({ e }) => e === 'ORDER_TRADE_UPDATE')).slice(-1);
    expect(received.o.i).toBe(orderId);
    expect(await wrapped.json()).toEqual({ stream: listenKey, data: received });
  });

  it('sends the kinds of events that the address lists, not every event of the key', async () => {
    const { hosts, exchange } = await startTestSandbox({ interface: 'today' });
    const secondKeys = { apiKey: `${SANDBOX_KEY_PREFIX}second`.padEnd(64, '0'), apiSecret: 's'.repeat(32) };
    runAdminCommand(exchange, { do: 'add-user', user: 'second' });
    runAdminCommand(exchange, {
      do: 'add-key',
      user: 'second',
      apiKey: secondKeys.apiKey,
      kind: 'HMAC',
      secret: secondKeys.apiSecret,
      permissions: ['reading', 'futures'],
    });
    const users = [undefined, secondKeys] as const;
    const [first, second] = users.map(
      (keys) => requestJson(exchange, 'POST', '/fapi/v1/listenKey', {}, keys).listenKey,
    );
    const root = `${hosts['usdm-ws']}/private`;
    const kindsOf = (client: Awaited<ReturnType<typeof connect>>) => {
      const kinds: string[] = [];
      client.socket.on('message', (bytes) => {
        const message = JSON.parse(String(bytes));
        kinds.push(message.stream === undefined ? message.e : `${message.stream} ${message.data.e}`);
      });
      return kinds;
    };
    const listed = kindsOf(
      await connect(`${root}/ws?listenKey=${first}&events=ACCOUNT_UPDATE/ACCOUNT_CONFIG_UPDATE`),
    );
    const paired = kindsOf(
      await connect(
        `${root}/stream?listenKey=${first}&events=ORDER_TRADE_UPDATE&listenKey=${second}&events=ACCOUNT_CONFIG_UPDATE`,
      ),
    );
    const none = kindsOf(await connect(`${root}/ws?listenKey=${first}&events=MARGIN_CALL`));
    const all = await connect(`${root}/ws?listenKey=${first}`);
    for (const keys of users)
      requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '7' }, keys);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...ORDER, quantity: '0.010' });
    const sent = (await all.nextUntil(({ e }) => e === 'ACCOUNT_UPDATE')).map(({ e }) => e);
    expect(sent).toContain('TRADE_LITE');
    await expect.poll(() => listed).toEqual(['ACCOUNT_CONFIG_UPDATE', 'ACCOUNT_UPDATE']);
    await expect
      .poll(() => paired)
      .toEqual([
        `${second} ACCOUNT_CONFIG_UPDATE`,
        ...sent.filter((kind) => kind === 'ORDER_TRADE_UPDATE').map((kind) => `${first} ${kind}`),
      ]);
    expect(none).toEqual([]);
  });

  it('sends nothing to other users, and nothing on hosts of other products', async () => {
    const { hosts, exchange, clock } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const futures = requestJson(exchange, 'POST', '/fapi/v1/listenKey').listenKey;
    const unrelatedClients = await Promise.all([
      connect(`${hosts['usdm-ws']}/ws/${listenKey}`),
      connect(`${hosts['usdm-ws']}/ws/${futures}`),
      connect(`${hosts['market-data-ws']}/ws/${listenKey}`),
      connect(`${hosts['spot-ws']}/ws/${'a'.repeat(64)}`),
    ]);
    requestJson(exchange, 'POST', '/api/v3/order', ORDER);
    for (const unrelated of unrelatedClients) {
      clock.move(1);
      expect(JSON.parse(await unrelated.request({ method: 'LIST_SUBSCRIPTIONS', id: 7 })).id).toBe(7);
    }
  });

  it('receives events of the market when they fall due', async () => {
    const { hosts, exchange, clock } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const client = await connect(`${hosts['spot-ws']}/ws/${listenKey}`);
    const { bids } = requestPublicJson(exchange, '/api/v3/depth?symbol=BTCUSDT&limit=5');
    requestJson(exchange, 'POST', '/api/v3/order', {
      ...ORDER,
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: bids[0][0],
    });
    await client.nextUntil((one) => one.e === 'outboundAccountPosition');
    const filled = client.nextUntil((one) => one.X === 'FILLED');
    for (let minutes = 0; minutes < 120; minutes += 1) clock.move(60_000);
    expect((await filled).at(-1)).toMatchObject({ x: 'TRADE', m: true });
  });
});

describe('listen keys of coin-margined futures and options', () => {
  it.each(['/dapi/v1/listenKey', '/eapi/v1/listenKey'])(
    '%s are made, kept alive and closed',
    async (path) => {
      const { exchange } = await startTestSandbox();
      const made = requestJson(exchange, 'POST', path);
      expect(made.listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
      expect(requestJson(exchange, 'PUT', path)).toEqual(made);
      expect(requestJson(exchange, 'DELETE', path)).toEqual({});
      expect(sendSigned(exchange, 'PUT', path).body).toContain('-1125');
    },
  );
});
