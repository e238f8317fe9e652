/** Streams and histories over HTTP: lines of JSON, their first and last records, slow readers, and clients that leave. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { startRelay } from '../acceptance/relay.ts';
import { type ServerConnection, startStreamServer } from '../stream/scripted-stream-server.ts';
import { errorOf, served, TOKEN } from './served-library.ts';

type Line = Readonly<Record<string, unknown>>;

const trade = (id: number, note = '') => ({ e: 'trade', E: 1, s: 'BTCUSDT', t: id, p: '1.10', q: '2', note });

/** A client that reads an answer line by line, as far as `read` asks for them. */
class LineReader {
  readonly #request: ClientRequest;
  readonly #answer: IncomingMessage;
  readonly #lines: AsyncGenerator<Line>;

  constructor(sent: ClientRequest, answer: IncomingMessage) {
    this.#request = sent;
    this.#answer = answer;
    this.#lines = linesOf(answer);
  }

  get headers() {
    return this.#answer.headers;
  }

  /** Returns the next line; undefined at the end. */
  async next(): Promise<Line | undefined> {
    const { value } = await this.#lines.next();
    return value as Line | undefined;
  }

  async rest(): Promise<readonly Line[]> {
    const found: Line[] = [];
    for await (const line of this.#lines) found.push(line);
    return found;
  }

  leave(): void {
    this.#request.destroy();
  }
}

async function* linesOf(answer: IncomingMessage): AsyncGenerator<Line> {
  let text = '';
  for await (const chunk of answer) {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Line;
  }
  expect(text).toBe('');
}

function openLines(url: string, name: string, body: unknown): Promise<LineReader> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const sent = request(`${url}/v1/${name}`, { method: 'POST', headers, agent: false }, (answer) =>
      resolve(new LineReader(sent, answer)),
    );
    sent.on('error', reject);
    onTestFinished(() => void sent.destroy());
    sent.end(JSON.stringify(body));
  });
}

/** Serves an exchange whose streams the test plays. */
async function openStreams(play: (visit: ServerConnection) => void) {
  const venue = await startStreamServer({ onConnection: play });
  const typed = { env: 'live', host: [`spot-ws=${venue.url.origin}`] };
  const service = await served({ typed, clock: systemClock() });
  return { venue, ...service, open: (body: unknown) => openLines(service.server.url, 'stream.trades', body) };
}

const BTC = { arguments: { symbol: 'BTCUSDT' } };

