import { afterEach, describe, expect, it } from 'vitest';
import type { Stream } from '../../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../../src/catalogue/streams.ts';
import type { Exchange } from '../../../src/sandbox/types.ts';
import { askOpenly } from '../signed-calls.ts';
import { faultsOf } from './fields.ts';
import { connect, endAll, start } from './wire.ts';

afterEach(endAll);

const LINES = {
  usdm: { symbol: 'btcusdt', pair: 'btcusdt', path: '/fapi/v1' },
  coinm: { symbol: 'btcusd_perp', pair: 'btcusd', path: '/dapi/v1' },
} as const;

const futures = STREAMS.filter(({ product }) => product === 'usdm' || product === 'coinm');

/** Streams that the sandbox has nothing to tell of. */
const LEFT_OUT = /composite-index|contract-info|asset-index/;

/** Tells the demo user of two orders, of which the second is a liquidation. */
function liquidate({ accounts, notices, clock }: Exchange, line: 'usdm' | 'coinm'): void {
  const order = {
    s: LINES[line].symbol.toUpperCase(),
    S: 'SELL',
    q: '0.5',
    p: '1.0',
    ap: '1.0',
    X: 'FILLED',
    l: '0.5',
    z: '0.5',
  };
  for (const c of ['mine', 'autoclose-17']) {
    const o = { ...order, c, T: clock.now() };
    notices.tell({
      scope: line,
      user: accounts.findUser('demo')!,
      time: clock.now(),
      payload: () => JSON.stringify({ e: 'ORDER_TRADE_UPDATE', o }),
    });
  }
}

function nameOf({ name, product }: Stream): string {
  const { symbol, pair } = LINES[product as 'usdm' | 'coinm'];
  return name
    .replace(/\[[^\]]*\]/g, '')
    .replace('<symbol>', name.includes('<contractType>') ? pair : symbol)
    .replace('<pair>', pair)
    .replace('<contractType>', 'perpetual')
    .replace('<interval>', '1m')
    .replace('<levels>', '10');
}

describe('streams of futures', () => {
  it.each(futures.filter(({ id }) => !LEFT_OUT.test(id)).map((stream) => [stream.id, stream] as const))(
    '%s has the fields that the catalogue declares',
    async (_id, stream) => {
      const { hosts, clock, exchange } = await start();
      const host = stream.product === 'usdm' ? hosts['usdm-ws'] : hosts['coinm-ws'];
      const client = await connect(`${host}/ws/${nameOf(stream)}`);
      if (stream.kind.includes('liquidations')) liquidate(exchange, stream.product as 'usdm' | 'coinm');
      clock.move(5000);
      const message = await client.json();
      const rows = stream.payload === 'array' ? message : [message];
      expect(rows.length).toBeGreaterThan(0);
      // Contracts with a delivery have no funding.
      const perpetual = rows.filter((row: Record<string, unknown>) => row['r'] !== '');
      expect(perpetual.flatMap((row: Record<string, unknown>) => faultsOf(stream.fields, row))).toEqual([]);
      expect(rows[0].e).toBe(stream.event);
    },
  );

  it.each(futures.filter(({ id }) => LEFT_OUT.test(id)).map((stream) => [stream.id, stream] as const))(
    '%s is refused, as nothing would come of it',
    async (_id, stream) => {
      const { hosts } = await start();
      const host = stream.product === 'usdm' ? hosts['usdm-ws'] : hosts['coinm-ws'];
      await expect(connect(`${host}/ws/${nameOf(stream)}`)).rejects.toThrow('501');
    },
  );

  it.each(['usdm', 'coinm'] as const)(
    'of %s tell of each aggregate trade once, as REST lists them',
    async (line) => {
      const { hosts, clock, exchange } = await start();
      const { symbol, path } = LINES[line];
      const client = await connect(`${hosts[`${line}-ws`]}/ws/${symbol}@aggTrade`);
      const trades = (query: string) =>
        askOpenly(exchange, `${path}/aggTrades?symbol=${symbol.toUpperCase()}&${query}`);
      const [before] = trades('limit=1');
      clock.move(10_000);
      const listed = trades(`fromId=${before.a + 1}&limit=1000`);
      const told = await client.until((one) => one.a === listed.at(-1).a);
      expect(told.map(({ e, E, s, ...rest }) => rest)).toEqual(listed);
    },
  );

  it.each(['usdm', 'coinm'] as const)(
    'of %s keep a book by the rules that is the book of REST',
    async (line) => {
      const { hosts, clock, exchange } = await start({ limits: { futuresWeight: 1_000_000 } });
      const { symbol, path } = LINES[line];
      const client = await connect(`${hosts[`${line}-ws`]}/ws/${symbol}@depth@100ms`);
      const depth = () => askOpenly(exchange, `${path}/depth?symbol=${symbol.toUpperCase()}&limit=1000`);
      const snapshot = depth();
      const book = { b: new Map<string, string>(snapshot.bids), a: new Map<string, string>(snapshot.asks) };
      let previous: number | undefined;
      for (let round = 0; round < 30; round += 1) {
        clock.move(100 + ((round * 61) % 300));
        const event = await client.json();
        if (previous === undefined) {
          expect(event.U).toBeLessThanOrEqual(snapshot.lastUpdateId);
          expect(event.u).toBeGreaterThanOrEqual(snapshot.lastUpdateId);
        } else expect(event.pu).toBe(previous);
        previous = event.u;
        for (const side of ['b', 'a'] as const) {
          for (const [price, quantity] of event[side]) {
            if (Number(quantity) === 0) book[side].delete(price);
            else book[side].set(price, quantity);
          }
        }
        const now = depth();
        if (now.lastUpdateId !== event.u) continue;
        expect(Object.fromEntries(book.b)).toEqual(Object.fromEntries(now.bids));
        expect(Object.fromEntries(book.a)).toEqual(Object.fromEntries(now.asks));
      }
    },
  );
});
