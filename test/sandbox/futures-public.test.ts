/** Users' trades and orders in the public market data of futures, and consistency of all views. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../src/catalogue/futures-products.ts';
import { seededRandom } from '../../src/core/clock.ts';
import { engine, type FuturesSetup, NOW, setUpFutures, trader } from './futures-setup.ts';
import { type Credentials, requestJson, requestPublicJson, sendSigned } from './signed-calls.ts';

const ROOTS = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;
const SYMBOLS = { usdm: 'ETHUSDT', coinm: 'BTCUSD_PERP' } as const;

interface Aggregate {
  readonly a: number;
  readonly p: string;
  readonly q: string;
  readonly f: number;
  readonly l: number;
  readonly T: number;
  readonly m: boolean;
}
type Row = readonly [number, string, string, string, string, string, number, string, number, string];

interface TradedExchange extends FuturesSetup {
  readonly product: FuturesProduct;
  readonly began: number;
  readonly other: Credentials;
}

/** Lets two users trade with each other and with the market. */
function tradedExchange(product: FuturesProduct, seed: number, turns = 60): TradedExchange {
  const world = setUpFutures(NOW - (NOW % 60_000) + 20_123, seed);
  const { exchange, clock } = world;
  const asset = product === 'usdm' ? 'USDT' : 'BTC';
  const other = trader(exchange, 'other', product, asset, 100_000_000_000_000n).keys;
  const one: TradedExchange = { ...world, product, began: clock.now(), other };
  tradeRandomly(one, seed, turns);
  return one;
}

function tradeRandomly(
  { exchange, pass, product: line, other }: TradedExchange,
  seed: number,
  turns: number,
): void {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const symbol = SYMBOLS[line];
  const futures = engine(exchange, line);
  for (let turn = 0; turn < turns; turn += 1) {
    pass([0, 1, 40, 700, 9000][pick(5)]!);
    const now = exchange.clock.now();
    const contract = futures.market.find(symbol, now)!;
    const ticks = futures.market.publicView.lastPrice(contract.market, now);
    const near = Math.round(ticks * (1 + (pick(5) - 2) * 0.0003));
    const price = (near / 10 ** contract.market.tickDecimals).toFixed(contract.market.tickDecimals);
    const quantity = line === 'usdm' ? (0.1 + pick(40) / 10).toFixed(1) : String(1 + pick(300));
    const limit = { type: 'LIMIT', price, timeInForce: pick(4) === 0 ? 'IOC' : 'GTC' };
    const order = {
      symbol,
      side: pick(2) === 0 ? 'BUY' : 'SELL',
      quantity,
      ...(pick(4) === 0 ? { type: 'MARKET' } : limit),
    };
    sendSigned(exchange, 'POST', `${ROOTS[line]}/order`, order, pick(2) === 0 ? other : undefined);
  }
}

/** Returns all aggregate trades from a time on. */
function aggregatesOf(
  { exchange, product: line, began }: TradedExchange,
  from = began - 20_000,
): readonly Aggregate[] {
  const path = `${ROOTS[line]}/aggTrades?symbol=${SYMBOLS[line]}`;
  const rows: Aggregate[] = requestPublicJson(exchange, `${path}&startTime=${from}&limit=1000`);
  for (let next: readonly Aggregate[] = rows; next.length === 1000; ) {
    next = requestPublicJson(exchange, `${path}&fromId=${rows.at(-1)!.a + 1}&limit=1000`);
    rows.push(...next);
  }
  return rows;
}

/** Parses a decimal into an integer of 10^-8. */
const units = (text: string) => BigInt(text.replace('.', ''));