describe('a stream of serve', () => {
  it('begins with hello, reports gaps between its events, and ends with bye when the server stops', async () => {
    const { open, server } = await openStreams((visit) => {
      for (const id of [1, 4]) visit.send(trade(id));
    });
    const reader = await open(BTC);
    expect(reader.headers['content-type']).toBe('application/x-ndjson');
    expect(await reader.next()).toMatchObject({ bourse: 'hello' });
    expect(await reader.next()).toMatchObject({ eventType: 'trade', tradeId: 1, price: '1.10' });
    expect(await reader.next()).toMatchObject({ bourse: 'gap', reason: 'numbers', missing: 2 });
    expect(await reader.next()).toMatchObject({ tradeId: 4 });
    const closed = server.close();
    expect(await reader.rest()).toMatchObject([{ bourse: 'bye', messages: 2, gaps: 1 }]);
    await closed;
  });

  it('closes its connection to the exchange when the client leaves, also a quiet one', async () => {
    const { open, venue } = await openStreams(() => {});
    const reader = await open(BTC);
    expect(await reader.next()).toMatchObject({ bourse: 'hello' });
    const { socket } = await venue.connection(1);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    reader.leave();
    await closed;
  });

  it.each(['pause', 'drop'] as const)(
    'keeps a bounded number of messages for a slow reader: %s',
    async (whenSlow) => {
      const count = 400;
      const note = 'x'.repeat(65_536);
      let visit: ServerConnection | undefined;
      const { open } = await openStreams((one) => {
        visit = one;
        for (let id = 1; id <= count; id += 1) one.send(trade(id, note));
      });
      const reader = await open({ ...BTC, options: { whenSlow } });
      expect(await reader.next()).toMatchObject({ bourse: 'hello' });
      const { socket } = visit!;
      if (whenSlow === 'drop') {
        // All messages are received while the client reads nothing; those beyond the buffer are dropped.
        while (socket.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const got: Line[] = [];
      // Messages that arrive while the client reads again follow the first gap.
      let seen = 0;
      while (seen < count) {
        const line = (await reader.next())!;
        got.push(line);
        seen += line['bourse'] === 'gap' ? Number(line['missing']) : 1;
      }
      const gaps = got.filter(({ bourse }) => bourse === 'gap');
      expect([seen, gaps.length > 0]).toEqual([count, whenSlow === 'drop']);
      for (const gap of gaps) expect(gap['reason']).toBe('slow-reader');
    },
  );

  it('that cannot begin is answered with an error', async () => {
    const { call, send } = await served();
    const wrong = await call('stream.trades', { arguments: { symbol: '--force' } });
    expect([wrong.status, errorOf(wrong.body)['kind']]).toEqual([400, 'usage']);
    const slow = await call('stream.trades', { ...BTC, options: { whenSlow: 'wait' } });
    expect(errorOf(slow.body)['message']).toBe('whenSlow must be pause or drop, was "wait".');
    const foreign = await send({ path: '/v1/stream.trades', headers: { Authorization: 'Bearer no' } });
    expect(foreign.status).toBe(401);
  });
});

describe('a history of serve', () => {
  it('has a line for each row, oldest first, and ends with their number', async () => {
    const { server } = await served();
    const given = { symbol: 'BTCUSDT', interval: '1m', startTime: '2024-03-13', limit: 2500 };
    const rows = await (await openLines(server.url, 'market.klines/all', { arguments: given })).rest();
    expect(rows).toHaveLength(2501);
    expect(rows[0]).toMatchObject({ openTime: Date.UTC(2024, 2, 13) });
    expect(rows[2499]).toMatchObject({ openTime: Date.UTC(2024, 2, 13) + 2499 * 60_000 });
    expect(rows[2500]).toMatchObject({ bourse: 'bye', rows: 2500 });
  });

  it('that fails after its first rows ends with the error', async () => {
    const relay = await startRelay('http://127.0.0.1:1');
    onTestFinished(() => relay.close());
    relay.setAction(({ query }) => {
      const start = Number(new URLSearchParams(query).get('startTime'));
      if (start > Date.UTC(2024, 2, 13))
        return { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' };
      const candles = Array.from({ length: 1000 }, (_, at) => candleAt(start + at * 60_000));
      return { status: 200, body: JSON.stringify(candles) };
    });
    const { server } = await served({ typed: { env: 'live', host: [`spot=${relay.origin}`] } });
    const given = { symbol: 'BTCUSDT', interval: '1m', startTime: '2024-03-13', limit: 2500 };
    const body = { arguments: given, options: { parallel: 1 } };
    const rows = await (await openLines(server.url, 'market.klines/all', body)).rest();
    expect(rows.length).toBeGreaterThan(1);
    const { bourse, error } = rows.at(-1)!;
    expect([bourse, errorOf(JSON.stringify({ error }))['code']]).toEqual(['error', -1121]);
  });

  it('that cannot begin is answered with an error, and one of a call without pages with 404', async () => {
    const { call } = await served();
    const wrong = await call('market.klines/all', { arguments: { symbol: 'BTCUSDT', interval: '7m' } });
    expect([wrong.status, errorOf(wrong.body)['kind']]).toEqual([400, 'usage']);
    const parallel = await call('market.klines/all', {
      arguments: { symbol: 'BTCUSDT', interval: '1m' },
      options: { parallel: 17 },
    });
    expect(parallel.status).toBe(400);
    for (const name of ['market.time/all', 'stream.trades/all', 'orders.list/all', 'constructor/all'])
      expect((await call(name, {})).status).toBe(404);
  });

  it('makes room for another when it ends', async () => {
    const { call } = await served();
    const statuses = new Set<number>();
    for (let count = 0; count < 65; count += 1)
      for (const interval of ['7m', '1h']) {
        const given = { symbol: 'BTCUSDT', interval, limit: 1 };
        statuses.add((await call('market.klines/all', { arguments: given })).status);
      }
    expect(statuses).toEqual(new Set([400, 200]));
  });

  it('is one of 64 that are sent at once, and ends with an error when the server stops', async () => {
    const relay = await startRelay('http://127.0.0.1:1');
    onTestFinished(() => relay.close());
    relay.setAction(() => new Promise(() => {}));
    const { call, server } = await served({ typed: { env: 'live', host: [`spot=${relay.origin}`] } });
    const given = { arguments: { symbol: 'BTCUSDT', interval: '1m', limit: 10 } };
    const opened = Array.from({ length: 65 }, () => call('market.klines/all', given));
    const refused = await Promise.race(opened);
    expect([refused.status, errorOf(refused.body)['kind']]).toEqual([503, 'unavailable']);
    await server.close();
    const statuses = (await Promise.all(opened)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 500)).toHaveLength(64);
  });
});

function candleAt(openTime: number): readonly (string | number)[] {
  return [openTime, '1', '1', '1', '1', '1', openTime + 59_999, '1', 1, '1', '1', '0'];
}
