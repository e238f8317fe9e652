/** Prices, trades, funding and statistics of COIN-M agree with each other and with the account. */
import { describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../src/catalogue/futures-products.ts';
import { HOUR_MS } from '../../src/core/time-units.ts';
import { answerRequest } from '../../src/sandbox/exchange/requests.ts';
import { engine, setUpFutures } from './futures-setup.ts';
import { requestJson } from './signed-calls.ts';

const CONTRACT = { symbol: 'BTCUSD_PERP' } as const;
const PAIR = 'BTCUSD';

type Row = Readonly<Record<string, string>>;
type Exchange = ReturnType<typeof setUpFutures>['exchange'];

function read(
  exchange: Exchange,
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  address: FuturesProduct = 'coinm',
) {
  const words = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  const target = `${path}?${words.join('&')}`;
  const request = { method: 'GET', target, headers: {}, body: '', client: 'test', address };
  return JSON.parse(answerRequest(exchange, request).body);
}

describe('tickers of COIN-M', () => {
  it('are arrays, also of one contract, and agree with the trades', () => {
    const { exchange } = setUpFutures();
    const [price] = read(exchange, '/dapi/v1/ticker/price', CONTRACT);
    const trades: readonly Row[] = read(exchange, '/dapi/v1/trades', { ...CONTRACT, limit: 1 });
    expect(price).toMatchObject({ symbol: 'BTCUSD_PERP', ps: PAIR, price: trades[0]!['price'] });
    const [book] = read(exchange, '/dapi/v1/ticker/bookTicker', CONTRACT);
    const depth = read(exchange, '/dapi/v1/depth', { ...CONTRACT, limit: 5 });
    expect([book.bidPrice, book.bidQty, book.askPrice, book.askQty]).toEqual([
      ...depth.bids[0],
      ...depth.asks[0],
    ]);
    expect(book.pair).toBe(PAIR);
  });

  it('of a pair are those of its contracts', () => {
    const { exchange } = setUpFutures();
    for (const path of ['/dapi/v1/ticker/price', '/dapi/v1/ticker/bookTicker']) {
      const rows: readonly Row[] = read(exchange, path, { pair: PAIR });
      expect(rows.map(({ symbol }) => symbol)).toEqual(['BTCUSD_PERP', 'BTCUSD_261225', 'BTCUSD_270326']);
      expect(read(exchange, path, { ...CONTRACT, pair: PAIR }).code).toBe(-1128);
    }
  });
});

it('trades of COIN-M are worth contracts times their size over the price', () => {
  const { exchange } = setUpFutures();
  for (const { price, qty, baseQty } of read(exchange, '/dapi/v1/trades', { ...CONTRACT, limit: 50 }))
    expect(Number(baseQty)).toBeCloseTo((Number(qty) * 100) / Number(price), 7);
});

it('trades of COIN-M have the base volume of their candle, those of users too', () => {
  const { exchange, pass } = setUpFutures();
  const start = Math.floor(exchange.clock.now() / 60_000) * 60_000;
  const order = { ...CONTRACT, side: 'BUY', type: 'MARKET', quantity: '333' };
  requestJson(exchange, 'POST', '/dapi/v1/order', order);
  pass(90_000);
  const window = { ...CONTRACT, startTime: start, limit: 1 };
  const [candle] = read(exchange, '/dapi/v1/klines', { ...window, interval: '1m' });
  const [first] = read(exchange, '/dapi/v1/aggTrades', { ...window, endTime: start + 59_999 });
  const rows: Row[] = [];
  while (rows.length < candle[8]) {
    const limit = Math.min(500, candle[8] - rows.length);
    const page = { ...CONTRACT, fromId: first.f + rows.length, limit };
    rows.push(...requestJson(exchange, 'GET', '/dapi/v1/historicalTrades', page));
  }
  const [last] = requestJson(exchange, 'GET', '/dapi/v1/userTrades', CONTRACT);
  expect(rows).toContainEqual(expect.objectContaining({ id: last.id, baseQty: last.baseQty }));
  const unitsOf = (text: string) => BigInt(text.replace('.', ''));
  const sum = (trades: readonly Row[]) => trades.reduce((all, row) => all + unitsOf(row['baseQty']!), 0n);
  expect(sum(rows)).toBe(unitsOf(candle[7]));
  expect(sum(rows.filter((row) => !row['isBuyerMaker']))).toBe(unitsOf(candle[10]));
});

it('historical trades of COIN-M begin with the id', () => {
  const { exchange } = setUpFutures();
  const signed = requestJson(exchange, 'GET', '/dapi/v1/historicalTrades', {
    ...CONTRACT,
    fromId: 77,
    limit: 3,
  });
  expect(signed.map(({ id }: { id: number }) => id)).toEqual([77, 78, 79]);
});

it('funding of COIN-M is published at the rates that were paid', () => {
  const { exchange, pass } = setUpFutures();
  requestJson(exchange, 'POST', '/dapi/v1/order', {
    ...CONTRACT,
    side: 'SELL',
    type: 'MARKET',
    quantity: '500',
  });
  pass(8 * HOUR_MS);
  const [paid] = requestJson(exchange, 'GET', '/dapi/v1/income', { incomeType: 'FUNDING_FEE' });
  const rate = read(exchange, '/dapi/v1/fundingRate', { ...CONTRACT, limit: 1 })[0];
  expect(rate.fundingTime).toBe(paid.time);
  expect(Number(paid.income)).toBeCloseTo((500 * 100 * Number(rate.fundingRate)) / Number(rate.markPrice), 7);
  expect(read(exchange, '/dapi/v1/fundingRate', { symbol: 'BTCUSD_261225' })).toEqual([]);
});

it('balances of COIN-M are those of the account', () => {
  const { exchange } = setUpFutures();
  const { assets } = requestJson(exchange, 'GET', '/dapi/v1/account');
  for (const row of requestJson(exchange, 'GET', '/dapi/v1/balance')) {
    const asset = assets.find((one: Row) => one['asset'] === row.asset);
    expect([row.balance, row.availableBalance, row.withdrawAvailable]).toEqual([
      asset.walletBalance,
      asset.availableBalance,
      asset.maxWithdrawAmount,
    ]);
  }
});

describe('statistics of COIN-M', () => {
  const params = { pair: PAIR, period: '1h', limit: 3 } as const;

  it.each([
    ['openInterestHist', { symbol: 'BTCUSDT' }],
    ['topLongShortAccountRatio', { symbol: 'BTCUSDT' }],
    ['topLongShortPositionRatio', { symbol: 'BTCUSDT' }],
    ['globalLongShortAccountRatio', { symbol: 'BTCUSDT' }],
    ['basis', { pair: 'BTCUSDT', contractType: 'PERPETUAL' }],
  ])('%s are served at the address of COIN-M, those of USD-M at its own', (name, usdm) => {
    const { exchange } = setUpFutures();
    const path = `/futures/data/${name}`;
    const type = name === 'basis' ? { contractType: 'PERPETUAL' } : {};
    const rows: readonly Row[] = read(exchange, path, { ...params, ...type });
    expect(rows.map(({ pair }) => pair)).toEqual([PAIR, PAIR, PAIR]);
    const others: readonly Row[] = read(exchange, path, { ...usdm, period: '1h', limit: 3 }, 'usdm');
    expect(others).toHaveLength(3);
    expect(others.some(({ pair }) => pair === PAIR)).toBe(false);
  });

  it('of open interest add up over the contracts of the pair', () => {
    const { exchange } = setUpFutures();
    const total = (contractType?: string) =>
      read(exchange, '/futures/data/openInterestHist', {
        ...params,
        ...(contractType === undefined ? {} : { contractType }),
      }).map((row: Row) => Number(row['sumOpenInterest']));
    const types = ['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER'].map((type) => total(type));
    expect(total()).toEqual([0, 1, 2].map((row) => types.reduce((sum, one) => sum + one[row], 0)));
    expect(total('ALL')).toEqual(total());
  });

  it('of taker volume agree with the candles', () => {
    const { exchange } = setUpFutures();
    const { clock } = exchange;
    const [volume] = read(exchange, '/futures/data/takerBuySellVol', {
      ...params,
      contractType: 'PERPETUAL',
      limit: 1,
    });
    const candles = read(exchange, '/dapi/v1/klines', {
      ...CONTRACT,
      interval: '1h',
      startTime: volume.timestamp - HOUR_MS,
      endTime: Math.min(volume.timestamp - 1, clock.now()),
    });
    const [, , , , , traded, , , , bought, boughtBase] = candles[0];
    expect([volume.takerBuyVol, Number(volume.takerBuyVol) + Number(volume.takerSellVol)]).toEqual([
      bought,
      Number(traded),
    ]);
    expect(volume.takerBuyVolValue).toBe(boughtBase);
  });
});

describe('several orders at once', () => {
  const resting = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const;

  describe.each([
    ['/fapi/v1', 'usdm', 'BTCUSDT', '0.01', '0.02'],
    ['/dapi/v1', 'coinm', 'BTCUSD_PERP', '1', '2'],
  ] as const)('at %s', (root, product, symbol, small, large) => {
    function setUp() {
      const { exchange } = setUpFutures();
      const { market } = engine(exchange, product);
      const last = market.lastTicks(market.find(symbol, exchange.clock.now())!, exchange.clock.now());
      const near = (percent: number) => (Math.round(last * (1 + percent / 100)) / 10).toFixed(1);
      const place = (newClientOrderId: string) =>
        requestJson(exchange, 'POST', `${root}/order`, {
          ...resting,
          symbol,
          quantity: small,
          price: near(-4),
          newClientOrderId,
        }).orderId;
      const open = () =>
        requestJson(exchange, 'GET', `${root}/openOrders`).map((one: Row) => [
          one['clientOrderId'],
          one['origQty'],
          one['price'],
        ]);
      return { exchange, near, place, open };
    }

    it('are changed each on its own', () => {
      const { exchange, near, place, open } = setUp();
      const orderId = place('first');
      place('second');
      const change = { symbol, side: 'BUY', quantity: large, price: near(-3) };
      const changes = [
        { ...change, orderId },
        { ...change, origClientOrderId: 'nobody' },
        { ...change, origClientOrderId: 'second', quantity: small },
        { ...change, origClientOrderId: 'second', side: 'SIDEWAYS' },
      ];
      const rows = requestJson(exchange, 'PUT', `${root}/batchOrders`, {
        batchOrders: JSON.stringify(changes),
      });
      expect(rows).toMatchObject([
        { orderId, price: near(-3) },
        { code: -2013 },
        { clientOrderId: 'second' },
        { code: -1117 },
      ]);
      const pad = (text: string) => (product === 'usdm' ? Number(text).toFixed(3) : text);
      expect(open()).toEqual([
        ['first', pad(large), near(-3)],
        ['second', pad(small), near(-3)],
      ]);
    });

    it('are cancelled each on its own, by number or by client id', () => {
      const { exchange, place, open } = setUp();
      const [first, second] = [place('first'), place('second')];
      place('third');
      const cancel = (params: Readonly<Record<string, string>>) =>
        requestJson(exchange, 'DELETE', `${root}/batchOrders`, { symbol, ...params });
      expect(cancel({ orderIdList: `[${first},999]` })).toMatchObject([
        { orderId: first, status: 'CANCELED' },
        { code: -2011, msg: 'Unknown order sent.' },
      ]);
      expect(cancel({ origClientOrderIdList: '["second"]' })).toMatchObject([{ orderId: second }]);
      expect(open().map(([id]: readonly string[]) => id)).toEqual(['third']);
    });
  });
});
