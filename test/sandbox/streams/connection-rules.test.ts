/** The connection rules of all stream hosts and the WebSocket API (interface document, public facts). */

import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { requestJson } from '../signed-calls.ts';
import { type Client, closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

/** Each host with a stream, the ping interval, and the time to wait for a pong. */
const HOSTS = [
  ['spot-ws', 'btcusdt@trade', 20_000, MINUTE_MS],
  ['market-data-ws', 'btcusdt@trade', 20_000, MINUTE_MS],
  ['usdm-ws', 'btcusdt@markPrice', 3 * MINUTE_MS, 10 * MINUTE_MS],
  ['coinm-ws', 'btcusd_perp@markPrice', 3 * MINUTE_MS, 10 * MINUTE_MS],
  ['options-ws', 'BTCUSDT@index', 3 * MINUTE_MS, 10 * MINUTE_MS],
] as const;

interface ControlMessage {
  readonly method: string;
  readonly params?: readonly unknown[];
  readonly id: number;
}

/** Sends a control message and returns its response, skipping stream messages before it. */
async function sendControl(client: Client, message: ControlMessage) {
  client.socket.send(JSON.stringify(message));
  const messages = await client.nextUntil(({ id }) => id === message.id);
  return messages.at(-1);
}

const nextPing = (client: Client) =>
  new Promise<string>((resolve) => {
    client.socket.once('ping', (payload: Buffer) => resolve(String(payload)));
  });

describe.each(HOSTS)('a connection to %s', (host, stream, pingMs, pongMs) => {
  it('subscribes, unsubscribes and changes the combined property by messages', async () => {
    const { hosts, clock } = await startTestSandbox();
    for (const [path, isCombined] of [
      [`/ws/${stream}`, false],
      [`/stream?streams=${stream}`, true],
    ] as const) {
      clock.move(10_000);
      const client = await connect(`${hosts[host]}${path}`);
      expect(await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 1 })).toEqual({
        result: [stream],
        id: 1,
      });
      expect(await sendControl(client, { method: 'GET_PROPERTY', params: ['combined'], id: 2 })).toEqual({
        result: isCombined,
        id: 2,
      });
      const other = { method: 'SET_PROPERTY', params: ['combined', !isCombined], id: 3 };
      expect(await sendControl(client, other)).toEqual({ result: null, id: 3 });
      expect(await sendControl(client, { method: 'GET_PROPERTY', params: ['combined'], id: 4 })).toEqual({
        result: !isCombined,
        id: 4,
      });
      clock.move(10_000);
      const [message] = (await client.nextUntil((one) => 'stream' in one === !isCombined)).slice(-1);
      if (!isCombined) expect(message.stream).toBe(stream);
      expect(await sendControl(client, { method: 'UNSUBSCRIBE', params: [stream], id: 5 })).toEqual({
        result: null,
        id: 5,
      });
      expect(await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 6 })).toEqual({
        result: [],
        id: 6,
      });
    }
  });

  it('is pinged at intervals and stays open as long as it returns the payload', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts[host]}/ws`, { autoPong: false });
    for (let round = 0; round < 5; round += 1) {
      const ping = nextPing(client);
      clock.move(pingMs);
      client.socket.pong(await ping);
    }
    // Pongs without the payload of the ping do not keep the connection open.
    const ping = nextPing(client);
    clock.move(pingMs);
    await ping;
    client.socket.pong();
    client.socket.pong('unasked');
    await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 1 });
    clock.move(pongMs);
    expect((await client.ended).code).toBe(1008);
  });

  it('ends after exactly a day', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts[host]}/ws`);
    clock.move(24 * HOUR_MS - 1);
    expect(await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 1 })).toEqual({ result: [], id: 1 });
    clock.move(1);
    expect((await client.ended).code).toBe(1001);
  });

  it('receives a shutdown notice, combined if it is a combined connection', async () => {
    const { hosts, clock, close } = await startTestSandbox();
    const [bare, combined] = [await connect(`${hosts[host]}/ws`), await connect(`${hosts[host]}/stream`)];
    const micros = await connect(`${hosts[host]}/ws?timeUnit=MICROSECOND`);
    await close();
    const notice = { e: 'serverShutdown', E: clock.now() };
    expect(await bare.json()).toEqual(notice);
    expect(await combined.json()).toEqual({ stream: '!serverShutdown', data: notice });
    expect(await micros.json()).toEqual({ ...notice, E: clock.now() * 1000 });
    expect((await bare.ended).code).toBe(1001);
  });

  it('is closed at its sixth message within a second', async () => {
    const { hosts } = await startTestSandbox();
    const client = await connect(`${hosts[host]}/ws`);
    for (let id = 1; id <= 6; id += 1)
      client.socket.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }));
    expect(await client.ended).toEqual({ code: 1008, reason: 'Too many requests' });
  });
});

