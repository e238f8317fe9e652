// Reads a scenario file and refuses it as a whole if a record is not as it must be.
import { holdsNameTwice, JsonNumber, JsonObject, NotJson, numbersOf, readJson } from './json.mjs';
import { add, atMost, compare, decimal, equal, floor, integer, less, positive } from './numbers.mjs';

/** The scenario is refused as a whole. */
export class BadScenario extends Error {}

export const MINUTE = 60000;
export const DAY = 86400000;
export const LENGTH = { '1m': MINUTE, '1s': 1000 };

const refuse = (sentence) => {
  throw new BadScenario(sentence);
};
const must = (holds, sentence) => holds || refuse(sentence);

const isInteger = (value) =>
  value instanceof JsonNumber && value.inReach && equal(value.value, floor(value.value, integer(1)));
const time = (value) =>
  isInteger(value) ? Number(value.value.n / value.value.d) : refuse('a time is an integer');
const duration = (value) => {
  must(time(value) >= 0, 'a duration is not negative');
  return time(value);
};
const words = (value) => (typeof value === 'string' && value !== '' ? value : refuse('expected a string'));
const choice = (list) => (value) =>
  list.includes(value) ? value : refuse(`expected one of ${list.join(', ')}`);

function number(value, form = /^\d+(\.\d+)?$/) {
  must(typeof value === 'string' && form.test(value), 'expected a decimal string');
  return decimal(value);
}
const notNegative = (value) => number(value);
const aboveZero = (value) => {
  const found = number(value);
  must(positive(found), 'expected a number above zero');
  return found;
};
const rate = (value) => number(value, /^-?\d+(\.\d+)?$/);

/** Symbols count in capital letters; only a to z are raised. */
export const capitals = (name) => name.replace(/[a-z]/g, (letter) => letter.toUpperCase());
const symbolName = (value) => capitals(words(value));

const orNull = (read) => (value) => (value === null ? null : read(value));
const optional = (read) => (value) => (value === undefined ? undefined : read(value));
const listOf = (read) => (value) => (Array.isArray(value) ? value.map(read) : refuse('expected a list'));
const level = (value) => {
  must(Array.isArray(value) && value.length === 2, 'a level is a price and a quantity');
  return { price: aboveZero(value[0]), quantity: aboveZero(value[1]) };
};

/** A name twice makes a thesis invalid, and any other record unreadable. */
const namesOnce = (value) =>
  !value.twice && [...value].every(([name, member]) => name === 'thesis' || !holdsNameTwice(member));

const record = (fields) => (value) => {
  must(value instanceof JsonObject, 'expected an object');
  must(namesOnce(value), 'a member name comes twice');
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(value.get(name))]));
};

const tier = record({ cap: orNull(aboveZero), mmr: notNegative, max_leverage: aboveZero });
const thesis = (value) => {
  must(value instanceof JsonObject, 'a thesis is an object');
  must(
    numbersOf(value).every((found) => found.inReach),
    'a number of a thesis is out of reach',
  );
  return value;
};

const KINDS = {
  symbol: record({
    symbol: symbolName,
    base: words,
    quote: words,
    tick_size: aboveZero,
    step_size: aboveZero,
    min_qty: notNegative,
    max_qty: aboveZero,
    min_notional: notNegative,
    liquidation_fee: notNegative,
    tiers: listOf(tier),
    taker_fee: optional(notNegative),
    maker_fee: optional(notNegative),
  }),
  candle: record({
    symbol: symbolName,
    interval: choice(['1m', '1s']),
    t: time,
    o: aboveZero,
    h: aboveZero,
    l: aboveZero,
    c: aboveZero,
  }),
  trade: record({ symbol: symbolName, t: time, p: aboveZero }),
  book: record({ symbol: symbolName, t: time, bids: listOf(level), asks: listOf(level) }),
  funding: record({ symbol: symbolName, t: time, rate, mark: orNull(aboveZero) }),
  thesis: record({ t: time, thesis, again: optional(choice([true, false])) }),
};

const DEFAULTS = {
  asset: ['USDT', words],
  cash: ['10000', notNegative],
  taker_fee: ['0.0005', notNegative],
  maker_fee: ['0.0002', notNegative],
  slippage_bps: ['5', notNegative],
  latency_ms: [0, duration],
  max_wait_ms: [120000, duration],
  book_max_age_ms: [5000, duration],
  target_fill: ['through', choice(['through', 'touch'])],
  opposite_add: ['refuse', choice(['refuse', 'flip', 'hedge'])],
  mark_price_policy: ['worse', choice(['worse', 'trust'])],
  mark_price_band_bps: ['100', notNegative],
  equity_every_ms: [3600000, duration],
};

