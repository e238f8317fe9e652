/** The prefixes of today's USD-M and options stream addresses. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STREAMS } from '../../../src/catalogue/streams.ts';
import { sendSigned } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

/**
 * Lets five seconds pass on the exchange's clock and returns the event of the first message of a connection; undefined
 * if it gets none while another connection gets the same stream from `sending`.
 */
async function firstEvent(
  url: string,
  sending: string,
  move: (ms: number) => void,
): Promise<string | undefined> {
  const client = await connect(url);
  expect(await client.request({ method: 'SUBSCRIBE', params: ['nopeusdt@aggTrade'], id: 1 })).toBe(
    '{"result":null,"id":1}',
  );
  const other = await connect(sending);
  move(5000);
  await other.next();
  // Due messages are sent to all connections in one turn, so this answer comes after them.
  const first = JSON.parse(await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 2 }));
  return first.e ?? first.data?.e;
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
    const host = hosts['usdm-ws'];
    const name = path.slice(path.indexOf('btcusdt@'));
    const prefix = name === 'btcusdt@bookTicker' ? '/public' : '/market';
    expect(await firstEvent(`${host}${path}`, `${host}${prefix}/ws/${name}`, clock.move)).toBe(event);
  });

  it('has no prefixes on COIN-M', async () => {
    const { hosts, clock } = await startTestSandbox({ interface: 'today' });
    const url = `${hosts['coinm-ws']}/ws/btcusd_perp@markPrice`;
    expect(await firstEvent(url, url, clock.move)).toBe('markPriceUpdate');
    await expect(connect(`${hosts['coinm-ws']}/market/ws/btcusd_perp@markPrice`)).rejects.toThrow('404');
  });

  it('compiles the names of its streams once, not for each connection', async () => {
    const { hosts } = await startTestSandbox({ interface: 'today' });
    // The first connection opens the services of all hosts.
    await connect(`${hosts['usdm-ws']}/public/ws`);
    // Whoever compiles names looks for the streams of a product first.
    const search = vi.spyOn(STREAMS, 'filter');
    for (const path of ['/market/ws/btcusdt@markPrice', '/public/ws', '/ws'])
      await connect(`${hosts['usdm-ws']}${path}`);
    expect(search).not.toHaveBeenCalled();
    search.mockRestore();
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
    const url = (path: string) => `${hosts['usdm-ws']}${path}/ws/btcusdt@markPrice`;
    for (const prefix of ['', '/market'])
      expect(await firstEvent(url(prefix), url('/market'), clock.move)).toBe('markPriceUpdate');
    expect(await firstEvent(url('/public'), url('/market'), clock.move)).toBeUndefined();
  });
});