describe.each(['usdm', 'coinm'] as const)('public data of %s with trades of users', (product) => {
  const symbol = SYMBOLS[product];

  it("numbers all trades without gaps in order of time, users' trades with the ids of their fills", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seed) => {
        const one = tradedExchange(product, seed);
        const rows = aggregatesOf(one);
        for (const [place, { a, f, T }] of rows.entries()) {
          const before = rows[place - 1];
          if (before === undefined) continue;
          expect([a, f]).toEqual([before.a + 1, before.l + 1]);
          expect(T).toBeGreaterThanOrEqual(before.T);
        }
        for (const keys of [undefined, one.other]) {
          const own = requestJson(
            one.exchange,
            'GET',
            `${ROOTS[product]}/userTrades`,
            { symbol, limit: 1000 },
            keys,
          );
          for (const { id, price, side, maker, time } of own) {
            const seen = rows.find(({ f, l }) => f <= id && id <= l)!;
            expect([seen.p, seen.T, seen.m]).toEqual([price, time, (side === 'BUY') === maker]);
          }
        }
      }),
      { numRuns: 8, interruptAfterTimeLimit: 4000 },
    );
  });

  it('does not change past data when users trade again', () => {
    const one = tradedExchange(product, 5, 30);
    const before = aggregatesOf(one);
    const until = one.exchange.clock.now();
    one.pass(1);
    tradeRandomly(one, 6, 30);
    one.pass(60_000);
    expect(aggregatesOf(one).filter(({ T }) => T <= until)).toEqual(before);
  });

  it.each(['1m', '3m'])('includes them in candles of %s and in the ticker', (interval) => {
    const one = tradedExchange(product, 11, 80);
    one.pass(2500);
    const { exchange } = one;
    const from = one.began - (one.began % 180_000);
    const rows: readonly Row[] = requestPublicJson(
      exchange,
      `${ROOTS[product]}/klines?symbol=${symbol}&interval=${interval}&startTime=${from}&limit=1000`,
    );
    const all = aggregatesOf(one, from);
    for (const [openTime, open, high, low, close, volume, closeTime, , count] of rows) {
      const within = all.filter(({ T }) => T >= openTime && T <= closeTime);
      const prices = within.map(({ p }) => units(p));
      expect([open, close].map(units)).toEqual([prices[0], prices.at(-1)]);
      expect(units(high)).toBe(prices.reduce((most, price) => (price > most ? price : most)));
      expect(units(low)).toBe(prices.reduce((least, price) => (price < least ? price : least)));
      expect(units(volume)).toBe(within.reduce((sum, { q }) => sum + units(q), 0n));
      expect(count).toBe(within.reduce((sum, { f, l }) => sum + l + 1 - f, 0));
    }
    const answered = requestPublicJson(exchange, `${ROOTS[product]}/ticker/24hr?symbol=${symbol}`);
    const day = Array.isArray(answered) ? answered[0] : answered;
    expect([day.lastPrice, day.lastId]).toEqual([all.at(-1)!.p, all.at(-1)!.l]);
  });

  it('shows resting orders, and omits consumed liquidity until the book changes', () => {
    const { exchange, pass } = setUpFutures();
    const depth = () => requestPublicJson(exchange, `${ROOTS[product]}/depth?symbol=${symbol}&limit=10`);
    const before = depth();
    const quantity = product === 'usdm' ? '7.77' : '777';
    const [price] = before.bids[4];
    const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity, price };
    const { orderId } = requestJson(exchange, 'POST', `${ROOTS[product]}/order`, order);
    const rested = depth();
    expect(rested.lastUpdateId).toBeGreaterThan(before.lastUpdateId);
    const added = Number(rested.bids[4][1]) - Number(before.bids[4][1]);
    expect(added).toBeCloseTo(Number(quantity), 6);
    requestJson(exchange, 'DELETE', `${ROOTS[product]}/order`, { symbol, orderId });
    expect(depth().bids).toEqual(before.bids);
    const [best, size] = before.asks[0];
    requestJson(exchange, 'POST', `${ROOTS[product]}/order`, {
      ...order,
      price: best,
      quantity: size,
      timeInForce: 'IOC',
    });
    expect(depth().asks[0]).toEqual(before.asks[1]);
    const [last] = requestPublicJson(exchange, `${ROOTS[product]}/aggTrades?symbol=${symbol}&limit=1`);
    expect([last.p, last.q, last.m]).toEqual([best, size, false]);
    pass(100);
    expect(depth().asks[0][0]).not.toBe('0');
  });
});

it("mark price, premium and funding depend on the simulated market's trades only", () => {
  const traded = tradedExchange('usdm', 3, 40);
  const quiet = setUpFutures(traded.began, 3);
  quiet.pass(traded.exchange.clock.now() - traded.began);
  const target = '/fapi/v1/premiumIndex?symbol=ETHUSDT';
  expect(requestPublicJson(traded.exchange, target)).toEqual(requestPublicJson(quiet.exchange, target));
});

it('a liquidation is listed among the public trades', () => {
  const { exchange, pass } = setUpFutures(NOW, 1, { marketModel: 1 });
  const { keys } = trader(exchange, 'bold', 'usdm', 'USDT', 700n * 100_000_000n);
  requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 100 }, keys);
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.6' };
  requestJson(exchange, 'POST', '/fapi/v1/order', order, keys);
  pass(6 * 86_400_000);
  const [forced] = requestJson(exchange, 'GET', '/fapi/v1/forceOrders', {}, keys);
  const window = `startTime=${forced.updateTime}&endTime=${forced.updateTime}`;
  const rows: readonly Aggregate[] = requestPublicJson(
    exchange,
    `/fapi/v1/aggTrades?symbol=BTCUSDT&${window}`,
  );
  expect(rows.at(-1)).toMatchObject({ q: '0.600', m: true });
});
