import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

describe('control messages', () => {
  it('are answered with the exact text', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws/btcusdt@aggTrade`);
    const ask = async (message: unknown) => {
      // Stays within five messages per second.
      clock.move(201);
      client.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      for (;;) {
        const text = await client.next();
        if (!text.includes('"e":')) return text;
      }
    };
    expect(await ask({ method: 'LIST_SUBSCRIPTIONS', id: 3 })).toBe('{"result":["btcusdt@aggTrade"],"id":3}');
    expect(await ask({ method: 'SUBSCRIBE', params: ['btcusdt@depth', 'nopeusdt@trade'], id: 'a1' })).toBe(
      '{"result":null,"id":"a1"}',
    );
    expect(
      await ask('{"method":"UNSUBSCRIBE","params":["btcusdt@aggTrade"],"id":18446744073709551615}'),
    ).toBe('{"result":null,"id":18446744073709551615}');
    expect(await ask({ method: 'LIST_SUBSCRIPTIONS', id: null })).toBe(
      '{"result":["btcusdt@depth","nopeusdt@trade"],"id":null}',
    );
    expect(await ask({ method: 'UNSUBSCRIBE', params: ['btcusdt@depth'], id: 1 })).toBe(
      '{"result":null,"id":1}',
    );
    expect(await ask({ method: 'GET_PROPERTY', params: ['combined'], id: 2 })).toBe(
      '{"result":false,"id":2}',
    );
    expect(await ask({ method: 'SET_PROPERTY', params: ['combined', true], id: 5 })).toBe(
      '{"result":null,"id":5}',
    );
    expect(await ask({ method: 'GET_PROPERTY', params: ['combined'], id: 2 })).toBe('{"result":true,"id":2}');
  });

  it('that are invalid are rejected with the exact codes and texts', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws`);
    const ask = async (message: unknown) => {
      clock.move(300);
      return JSON.parse(await client.request(message));
    };
    expect(await ask({ method: 'GET_PROPERTY', params: ['x'], id: 1 })).toEqual({
      code: 0,
      msg: 'Unknown property',
      id: 1,
    });
    expect(await ask({ method: 'SET_PROPERTY', params: ['combined', 'yes'], id: 1 })).toMatchObject({
      code: 1,
      msg: 'Invalid value type: expected Boolean',
    });
    expect(await ask({ method: 'SET_PROPERTY', params: [true, true], id: 1 })).toMatchObject({
      code: 2,
      msg: 'Invalid request: property name must be a string',
    });
    expect(await ask({ method: 'GET_PROPERTY', params: ['combined', 1], id: 1 })).toMatchObject({
      code: 2,
      msg: 'Invalid request: too many parameters',
    });
    expect(await ask({ method: 'LIST_SUBSCRIPTIONS', id: -1 })).toEqual({
      code: 2,
      msg: 'Invalid request: request ID must be an unsigned integer',
    });
    expect(await ask('{"method":"subscribe","id":1}')).toEqual({
      code: 2,
      msg: 'Invalid request: unknown variant `subscribe`, expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY` at line 1 column 21',
      id: 1,
    });
    expect(await ask('{"id":1}')).toMatchObject({
      code: 2,
      msg: 'Invalid request: missing field `method` at line 1 column 8',
    });
    expect(await ask('{"method":\nhello}')).toEqual({
      code: 3,
      msg: 'Invalid JSON: expected value at line 2 column 1',
    });
  });
});

describe('a stream connection', () => {
  it('accepts raw and combined paths, and no others', async () => {
    const { hosts } = await startTestSandbox();
    const names = async (path: string) => {
      const client = await connect(`${hosts['spot-ws']}${path}`);
      return JSON.parse(await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).result;
    };
    expect(await names('/ws')).toEqual([]);
    expect(await names('/ws/a@trade/b@trade')).toEqual(['a@trade', 'b@trade']);
    expect(await names('/ws/btcusdt@kline_1d@+08:00')).toEqual(['btcusdt@kline_1d@+08:00']);
    expect(await names('/stream')).toEqual([]);
    expect(await names('/stream?streams=')).toEqual([]);
    expect(await names('/stream?streams=btcusdt@kline_1d%40%2B08%3A00/b@trade')).toEqual([
      'btcusdt@kline_1d@+08:00',
      'b@trade',
    ]);
    await expect(connect(`${hosts['spot-ws']}/other`)).rejects.toThrow('404');
    await expect(connect(`${hosts['spot-ws']}/ws?timeUnit=second`)).rejects.toThrow(
      'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.',
    );
  });

  it('is rejected from web pages and for foreign host names', async () => {
    const { hosts } = await startTestSandbox();
    const url = `${hosts['spot-ws']}/ws`;
    await expect(connect(url, { origin: 'http://localhost' })).rejects.toThrow('403');
    await expect(connect(url, { headers: { Host: 'attacker.test' } })).rejects.toThrow('403');
  });

  it('ends with the sixth message within a second', async () => {
    const { hosts, clock } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws`);
    for (let count = 0; count < 5; count += 1) await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 });
    clock.move(1000);
    for (let count = 0; count < 5; count += 1) await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 });
    client.socket.ping();
    expect(await client.ended).toEqual({ code: 1008, reason: 'Too many requests' });
  });

  it('has at most 1024 streams', async () => {
    const { hosts } = await startTestSandbox();
    const client = await connect(`${hosts['spot-ws']}/ws`);
    const many = Array.from({ length: 1025 }, (_, index) => `s${index}@trade`);
    expect(JSON.parse(await client.request({ method: 'SUBSCRIBE', params: many, id: 1 })).code).toBe(2);
    expect(await client.request({ method: 'SUBSCRIBE', params: many.slice(1), id: 1 })).toBe(
      '{"result":null,"id":1}',
    );
    expect(JSON.parse(await client.request({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).result).toHaveLength(
      1024,
    );
  });

  it('is one of at most 300 in five minutes from an address', async () => {
    const { hosts, clock } = await startTestSandbox();
    const url = `${hosts['usdm-ws']}/ws`;
    for (let count = 0; count < 300; count += 1) (await connect(url)).socket.terminate();
    await expect(connect(url)).rejects.toThrow('429');
    await connect(`${hosts['spot-ws']}/ws`);
    clock.move(300_000);
    await connect(url);
  });
});
