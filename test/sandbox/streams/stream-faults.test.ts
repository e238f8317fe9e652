import { afterEach, describe, expect, it } from 'vitest';
import { requestJson } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

/** Opens a trade stream with a fault; returns the trade ids as they arrive. */
async function openFaultyStream(kind: string, ms?: number) {
  const sandbox = await startTestSandbox();
  const { hosts, exchange, clock } = sandbox;
  exchange.faults.add({
    kind,
    route: 'btcusdt@aggTrade',
    after: 2,
    count: 1,
    ...(ms === undefined ? {} : { ms }),
  });
  const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@aggTrade`);
  clock.move(5000);
  const ids = async (count: number) => {
    const found: number[] = [];
    while (found.length < count) found.push((await client.json()).a);
    return found.map((id) => id - found[0]!);
  };
  return { ...sandbox, client, ids };
}

describe('a fault of stream messages', () => {
  it('drops a message', async () =>
    expect(await (await openFaultyStream('drop')).ids(4)).toEqual([0, 1, 3, 4]));
  it('duplicates a message', async () =>
    expect(await (await openFaultyStream('duplicate')).ids(4)).toEqual([0, 1, 2, 2]));
  it('swaps two messages', async () =>
    expect(await (await openFaultyStream('reorder')).ids(4)).toEqual([0, 1, 3, 2]));

  it('delays a stream and then sends all its messages', async () => {
    const { ids, clock, client, exchange } = await openFaultyStream('stall', 3000);
    // The whole batch waits with the message that stalls.
    while (exchange.faults.list()[0]!.struck === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).toContain('"id":1');
    clock.move(3000);
    expect(await ids(6)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('closes the connection', async () => {
    const { client } = await openFaultyStream('close');
    expect((await client.ended).code).toBe(1006);
  });

  it('expires a listen key, also for REST', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const { listenKey } = requestJson(exchange, 'POST', '/api/v3/userDataStream');
    exchange.faults.add({ kind: 'expire-key', route: listenKey });
    const client = await connect(`${hosts['spot-ws']}/ws/${listenKey}`);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01000' };
    requestJson(exchange, 'POST', '/api/v3/order', order);
    await client.nextUntil((one) => one.e === 'listenKeyExpired');
    expect(requestJson(exchange, 'POST', '/api/v3/userDataStream').listenKey).not.toBe(listenKey);
  });
});
