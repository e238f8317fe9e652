import { afterEach, describe, expect, it } from 'vitest';
import type { ServedRecording } from '../../../src/sandbox/streams/playback.ts';
import { requestJson } from '../signed-calls.ts';
import { type Client, closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const FIRST_AT = 1_700_000_000_000;
/** The time between the first subscriber and the first message. */
const LEAD_MS = 1000;

const trade = (id: number) => `{"e":"trade", "s":"BTCUSDT","t":${id},"p":"1.10"}`;
const book = (id: number) => `{"u":${id}}`;
const wrapped = (stream: string, data: string) => `{"stream":"${stream}","data":${data}}`;

/** Two streams: trades with a gap between 2 and 5, and a book; times in ms from the first. */
const MESSAGES: readonly (readonly [at: number, stream: string, data: string])[] = [
  [0, 'btcusdt@trade', trade(1)],
  [0, 'btcusdt@trade', trade(2)],
  [40, 'btcusdt@bookTicker', book(7)],
  [500, 'btcusdt@trade', trade(5)],
  [2000, 'btcusdt@bookTicker', book(8)],
];

function createRecording(changed: Partial<ServedRecording> = {}): ServedRecording {
  return {
    product: 'spot',
    streams: ['btcusdt@trade', 'btcusdt@bookTicker'],
    isCombined: true,
    async *read() {
      for (const [at, stream, data] of MESSAGES)
        yield { at: FIRST_AT + at, message: Buffer.from(wrapped(stream, data)) };
    },
    ...changed,
  };
}

/** Returns the next messages. */
async function readMessages(client: Client, count: number): Promise<string[]> {
  const messages: string[] = [];
  while (messages.length < count) messages.push(await client.next());
  return messages;
}

/** Returns the messages that arrive without an advance of the clock. */
async function readPending(client: Client): Promise<string[]> {
  const messages: string[] = [];
  // The server sends due messages every 50 ms of real time.
  await new Promise((resolve) => setTimeout(resolve, 120));
  client.socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}');
  for (;;) {
    const text = await client.next();
    if (text.startsWith('{"result"')) return messages;
    messages.push(text);
  }
}

describe('a served recording', () => {
  it('is played byte by byte in its order and timing to the subscribers of each stream, then closes', async () => {
    const { hosts, clock } = await startTestSandbox({ recording: createRecording() });
    const all = await connect(`${hosts['spot-ws']}/stream?streams=btcusdt@trade/btcusdt@bookTicker`);
    const one = await connect(`${hosts['market-data-ws']}/ws/btcusdt@trade`);
    expect(await readPending(all)).toEqual([]);
    clock.move(LEAD_MS);
    expect(await readMessages(all, 2)).toEqual([1, 2].map((id) => wrapped('btcusdt@trade', trade(id))));
    clock.move(499);
    expect(await readMessages(all, 1)).toEqual([wrapped('btcusdt@bookTicker', book(7))]);
    expect(await readPending(all)).toEqual([]);
    clock.move(1);
    expect(await readMessages(one, 3)).toEqual([1, 2, 5].map(trade));
    clock.move(1500);
    const last = [await all.next(), await all.next()];
    expect(last).toEqual([wrapped('btcusdt@trade', trade(5)), wrapped('btcusdt@bookTicker', book(8))]);
    const over = { code: 1000, reason: 'The recording is over' };
    expect([await all.ended, await one.ended]).toEqual([over, over]);
    // It is played once: later connections are rejected.
    await expect(connect(`${hosts['spot-ws']}/ws/btcusdt@trade`)).rejects.toThrow('410');
  });

  it('is sent to later subscribers, and no longer to those who unsubscribed', async () => {
    const { hosts, clock } = await startTestSandbox({ recording: createRecording() });
    const first = await connect(`${hosts['spot-ws']}/ws/btcusdt@trade`);
    clock.move(LEAD_MS);
    expect(await readMessages(first, 2)).toEqual([1, 2].map(trade));
    await first.request({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 2 });
    const second = await connect(`${hosts['spot-ws']}/ws`);
    await second.request({ method: 'SUBSCRIBE', params: ['btcusdt@trade', 'btcusdt@bookTicker'], id: 1 });
    clock.move(900);
    expect(await readMessages(second, 2)).toEqual([book(7), trade(5)]);
    expect(await readPending(first)).toEqual([]);
  });

  it('follows the exchange clock', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({
      recording: createRecording(),
      pace: 'stepped',
    });
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@trade`);
    clock.move(LEAD_MS);
    expect(await readMessages(client, 2)).toEqual([trade(1), trade(2)]);
    clock.move(10_000);
    expect(await readPending(client)).toEqual([]);
    exchange.clock.advance(500);
    expect(await client.next()).toBe(trade(5));
  });

  it('may consist of one stream with raw messages', async () => {
    const read = async function* () {
      for (const id of [1, 2]) yield { at: FIRST_AT, message: Buffer.from(trade(id)) };
    };
    const recording = createRecording({ streams: ['btcusdt@trade'], isCombined: false, read });
    const { hosts, clock } = await startTestSandbox({ recording });
    const client = await connect(`${hosts['spot-ws']}/stream?streams=btcusdt@trade`);
    clock.move(LEAD_MS);
    expect(await readMessages(client, 2)).toEqual([1, 2].map((id) => wrapped('btcusdt@trade', trade(id))));
  });

  it('affects neither other products nor user streams', async () => {
    const { hosts, clock, exchange } = await startTestSandbox({ recording: createRecording() });
    const futures = await connect(`${hosts['usdm-ws']}/ws/btcusdt@miniTicker`);
    const { listenKey } = requestJson(exchange, 'POST', '/api/v3/userDataStream');
    const user = await connect(`${hosts['spot-ws']}/stream?streams=${listenKey}/btcusdt@miniTicker`);
    clock.move(LEAD_MS);
    expect((await futures.json()).e).toBe('24hrMiniTicker');
    requestJson(exchange, 'POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.01',
    });
    const received = await user.nextUntil(({ data }) => data.e === 'outboundAccountPosition');
    // What is not recorded stays silent.
    expect(received.map(({ data }) => data.e)).not.toContain('24hrMiniTicker');
  });

  it('that is damaged closes with that reason, which is reported', async () => {
    const errors: unknown[] = [];
    const read = async function* () {
      yield { at: FIRST_AT, message: Buffer.from(wrapped('btcusdt@trade', trade(1))) };
      throw new Error('cut off');
    };
    const { hosts, clock } = await startTestSandbox({
      recording: createRecording({ read }),
      onError: (error) => errors.push(error),
    });
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@trade`);
    clock.move(LEAD_MS);
    expect(await client.next()).toBe(trade(1));
    expect(await client.ended).toEqual({ code: 1000, reason: 'The recording is damaged' });
    expect(errors).toHaveLength(1);
  });

  it('is read while it is played, which limits the memory used', async () => {
    let produced = 0;
    const text = wrapped('btcusdt@trade', `{"t":1,"x":"${'y'.repeat(100_000)}"}`);
    const read = async function* () {
      for (; produced < 1000; produced += 1)
        yield { at: FIRST_AT + produced * 1000, message: Buffer.from(text) };
    };
    const { hosts, clock } = await startTestSandbox({ recording: createRecording({ read }) });
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@trade`);
    clock.move(LEAD_MS);
    await client.next();
    expect(produced).toBeLessThan(100);
    for (let round = 0; round < 9; round += 1) {
      clock.move(10_000);
      await readMessages(client, 10);
    }
    expect(produced).toBeGreaterThan(90);
    expect(produced).toBeLessThan(300);
  });
});