describe('the expiry event of a listen key', () => {
  const ISOLATED = { isIsolated: 'TRUE', symbol: 'BTCUSDT' };
  it.each([
    ['spot', 'spot-ws', '/api/v3/userDataStream', {}],
    ['cross margin', 'spot-ws', '/sapi/v1/userDataStream', {}],
    ['isolated margin', 'spot-ws', '/sapi/v1/userDataStream', ISOLATED],
    ['margin risk', 'margin-ws', '/sapi/v1/margin/listen-key', {}],
    ['usdm', 'usdm-ws', '/fapi/v1/listenKey', {}],
    ['coinm', 'coinm-ws', '/dapi/v1/listenKey', {}],
    ['options', 'options-ws', '/eapi/v1/listenKey', {}],
  ] as const)('of %s is the last message of the connection', async (_account, host, path, params) => {
    const { hosts, exchange, clock } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', path, params);
    const client = await connect(`${hosts[host]}/ws/${listenKey}`);
    expect((await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 1 })).result).toEqual([listenKey]);
    clock.move(HOUR_MS - 1);
    expect(await sendControl(client, { method: 'LIST_SUBSCRIPTIONS', id: 2 })).toMatchObject({ id: 2 });
    clock.move(1);
    expect(await client.json()).toEqual({ e: 'listenKeyExpired', E: exchange.clock.now(), listenKey });
    expect(await client.ended).toEqual({ code: 1000, reason: 'Listen key expired' });
    // The next key differs.
    expect(requestJson(exchange, 'POST', path, params).listenKey).not.toBe(listenKey);
  });
});

describe('a connection to the WebSocket API', () => {
  it('ends after a day, and receives a shutdown notice', async () => {
    const { hosts, clock, close } = await startTestSandbox();
    const client = await connect(hosts['ws-api']);
    clock.move(24 * HOUR_MS - 1);
    const second = await connect(hosts['ws-api']);
    clock.move(1);
    expect((await client.ended).code).toBe(1001);
    await close();
    expect(await second.json()).toEqual({ event: { e: 'serverShutdown', E: clock.now() } });
    expect((await second.ended).code).toBe(1001);
  });

  it('is pinged every 20 seconds, and closed when it does not answer within a minute', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(hosts['ws-api'], { autoPong: false });
    for (let round = 0; round < 5; round += 1) {
      const ping = nextPing(client);
      clock.move(20_000);
      client.socket.pong(await ping);
    }
    const ping = nextPing(client);
    clock.move(20_000);
    await ping;
    clock.move(MINUTE_MS);
    expect((await client.ended).code).toBe(1008);
  });

  it('of futures is pinged every 3 minutes, and closed when it does not answer within 10', async () => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    const client = await connect(hosts['usdm-ws-api'], { autoPong: false });
    let pings = 0;
    client.socket.on('ping', () => {
      pings += 1;
    });
    const ping = nextPing(client);
    clock.move(3 * MINUTE_MS - 1_000);
    // Pings leave with the ticks of the server, of which there are several in this time.
    await wait(200);
    expect(pings).toBe(0);
    clock.move(1_000);
    client.socket.pong(await ping);
    const second = nextPing(client);
    clock.move(3 * MINUTE_MS);
    await second;
    clock.move(10 * MINUTE_MS);
    expect((await client.ended).code).toBe(1008);
  });

  it('of futures has its times in milliseconds, whatever unit its address names', async () => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    const client = await connect(`${hosts['usdm-ws-api']}?timeUnit=MICROSECOND`);
    const answer = await client.request({ id: 1, method: 'ticker.price', params: { symbol: 'BTCUSDT' } });
    expect(JSON.parse(answer).result.time).toBeLessThanOrEqual(clock.now());
  });

  it('answers in JSON and rejects SBE', async () => {
    const { hosts } = await startTestSandbox();
    await connect(`${hosts['ws-api']}?responseFormat=json`);
    await expect(connect(`${hosts['ws-api']}?responseFormat=sbe`)).rejects.toThrow(
      'The sandbox does not simulate answers in SBE.',
    );
  });
});

describe('a shutdown notice', () => {
  it('caused by a fault is sent some seconds before the connection ends', async () => {
    const { hosts, exchange, clock } = await startTestSandbox();
    exchange.faults.add({ kind: 'shutdown', route: 'btcusdt@avgPrice', count: 1, ms: 5000 });
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@avgPrice`);
    clock.move(1000);
    expect((await client.json()).e).toBe('avgPrice');
    expect(await client.json()).toEqual({ e: 'serverShutdown', E: clock.now() });
    clock.move(1000);
    expect((await client.json()).e).toBe('avgPrice');
    const next = await connect(`${hosts['spot-ws']}/ws/btcusdt@avgPrice`);
    clock.move(4000);
    expect((await client.ended).code).toBe(1001);
    expect((await next.json()).e).toBe('avgPrice');
  });
});
