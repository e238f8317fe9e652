// A random scenario: settings, symbols, data and theses, as the text of a file.
import { chanceOf, written } from './chance.mjs';
import { randomMarket, randomSymbols } from './random-market.mjs';
import { randomThesis } from './random-theses.mjs';

const MINUTE = 60000;
const MIDNIGHT = Date.parse('2026-01-01T00:00:00Z');

const SETTINGS = {
  cash: ['10000', '1000', '3000.12345678', '1000000', '1000000', '0', '0700.50'],
  taker_fee: ['0', '0.0004', '0.00037', '0.01'],
  maker_fee: ['0', '0.00011', '0.002'],
  slippage_bps: ['0', '1', '2', '3.3', '12.5', '12.5', '30', '100', '9999', '10000', '20000'],
  latency_ms: [0, 1, 250, 1000, 30000, 60000, 61234],
  max_wait_ms: [0, 1, 1000, 59999, 60000, 300000],
  book_max_age_ms: [0, 1000, 60000, 600000],
  target_fill: ['touch', 'through'],
  opposite_add: ['flip', 'flip', 'hedge', 'hedge', 'refuse'],
  mark_price_policy: ['trust', 'worse'],
  mark_price_band_bps: ['0', '10', '100.5', '10000', '0.0001'],
  equity_every_ms: [60000, 86400000, 1234567, 90001, 300000],
  asset: ['USDT', 'USDT', 'USDT', 'USD'],
};

const BAD_SETTINGS = [
  { leverage: '5' },
  { cash: '-1' },
  { end: MIDNIGHT + 1 },
  { target_fill: 'always' },
  { latency_ms: -1 },
];

function randomSettings(chance, start, minutes) {
  const settings = { kind: 'settings', version: 1, start, end: start + minutes * MINUTE };
  for (const [name, values] of Object.entries(SETTINGS)) {
    const likely =
      {
        opposite_add: 0.6,
        asset: 0.04,
        cash: 0.25,
        mark_price_policy: 0.5,
        target_fill: 0.5,
        slippage_bps: 0.2,
        latency_ms: 0.15,
        max_wait_ms: 0.1,
      }[name] ?? 0.3;
    if (chance.likely(likely)) settings[name] = chance.one(values);
  }
  // A sample a minute over days is slow and shows no more than one an hour.
  if (minutes > 1440 && settings.equity_every_ms < 1_000_000) settings.equity_every_ms = 1_234_567;
  if (chance.likely(0.004)) Object.assign(settings, chance.one(BAD_SETTINGS));
  return settings;
}

/** Days of few candles at random minutes, for what is counted by the day. */
function daysOfData(chance, shape, start, days) {
  const records = [];
  let { price } = shape;
  for (let day = 0; day < days; day += 1) {
    const { records: found } = randomMarket(
      chance,
      { ...shape, price },
      start + day * 86400000 + chance.whole(0, 1400) * MINUTE,
      3,
    );
    records.push(...found);
    price = Math.max(1, price + chance.whole(-Math.ceil(price / 40), Math.ceil(price / 40)));
  }
  return records;
}

/** A few times at which theses may be decided: when data have a time, or any time, now and then past the end. */
function timesOf(chance, settings, records) {
  const times = records.map((record) => record.t).filter((t) => t !== undefined && t >= settings.start);
  const any = () => chance.whole(settings.start, settings.end - 1);
  const late = chance.likely(0.05) ? [settings.end, settings.end + 1] : [];
  const pool = [...times, ...times, any(), any(), any(), ...late];
  const few = Array.from({ length: chance.whole(3, 10) }, () => chance.one(pool)).sort((a, b) => a - b);
  return few;
}

