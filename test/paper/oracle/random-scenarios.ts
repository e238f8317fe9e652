/** Random scenarios that meet the edges: exact touches, gaps, thin books, holes, coarse steps, contradictory theses. */
import { seededRandom } from '../../../src/core/clock.ts';
import { add, adjust, close, hold, type Members, reduce, START } from '../scenarios.ts';

const MINUTE_MS = 60_000;

/** Random choices from one seed. */
class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#random = () => random.next();
  }

  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!;
  }
}

/** What differs between the symbols of a scenario. */
interface Market {
  readonly symbol: string;
  /** Prices are whole numbers of these. */
  readonly unit: (price: number) => string;
  price: number;
}

/** Returns the records of a scenario that is well formed. */
export function randomScenario(seed: number): readonly Members[] {
  const dice = new Dice(seed);
  const isLong = dice.chance(0.02);
  const minutes = isLong ? 1440 * dice.int(2, 4) : dice.int(3, 12);
  const start = START + (isLong ? 0 : dice.int(-3, 3) * MINUTE_MS);
  const end = start + minutes * MINUTE_MS;
  const records: Members[] = [settingsRecord(dice, start, end)];
  const markets = [market('BTCUSDT', 2), ...(dice.chance(0.4) ? [market('AAAUSDT', 1)] : [])];
  for (const one of markets) {
    records.push(symbolRecord(dice, one.symbol));
    for (let minute = 0; minute < minutes; minute += 1) {
      if (isLong && !dice.chance(0.004)) continue;
      records.push(...minuteRecords(dice, one, start + minute * MINUTE_MS));
    }
    for (let count = dice.int(0, 3); count > 0; count -= 1)
      records.push(fundingRecord(dice, one, start, end));
  }
  const count = dice.int(4, 16);
  const times = Array.from({ length: count }, () => thesisTime(dice, start, end)).sort((a, b) => a - b);
  const sent: Members[] = [];
  for (const time of times) {
    const isOld = sent.length > 0 && dice.chance(0.12);
    const thesis = isOld ? dice.of(sent) : randomThesis(dice, markets, sent.length);
    sent.push(thesis);
    records.push({ kind: 'thesis', t: time, thesis, ...(dice.chance(0.1) ? { again: true } : {}) });
  }
  return records;
}

function market(symbol: string, digits: number): Market {
  return { symbol, price: 100 * 10 ** digits, unit: (price) => decimal(price, digits) };
}

