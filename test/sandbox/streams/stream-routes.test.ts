/** The prefixes of today's USD-M and options stream addresses. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { streamNameParser } from '../../../src/request/stream-name.ts';
import { sendSigned } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

vi.mock(import('../../../src/request/stream-name.ts'), async (original) => {
  const module = await original();
  return { ...module, streamNameParser: vi.fn(module.streamNameParser) };
});

afterEach(closeAll);

/** Connects, lets two minutes pass and returns the event of the first message; undefined if none came. */
async function firstEvent(url: string, move: (ms: number) => void): Promise<string | undefined> {
  const client = await connect(url);
  expect(await client.request({ method: 'SUBSCRIBE', params: ['nopeusdt@aggTrade'], id: 1 })).toBe(
    '{"result":null,"id":1}',
  );
  move(5000);
  const message = client.json();
  const silent = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 400));
  const found = await Promise.race([message, silent]);
  return found?.e ?? found?.data?.e;
}

describe('a stream host of today', () => {
  it.each([
    ['/public/ws/btcusdt@bookTicker', 'bookTicker'],
    ['/market/ws/btcusdt@markPrice', 'markPriceUpdate'],
    ['/market/stream?streams=btcusdt@aggTrade', 'aggTrade'],
    // A kind under the wrong prefix is acknowledged and never sent.
    ['/market/ws/btcusdt@bookTicker', undefined],
    ['/public/ws/btcusdt@markPrice', undefined],
    ['/private/ws/btcusdt@markPrice', undefined],
    // Without a prefix only the kinds of /public are sent.
    ['/ws/btcusdt@markPrice', undefined],
    ['/ws/btcusdt@bookTicker', 'bookTicker'],
  ])('sends the streams of its prefix only: usdm %s', async (path, event) => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    expect(await firstEvent(`${hosts['usdm-ws']}${path}`, clock.move)).toBe(event);
  });

  it('has no prefixes on COIN-M', async () => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    expect(await firstEvent(`${hosts['coinm-ws']}/ws/btcusd_perp@markPrice`, clock.move)).toBe(
      'markPriceUpdate',
    );
    await expect(connect(`${hosts['coinm-ws']}/market/ws/btcusd_perp@markPrice`)).rejects.toThrow('404');
  });

  it('compiles the names of its streams once, not for each connection', async () => {
    const { hosts } = await startTestSandbox({ interface: 'today' });
    // The first connection opens the services of all hosts.
    await connect(`${hosts['usdm-ws']}/public/ws`);
    const compile = vi.mocked(streamNameParser);
    compile.mockClear();
    for (const path of ['/market/ws/btcusdt@markPrice', '/public/ws', '/ws'])
      await connect(`${hosts['usdm-ws']}${path}`);
    expect(compile).not.toHaveBeenCalled();
  });

  it('sends user events under /private only', async () => {
    const { hosts, exchange } = await startTestSandbox({ interface: 'today' });
    const { listenKey } = JSON.parse(sendSigned(exchange, 'POST', '/fapi/v1/listenKey').body);
    const privately = await connect(`${hosts['usdm-ws']}/private/ws/${listenKey}`);
    const plainly = await connect(`${hosts['usdm-ws']}/ws/${listenKey}`);
    let leaked = 0;
    plainly.socket.on('message', () => {
      leaked += 1;
    });
    sendSigned(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '7' });
    expect((await privately.json()).e).toBe('ACCOUNT_CONFIG_UPDATE');
    expect(leaked).toBe(0);
  });
});

describe('a stream host of the interface document', () => {
  it('sends every stream without a prefix, and those of a prefix under it', async () => {
    const { hosts, clock } = await startTestSandbox();
    for (const path of ['/ws/btcusdt@markPrice', '/market/ws/btcusdt@markPrice'])
      expect(await firstEvent(`${hosts['usdm-ws']}${path}`, clock.move)).toBe('markPriceUpdate');
    expect(await firstEvent(`${hosts['usdm-ws']}/public/ws/btcusdt@markPrice`, clock.move)).toBeUndefined();
  });
});
