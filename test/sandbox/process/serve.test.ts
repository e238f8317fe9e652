import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import { isSandboxKey } from '../../../src/core/sandbox-key.ts';
import {
  type RunningSandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../src/sandbox/process/serve.ts';
import { manualClock } from '../manual-clock.ts';

const open: RunningSandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function start(changed: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: manualClock(), ...changed });
  open.push(sandbox);
  return sandbox;
}

function getUrl(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}

describe('a running sandbox', () => {
  it('has one REST address and a separate address for each stream host', async () => {
    const { hosts } = await start();
    expect(Object.keys(hosts).sort()).toEqual(HOSTS.map((host) => host.name).sort());
    const rest = HOSTS.filter((host) => host.protocol === 'https').map((host) => hosts[host.name]);
    expect([...new Set(rest)]).toEqual([hosts.spot, hosts.usdm, hosts.coinm]);
    for (const url of rest) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const streams = HOSTS.filter((host) => host.protocol === 'wss').map((host) => hosts[host.name]);
    expect(new Set(streams).size).toBe(streams.length);
    for (const url of streams)
      expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+(\/ws-api\/v3|\/ws-[fd]api\/v1)?$/);
    expect(hosts['ws-api']).toMatch(/\/ws-api\/v3$/);
  });

  it('answers REST calls on its REST address', async () => {
    const { hosts } = await start();
    expect(await getUrl(`${hosts.spot}/api/v3/time`)).toEqual({
      status: 200,
      body: '{"serverTime":1706702400000}',
    });
    expect((await getUrl(`${hosts.usdm}/fapi/v1/nothing`)).status).toBe(404);
    expect((await getUrl(`${hosts.spot}/sandbox/status`)).status).toBe(404);
  });

  it("serves each futures product at an address of its own, without the other's statistics", async () => {
    const { hosts } = await start();
    const statistics = '/futures/data/basis?pair=BTCUSDT&contractType=PERPETUAL&period=1h&limit=1';
    expect((await getUrl(`${hosts.usdm}${statistics}`)).body).toContain('"pair":"BTCUSDT"');
    expect((await getUrl(`${hosts.spot}${statistics}`)).body).toContain('"pair":"BTCUSDT"');
    expect((await getUrl(`${hosts.coinm}${statistics}`)).body).not.toContain('"pair":"BTCUSDT"');
    expect((await getUrl(`${hosts.coinm}/dapi/v1/time`)).status).toBe(200);
    expect((await getUrl(`${hosts.coinm}/api/v3/time`)).status).toBe(404);
  });

  it('answers 426 to plain HTTP at a stream host', async () => {
    const { hosts } = await start();
    for (const host of HOSTS.filter((one) => one.protocol === 'wss' && one.name !== 'ws-api')) {
      const response = await getUrl(`${hosts[host.name].replace('ws:', 'http:')}/ws/btcusdt@trade`);
      expect(response.status).toBe(426);
    }
  });

  it('rejects foreign hosts at its streams too', async () => {
    const { hosts } = await start();
    const url = hosts['spot-ws'].replace('ws:', 'http:');
    expect((await getUrl(url, { Host: 'attacker.test' })).status).toBe(403);
  });

  it('derives its key and secret from the seed, in a form that differs from live keys', async () => {
    const [first, same, other] = [await start(), await start(), await start({ seed: 2 })];
    expect(first.apiKey).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(first.apiSecret).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(isSandboxKey(first.apiKey)).toBe(true);
    expect([same.apiKey, same.apiSecret]).toEqual([first.apiKey, first.apiSecret]);
    expect(other.apiKey).not.toBe(first.apiKey);
    expect(other.apiSecret).not.toBe(first.apiSecret);
    expect(first.apiSecret).not.toContain(first.apiKey.slice(10));
  });

  it('reports its status only to clients with its token', async () => {
    const identity = { instance: 'one', token: 'ab'.repeat(32), pid: 4711 };
    const { hosts } = await start({ identity });
    const url = `${hosts.spot}/sandbox/status`;
    expect((await getUrl(url)).status).toBe(401);
    expect((await getUrl(url, { 'X-Sandbox-Token': 'ab' })).status).toBe(401);
    const received = await getUrl(url, { 'X-Sandbox-Token': identity.token });
    expect(received.status).toBe(200);
    expect(JSON.parse(received.body)).toEqual({
      instance: 'one',
      pid: 4711,
      seed: 1,
      serverTime: 1_706_702_400_000,
    });
  });

  it('applies the configured request limits', async () => {
    const { hosts } = await start({ limits: { spotWeight: 1 } });
    expect((await getUrl(`${hosts.spot}/api/v3/time`)).status).toBe(200);
    expect((await getUrl(`${hosts.spot}/api/v3/time`)).status).toBe(429);
  });

  it('releases every port when it is closed', async () => {
    const { hosts, close } = await start();
    await close();
    for (const url of new Set(Object.values(hosts))) {
      await expect(getUrl(url.replace('ws:', 'http:'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  it('closes although a client opens its next connection on the notice of the shutdown', async () => {
    const { hosts, close } = await start();
    const url = `${hosts['spot-ws']}/ws/btcusdt@trade`;
    const renewed: string[] = [];
    const first = new WebSocket(url);
    first.on('message', (message) => {
      if (!String(message).includes('serverShutdown')) return;
      const next = new WebSocket(url);
      next.on('open', () => renewed.push('open'));
      next.on('error', () => renewed.push('refused'));
    });
    await once(first, 'open');
    const ended = once(first, 'close');
    await close();
    await ended;
    await vi.waitFor(() => expect(renewed).toEqual(['refused']));
  });

  it('leaves no port open if its port is in use', async () => {
    const { hosts } = await start();
    const port = Number(new URL(hosts.spot).port);
    await expect(start({ port })).rejects.toMatchObject({ facts: { kind: 'usage' } });
  });
});