/** Returns an integer as a decimal with a number of digits after the point. */
function decimal(value: number, digits: number): string {
  const text = String(Math.max(1, value)).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function settingsRecord(dice: Dice, start: number, end: number): Members {
  const others: Record<string, unknown> = {};
  const maybe = (name: string, values: readonly unknown[]) => {
    if (dice.chance(0.4)) others[name] = dice.of(values);
  };
  maybe('cash', ['10000', '100000', '1500', '1000.5', '0', '633.333333333']);
  maybe('taker_fee', ['0.0005', '0', '0.001', '0.00033333']);
  maybe('slippage_bps', ['0', '5', '10', '37.5', '37.5', '12000']);
  maybe('latency_ms', [0, 1, 999, 999, 60_000, 61_500]);
  maybe('max_wait_ms', [0, 30_000, 120_000, 120_000, 600_000]);
  maybe('book_max_age_ms', [0, 1000, 5000, 90_000]);
  maybe('target_fill', ['through', 'touch']);
  maybe('opposite_add', ['refuse', 'flip', 'hedge', 'flip', 'hedge']);
  maybe('mark_price_policy', ['worse', 'trust']);
  maybe('mark_price_band_bps', ['0', '100', '1000']);
  maybe('equity_every_ms', [60_000, 90_001, 3_600_000]);
  return { kind: 'settings', version: 1, start, end, ...others };
}

function symbolRecord(dice: Dice, symbol: string): Members {
  const tiers = dice.of([
    [{ cap: null, mmr: '0.004', max_leverage: '125' }],
    [
      { cap: '500', mmr: '0.01', max_leverage: '50' },
      { cap: '2000', mmr: '0.05', max_leverage: '20' },
      { cap: null, mmr: '0.25', max_leverage: '3' },
    ],
    [
      { cap: '1000', mmr: '0.02', max_leverage: '30.5' },
      { cap: null, mmr: '0.015', max_leverage: '10' },
    ],
  ]);
  return {
    kind: 'symbol',
    symbol,
    base: symbol.slice(0, 3),
    quote: dice.chance(0.02) ? 'USDC' : 'USDT',
    tick_size: dice.of(['0.01', '0.5', '0.3', '1']),
    step_size: dice.of(['0.001', '0.001', '0.1', '0.7', '1']),
    min_qty: dice.of(['0', '0', '0.001', '0.7', '2.5']),
    max_qty: dice.of(['1000', '1000', '30']),
    min_notional: dice.of(['0', '5', '5', '100']),
    liquidation_fee: dice.of(['0', '0.0125', '0.3']),
    tiers,
    ...(dice.chance(0.3) ? { taker_fee: '0.002' } : {}),
    ...(dice.chance(0.3) ? { maker_fee: '0.00007' } : {}),
  };
}

/** Moves the price by a step that is mostly small. */
function move(dice: Dice, one: Market): number {
  const size = dice.of([0, 0, 1, 3, 10, 40]);
  const share = dice.int(-size, size) / 1000;
  one.price = Math.max(2, one.price + Math.round(one.price * share));
  return one.price;
}

/** Returns the records of a minute: trades, seconds of them and the minute's candle, some left out or wrong. */
function minuteRecords(dice: Dice, one: Market, minute: number): Members[] {
  const { symbol, unit } = one;
  const trades = Array.from({ length: dice.int(1, 6) }, () => ({
    t: minute + (dice.chance(0.3) ? dice.int(0, 59) * 1000 : dice.int(0, 59_999)),
    p: 0,
  })).sort((a, b) => a.t - b.t);
  if (dice.chance(0.7)) trades[0]!.t = minute;
  for (const trade of trades) trade.p = move(dice, one);
  const records: Members[] = [];
  const candle = (interval: string, t: number, prices: readonly number[]) => {
    const low = Math.min(...prices);
    const high = Math.max(...prices) + (dice.chance(0.1) ? 1 : 0);
    const o = unit(prices[0]!);
    records.push({
      kind: 'candle',
      symbol,
      interval,
      t,
      o,
      h: unit(high),
      l: unit(low),
      c: unit(prices.at(-1)!),
    });
  };
  if (dice.chance(0.85))
    candle(
      '1m',
      minute,
      trades.map(({ p }) => p),
    );
  if (dice.chance(0.5)) {
    const seconds = [...new Set(trades.map(({ t }) => Math.floor(t / 1000) * 1000))];
    for (const second of seconds) {
      const inside = trades.filter(({ t }) => t >= second && t < second + 1000).map(({ p }) => p);
      if (!dice.chance(0.05)) candle('1s', second, inside);
    }
  }
  if (dice.chance(0.5)) {
    for (const { t, p } of trades)
      if (!dice.chance(0.05)) records.push({ kind: 'trade', symbol, t, p: unit(p) });
  }
  if (dice.chance(0.3)) records.push(bookRecord(dice, one, minute));
  return dice.chance(0.2) ? records.reverse() : records;
}

function bookRecord(dice: Dice, { symbol, unit, price }: Market, minute: number): Members {
  const level = (at: number) => [unit(at), dice.of(['0.1', '0.35', '2', '7.77', '50'])];
  const spread = dice.int(1, 30);
  const levels = dice.int(1, 4);
  const step = dice.int(1, 50);
  const side = (first: number, direction: number) =>
    Array.from({ length: levels }, (_, index) => first + direction * index * step)
      .filter((at) => at > 1)
      .map(level);
  const t = minute + dice.of([0, 0, 1, 30_000, 59_999, dice.int(0, 59_999)]);
  return {
    kind: 'book',
    symbol,
    t,
    bids: side(Math.max(2, price), -1),
    asks: side(Math.max(2, price) + spread, 1),
  };
}

function fundingRecord(dice: Dice, { symbol, unit, price }: Market, start: number, end: number): Members {
  const t = start + dice.int(-1, (end - start) / MINUTE_MS) * MINUTE_MS + dice.of([0, 0, 1, 7000]);
  const rate = dice.of(['0.0001', '-0.0003', '0.000000001', '0.05', '-0.02', '0']);
  return { kind: 'funding', symbol, t, rate, mark: dice.chance(0.3) ? null : unit(price) };
}

function thesisTime(dice: Dice, start: number, end: number): number {
  const minutes = (end - start) / MINUTE_MS;
  const minute = start + dice.int(0, dice.chance(0.1) ? minutes + 1 : minutes - 1) * MINUTE_MS;
  return minute + dice.of([0, 0, 0, 1, 15_000, dice.int(0, 59_999)]);
}

function randomThesis(dice: Dice, markets: readonly Market[], sentAdds: number): Members {
  const one = dice.chance(0.8) ? markets[0]! : dice.of(markets);
  const near = (spread: number) =>
    one.price / Number(one.unit(one.price)) > 0 ? nearPrice(dice, one, spread) : 1;
  const symbol = dice.chance(0.015) ? 'XXX' : dice.chance(0.1) ? one.symbol.toLowerCase() : one.symbol;
  const others: Record<string, unknown> = {
    reason: `r${dice.int(0, 99_999)}`,
    mode: dice.chance(0.25) ? 'watch' : 'paper',
    provenance: {
      source: 's',
      ...(dice.chance(0.8) ? { agent: dice.of(['a1', 'a2', '', '__proto__', 'é']) } : {}),
      ...(dice.chance(0.6) ? { research_cycle_run_id: dice.of(['r1', 'r2']) } : {}),
    },
    ...(dice.chance(0.02) ? { ok: false } : {}),
    ...(dice.chance(0.02) ? { error_code: 'E1' } : {}),
    ...(dice.chance(0.02) ? { limitations: ['none'] } : {}),
  };
  const kind =
    sentAdds < 2 && dice.chance(0.85)
      ? 'add'
      : dice.of(['add', 'add', 'adjust', 'adjust', 'adjust', 'reduce', 'close', 'close', 'hold']);
  if (kind === 'hold') return hold(others);
  if (kind === 'add') return add(addIntent(dice), { symbol, ...others });
  Object.assign(others, { position_ref: reference(dice, symbol), ...(dice.chance(0.15) ? { symbol } : {}) });
  if (kind === 'reduce') return reduce(reduceIntent(dice), others);
  if (kind === 'close') {
    const fraction = dice.of([1, 0.5, 0.3333, 0.999, 1e-7]);
    return close(fraction, dice.chance(0.3) ? { mark_price: near(15) } : {}, others);
  }
  return adjust(
    {
      ...(dice.chance(0.7) ? { stop_loss_price: near(60) } : {}),
      ...(dice.chance(0.5) ? { take_profit_price: near(60) } : {}),
      ...(dice.chance(0.3) ? { max_holding_minutes: dice.of([0.00001, 1, 2, 2.5, 7, 1e12, 1.2345678]) } : {}),
      exit_rationale: 'x',
    },
    others,
  );
}

/** Returns a price near the market as a JS number with few digits, which JSON writes exactly. */
function nearPrice(dice: Dice, one: Market, spread: number): number {
  const price = Math.max(1, one.price + Math.round((one.price * dice.int(-spread, spread)) / 1000));
  return Number(one.unit(price));
}

function addIntent(dice: Dice): Members {
  const size = () => dice.of([50, 100, 100, 333.33, 333.33, 500, 1049.9, 5000, 0.01]);
  const leverage = () => dice.of([1, 2, 3, 3, 5, 5, 10, 10, 10, 20, 20, 33.3, 60, 0.5]);
  const isMargin = dice.chance(0.6);
  return {
    side: dice.of(['LONG', 'SHORT']),
    ...(isMargin ? { requested_margin_usdt: size() } : {}),
    ...(isMargin && dice.chance(0.7) ? {} : { requested_notional_usdt: size() }),
    ...(dice.chance(0.5) ? { paper_leverage: leverage() } : {}),
    ...(dice.chance(0.2) ? { requested_leverage: leverage() } : {}),
    leverage: leverage(),
  };
}

function reduceIntent(dice: Dice): Members {
  return {
    ...(dice.chance(0.3) ? { side: dice.of(['LONG', 'SHORT']) } : {}),
    ...(dice.chance(0.5) ? { reduce_fraction: dice.of([0.3333, 0.5, 1, 0.01]) } : {}),
    ...(dice.chance(0.4) ? { reduce_notional_usdt: dice.of([10, 123.45, 99999]) } : {}),
    reduce_quantity: dice.of([0.1, 0.7, 1, 1.05, 50, 0.0001]),
  };
}

function reference(dice: Dice, symbol: string): Members {
  const prefix = dice.of(['', '', '', 'w']);
  const position = { position_id: `${prefix}pos-${dice.of([1, 1, 1, 2, 3])}` };
  const execution = { execution_id: `${prefix}exe-${dice.of([1, 1, 2, 3, 4])}` };
  return dice.of<Members>([
    { symbol },
    { symbol },
    { symbol },
    position,
    position,
    execution,
    { ...position, symbol },
    { ...position, ...execution },
    { ...execution, symbol },
  ]);
}