/** The settings as written (`printed`), and as values to compute with. */
function readSettings(line) {
  must(line instanceof JsonObject && line.get('kind') === 'settings', 'the first line holds the settings');
  must(namesOnce(line), 'a setting comes twice');
  const printed = {};
  for (const [name, [preset]] of Object.entries(DEFAULTS)) printed[name] = preset;
  const values = {};
  for (const [name, value] of line) {
    const known = Object.hasOwn(DEFAULTS, name) || ['kind', 'version', 'start', 'end'].includes(name);
    must(known, `unknown setting ${name}`);
    if (name === 'kind') continue;
    printed[name] = value;
    values[name] = Object.hasOwn(DEFAULTS, name) ? DEFAULTS[name][1](value) : time(value);
  }
  for (const [name, [preset]] of Object.entries(DEFAULTS)) {
    values[name] ??= typeof preset === 'string' && /^[\d.]+$/.test(preset) ? decimal(preset) : preset;
  }
  must(values.version === 1, 'version is 1');
  must(values.start !== undefined && values.end !== undefined, 'start and end are needed');
  must(values.start % MINUTE === 0 && values.end % MINUTE === 0, 'start and end are whole minutes');
  must(values.end > values.start, 'end comes after start');
  must(values.equity_every_ms > 0, 'equity_every_ms is above zero');
  return { printed, values };
}

function checkCandle(candle, seen) {
  const key = `${candle.interval} ${candle.t} ${candle.symbol}`;
  must(!seen.has(key), 'a second candle of one symbol, interval and time');
  seen.add(key);
  must(candle.t % LENGTH[candle.interval] === 0, 'a candle is not aligned');
  must(
    [candle.o, candle.c, candle.h].every((price) => atMost(candle.l, price)),
    'the low lies above another price',
  );
  must(
    [candle.o, candle.c].every((price) => atMost(price, candle.h)),
    'the high lies below another price',
  );
}

function checkBook(book) {
  must(book.bids.length > 0 && book.asks.length > 0, 'a book has two sides');
  const rises = (levels) => levels.every((found, at) => at === 0 || less(levels[at - 1].price, found.price));
  must(rises(book.asks) && rises([...book.bids].reverse()), 'levels of a book are ordered');
  must(less(book.bids[0].price, book.asks[0].price), 'a book is not crossed');
}

function checkTiers(tiers) {
  must(tiers.length > 0 && tiers.at(-1).cap === null, 'the last tier has no cap');
  must(
    tiers.slice(0, -1).every((found) => found.cap !== null),
    'only the last tier has no cap',
  );
  must(
    tiers.every((found) => less(found.mmr, integer(1))),
    'a maintenance rate is below 1',
  );
  for (let at = 1; at < tiers.length - 1; at += 1)
    must(compare(tiers[at - 1].cap, tiers[at].cap) < 0, 'caps go upwards');
}

/** Reads a scenario: settings, symbols by name, and lists of data and theses in the order of the file. */
export function readScenario(content) {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  let values;
  try {
    values = lines.map(readJson);
  } catch (error) {
    if (error instanceof NotJson) refuse(error.message);
    throw error;
  }
  const settings = readSettings(values[0]);
  const lists = { symbol: [], candle: [], trade: [], book: [], funding: [], thesis: [] };
  for (const value of values.slice(1)) {
    must(value instanceof JsonObject && Object.hasOwn(KINDS, value.get('kind')), 'unknown kind');
    lists[value.get('kind')].push(KINDS[value.get('kind')](value));
  }
  const symbols = new Map();
  for (const found of lists.symbol) {
    must(!symbols.has(found.symbol), 'a symbol with two records');
    checkTiers(found.tiers);
    symbols.set(found.symbol, found);
  }
  const seen = new Set();
  for (const candle of lists.candle) checkCandle(candle, seen);
  for (const book of lists.book) checkBook(book);
  for (const kind of ['candle', 'trade', 'book', 'funding'])
    for (const item of lists[kind]) must(symbols.has(item.symbol), 'data of a symbol without a record');
  for (const found of lists.thesis) must(found.t >= settings.values.start, 'a thesis before start');
  return { ...lists, printed: settings.printed, settings: settings.values, symbols };
}

/** The tiers of a symbol with what each begins at and the amount its maintenance is lowered by. */
export function ladder(symbol) {
  let floor = decimal('0');
  let lowered = decimal('0');
  let previous = null;
  return symbol.tiers.map((found) => {
    if (previous !== null) {
      floor = previous.cap;
      const rise = add(found.mmr, { n: -previous.mmr.n, d: previous.mmr.d });
      lowered = add(lowered, { n: floor.n * rise.n, d: floor.d * rise.d });
    }
    previous = found;
    return { ...found, floor, lowered };
  });
}