/** A fault for which a scenario is refused as a whole. */
const FAULTS = [
  () => '{"kind":"trades","symbol":"BTCUSDT","t":0,"p":"1"}',
  () => '{"kind":"trade","symbol":"NOSUCH","t":0,"p":"1"}',
  ({ symbol }) => `{"kind":"trade","symbol":"${symbol}","t":0,"p":"1.","x":1}`,
  ({ symbol }) => `{"kind":"trade","symbol":"${symbol}","t":0,"p":"0"}`,
  ({ symbol }) => `{"kind":"trade","symbol":"${symbol}","t":0,"p":1}`,
  ({ symbol }) => `{"kind":"trade","symbol":"${symbol}","t":0.5,"p":"1"}`,
  ({ symbol }) => `{"kind":"trade","symbol":"${symbol}","p":"1"}`,
  ({ symbol }) =>
    `{"kind":"candle","symbol":"${symbol}","interval":"1m","t":60001,"o":"1","h":"1","l":"1","c":"1"}`,
  ({ symbol }) =>
    `{"kind":"candle","symbol":"${symbol}","interval":"1m","t":60000,"o":"1","h":"1","l":"2","c":"1"}`,
  ({ symbol }) =>
    `{"kind":"candle","symbol":"${symbol}","interval":"5m","t":0,"o":"1","h":"1","l":"1","c":"1"}`,
  ({ symbol }) => `{"kind":"book","symbol":"${symbol}","t":0,"bids":[["2","1"]],"asks":[["1","1"]]}`,
  ({ symbol }) => `{"kind":"book","symbol":"${symbol}","t":0,"bids":[["1","1"]],"asks":[]}`,
  ({ symbol }) =>
    `{"kind":"book","symbol":"${symbol}","t":0,"bids":[["1","1"],["2","1"]],"asks":[["3","1"]]}`,
  ({ symbol }) => `{"kind":"funding","symbol":"${symbol}","t":0,"rate":"+0.1","mark":null}`,
  ({ symbol }) => `{"kind":"funding","symbol":"${symbol}","t":0,"rate":"0.1"}`,
  () => '{"kind":"thesis","t":0,"thesis":{}}',
  ({ start }) => `{"kind":"thesis","t":${start},"thesis":{"far":1e1001}}`,
  ({ start }) => `{"kind":"thesis","t":${start},"thesis":[]}`,
  () => '{"kind":"trade"',
];

/** Theses of a scenario: some say again what an earlier one said, in another spelling or with `again`. */
function randomTheses(chance, count, context, times) {
  const said = [];
  const opened = [];
  for (let at = 0; at < count; at += 1) {
    const repeated = said.length > 0 && chance.likely(0.08);
    const t =
      times[Math.floor(((at + chance.one([0, 0, 0, -0.5])) * times.length) / count + 0.5)] ??
      chance.one(times);
    const thesis = repeated
      ? chance.one(said).thesis
      : randomThesis(chance, { ...context, opened, priceOf: context.priceAt(t) });
    said.push({ kind: 'thesis', t, thesis, again: chance.likely(repeated ? 0.4 : 0.02) ? true : undefined });
  }
  return said;
}

/** A member name twice, at any depth. */
const namedTwice = (line) => line.replace(/"(reason|source|side)"\s*:/, (found) => `${found}"x",${found}`);

/** The text of the scenario of a seed, with a number of theses. */
export function randomScenario(seed, theses = 10) {
  const chance = chanceOf(seed);
  const { shapes, records } = randomSymbols(chance);
  const days = chance.likely(0.08) ? chance.whole(3, 5) : 0;
  const start = MIDNIGHT + chance.one([0, 0, -2 * MINUTE, 7 * 3600000, 86400000 - 5 * MINUTE]);
  const minutes = days > 0 ? days * 1440 + chance.whole(0, 600) : chance.whole(2, 16);
  const settings = randomSettings(chance, start, minutes);
  const prices = new Map();
  const data = shapes.flatMap((shape) => {
    if (days > 0) return daysOfData(chance, shape, start, days);
    const market = randomMarket(chance, shape, start - MINUTE, minutes + 2);
    prices.set(shape.symbol, market.prices);
    return market.records;
  });
  const priceAt = (t) => (shape) =>
    prices.get(shape.symbol)?.[Math.floor((t - start) / MINUTE) + 1] ?? shape.price;
  const pricesOf = (shape) =>
    data
      .filter((found) => found.symbol === shape.symbol)
      .flatMap((found) => [found.h, found.l, found.p])
      .filter((price) => price !== undefined);
  const said = randomTheses(chance, theses, { shapes, priceAt, pricesOf }, timesOf(chance, settings, data));
  const market = chance.shuffled([...records, ...data]);
  const lines = (chance.likely(0.7) ? [...market, ...said] : chance.shuffled([...market, ...said])).map(
    (record) => (record.kind === 'thesis' ? written(chance, record) : JSON.stringify(record)),
  );
  if (chance.likely(0.01)) lines.push(chance.one(FAULTS)({ symbol: shapes[0].symbol, start }));
  const doubled = lines.map((line) =>
    line.includes('"thesis"') && chance.likely(0.005) ? namedTwice(line) : line,
  );
  return [JSON.stringify(settings), ...doubled].join('\n');
}
