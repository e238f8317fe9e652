// Random symbols and random market data: candles, seconds, trades, holes, gaps, snapshots and funding.
import { scaled } from './chance.mjs';

const MINUTE = 60000;

/** What symbols there are: price in units of the last place, places of price and quantity, and tick and step. */
const SHAPES = [
  {
    symbol: 'BTCUSDT',
    base: 'BTC',
    price: 500000,
    places: 1,
    tick: '0.1',
    step: '0.001',
    unit: 3,
    usual: 200,
  },
  {
    symbol: 'ETHUSDT',
    base: 'ETH',
    price: 250000,
    places: 2,
    tick: '0.01',
    step: '0.001',
    unit: 3,
    usual: 4000,
  },
  { symbol: 'SOLUSDT', base: 'SOL', price: 15000, places: 2, tick: '0.05', step: '1', unit: 0, usual: 60 },
  {
    symbol: '1000PEPEUSDT',
    base: 'PEPE',
    price: 123456,
    places: 7,
    tick: '0.0000001',
    step: '1',
    unit: 0,
    usual: 800000,
  },
  { symbol: 'TICKUSDT', base: 'TICK', price: 9, places: 0, tick: '1', step: '0.25', unit: 2, usual: 100000 },
  {
    symbol: 'BTCUSD',
    base: 'BTC',
    price: 500000,
    places: 1,
    tick: '0.5',
    step: '0.001',
    unit: 3,
    usual: 200,
    quote: 'USD',
  },
];

const LADDERS = [
  [{ cap: null, mmr: '0.004', max_leverage: '125' }],
  [
    { cap: '50000', mmr: '0.004', max_leverage: '125' },
    { cap: '250000', mmr: '0.005', max_leverage: '100' },
    { cap: '1000000', mmr: '0.01', max_leverage: '50' },
    { cap: null, mmr: '0.025', max_leverage: '20' },
  ],
  [
    { cap: '1000', mmr: '0', max_leverage: '150' },
    { cap: '3000.5', mmr: '0.0213', max_leverage: '25' },
    { cap: '9000', mmr: '0.25', max_leverage: '3.5' },
    { cap: null, mmr: '0.5', max_leverage: '1' },
  ],
  [
    { cap: '500', mmr: '0.01', max_leverage: '75' },
    { cap: null, mmr: '0.333', max_leverage: '10' },
  ],
];

/** A few symbols: their records, and their shapes for making data and theses. */
export function randomSymbols(chance) {
  const shapes = chance
    .shuffled(chance.likely(0.9) ? SHAPES.slice(0, -1) : SHAPES)
    .slice(0, chance.weighted({ 1: 5, 2: 3, 3: 1 }));
  if (chance.likely(0.6) && !shapes.some((shape) => shape.symbol === 'BTCUSDT')) shapes[0] = SHAPES[0];
  const records = shapes.map((shape) => ({
    kind: 'symbol',
    symbol: shape.symbol,
    base: shape.base,
    quote: shape.quote ?? 'USDT',
    tick_size: shape.tick,
    step_size: shape.step,
    min_qty: chance.one(['0', shape.step, shape.step, scaled(Math.ceil(shape.usual / 40), shape.unit)]),
    max_qty: chance.one(['100000000', '100000000', scaled(shape.usual * 3, shape.unit)]),
    min_notional: chance.one(['0', '5', '5', '5', '100']),
    liquidation_fee: chance.one(['0.0125', '0', '0.005', '0.3']),
    tiers: LADDERS[chance.weighted({ 0: 3, 1: 4, 2: 1, 3: 2 })],
    taker_fee: chance.likely(0.2) ? chance.one(['0', '0.00045', '0.01']) : undefined,
    maker_fee: chance.likely(0.2) ? chance.one(['0', '0.00012345', '0.002']) : undefined,
  }));
  return { shapes, records };
}

/** A price some units up or down, never below one unit. */
const moved = (chance, price, share) => {
  const most = Math.max(1, Math.round(price * share));
  return Math.max(1, price + chance.whole(-most, most));
};

const text = (shape, price) => scaled(price, shape.places);

function candleOf(chance, shape, interval, t, open, share) {
  const prices = [open, moved(chance, open, share), moved(chance, open, share), moved(chance, open, share)];
  const candle = {
    kind: 'candle',
    symbol: shape.symbol,
    interval,
    t,
    o: text(shape, open),
    h: text(shape, Math.max(...prices)),
    l: text(shape, Math.min(...prices)),
    c: text(shape, prices[3]),
  };
  return { candle, low: Math.min(...prices), high: Math.max(...prices), close: prices[3] };
}

const trade = (shape, t, price) => ({ kind: 'trade', symbol: shape.symbol, t, p: text(shape, price) });

/** Trades within a span of time; two may share a millisecond. */
function tradesIn(chance, shape, start, length, prices) {
  let t = start + chance.whole(0, Math.floor(length / 4));
  return prices.map((price) => {
    const found = trade(shape, t, price);
    if (chance.likely(0.8))
      t = Math.min(start + length - 1, t + chance.whole(1, Math.floor(length / prices.length)));
    return found;
  });
}

/** Prices that reach both extremes in some order, or now and then miss one. */
function covering(chance, low, high, open, close) {
  const inner = [low, high, chance.whole(low, high), chance.whole(low, high)];
  const prices = chance.shuffled(chance.likely(0.85) ? inner : inner.slice(1));
  return chance.likely(0.5) ? [open, ...prices, close] : prices;
}

