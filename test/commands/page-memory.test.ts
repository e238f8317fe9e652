/** The memory of pages: it serves later pages once the rows of a page were taken, and not before. */
import { expect, it } from 'vitest';
import { endpointById } from '../../src/app/find-endpoint.ts';
import type { Services } from '../../src/app/services.ts';
import { fetchPages } from '../../src/commands/calling/paged-call.ts';
import type { CommandCall, Output } from '../../src/commands/types.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { decodeQuery } from '../../src/request/encode.ts';
import type { Answer, PreparedRequest } from '../../src/request/types.ts';
import { fixedClock } from '../acceptance/world.ts';

const MINUTE_MS = 60_000;
const START = 1_700_000_040_000;
const PAGES = 6;
const CANDLES = PAGES * 1_000 - 300;

const candle = (at: number) =>
  `[${START + at * MINUTE_MS},"1.0","2.0","0.5","1.5","${at}.25",${START + (at + 1) * MINUTE_MS - 1},"1.0",3,"1.0","1.0","0"]`;
const candles = (from: number, count: number) =>
  `[${Array.from({ length: count }, (_, at) => candle(from + at)).join(',')}]`;

/** Returns candles as their server does, in memory that is overwritten when it is given back. */
class Server {
  released: number[] = [];
  sent = 0;

  answer({ query }: PreparedRequest): Answer {
    const asked = new Map(decodeQuery(query));
    const from = Math.ceil((Number(asked.get('startTime')) - START) / MINUTE_MS);
    const count = Math.min(Number(asked.get('limit')), CANDLES - from);
    const bytes = Buffer.from(candles(from, count));
    const page = this.sent;
    this.sent += 1;
    return {
      ...{ status: 200, headers: {}, origin: '', receivedAt: 0 as UnixMs },
      usage: { weight: {}, orders: {} },
      get body() {
        return bytes.toString();
      },
      bytes,
      release: () => {
        this.released.push(page);
        bytes.fill('x');
      },
    };
  }
}

it('rows stay as they came until the next page is asked for; then the memory of each page is given back once', async () => {
  const server = new Server();
  const services = {
    world: { clock: fixedClock((START + CANDLES * MINUTE_MS) as UnixMs) },
    call: async (request: PreparedRequest) => server.answer(request),
    rememberSymbols: () => undefined,
  } as unknown as Services;
  const endpoint = await endpointById('spot.klines');
  const given = [
    { name: 'symbol', text: 'BTCUSDT' },
    { name: 'interval', text: '1m' },
    { name: 'startTime', text: String(START) },
    { name: 'endTime', text: String(START + CANDLES * MINUTE_MS - 1) },
  ];
  const output = { note: () => undefined, progress: () => undefined } as unknown as Output;
  const call = {
    ...{ endpoint, given, services, output, command: 'test' },
    options: { all: true, parallel: '4' },
  } as unknown as CommandCall;
  const texts: string[] = [];
  for await (const chunk of fetchPages(call, endpoint)) {
    // The requests of the next pages are answered while these rows are written.
    await new Promise((resolve) => setImmediate(resolve));
    texts.push(chunk.text);
  }
  const rows = texts.map((text) => text.slice(1, -1)).join(',');
  expect(`[${rows}]` === candles(0, CANDLES)).toBe(true);
  expect(server.sent).toBe(texts.length);
  expect(server.released.toSorted((one, other) => one - other)).toEqual([...texts.keys()]);
});