/** The candle of a second; inside a minute whose extremes are given it keeps to them, and may be made to reach them. */
function secondOf(chance, shape, t, open, share, bounds) {
  const found = candleOf(chance, shape, '1s', t, open, share);
  if (bounds === undefined) return found;
  const kept = (price) => Math.min(Math.max(price, bounds.low), bounds.high);
  const close = kept(found.close);
  const low = kept(Math.min(found.low, bounds.reach ?? found.low));
  const high = kept(Math.max(found.high, bounds.reach ?? found.high));
  const prices = { l: text(shape, low), h: text(shape, high), c: text(shape, close) };
  return { candle: { ...found.candle, ...prices }, low, high, close };
}

/** Seconds inside a minute, some with trades of their own. */
function secondsIn(chance, shape, start, bounds, open, share) {
  const count = chance.whole(2, 5);
  const starts = [...new Set(Array.from({ length: count }, () => chance.whole(0, 59)))].sort((a, b) => a - b);
  const extremes = bounds === undefined ? [] : chance.shuffled([bounds.low, bounds.high]);
  const records = [];
  let price = open;
  starts.forEach((second, at) => {
    const t = start + second * 1000;
    const reach = chance.likely(0.95) ? extremes[at] : undefined;
    const found = secondOf(chance, shape, t, price, share, bounds && { ...bounds, reach });
    records.push(found.candle);
    const prices = covering(chance, found.low, found.high, price, found.close);
    if (chance.likely(0.3)) records.push(...tradesIn(chance, shape, t, 1000, prices));
    price = found.close;
  });
  return { records, close: price };
}

const MINUTES = {
  candle: ({ whole }) => [[whole.candle], whole.close],
  trades: ({ chance, shape, start, whole, open }) => [
    [
      whole.candle,
      ...tradesIn(chance, shape, start, MINUTE, covering(chance, whole.low, whole.high, open, whole.close)),
    ],
    whole.close,
  ],
  seconds: ({ chance, shape, start, whole, open, share }) => [
    [whole.candle, ...secondsIn(chance, shape, start, whole, open, share).records],
    whole.close,
  ],
  onlySeconds: ({ chance, shape, start, open, share }) => {
    const { records, close } = secondsIn(chance, shape, start, undefined, open, share);
    return [records, close];
  },
  onlyTrades: ({ chance, shape, start, open, share }) => {
    const prices = Array.from({ length: chance.whole(1, 6) }, () => moved(chance, open, share));
    return [tradesIn(chance, shape, start, MINUTE, prices), prices.at(-1)];
  },
  hole: ({ open }) => [[], open],
};

const LIKELY = { candle: 10, trades: 2, seconds: 2, onlySeconds: 1, onlyTrades: 2, hole: 2 };

/** A snapshot around a price, shallow or deep. */
function snapshot(chance, shape, t, price) {
  const side = (direction) => {
    let at = Math.max(price + direction * chance.whole(0, 3) + (direction > 0 ? 1 : 0), 1);
    const levels = [];
    for (let level = chance.whole(1, 4); level > 0 && at >= 1; level -= 1) {
      const quantity = chance.whole(1, Math.max(2, Math.round(shape.usual * chance.one([0.1, 1, 10]))));
      levels.push([text(shape, at), scaled(quantity, shape.unit)]);
      at += direction * chance.whole(1, Math.max(2, Math.round(price * 0.001)));
    }
    return levels;
  };
  return { kind: 'book', symbol: shape.symbol, t, bids: side(-1), asks: side(1) };
}

function funding(chance, shape, t, price) {
  const size = chance.one(['0.0001', '0.0003', '0.00012345', '0.03', '0.4', '0']);
  return {
    kind: 'funding',
    symbol: shape.symbol,
    t,
    rate: `${chance.likely(0.4) ? '-' : ''}${size}`,
    mark: chance.likely(0.3) ? null : text(shape, moved(chance, price, 0.01)),
  };
}

/** Data of a symbol over the minutes of a span, and its price at the opening of each minute. */
export function randomMarket(chance, shape, start, minutes) {
  const share = chance.one([0.0005, 0.003, 0.01, 0.05]);
  const records = [];
  const prices = [];
  let open = shape.price;
  for (let minute = 0; minute < minutes; minute += 1) {
    const at = start + minute * MINUTE;
    if (chance.likely(0.15)) open = moved(chance, open, share * 3);
    prices.push(open);
    const whole = candleOf(chance, shape, '1m', at, open, chance.likely(0.1) ? share * 4 : share);
    const kind = minute < 2 && chance.likely(0.8) ? 'candle' : chance.weighted(LIKELY);
    const [found, close] = MINUTES[kind]({ chance, shape, start: at, whole, open, share });
    records.push(...found);
    const somewhere = at + chance.one([0, 0, 0, chance.whole(0, MINUTE - 1), MINUTE - 1]);
    const twice = chance.likely(0.2) ? [0, 1] : [0];
    if (chance.likely(0.12)) records.push(...twice.map(() => snapshot(chance, shape, somewhere, open)));
    if (chance.likely(0.08)) records.push(...twice.map((ms) => funding(chance, shape, somewhere - ms, open)));
    open = close;
  }
  return { records, prices };
}
